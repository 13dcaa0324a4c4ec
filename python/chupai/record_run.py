"""Write records of a run that the core has played: `record_run`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from chupai.record import Record

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from chupai.record_writer import RecordWriter
    from chupai.variant import Variant

__all__ = ["record_run"]


def record_run(
    writer: RecordWriter,
    variant: Variant[Any],
    games: int,
    *,
    seed: int,
    first: int,
    agents: Sequence[str],
    setup: object,
    progress: Callable[[int], object] | None,
) -> None:
    """Play deals ``first`` … ``first + games − 1`` of the run ``seed`` again, move by move.

    Built-in agents make the same moves here as in the core, for which see `chupai.simulate`; there
    nobody sees them.
    """
    for index in range(first, first + games):
        state = variant.deal(seed, index, setup=setup)
        while (seat := state.turn) is not None:
            state.play(state.choose(agents[seat]))
        writer.write(Record.of(state, seed=seed, index=index, setup=setup, agents=agents))
        done = index - first + 1
        if progress is not None and (done % 1000 == 0 or done == games):
            progress(done)
