//! Laying out what is owed, face by face.
//!
//! The faces of an effective suit are gone through in order. Of each some copies lie in the play, and
//! a [`Layout`] says which of them serve runs; the others are loose tuples. A layout is dropped where
//! another has no more left to do, so that few remain.

use super::follow::Need;
use super::missing::Missing;
use super::moves::Cards;
use super::trump::Trump;
use super::unit::Form;
use smallvec::SmallVec;

/// The most different forms of runs in a need: units of eight forms have more than 52 cards.
const FORMS: usize = 7;

/// How far a layout has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// Runs under way, a byte each, ascending from the lowest byte: see [`under_way`].
    open: u64,
    /// Runs that have not begun: a byte for each form, how many there are of its width and of its
    /// length or longer.
    waiting: u64,
    loose: Loose,
}

/// A run under way as a byte: its width, whether it has its face of the class at hand, and how many
/// classes it wants: besides that one, or with it.
#[inline(always)]
const fn under_way(width: usize, served: bool, wants: usize) -> u8 {
    ((width - 2) << 6 | (served as usize) << 5 | wants) as u8
}

/// What of a run under way is not the number of classes that it wants.
const KIND: u8 = 0xe0;
/// What says that a run has its face of the class at hand.
const SERVED: u8 = 0x20;
/// One in each byte.
const EACH: u64 = 0x0101_0101_0101_0101;

/// Loose tuples: faces with four, three and two copies to spare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Loose {
    fours: u8,
    threes: u8,
    twos: u8,
}

impl Loose {
    const NONE: Self = Self { fours: 0, threes: 0, twos: 0 };
    /// As many as are needed.
    const ENOUGH: Self = Self { fours: 255, threes: 255, twos: 255 };
}

/// What layouts are compared by.
///
/// A layout covers another if whatever does what that one leaves to do also does what itself leaves. So it
/// is where each of its runs goes with a run of the other of as many or more classes; what the
/// other's runs take beyond serves as loose tuples.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standing {
    open: u64,
    waiting: u64,
    /// Loose tuples less those that runs want, a lane for each width: quads, triples and wider, pairs and
    /// wider. Tuples that are enough count as very many.
    has: u64,
    /// The same, but tuples that are enough count as those needed.
    uses: u64,
}

impl Standing {
    /// Whether what is left to do is done by whatever does what the other leaves.
    #[inline(always)]
    pub(super) fn covers(&self, other: &Self) -> bool {
        // No byte and no lane is less than what it is compared with.
        const BYTES: u64 = EACH << 7;
        const LANES: u64 = 0x8000_8000_8000;
        ((other.waiting | BYTES) - self.waiting) & BYTES == BYTES
            && ((self.has | LANES) - other.uses) & LANES == LANES
            && (self.open == other.open || wants_less(self.open, other.open))
    }
}

/// Whether each run under way goes with another one of the others that wants as much or more.
fn wants_less(mut own: u64, mut others: u64) -> bool {
    while own != 0 {
        let run = own as u8;
        while (others as u8) < run {
            if others == 0 {
                return false;
            }
            others >>= 8;
        }
        if others as u8 & KIND != run & KIND {
            return false;
        }
        (own, others) = (own >> 8, others >> 8);
    }
    true
}

impl Layout {
    /// All of it, as words.
    #[inline(always)]
    pub(super) fn words(&self) -> [u64; 3] {
        let Loose { fours, threes, twos } = self.loose;
        let loose = u64::from(fours) << 16 | u64::from(threes) << 8 | u64::from(twos);
        [self.open, self.waiting, loose]
    }

    /// Whether nothing is left to do.
    #[inline(always)]
    pub(super) fn is_done(&self) -> bool {
        self.open == 0 && self.waiting == 0 && self.loose == Loose::ENOUGH
    }

    /// The same with a run under way besides.
    #[inline(always)]
    fn with_run(mut self, run: u8) -> Self {
        let (mut place, mut open) = (0, self.open);
        while open != 0 && (open as u8) < run {
            (open, place) = (open >> 8, place + 8);
        }
        debug_assert!(self.open >> 56 == 0, "more runs under way than a class has room for");
        let below = self.open & ((1 << place) - 1);
        self.open = below | u64::from(run) << place | (open << place) << 8;
        self
    }

    /// The same without the run at a place.
    #[inline(always)]
    fn without_run(mut self, place: u32) -> Self {
        let below = self.open & ((1 << place) - 1);
        self.open = below | (self.open >> place >> 8) << place;
        self
    }
}

/// What follows the last face of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// Another face of the class.
    Within,
    /// The neighbouring class.
    Linked,
    /// Something else, or nothing.
    Broken,
}

