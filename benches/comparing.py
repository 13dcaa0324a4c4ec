"""What the benchmarks of the families share: the core and the reference, timed by turns."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_benchmark.fixture import BenchmarkFixture

both = pytest.mark.parametrize("who", ["core", "reference"])


def compare(
    benchmark: BenchmarkFixture,
    who: str,
    group: str,
    core: Callable[[], object],
    reference: Callable[[], object],
) -> None:
    """Time one of the two; the reference is slow enough for few rounds."""
    benchmark.group = group
    if who == "core":
        benchmark(core)
    else:
        benchmark.pedantic(reference, rounds=3)  # type: ignore[no-untyped-call]
