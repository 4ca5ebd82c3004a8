"""Names by which course platforms identify the owner of a file or folder that was handed in.

Moodle makes a folder of each student's files, or puts that folder's name before the name of each file. Canvas and
Blackboard have only files.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec import Struct

from judge.languages.table import by_suffix
from judge.problems.formats.programs import HEADERS

ZIP = ".zip"
MOODLE_FOLDER = re.compile(r"(?P<author>.+)_(?P<number>\d+)_assignsubmission_(?P<kind>[a-z]+)_?")
FILE_FORMS = (
    re.compile(r"(?P<author>.+?)_(?P<number>\d+)_assignsubmission_(?P<kind>[a-z]+)_(?P<file>.+)"),
    re.compile(r".+_(?P<author>[^_]+)_attempt_(?P<number>)(?P<kind>\d{4}(?:-\d\d){5})(?P<file>[_.].+)"),
    re.compile(r"(?P<author>[^\W_]+)(?:_LATE|_late)?_(?P<number>\d+)_(?P<kind>\d+)_(?P<file>.+)"),
)
"""The name of a file that Moodle, Blackboard and Canvas make."""
MOODLE_TEXT = "onlinetext"


class HandedIn(Struct, frozen=True):
    """The parts of a name."""

    author: str
    number: str
    """A number that distinguishes students with the same name; empty: names are unique."""
    kind: str
    """A kind in Moodle, the time of an attempt in Blackboard, a number in Canvas."""
    file: str = ""

    @property
    def student(self) -> tuple[str, str]:
        return self.author, self.number

    @property
    def program(self) -> tuple[str, str, str]:
        """Files of one program have the same. Another attempt is another program."""
        return *self.student, "" if self.number else self.kind

    @property
    def folder(self) -> str:
        """A folder of this student's files, as Moodle calls it."""
        return f"{self.author}_{self.number}_assignsubmission_file_" if self.number else self.author

    @property
    def own_name(self) -> str:
        """The file's name as the student knows it; Blackboard may leave only the suffix."""
        name = self.file.removeprefix("_")
        return f"{self.author}{name}" if name.startswith(".") else name

    @property
    def is_program(self) -> bool:
        return self.file.lower().endswith(ZIP) or by_suffix(self.file) is not None

    @property
    def is_part(self) -> bool:
        """Whether it is a program or, next to one, a part of it."""
        return self.is_program or self.file.lower().endswith(HEADERS)


def of_folder(name: str) -> HandedIn | None:
    found = MOODLE_FOLDER.fullmatch(name)
    return HandedIn(**found.groupdict()) if found else None


def of_files(names: Sequence[str]) -> dict[str, HandedIn]:
    """The parts of the names of files next to each other, if one platform named all programs among them."""
    for form in FILE_FORMS:
        found = {name: HandedIn(**match.groupdict()) for name in names if (match := form.fullmatch(name))}
        programs = [name for name in names if name.lower().endswith(ZIP) or by_suffix(name)]
        if programs and found.keys() >= {*programs}:
            return found
    return {}


def no_programs(names: Sequence[str]) -> list[str]:
    """Files next to those of a platform that have no owner, or are not programs and belong to an author who has handed
    in one."""
    found = of_files(names)
    with_program = {one.student for one in found.values() if one.is_program}
    return [
        name
        for name in names
        if found and (name not in found or (not found[name].is_part and found[name].student in with_program))
    ]


def authors_by(names: Iterable[tuple[str, HandedIn | None]]) -> list[str]:
    """Whose each is; two who are called the same keep their numbers, and one who handed in several is one."""
    keys = [(name, "") if one is None else one.student for name, one in names]
    counts = Counter(author for author, _ in {*keys})
    return [author if counts[author] == 1 else f"{author}_{number}".rstrip("_") for author, number in keys]