/// A face held.
#[derive(Clone, Copy, Debug)]
pub(super) struct Face {
    /// Its laid bit.
    pub(super) bit: u8,
    /// How many copies are held.
    pub(super) copies: u8,
    /// What each number of copies in a play is good for: as many copies as count.
    pub(super) effect: [u8; 5],
    end: End,
    /// The forms, as bits, a run of which may begin here.
    begins: u8,
    /// The bytes of forms no run of which may begin after this face.
    over: u64,
    /// How many copies the later faces of its class have.
    room: u8,
}

impl Face {
    /// Whether what comes after one face comes after the other, where their copies have one effect.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        let kind = |face: &Self| (face.end, face.begins, face.over, face.room);
        kind(self) == kind(other)
    }
}

/// What is owed, and the faces it may be laid out of.
#[derive(Clone, Debug)]
pub(super) struct Scan {
    /// The faces held of the suit led, weakest first.
    pub(super) faces: SmallVec<[Face; 32]>,
    forms: [Form; FORMS],
    /// What the begin of a run of each form takes from the runs that wait.
    units: [u64; FORMS],
    waiting: u64,
    loose: [u8; 5],
    protect: bool,
}

impl Scan {
    /// The need of a holder of these laid cards of one suit. With `protect` a face counts with all its
    /// copies or not at all (SJ-23).
    pub(super) fn new(trump: &Trump, need: &Need, held: &Cards, protect: bool) -> Self {
        let (mut forms, mut count) = ([Form::default(); FORMS], 0);
        let mut runs: SmallVec<[Form; 16]> = need.runs.as_slice().into();
        runs.sort_unstable_by(|a, b| b.cmp(a));
        let mut waiting = 0u64;
        for &run in &runs {
            if count == 0 || forms[count - 1] != run {
                forms[count] = run;
                count += 1;
            }
        }
        let mut units = [0; FORMS];
        for n in 0..count {
            // Forms descend: this and the shorter ones of its width follow each other.
            let shorter = forms[n..count].iter().take_while(|form| form.width == forms[n].width);
            units[n] = (EACH & (u64::MAX >> (64 - 8 * shorter.count()))) << (8 * n);
            let of_form = runs.iter().filter(|&&run| run == forms[n]).count() as u64;
            waiting += units[n] * of_form;
        }
        let mut scan =
            Self { faces: SmallVec::new(), forms, units, waiting, loose: need.loose, protect };
        scan.put_faces(trump, held, protect, count);
        scan
    }

    fn put_faces(&mut self, trump: &Trump, held: &Cards, protect: bool, forms: usize) {
        let mut widths = 0u8;
        for width in 2..=4 {
            let runs = self.forms[..forms].iter().any(|form| usize::from(form.width) == width);
            widths |= u8::from(runs || self.loose[width] > 0) << width;
        }
        let effect = |copies: usize| match copies {
            2 if widths >> 2 & 1 != 0 => 2,
            3 if widths >> 3 & 1 != 0 => 3,
            3 if widths >> 2 & 1 != 0 => 2,
            4 if widths >> 4 & 1 != 0 || widths >> 2 & 1 != 0 => 4,
            4 if widths >> 3 & 1 != 0 => 3,
            _ => 0,
        };
        let whole = |copies: usize| if widths >> copies & 1 != 0 { copies as u8 } else { 0 };
        let mut starts = [0; FORMS];
        for (form, starts) in self.forms[..forms].iter().zip(&mut starts) {
            let (width, length) = (form.width.into(), form.length.into());
            let faces = if protect { held.exactly(width) } else { held.at_least(width) };
            *starts = trump.runs(trump.fold(faces), length);
        }
        let mut classes = trump.fold(held.faces());
        while classes != 0 {
            let class = classes & classes.wrapping_neg();
            classes ^= class;
            let begins = (0..forms).filter(|&form| starts[form] & class != 0);
            let begins = begins.fold(0, |all, form| all | 1 << form);
            let next = classes & classes.wrapping_neg();
            let linked = next != 0 && trump.runs(class | next, 2) != 0;
            let later = |form: usize| starts[form] & !(class | (class - 1)) != 0;
            let over = (0..forms).filter(|&form| !later(form));
            let over = over.fold(0, |all, form| all | 0xff << (8 * form));
            let mut faces = trump.unfold(class) & held.faces();
            while faces != 0 {
                let bit = faces.trailing_zeros() as usize;
                faces &= faces - 1;
                let copies = held.count(bit);
                let own = |k: usize| match protect {
                    true if k == copies => whole(k),
                    true => 0,
                    false => effect(k),
                };
                let last = faces == 0;
                let left = held.within(faces).total() as u8;
                self.faces.push(Face {
                    bit: bit as u8,
                    copies: copies as u8,
                    effect: std::array::from_fn(|k| if k > copies { 0 } else { own(k) }),
                    end: match (last, linked) {
                        (false, _) => End::Within,
                        (true, true) => End::Linked,
                        (true, false) => End::Broken,
                    },
                    begins,
                    over: if last { over } else { over & !bytes_of(begins) },
                    room: left,
                });
            }
        }
    }

