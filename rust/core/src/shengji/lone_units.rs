//! The units of a hand, each by itself: leads of one unit (SJ-09 … SJ-11).

use super::moves::Cards;
use super::trump::{TRUMPS, Trump};
use super::unit::{Form, Unit};
use std::ops::ControlFlow;

/// Where units of one form lie: on the run of classes that begins at `start`.
#[derive(Clone, Copy)]
struct Run {
    form: Form,
    start: usize,
    /// The laid faces that are held often enough.
    faces: u64,
}

impl Run {
    /// The faces to choose from in class number `n` of the run.
    fn choice(&self, trump: &Trump, n: usize) -> u64 {
        trump.unfold(1 << (self.start + n)) & self.faces
    }

    fn count(&self, trump: &Trump) -> u64 {
        let length = usize::from(self.form.length);
        if trump.parallel() >> self.start & ((1 << length) - 1) == 0 {
            return 1;
        }
        let choices = (0..length).map(|n| u64::from(self.choice(trump, n).count_ones()));
        choices.product()
    }

    /// Unit number `n` of those on the run: by the highest face first, lower ones before higher.
    fn nth(&self, trump: &Trump, mut n: u64) -> Unit {
        let mut faces = 0;
        for place in 0..usize::from(self.form.length) {
            let mut choice = self.choice(trump, place);
            let many = u64::from(choice.count_ones());
            for _ in 0..n % many {
                choice &= choice - 1;
            }
            n /= many;
            faces |= choice & choice.wrapping_neg();
        }
        Unit { faces, width: self.form.width }
    }
}

/// Calls `f` with the runs of each effective suit, of each width and length, from low to high.
fn for_each_run(
    trump: &Trump,
    hand: &Cards,
    f: &mut impl FnMut(Run) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for suit in 0..=TRUMPS {
        for width in 1..=4 {
            let faces = hand.at_least(width) & trump.suit_mask(suit);
            if faces == 0 {
                break;
            }
            let classes = trump.fold(faces);
            let longest = if width == 1 { 1 } else { trump.longest_run(classes) };
            for length in (1..=longest).filter(|&n| n == 1 || n >= trump.least_run()) {
                let mut starts = trump.runs(classes, length);
                while starts != 0 {
                    let start = starts.trailing_zeros() as usize;
                    starts &= starts - 1;
                    f(Run { form: Form::new(width, length), start, faces })?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// How many units a laid hand has.
#[must_use]
pub fn count_units(trump: &Trump, hand: &Cards) -> u64 {
    let mut count = 0;
    let _ = for_each_run(trump, hand, &mut |run| {
        count += run.count(trump);
        ControlFlow::Continue(())
    });
    count
}

/// Unit number `n`, below the count, of a laid hand.
///
/// The units come by effective suit, plain suits first, then by width, by length, by their highest
/// class, each from low to high; then by their highest face, the next, and so on.
#[must_use]
pub fn nth_unit(trump: &Trump, hand: &Cards, mut n: u64) -> Unit {
    let mut found = None;
    let _ = for_each_run(trump, hand, &mut |run| {
        let count = run.count(trump);
        if n < count {
            found = Some(run.nth(trump, n));
            return ControlFlow::Break(());
        }
        n -= count;
        ControlFlow::Continue(())
    });
    found.expect("a number below the count")
}

/// Unit number `n`, below the count, of a laid hand as random play numbers them: singles, pairs, triples
/// and quads, each in the order of strength over all suits, then tractors by width, length and as
/// [`Trump::run`] numbers runs. So most are found without asking for tractors.
#[must_use]
pub fn drawn_unit(trump: &Trump, hand: &Cards, mut n: u64) -> Unit {
    for width in 1..=4 {
        let tuples = trump.rank_mask(hand.at_least(width));
        if n < u64::from(tuples.count_ones()) {
            let mut left = tuples;
            (0..n).for_each(|_| left &= left - 1);
            let faces = trump.lay_ranked(left & left.wrapping_neg());
            return Unit { faces, width: width as u8 };
        }
        n -= u64::from(tuples.count_ones());
    }
    drawn_tractor(trump, |width| hand.at_least(width), n).expect("a number below the count")
}

/// Tractor number `n` by width, length and as [`Trump::run`] numbers runs, out of the laid faces held at
/// least so many times; or how many there are, where there are fewer.
pub(super) fn drawn_tractor(
    trump: &Trump,
    held: impl Fn(usize) -> u64,
    mut n: u64,
) -> Result<Unit, u64> {
    let all = n;
    for width in 2..=4 {
        let faces = held(width);
        for length in trump.least_run()..=trump.longest_run(trump.fold(faces)) {
            match trump.run(faces, length, n) {
                Ok(faces) => return Ok(Unit { faces, width: width as u8 }),
                Err(fewer) => n -= fewer,
            }
        }
    }
    Err(all - n)
}

/// Calls `f` with each unit of a laid hand in the order of [`nth_unit`], until it breaks.
pub fn for_each_unit(
    trump: &Trump,
    hand: &Cards,
    f: &mut dyn FnMut(Unit) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for_each_run(trump, hand, &mut |run| {
        (0..run.count(trump)).try_for_each(|n| f(run.nth(trump, n)))
    })
}
