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
    """Calls one function in a thread of its own, one call at a time.

    The thread begins with the first call and ends with this object. It keeps no process alive.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        self._calls: SimpleQueue[_Call | None] | None = None
        self._given_up: SimpleQueue[_Answer] | None = None  # where a late answer will be

    def ask(self, arguments: tuple[Any, ...], seconds: float) -> Any:
        """The function's result.

        A call given up earlier has to end first, which takes its part of the seconds.

        Raises:
            Late: there is none after so many seconds.
            BaseException: what the function raised.
        """
        end = time.monotonic() + seconds
        if self._given_up is not None:
            self._wait(self._given_up, end)
        answer: SimpleQueue[_Answer] = SimpleQueue()
        self._thread().put((arguments, answer))
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

    def _thread(self) -> SimpleQueue[_Call | None]:
        if self._calls is None:
            calls = self._calls = SimpleQueue()
            threading.Thread(target=_work, args=(self._function, calls), daemon=True).start()
            weakref.finalize(self, calls.put, None).atexit = False
        return self._calls


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