    /// Before the first face.
    pub(super) fn start(&self) -> Layout {
        let loose = self.settled(Loose::NONE);
        Layout { open: 0, waiting: self.waiting, loose }
    }

    /// What a layout is compared by.
    pub(super) fn standing(&self, layout: &Layout) -> Standing {
        let [_, _, pairs, triples, quads] = self.loose;
        let (has, uses) = if layout.loose == Loose::ENOUGH {
            let needed = Loose { fours: quads, threes: triples, twos: pairs };
            (Loose { fours: 120, threes: 120, twos: 120 }, needed)
        } else {
            (layout.loose, layout.loose)
        };
        let wanted = self.wanted(layout);
        let lanes = |loose: Loose| {
            let Loose { fours, threes, twos } = loose;
            let mut lanes = [fours, threes, twos].map(i64::from);
            lanes.iter_mut().zip([4, 3, 2]).for_each(|(lane, w)| *lane -= wanted[w] as i64);
            if !self.protect {
                lanes[1] += lanes[0];
                lanes[2] += lanes[1];
            }
            lanes.iter().fold(0, |word, lane| word << 16 | (lane + 0x1000) as u64)
        };
        Standing { open: layout.open, waiting: layout.waiting, has: lanes(has), uses: lanes(uses) }
    }

    /// How many tuples of each width the runs of a layout want.
    fn wanted(&self, layout: &Layout) -> [usize; 5] {
        let (mut wanted, mut open) = ([0; 5], layout.open);
        while open != 0 {
            let run = open as u8;
            wanted[usize::from(run >> 6) + 2] += usize::from(run & !KIND);
            open >>= 8;
        }
        for (n, &form) in self.forms.iter().enumerate() {
            // Each form counts the longer ones, too: what they are longer counts there.
            let shorter = self.forms.get(n + 1).filter(|shorter| shorter.width == form.width);
            let more = form.length - shorter.map_or(0, |shorter| shorter.length);
            let waiting = (layout.waiting >> (8 * n)) as u8;
            wanted[usize::from(form.width)] += usize::from(waiting) * usize::from(more);
        }
        wanted
    }

    /// What is wanted at least to do what is left to do.
    pub(super) fn missing(&self, layout: &Layout) -> Missing {
        let wanted = self.wanted(layout);
        let Loose { fours, threes, twos } = layout.loose;
        if layout.loose == Loose::ENOUGH {
            return Missing::new(wanted);
        }
        let [_, _, pairs, triples, quads] = self.loose;
        let (mut spare, mut torn) = (fours.saturating_sub(quads), threes.saturating_sub(triples));
        if self.protect {
            (spare, torn) = (0, 0);
        }
        let quads = quads.saturating_sub(fours);
        let triples = triples.saturating_sub(threes + spare);
        let pairs = pairs.saturating_sub(twos + torn + 2 * spare);
        let [.., wanted_pairs, wanted_triples, wanted_quads] = wanted;
        let tuples = [pairs, triples, quads].map(usize::from);
        Missing::new([
            0,
            0,
            wanted_pairs + tuples[0],
            wanted_triples + tuples[1],
            wanted_quads + tuples[2],
        ])
    }

    /// Adds the layouts that come of one after a face, copies of which with this effect lie in the
    /// play.
    pub(super) fn layouts(&self, face: &Face, layout: Layout, effect: u8, out: &mut Vec<Layout>) {
        self.keep(face, layout, effect, out);
        if layout.open == 0 && layout.waiting == 0 {
            return;
        }
        match effect {
            0 => {}
            _ if self.protect => {
                let width = usize::from(effect);
                self.serve(face, layout, width, |served| self.keep(face, served, 0, out));
            }
            2 => self.serve(face, layout, 2, |served| self.keep(face, served, 0, out)),
            3 => {
                self.serve(face, layout, 3, |served| self.keep(face, served, 0, out));
                self.serve(face, layout, 2, |served| self.keep(face, served, 0, out));
            }
            _ => {
                self.serve(face, layout, 4, |served| self.keep(face, served, 0, out));
                self.serve(face, layout, 3, |served| self.keep(face, served, 0, out));
                self.serve(face, layout, 2, |once| {
                    self.keep(face, once, 2, out);
                    self.serve(face, once, 2, |twice| self.keep(face, twice, 0, out));
                });
            }
        }
    }

