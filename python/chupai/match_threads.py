"""Tasks shared among threads: `in_threads`."""

from __future__ import annotations

from queue import Empty, SimpleQueue
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["in_threads"]

Task = TypeVar("Task")
Done = TypeVar("Done")

_LISTEN = 0.1  # seconds after which Ctrl-C is noticed where waiting cannot be interrupted


class _Stopped(BaseException):
    """Raised in a thread whose work nobody waits for any more."""


def in_threads(
    work: Callable[[Task, Callable[[], None]], Done],
    tasks: Sequence[Task],
    threads: int,
    take: Callable[[int, Done], object],
) -> None:
    """Do all tasks, several at a time, and pass on what comes of each, in any order.

    With one thread the work is done in the calling one. With more, the calling thread only
    waits, so that it can be interrupted; whatever one thread raises is raised there, once, after
    all have stopped. So it is no generator, from which no `StopIteration` comes out.

    Args:
        work: does a task. It calls the function that it is given now and then, which ends it where
            nobody waits for it any more.
        tasks: what there is to do.
        threads: how many threads to use, 1 or more.
        take: is called in the calling thread with the number of a task and what its work returned.
            If it raises, all stop.
    """
    if threads == 1 or len(tasks) < 2:
        for number, task in enumerate(tasks):
            take(number, work(task, _go_on))
        return
    todo, lock, stop = iter(enumerate(tasks)), Lock(), Event()
    news: SimpleQueue[tuple[int, Done] | BaseException | None] = SimpleQueue()

    def check() -> None:
        if stop.is_set():
            raise _Stopped

    def run() -> None:
        try:
            while True:
                with lock:
                    number, task = next(todo, (-1, None))
                if task is None:
                    break
                check()
                news.put((number, work(task, check)))
        except _Stopped:
            pass
        except BaseException as error:  # noqa: BLE001 - it is raised where the run was asked for
            stop.set()
            news.put(error)
        finally:
            news.put(None)

    workers = [Thread(target=run, daemon=True) for _ in range(min(threads, len(tasks)))]
    started: list[Thread] = []
    try:
        for worker in workers:
            worker.start()
            started.append(worker)
        _pass_on(news, len(workers), take)
    finally:
        stop.set()
        for worker in started:
            worker.join()


def _pass_on(
    news: SimpleQueue[tuple[int, Done] | BaseException | None],
    running: int,
    take: Callable[[int, Done], object],
) -> None:
    """Pass on what some threads tell until each has told None, its end."""
    while running:
        try:
            told = news.get(timeout=_LISTEN)
        except Empty:
            continue
        if isinstance(told, BaseException):
            raise told
        if told is None:
            running -= 1
        else:
            take(*told)


def _go_on() -> None:
    """Nobody can stop work in the calling thread but an exception there."""
