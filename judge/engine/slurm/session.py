"""A session of judging on a cluster: what was queued, and which results came, in a folder that all nodes see.

    results.jsonl   the results that the judge has taken in, a line each: of a job never more than one
    spool/KEY       a result that a node has written and the judge has not yet taken in
    batches/N/      an array of Slurm: `keys` has a line of jobs for each task, and the file INDEX what the task judges,
                    until it is withdrawn
    history         the number of the session in the history

A file appears whole or not at all, and only the judge writes results.jsonl, so that a death at any moment loses no
result: what lies in the spool is taken in by the next judge of the session, and what appears twice counts once.

Several pools of a process may be of one session, as the limits of a contest's next problem are measured while the one
before it is judged: each takes in only what it waits for.
"""

import fcntl
import os
import re
import threading
from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import accumulate
from pathlib import Path

from msgspec import Struct, field

from judge.base.errors import JudgeError
from judge.base.next_steps import RunJudge
from judge.base.trees import remove_tree
from judge.base.whole_files import write_in_one_step
from judge.engine.slurm.job_index import JobIndex, JobPlace
from judge.engine.slurm.settings import read_cluster
from judge.engine.slurm.wire import SentResult, SentTask, as_line, from_line
from judge.project.engine_choice import EngineChoice

TOGETHER = 100
"""The number of results that are synced to the disk at once: each alone would take several milliseconds."""
RESULT = re.compile(rb'\{"key":"(\w+)"')
"""The prefix of a line of results.jsonl: parsing a million whole lines would take a minute."""
KEYS = "keys"
"""The file of a batch that names the jobs of its tasks."""
REFUSED = "-refused"
"""The suffix of files that are not results."""
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")


class ClusterSession(Struct):
    folder: Path
    _index: JobIndex = field(default_factory=JobIndex)
    _batches: int = 0
    lock: int = -1
    """The open file whose lock keeps other judges out."""
    _lock: threading.RLock = field(default_factory=threading.RLock)
    """The lock for additions."""

    @property
    def name(self) -> str:
        return self.folder.name

    @property
    def spool(self) -> Path:
        return self.folder / "spool"

    @property
    def _results(self) -> Path:
        return self.folder / "results.jsonl"

    def batch(self, number: int) -> Path:
        return self.folder / "batches" / str(number)

    def slurm_name(self, batch: int) -> str:
        """The array's name in Slurm."""
        return f"{self.slurm_name_prefix}{batch}"

    @property
    def slurm_name_prefix(self) -> str:
        return f"judge.{self.name}."

    def read(self) -> None:
        """Reads what an earlier judge of this session left, and what has arrived since. An unfinished line is cut
        off."""
        self._index = JobIndex()
        if self._results.exists():
            with self._results.open("rb") as lines:
                self._index.add_results(self._begins(lines))
        batches = self.folder / "batches"
        numbers = sorted(int(path.name) for path in batches.iterdir()) if batches.exists() else []
        self._batches = max(numbers, default=0)
        for number in numbers:
            self._read_places(number)
        for _ in self.take_in():
            pass

    def _begins(self, lines: Iterable[bytes]) -> Iterator[tuple[str, int]]:
        """The key of each whole result, and its offset."""
        begin = 0
        for number, line in enumerate(lines, start=1):
            if not line.endswith(b"\n"):
                break
            if not (found := RESULT.match(line)):
                raise JudgeError(
                    f"{self._results}, line {number}: expected a result of this judge, found {line[:40]!r}. "
                    "Remove this line, or the session's folder: what was in it is judged again."
                )
            yield found[1].decode("ascii"), begin
            begin += len(line)
        os.truncate(self._results, begin)

    def _read_places(self, number: int) -> None:
        keys = self.batch(number) / KEYS
        if keys.exists():  # else it was killed while it wrote: nothing was queued
            lines = keys.read_text(encoding="ascii").splitlines()
            places = (
                (key, JobPlace(number, task)) for task, line in enumerate(lines) for key in line.split()
            )
            self._index.add_places(places)

    def place(self, key: str) -> JobPlace | None:
        """Where the job was queued last; None: nowhere."""
        return self._index.place(key)

    def add(self, tasks: Sequence[SentTask]) -> int:
        """Writes the jobs of an array; returns its number."""
        with self._lock:
            self._batches += 1
            number = self._batches
        folder = self.batch(number)
        folder.mkdir(parents=True)
        (folder / "log").mkdir()
        self.spool.mkdir(exist_ok=True)
        for index, task in enumerate(tasks):
            (folder / str(index)).write_text(as_line(task), encoding="utf-8")
        lines = [" ".join(job.key for job in task.jobs) for task in tasks]
        write_in_one_step(folder / KEYS, "".join(f"{line}\n" for line in lines))
        self._read_places(number)
        return number

    def withdraw(self, place: JobPlace) -> None:
        """Removes a task. If Slurm runs it nevertheless, as a controller that was killed forgets what it cancelled in
        its last seconds, the node finds nothing to judge, or stops judging it (cluster_node.py)."""
        (self.batch(place.batch) / str(place.task)).unlink(missing_ok=True)

    def queued_as(self, batch: int, job: str) -> None:
        """Stores the number that Slurm gave the array."""
        write_in_one_step(self.batch(batch) / "slurm", job)

    def job_of(self, batch: int) -> str:
        """The number of the job; empty: unknown."""
        path = self.batch(batch) / "slurm"
        return path.read_text(encoding="ascii") if path.exists() else ""

    def kept(self, key: str) -> SentResult | None:
        """The result of this job; None: there is none yet. Raises JudgeError for that of another version."""
        begin = self._index.result(key)
        if begin is None:
            return None
        with self._results.open("rb") as lines:
            lines.seek(begin)
            line = lines.readline()
        try:
            return from_line(line, SentResult)
        except ValueError as error:
            raise JudgeError(
                f"{self._results}: the result of job {key} is of another version of the judge: {error}. "
                "Remove the session's folder: what was in it is judged again."
            ) from error

    def has_result(self, key: str) -> bool:
        return self._index.result(key) is not None

    def take_in(self, wanted: Container[str] | None = None) -> Iterator[SentResult]:
        """Collects the results that have arrived since, each once. A result of a job that has one is dropped.
        `wanted`: only these jobs, by their keys."""
        if not self.spool.exists():
            return
        with os.scandir(self.spool) as entries:
            names = sorted(entry.name for entry in entries if "." not in entry.name)
        if wanted is not None:
            names = [name for name in names if name.removesuffix(REFUSED) in wanted]
        for begin in range(0, len(names), TOGETHER):
            with self._lock:
                taken = self._take(names[begin : begin + TOGETHER])
            yield from taken

    def _take(self, names: Sequence[str]) -> list[SentResult]:
        """Collects the valid results among these files. A file is removed from the spool only once its result is on
        the disk."""
        found, lines = [], []
        for name in names:
            try:
                line = (self.spool / name).read_bytes() + b"\n"
            except FileNotFoundError:  # another pool that waits for the same job has collected it
                continue
            result = from_line(line, SentResult)
            if result.refused is None and self.has_result(result.key):
                continue
            found.append(result)
            if result.refused is None:
                lines.append((result.key, line))
        if lines:
            self._append(lines)
        for name in names:
            (self.spool / name).unlink(missing_ok=True)
        return found

    def _append(self, lines: Sequence[tuple[str, bytes]]) -> None:
        """Raises OSError if there is no room: then nothing has changed, and the spool still has the results."""
        with self._results.open("ab", buffering=0) as results:
            begin = results.tell()
            try:
                content = b"".join(line for _, line in lines)
                while content:
                    content = content[results.write(content) :]
                os.fsync(results.fileno())
            except OSError:
                os.ftruncate(results.fileno(), begin)
                raise
        ends = accumulate((len(line) for _, line in lines), initial=begin)
        self._index.add_results((key, begin) for (key, _), begin in zip(lines, ends, strict=False))

    @property
    def history(self) -> int | None:
        """The number of its session in the history; None: nothing was stored."""
        path = self.folder / "history"
        return int(path.read_text(encoding="ascii")) if path.exists() else None

    def keep_history(self, number: int) -> None:
        write_in_one_step(self.folder / "history", str(number))