    /// The layouts that come of it if a run takes `width` copies of a face.
    #[inline]
    fn serve(&self, face: &Face, layout: Layout, width: usize, mut each: impl FnMut(Layout)) {
        let (mut open, mut place, mut before) = (layout.open, 0, 0);
        while open != 0 {
            let run = open as u8;
            if usize::from(run >> 6) + 2 == width && run & SERVED == 0 && run != before {
                let wants = usize::from(run & !KIND) - 1;
                let rest = layout.without_run(place);
                each(if wants == 0 { rest } else { rest.with_run(under_way(width, true, wants)) });
            }
            before = run;
            (open, place) = (open >> 8, place + 8);
        }
        // Where eight are under way their next faces fill the class.
        let mut begins = if layout.open >> 56 == 0 { face.begins } else { 0 };
        while begins != 0 {
            let n = begins.trailing_zeros() as usize;
            begins &= begins - 1;
            let form = self.forms[n];
            if usize::from(form.width) != width {
                continue;
            }
            let waits = (layout.waiting >> (8 * n)) as u8;
            let longer = n.checked_sub(1).filter(|&m| self.forms[m].width == form.width);
            if waits > longer.map_or(0, |m| (layout.waiting >> (8 * m)) as u8) {
                let mut layout = layout;
                layout.waiting -= self.units[n];
                each(layout.with_run(under_way(width, true, usize::from(form.length) - 1)));
            }
        }
    }

    /// Keeps a layout after a face with so many copies to spare, unless it leads nowhere.
    #[inline]
    fn keep(&self, face: &Face, mut layout: Layout, spare: u8, out: &mut Vec<Layout>) {
        if layout.waiting & face.over != 0 {
            return;
        }
        if layout.open != 0 {
            let all = EACH & filled(layout.open);
            let waiting = !layout.open & all << 5;
            match face.end {
                End::Broken => return,
                End::Linked if waiting != 0 => return,
                End::Linked => layout.open &= !(all << 5),
                End::Within if waiting != 0 && wanted(layout.open) > face.room.into() => return,
                End::Within => {}
            }
        }
        if spare > 0 && layout.loose != Loose::ENOUGH {
            match spare {
                2 => layout.loose.twos += 1,
                3 => layout.loose.threes += 1,
                _ => layout.loose.fours += 1,
            }
            layout.loose = self.settled(layout.loose);
        }
        if !out.contains(&layout) {
            out.push(layout);
        }
    }

    /// Loose tuples, none of them more than can be needed.
    #[inline]
    fn settled(&self, loose: Loose) -> Loose {
        let [_, _, pairs, triples, quads] = self.loose;
        let Loose { mut fours, mut threes, mut twos } = loose;
        if self.protect {
            // A face counts as what it is.
            (fours, threes, twos) = (fours.min(quads), threes.min(triples), twos.min(pairs));
            let enough = (fours, threes, twos) == (quads, triples, pairs);
            return if enough { Loose::ENOUGH } else { Loose { fours, threes, twos } };
        }
        if threes >= triples {
            // What is not needed as triples or quads are pairs.
            let spare = fours.saturating_sub(quads);
            twos += threes - triples + 2 * spare;
            (fours, threes) = (fours - spare, triples);
        }
        twos = twos.min(pairs);
        fours = fours.min(quads + (triples - threes) + (pairs - twos).div_ceil(2));
        let torn = triples.saturating_sub(threes);
        let enough = quads + torn <= fours
            && pairs <= twos + threes.saturating_sub(triples) + 2 * (fours - quads - torn);
        if enough { Loose::ENOUGH } else { Loose { fours, threes, twos } }
    }
}

/// The bytes of a mask of forms.
fn bytes_of(forms: u8) -> u64 {
    (0..FORMS).filter(|&n| forms >> n & 1 != 0).fold(0, |all, n| all | 0xff << (8 * n))
}

/// All ones in the bytes of the runs under way.
#[inline(always)]
fn filled(open: u64) -> u64 {
    u64::MAX >> (open.leading_zeros() & 56)
}

/// How many copies the runs under way want of the class at hand.
fn wanted(mut open: u64) -> usize {
    let mut copies = 0;
    while open != 0 {
        let run = open as u8;
        if run & SERVED == 0 {
            copies += usize::from(run >> 6) + 2;
        }
        open >>= 8;
    }
    copies
}
