"""One function called in a thread of its own, so that a call can be given up: `Thinker`."""

from __future__ import annotations

import threading
import time
import weakref
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Thinker"]

_Answer: TypeAlias = "tuple[Any, BaseException | None]"
_Call: TypeAlias = "tuple[tuple[Any, ...], SimpleQueue[_Answer]]"


class Thinker:
    """Calls one function in a thread of its own for each thread that asks, one call at a time.

    Such a thread begins with the first call, and ends with this object or with the thread that
    asks. It keeps no process alive. A child process has none of them and begins its own; copies
    and pickles take the function only.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        self._of_thread = threading.local()

    def __reduce__(self) -> tuple[type[Thinker], tuple[Callable[..., Any]]]:
        return Thinker, (self._function,)

    def ask(self, arguments: tuple[Any, ...], seconds: float) -> Any:
        """The function's result.

        A call of this thread given up earlier has to end first, which takes its part of the
        seconds.

        Raises:
            Late: there is none after so many seconds.
            BaseException: what the function raised.
        """
        worker: _Worker | None = getattr(self._of_thread, "worker", None)
        if worker is None or not worker.is_alive():
            worker = self._of_thread.worker = _Worker(self._function)
        return worker.ask(arguments, seconds)


class _Worker:
    """A thread that answers the calls of one other thread."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._calls: SimpleQueue[_Call | None] = SimpleQueue()
        self._given_up: SimpleQueue[_Answer] | None = None  # where a late answer will be
        self._thread = threading.Thread(target=_work, args=(function, self._calls), daemon=True)
        self._thread.start()
        weakref.finalize(self, self._calls.put, None).atexit = False

    def is_alive(self) -> bool:
        """Whether there is such a thread, which there is not in a child process."""
        return self._thread.is_alive()

    def ask(self, arguments: tuple[Any, ...], seconds: float) -> Any:
        """What `Thinker.ask` gives."""
        end = time.monotonic() + seconds
        if self._given_up is not None:
            self._wait(self._given_up, end)
        answer: SimpleQueue[_Answer] = SimpleQueue()
        self._calls.put((arguments, answer))
        result, error = self._wait(answer, end)
        if error is not None:
            raise error
        return result

    def _wait(self, answer: SimpleQueue[_Answer], end: float) -> _Answer:
        self._given_up = answer  # unless it comes in time; Ctrl-C may end the waiting too
        try:
            told = answer.get(timeout=max(0.0, end - time.monotonic()))
        except Empty:
            raise Late from None
        self._given_up = None
        return told


class Late(Exception):  # noqa: N818 - no error before somebody makes one of it
    """A call that takes too long."""


def _work(function: Callable[..., Any], calls: SimpleQueue[_Call | None]) -> None:
    while (call := calls.get()) is not None:
        arguments, answer = call
        try:
            told: _Answer = function(*arguments), None
        except BaseException as error:  # noqa: BLE001 - whoever waits raises it again
            told = None, error
        answer.put(told)
        del call, arguments, answer, told  # nothing is kept alive while nothing is asked
