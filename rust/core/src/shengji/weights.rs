//! In how many ways cards can be laid into units that are apart, counted class by class, where two
//! classes make a tractor.
//!
//! What forbids units to go on as they like is that a unit must not have a single beside each of its
//! faces, and that no two may be the same, which two pairs on faces of four copies could be. Both are
//! counted by inclusion and exclusion: units are laid as if that were allowed, and again with some
//! *marked* to be forbidden, each of which counts −1. An unmarked unit needs no memory of what lies
//! beside it, so that of a class only the numbers of units of each kind matter; and these go on into
//! numbers below by a weight for each width. Faces of one class need not be told apart.
//!
//! Two pairs of one face differ while they are counted, as if one had the first two of its copies: all is
//! counted twice for each such face. Two that are the same on all their faces are counted so half as
//! often, but these are the ones that are excluded.

use super::census::{
    FACES, Grade, OF_FACE, PAIRS, PAIRS_ON, Pairs, WIDER_ON, Wider, all_go_on, face_on, grade,
    pairs_on,
};
use super::packing::{Shape, Step};
use super::tally::Tally;

/// One class of linked faces.
struct Class {
    /// Its steps.
    first: usize,
    end: usize,
    grade: &'static Grade,
    /// How many faces have three copies and more, and four.
    threes: u8,
    fours: u8,
    /// Where the weights of the last so many faces begin, by numbers of units on them: where there are
    /// two, three, … faces, of those but the first.
    uses: [u32; FACES],
    /// Where the weights of all classes below begin, by numbers of units on this one; all are 1 where none is
    /// linked.
    below: Option<u32>,
}

impl Class {
    #[inline(always)]
    fn faces(&self) -> usize {
        self.end - self.first
    }

    /// Whether its faces may have these wider units, and these pairs.
    #[inline(always)]
    fn has_wider(&self, [triples, beside, quads]: Wider) -> bool {
        beside + quads <= self.fours && triples + beside + quads <= self.threes
    }

    #[inline(always)]
    fn has_pairs(&self, [pairs, beside, twins]: Pairs) -> bool {
        let most = self.faces() as u8 + self.fours;
        twins <= self.fours && beside + twins <= self.threes && pairs + beside + 2 * twins <= most
    }
}

/// What is known of one step.
#[derive(Clone, Copy)]
struct Place {
    class: u8,
    /// How many steps have four copies from this one on.
    fours: u8,
    /// In how many ways the chains after its own, and the free faces after the next step, can be used.
    later: u64,
}

/// The weights of all classes.
pub(super) struct Weights {
    classes: Vec<Class>,
    places: Vec<Place>,
    all: Vec<i64>,
    count: u64,
}

/// How much each use of a face counts: none or a single, a pair, two, one marked to be beside singles,
/// marked twins; a triple, one marked to be beside singles, a quad.
type Uses = [i64; OF_FACE];

/// Those of a face of 2, 3, 4 copies of which any may be used, or all are; of four copies twice.
static USES: [[Uses; 3]; 2] = [
    [[2, 1, 0, 0, 0, 0, 0, 0], [2, 2, 0, 1, 0, 1, 0, 0], [4, 4, 1, 2, 1, 4, 2, 2]],
    [[0, 1, 0, 0, 0, 0, 0, 0], [0, 1, 0, 1, 0, 1, 0, 0], [0, 0, 1, 0, 1, 2, 2, 2]],
];

fn uses(step: &Step, whole: bool) -> &'static Uses {
    &USES[usize::from(whole)][usize::from(step.copies) - 2]
}