def sessions_of(batch: Path) -> Path:
    """The folder of all sessions, given that of an array."""
    return batch.parent.parent.parent


_open: dict[Path, ClusterSession] = {}
"""The sessions of this process, which lock their folders until it ends."""


def session_in(folder: Path) -> ClusterSession:
    """Opens or begins the session. Raises JudgeError if another judge has it open."""
    if folder in _open:
        return _open[folder]
    if not NAME.fullmatch(folder.name):
        raise JudgeError(f"--session {folder.name}: expected letters, digits, '-' and '_', at most 64.")
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(lock)
        raise JudgeError(
            f"session {folder.name} is open in another judge: wait for its end, or leave out --session.",
            RunJudge(("verify", "--help"), "See"),
        ) from error
    session = ClusterSession(folder, lock=lock)
    session.read()
    _open[folder] = session
    return session


def forget_session(session: ClusterSession) -> None:
    """Closes the session, and removes all of it."""
    _open.pop(session.folder, None)
    os.close(session.lock)
    remove_tree(session.folder)


def session_of(engine: EngineChoice) -> ClusterSession:
    """The session that a command on a cluster belongs to."""
    assert engine.file
    return session_in(read_cluster(engine.file).sessions / engine.session)


def write_result(spool: Path, result: SentResult) -> None:
    """Writes a result, on a node: it appears whole or not at all. Raises OSError if there is no room."""
    name = result.key if result.refused is None else f"{result.key}{REFUSED}"
    part = spool / f"{name}.{result.node}.{os.getpid()}.part"
    try:
        with part.open("w", encoding="utf-8") as file:
            file.write(as_line(result))
            file.flush()
            os.fsync(file.fileno())
        part.replace(spool / name)
    except OSError:
        part.unlink(missing_ok=True)
        raise
