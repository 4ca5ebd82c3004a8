"""The files to judge or run, read as one solution of a problem."""

from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath

from msgspec import Struct

from judge.base.scratch import scratch_folder
from judge.base.text import one_line
from judge.languages.sources import write_files
from judge.languages.table import by_suffix
from judge.problems.formats.programs import HEADERS
from judge.problems.model import Problem
from judge.project.host import JudgeHost
from judge.service.intake import solution_in
from judge.service.refusals import Refused
from judge.store.queue_records import Resource
from judge.store.records import FileRecord

NAME_BYTES = 200
"""The length of a file's name."""


class TakenIn(Struct, frozen=True):
    """A solution in the form that is stored and queued."""

    name: str
    language: str | None
    """None: outputs of a submit-answer problem."""
    files: Sequence[FileRecord]
    resource: Resource
    """The resource that it needs."""


def taken_in(host: JudgeHost, problem: Problem, files: Mapping[str, bytes], language: str | None) -> TakenIn:
    """`files`: a file, a zip file, or the files of a folder, by name. Raises JudgeError for files that cannot be
    judged."""
    with scratch_folder() as folder:
        contents = {_safe(name): content for name, content in files.items()}
        try:
            write_files(contents, folder)
        except (FileExistsError, NotADirectoryError, IsADirectoryError) as error:
            raise Refused("a file has the name of a folder that another one lies in.") from error
        given = folder / next(iter(contents)) if len(files) == 1 else folder
        solution = solution_in(host, problem, str(given), language)
    kept = [FileRecord(one.name, one.content) for one in solution.files] or [
        FileRecord(solution.file_name, solution.source.encode("utf-8", errors="surrogateescape"))
    ]
    takes = Resource.ALL_CORES if solution.uses_all_cores else Resource.CORE
    if solution.device.needs_gpu and host.policy.gpus.obstacle is None:
        takes = Resource.GPU
    name = PurePosixPath(solution.name if len(files) == 1 else problem.id).name
    return TakenIn(name, solution.language.id if solution.language else None, kept, takes)


def _safe(name: str) -> str:
    """A relative path that leads nowhere outside. Raises Refused for an invalid name."""
    path = PurePosixPath(name.replace("\\", "/"))
    parts = [part for part in path.parts if part not in ("/", ".")]
    is_short = len(name.encode("utf-8", errors="replace")) <= NAME_BYTES
    if not parts or ".." in parts or not name.isprintable() or not is_short:
        raise Refused(f"{one_line(name[:NAME_BYTES])!r}: expected the name of a file.")
    return "/".join(parts)


def usual_suffix(file_name: str) -> str | None:
    """The usual suffix of the file's language, for a header C++'s or CUDA's; None: it is of no language here."""
    if language := by_suffix(file_name):
        return language.suffixes[0]
    small = file_name.lower()
    return (".cu" if small.endswith(".cuh") else ".cpp") if small.endswith(HEADERS) else None