/// Adds to the weights of one more face than there were, `own`, those of its uses: `before` are the
/// weights of the faces so far.
#[inline(always)]
fn use_face(grade: &Grade, faces: usize, uses: &Uses, before: &[i64], own: &mut [i64]) {
    let begins = &grade.begins[faces + 1];
    for row in 0..grade.rows[faces] {
        let columns = grade.columns[faces - usize::from(grade.row_faces[row])];
        let before = &before[grade.begins[faces][row].into()..][..columns];
        let of_row = &mut own[begins[row].into()..];
        if uses[0] != 0 {
            of_row.iter_mut().zip(before).for_each(|(own, weight)| *own += uses[0] * weight);
        }
        for (&often, with) in uses[1..5].iter().zip(&grade.column_with) {
            if often != 0 {
                for (&weight, &column) in before.iter().zip(with) {
                    of_row[usize::from(column)] += often * weight;
                }
            }
        }
        for (&often, with) in uses[5..].iter().zip(&grade.row_with) {
            if often != 0 {
                let of_row = &mut own[begins[usize::from(with[row])].into()..];
                of_row.iter_mut().zip(before).for_each(|(own, weight)| *own += often * weight);
            }
        }
    }
}

/// The weights of one face.
#[inline(always)]
fn of_face(grade: &Grade, uses: &Uses) -> [i64; OF_FACE] {
    let mut own = [0; OF_FACE];
    use_face(grade, 0, uses, &[1], &mut own);
    own
}

impl Weights {
    /// The weights of steps, and of the free faces between and after them.
    pub(super) fn new(shape: &Shape, steps: &[Step], free_last: u64) -> Self {
        let mut weights =
            Self { classes: Vec::new(), places: Vec::new(), all: Vec::new(), count: 1 };
        if steps.is_empty() {
            return weights;
        }
        weights.classes.reserve(steps.len());
        weights.places.reserve(steps.len() + 1);
        weights.all.reserve(16 * steps.len());
        for (n, step) in steps.iter().enumerate() {
            if step.opens {
                weights.classes.push(Class {
                    first: n,
                    end: n,
                    grade: grade(2),
                    threes: 0,
                    fours: 0,
                    uses: [0; FACES],
                    below: None,
                });
            }
            let last = weights.classes.len() - 1;
            weights.places.push(Place { class: last as u8, fours: 0, later: 1 });
            let class = &mut weights.classes[last];
            class.end = n + 1;
            class.threes += u8::from(step.copies >= 3);
            class.fours += u8::from(step.copies == 4);
            class.grade = grade(class.grade.copies.max(step.copies.into()));
        }
        weights.places.push(Place { class: 0, fours: 0, later: 1 });
        let mut free = free_last;
        for n in (0..weights.classes.len()).rev() {
            let (first, end) = (weights.classes[n].first, weights.classes[n].end);
            for step in (first..end).rev() {
                let fours = weights.places[step + 1].fours + u8::from(steps[step].copies == 4);
                let place = &mut weights.places[step];
                (place.later, place.fours) = (weights.count, fours);
                weights.count *= std::mem::replace(&mut free, steps[step].free);
            }
            let linked = steps[first].linked;
            if end - first == 1 && (!linked || weights.classes[n - 1].faces() == 1) {
                weights.go_on_by_face(n, linked, uses(&steps[first], shape.whole));
            } else {
                let place = weights.use_faces(n, shape.whole, steps);
                weights.go_on(n, linked, place);
            }
        }
        weights
    }

    /// How many ways there are, the free faces before the first step left out.
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// Weighs the uses of the last one, two, … faces of a class, and gives where those of all begin.
    fn use_faces(&mut self, n: usize, whole: bool, steps: &[Step]) -> usize {
        let Self { classes, all, .. } = self;
        let class = &mut classes[n];
        let grade = class.grade;
        let steps = &steps[class.first..class.end];
        let last = &steps[steps.len() - 1];
        let mut from = all.len();
        let own = of_face(grade, uses(last, whole));
        all.extend_from_slice(&own[..grade.size(1)]);
        for (faces, step) in (1..steps.len()).zip(steps.iter().rev().skip(1)) {
            class.uses[faces] = from as u32;
            let to = all.len();
            all.resize(to + grade.size(faces + 1), 0);
            let (before, own) = all.split_at_mut(to);
            use_face(grade, faces, uses(step, whole), &before[from..], own);
            from = to;
        }
        from
    }

