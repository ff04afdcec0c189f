"""One job at a time on a thread of its own, so that the screen never waits for the disk."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Generic, TypeVar

from saddle_engine.errors import JournalError

Result = TypeVar("Result")


class Background(Generic[Result]):
    """Takes a job when it is idle; hands its result over when asked."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="trace")
        self._job: Future[Result] | None = None

    def close(self) -> None:
        """End its thread, once its job is done: a thread keeps the app alive that it was begun in."""
        self._thread.shutdown(wait=False)

    @property
    def idle(self) -> bool:
        """There is neither a job nor a result to be taken."""
        return self._job is None

    def start(self, job: Callable[[], Result]) -> None:
        """Begin; only while idle."""
        self._job = self._thread.submit(job)

    def take(self) -> Result | JournalError | None:
        """What came of the job; None while there is nothing."""
        if self._job is None or not self._job.done():
            return None
        job, self._job = self._job, None
        try:
            return job.result()
        except JournalError as error:
            return error

    def wait(self, seconds: float | None = None) -> None:
        """Until the job is done, or so many seconds have passed."""
        if self._job is not None:
            wait([self._job], seconds)
