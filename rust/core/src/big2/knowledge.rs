//! What a seat knows for certain of the cards of others.

use super::course::{Course, Step};
use super::moves::{Cards, Kind, Move};
use super::order::DECK;
use super::rules::Rules;
use super::state::{NONE, Phase, State};
use super::switches::Remainder;
use smallvec::SmallVec;

/// Cards whose place is known.
#[derive(Clone, Debug)]
pub(super) struct Known {
    /// Of each hand; the own one whole.
    pub(super) hands: SmallVec<[Cards; 4]>,
    /// Of those that nobody plays with, face down.
    pub(super) left: Cards,
}

/// What a locked seat that was asked for a monster, or was not, tells (BT-30).
#[derive(Clone, Debug)]
pub(super) struct Probe {
    pub(super) seat: usize,
    /// Whether it was asked, which it was just where it held a monster that beats the table.
    pub(super) asked: bool,
    pub(super) table: Move,
    pub(super) revolved: bool,
    /// The number of the move before.
    pub(super) number: usize,
    /// The cards that the seat has played since.
    pub(super) spent: Cards,
}

/// What the moves of a deal tell of the cards of others, beside those that are known.
#[derive(Clone, Debug)]
pub(super) struct Limits {
    /// The faces that each seat may have beside known cards.
    pub(super) allowed: SmallVec<[u64; 4]>,
    pub(super) probes: Vec<Probe>,
}

impl Rules {
    /// The faces below a face, by the order that is not revolved.
    fn below(&self, face: u64) -> u64 {
        let order = &self.orders[0];
        order.restore(order.arrange(face) - 1)
    }

    /// The faces that are not above a single card.
    fn up_to(&self, single: Cards, revolved: bool) -> u64 {
        let order = &self.orders[usize::from(revolved)];
        order.restore((order.arrange(single.faces()) << 1) - 1)
    }

    /// Whether skipped seats that are asked for a monster thereby show that they hold one.
    pub(super) fn asks_holders(&self) -> bool {
        self.switches.monster_after_pass && !self.switches.ask_locked_always
    }
}

impl Course {
    /// Whether the present dealing was dealt in this course, or is one that was not yet decided on when
    /// the course began.
    pub(super) fn saw_the_deal(&self) -> bool {
        let dealt = self.start.is_none() || !self.earlier.is_empty();
        let early = |phase| matches!(phase, Phase::Redeal | Phase::Swap);
        dealt || self.start.as_ref().is_some_and(|start| early(start.phase))
    }

    /// The seat that led the play by its lowest card, where that was settled in this course.
    pub(super) fn lowest_leader(&self, now: &State) -> Option<usize> {
        let begun = self.start.as_ref().filter(|_| self.earlier.is_empty());
        let settled_before =
            begun.is_some_and(|start| matches!(start.phase, Phase::Play | Phase::Over));
        let lowest = now.leader != NONE && now.setup.leader.is_none() && !now.swapped;
        (lowest && !settled_before).then_some(usize::from(now.leader))
    }

    /// The first play of the deal.
    fn first_play(&self) -> Option<Cards> {
        self.steps().find_map(|step| match step {
            Step::Played(_, cards) => Some(cards),
            _ => None,
        })
    }

    /// The lowest face in the leader's hand at the first lead, where `seat` can know it.
    fn lowest_lead(&self, rules: &Rules, seat: usize, now: &State) -> Option<u64> {
        let leader = self.lowest_leader(now)?;
        let hand = || self.flow(now).before(leader, now.hands[leader]);
        if now.left.is_empty() {
            let gone = now.face_up;
            return Some(rules.lowest_face(rules.deck().difference(&gone).faces()));
        }
        if self.saw_the_deal()
            && now.swappable(rules).is_some_and(|card| card & now.left.faces() != 0)
        {
            return Some(rules.lowest_face(rules.deck().difference(&now.left).faces()));
        }
        if leader == seat {
            // No cards are exchanged where there are any left.
            return Some(rules.lowest_face(hand().faces()));
        }
        let first = self.first_play().filter(|_| rules.switches.must_include_lowest)?;
        Some(rules.lowest_face(first.faces()))
    }