    /// Weighs how units of the class above, if one is linked, go on into a class, where both have one face.
    fn go_on_by_face(&mut self, n: usize, linked: bool, uses: &Uses) {
        let Self { classes, all, places, .. } = self;
        let class = &classes[n];
        let mut own = of_face(class.grade, uses);
        if let Some(below) = class.below {
            own.iter_mut().zip(&all[below as usize..]).for_each(|(own, below)| *own *= below);
        }
        let halves = places[class.first].fours - places[class.end].fours;
        let above = if linked { classes[n - 1].grade } else { class.grade };
        let on = face_on(above, class.grade);
        let sum = |on: &[i32; OF_FACE]| {
            let mut sum = 0;
            on.iter().zip(&own).for_each(|(&on, own)| sum += i64::from(on) * own);
            sum >> halves
        };
        if linked {
            let place = all.len() as u32;
            on[..above.size(1)].iter().for_each(|on| all.push(sum(on)));
            classes[n - 1].below = Some(place);
        } else {
            self.count *= sum(&on[0]) as u64;
        }
    }

    /// The same where there are several faces; the weights of this class begin at a place.
    fn go_on(&mut self, n: usize, linked: bool, own: usize) {
        let Self { classes, all, places, .. } = self;
        let class = &classes[n];
        let (grade, faces) = (class.grade, class.faces());
        let place = all.len();
        if let Some(below) = class.below {
            let (before, own) = all.split_at_mut(own);
            let below = &before[below as usize..][..grade.size(faces)];
            own.iter_mut().zip(below).for_each(|(own, below)| *own *= below);
        }
        let halves = places[class.first].fours - places[class.end].fours;
        let (above, above_faces) = match linked {
            true => (classes[n - 1].grade, classes[n - 1].faces()),
            false => (grade, 0),
        };
        let mut by_pairs = [0; PAIRS];
        for row in 0..above.rows[above_faces] {
            let wider_on = &WIDER_ON[usize::from(above.wider_number[row])];
            let columns = above.columns[above_faces - usize::from(above.row_faces[row])];
            if linked && !classes[n - 1].has_wider(above.wider[row]) {
                all.resize(all.len() + columns, 0);
                continue;
            }
            by_pairs.fill(0);
            for row in (0..grade.rows[faces]).filter(|&row| class.has_wider(grade.wider[row])) {
                let weight = i64::from(wider_on[usize::from(grade.wider_number[row])]);
                if weight != 0 {
                    let own = &all[own + usize::from(grade.begins[faces][row])..];
                    let columns = grade.columns[faces - usize::from(grade.row_faces[row])];
                    if grade.copies == 4 {
                        let own = own[..columns].iter();
                        by_pairs.iter_mut().zip(own).for_each(|(all, own)| *all += weight * own);
                    } else {
                        for (own, &number) in own[..columns].iter().zip(&grade.pairs_number) {
                            by_pairs[usize::from(number)] += weight * own;
                        }
                    }
                }
            }
            for column in 0..columns {
                if linked && !classes[n - 1].has_pairs(above.pairs[column]) {
                    all.push(0);
                    continue;
                }
                let mut sum = 0;
                for &(number, weight) in pairs_on(above.pairs_number[column].into()) {
                    sum += i64::from(weight) * by_pairs[usize::from(number)];
                }
                all.push(sum >> halves);
            }
        }
        if linked {
            classes[n - 1].below = Some(place as u32);
        } else {
            self.count *= all[place] as u64;
            all.truncate(place);
        }
    }

    /// In how many ways cards can be laid from a state after step number `n` on, the free faces just
    /// before the next step left out.
    pub(super) fn after(&self, n: usize, state: Tally) -> u64 {
        let class = &self.classes[usize::from(self.places[n].class)];
        if n + 1 == class.end {
            let later = self.places[n].later;
            let Some(below) = class.below else { return later };
            let (pairs, wider) = state.numbers();
            let ways = self.sum(class, below, [0; 3], [0; 3], pairs, wider);
            return (ways >> pairs[2]) as u64 * later;
        }
        self.within(n, class, state) * self.places[n].later
    }

