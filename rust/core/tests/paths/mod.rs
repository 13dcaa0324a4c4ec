//! Paths through the endgames of a file, counted in two ways, for any game.

use chupai_core::game::Game;
use std::ops::ControlFlow;

/// The lines of a file that tell an endgame.
pub fn lines(file: &str) -> impl Iterator<Item = &str> {
    file.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// The fields of a line.
pub fn fields(line: &str) -> [&str; 6] {
    let fields: Vec<&str> = line.split('|').map(str::trim).collect();
    fields.try_into().unwrap_or_else(|_| panic!("six fields, not {line:?}"))
}

/// Counts paths move by move from the listed moves, and shows each move.
pub fn listed_paths<G: Game>(
    rules: &G::Rules,
    state: &G,
    depth: u32,
    show: &mut impl FnMut(G::Move),
) -> u64 {
    if depth == 0 || state.turn().is_none() {
        return 1;
    }
    let mut total = 0;
    state.for_each_legal(rules, |mv| {
        show(mv);
        let mut next = state.clone();
        next.play(rules, mv).expect("a listed move is legal");
        total += listed_paths(rules, &next, depth - 1, show);
        ControlFlow::Continue(())
    });
    total
}

/// Counts paths from numbered moves, and the last moves of paths by their number only.
pub fn numbered_paths<G: Game>(rules: &G::Rules, state: &G, depth: u32) -> u64 {
    if depth == 0 || state.turn().is_none() {
        return 1;
    }
    let number = state.num_legal(rules);
    if depth == 1 {
        return number;
    }
    let paths = (0..number).map(|n| {
        let mut next = state.clone();
        next.play_unchecked(rules, state.nth_legal(rules, n));
        numbered_paths(rules, &next, depth - 1)
    });
    paths.sum()
}