    /// The cards whose place `seat` knows; of his own view only the moves, the own hand and what is
    /// known are read, so that it may be asked of a view as well.
    pub(super) fn known(&self, rules: &Rules, seat: usize, now: &State) -> Known {
        let seats = now.hands.len();
        let mut hands: SmallVec<[Cards; 4]> = SmallVec::from_elem(Cards::EMPTY, seats);
        let mut left = Cards::EMPTY;
        let one = |face: u64| Cards::from_decks([face, 0]);
        let dealing = self.dealing(now);
        let decided = match now.phase {
            Phase::Redeal => false,
            Phase::Over => now.instant == 0,
            _ => true,
        };
        if self.saw_the_deal() {
            let lowest = rules.lowest_face(rules.deck().faces());
            let sizes = rules.hand_sizes();
            if sizes.left > 0 && rules.switches.remainder == Remainder::LowestHolder {
                let size = sizes.hand as usize;
                let holder = dealing.hands.iter().position(|hand| hand.total() > size);
                holder.into_iter().for_each(|holder| hands[holder] = one(lowest));
            }
            if decided && let Some(card) = now.swappable(rules) {
                match dealing.hands.iter().position(|hand| hand.faces() & card != 0) {
                    Some(holder) => hands[holder] = one(card),
                    None => left = one(card),
                }
            }
        }
        let lead = self.lowest_leader(now).zip(self.lowest_lead(rules, seat, now));
        let mut lead = lead.or_else(|| {
            let start = self.start.as_ref().filter(|start| start.due != NONE)?;
            self.earlier.is_empty().then(|| (start.trick.turn(), 1 << start.due))
        });
        if let Some((_, face)) = lead.filter(|_| self.saw_the_deal() && !now.left.is_empty()) {
            // What is lower is not in play.
            left = left.union(&rules.deck().within(rules.below(face)));
        }
        for step in self.steps() {
            match step {
                Step::Gave(from, to, cards) => {
                    hands[from] = hands[from].difference(&cards);
                    hands[to] = hands[to].sum(&cards);
                }
                Step::Swapped(seat) => hands[seat] = hands[seat].difference(&now.face_up),
                Step::Played(seat, cards) => {
                    if let Some((leader, face)) = lead.take() {
                        hands[leader] = hands[leader].union(&one(face));
                    }
                    hands[seat] = hands[seat].difference(&cards);
                }
            }
        }
        if let Some((leader, face)) = lead {
            hands[leader] = hands[leader].union(&one(face));
        }
        if now.instant > 0 {
            let winner = usize::from(now.winner);
            hands[winner] = now.hands[winner];
        }
        hands[seat] = now.hands[seat];
        Known { hands, left }
    }

    /// What the moves tell beside what is known; `now` may be a view of the deal.
    pub(super) fn limits(&self, rules: &Rules, seat: usize, now: &State) -> Limits {
        let seats = now.hands.len();
        let mut allowed: SmallVec<[u64; 4]> = SmallVec::from_elem(DECK, seats);
        let mut probes: Vec<Probe> = Vec::new();
        let s = &rules.switches;
        if now.setup.roles.is_some() {
            self.limit_givers(&mut allowed);
        }
        if s.decks > 1
            && let Some(leader) = self.lowest_leader(now)
            && let Some(face) = self.lowest_lead(rules, seat, now)
        {
            // Of several holders of the lowest card the first in order leads (BT-02).
            let order = now.in_order().take_while(|&at| at != leader);
            order.for_each(|at| allowed[at] &= !face);
        }
        let holders = s.lock && rules.asks_holders();
        if !s.top_forced && !holders {
            return Limits { allowed, probes };
        }
        let tops = |number: usize, before: &State, _: &State| {
            let (by, mv) = self.history[number];
            if before.phase != Phase::Play || !before.ask(rules).top_single {
                return;
            }
            // BT-35
            let most = match mv.kind {
                Kind::Single => mv.cards,
                Kind::Pass => before.to_beat.cards,
                _ => return,
            };
            allowed[usize::from(by)] &= rules.up_to(most, before.revolved);
        };
        let hear = |number, at, asked, table, revolved| {
            if holders && at != seat {
                let spent = Cards::EMPTY;
                probes.push(Probe { seat: at, asked, table, revolved, number, spent });
            }
        };
        self.walk(rules, now, tops, hear);
        for probe in &mut probes {
            for &(by, mv) in &self.history[probe.number + 1..] {
                if usize::from(by) == probe.seat && mv.kind.is_play() {
                    probe.spent = probe.spent.sum(&mv.cards);
                }
            }
        }
        // Who has played the monster since tells nothing new.
        probes.retain(|probe| {
            !probe.asked || !rules.has_monster_over(probe.spent, probe.table, probe.revolved)
        });
        Limits { allowed, probes }
    }

    /// Who gave another card than he was asked for had none of the rank (BT-37).
    fn limit_givers(&self, allowed: &mut [u64]) {
        let start = self.start.as_ref().filter(|_| self.earlier.is_empty());
        let mut asked = start.and_then(|start| start.asked_rank()).map(|rank| (NONE, rank));
        for &(seat, mv) in &self.history[self.begin()..] {
            match mv.kind {
                Kind::Ask => asked = Some((seat, mv.rank)),
                Kind::Give => {
                    let rank = asked.take().filter(|&(asker, _)| asker != seat);
                    if let Some((_, rank)) = rank {
                        let faces = 15 << (4 * rank);
                        if mv.cards.faces() & faces == 0 {
                            allowed[usize::from(seat)] &= !faces;
                        }
                    }
                }
                _ => {}
            }
        }
    }
}