    /// The weights at the numbers of units given and these, of which none is marked.
    #[inline(always)]
    fn sum(
        &self,
        class: &Class,
        below: u32,
        pairs: Pairs,
        wider: Wider,
        more: Pairs,
        more_wider: Wider,
    ) -> i64 {
        let begins = &class.grade.begins[class.faces()];
        let mut sum = 0;
        for_each_marked_wider(more_wider, |marked, often| {
            let row = class.grade.row(plus(wider, marked));
            let own = &self.all[below as usize + usize::from(begins[row])..];
            for_each_marked(more, |marked, ways| {
                sum += often * ways * own[class.grade.column(plus(pairs, marked))];
            });
        });
        sum
    }

    /// The ways on from a state after a step that is not the last of its class.
    fn within(&self, n: usize, class: &Class, state: Tally) -> u64 {
        let faces = class.end - n - 1;
        let grade = class.grade;
        let (above, above_wider) = state.numbers();
        let (here, here_wider) = state.numbers_here();
        if class.below.is_none() && here[1] + here[2] + here_wider[1] != 0 {
            return 0;
        }
        let begun = state.begun();
        let columns = grade.columns[faces];
        let mut on = [0; PAIRS];
        for_each_marked(above, |above, often| {
            let number = class_of_four(above);
            for (on, (&here, &to)) in
                on[..columns].iter_mut().zip(grade.pairs.iter().zip(&grade.pairs_number))
            {
                if begun & 1 == 0 || all_go_on(above, here, 0..3) {
                    *on += often * i64::from(PAIRS_ON[number][usize::from(to)]);
                }
            }
        });
        let mut sum = 0;
        for row in 0..grade.rows[faces] {
            let to = grade.wider[row];
            let mut often = 0;
            for_each_marked_wider(above_wider, |above, ways| {
                if (begun & 2 == 0 || all_go_on(above, to, 0..2))
                    && (begun & 4 == 0 || all_go_on(above, to, 2..3))
                {
                    let weights = &WIDER_ON[wider_of_four(above)];
                    often += ways * i64::from(weights[usize::from(grade.wider_number[row])]);
                }
            });
            if often == 0 {
                continue;
            }
            let columns = grade.columns[faces - usize::from(grade.row_faces[row])];
            let uses = class.uses[faces] as usize + usize::from(grade.begins[faces][row]);
            let uses = &self.all[uses..][..columns];
            for (column, (&uses, &on)) in uses.iter().zip(&on).enumerate() {
                if uses * on != 0 {
                    let below = class.below.map_or(1, |below| {
                        self.sum(class, below, grade.pairs[column], to, here, here_wider)
                    });
                    sum += often * on * uses * below;
                }
            }
        }
        let halves = self.places[n + 1].fours - self.places[class.end].fours;
        let mut twins = above[2];
        if class.below.is_some() {
            twins += here[2];
        }
        (sum >> (halves + twins)) as u64
    }
}

#[inline(always)]
fn plus(some: [u8; 3], others: [u8; 3]) -> [u8; 3] {
    std::array::from_fn(|n| some[n] + others[n])
}

fn class_of_four(pairs: Pairs) -> usize {
    grade(4).column(pairs)
}

fn wider_of_four(wider: Wider) -> usize {
    grade(4).row(wider)
}

/// Calls `f` with what pairs, pairs that have had singles beside them, and twins are when some of them
/// are marked, and how much that counts: twice for each twins.
#[inline(always)]
fn for_each_marked([pairs, beside, twins]: Pairs, mut f: impl FnMut(Pairs, i64)) {
    let mut often = 1;
    for n in 0..=beside {
        let mut ways = often;
        for m in 0..=twins {
            f([pairs + beside - n + 2 * (twins - m), n, m], ways);
            ways = -ways * i64::from(twins - m) / i64::from(m + 1);
        }
        often = -often * i64::from(beside - n) / i64::from(n + 1);
    }
}

#[inline(always)]
fn for_each_marked_wider([triples, beside, quads]: Wider, mut f: impl FnMut(Wider, i64)) {
    let mut often = 1;
    for n in 0..=beside {
        f([triples + beside - n, n, quads], often);
        often = -often * i64::from(beside - n) / i64::from(n + 1);
    }
}
