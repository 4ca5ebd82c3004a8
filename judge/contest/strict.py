"""Checks that all layouts of a contest share: each names the file, what was expected and what was found."""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from msgspec import Struct, ValidationError, field

from judge.base.errors import JudgeError
from judge.base.json_text import path_in
from judge.base.outside_files import reading
from judge.base.outside_folders import require_inside
from judge.base.records import replace
from judge.base.suggestions import unknown_name
from judge.base.text import in_one_line
from judge.contest.model import Contest, ContestSubmission, TeamGroup
from judge.contest.times import short_text
from judge.problems.yaml_files import JSON, converted_yaml, place, yaml_content

T = TypeVar("T")

PLACES = ("", "config", "registration", "events")
"""Folders of a contest package's files."""
ID = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9_.-]{0,34}[A-Za-z0-9_-])?")
ID_FORM = "an id of at most 36 letters, digits and _ . -"


def require_id(text: str, where: str) -> str:
    """Requires an id that the Contest API permits."""
    if not ID.fullmatch(text):
        raise JudgeError(f"{where}: expected {ID_FORM}, found {text!r}.")
    return text


def read_api_file(file: Path, shape: type[T]) -> T:
    """The content of a file, JSON or YAML, as data of this type. Raises JudgeError with the file and the line."""
    return as_api_has_it(api_content(file), shape, file)


def api_content(file: Path) -> Any:
    """The parsed content. Values of YAML are texts: an id or a name may consist of digits."""
    return yaml_content(file, as_texts=True)


def as_api_has_it(content: object, shape: type[T], file: Path) -> T:
    """The content of a file as data of this type; texts of YAML are converted to numbers and the like."""
    try:
        return converted_yaml(content, shape, strict=file.suffix == JSON)
    except ValidationError as error:
        where = place(file, *path_in(str(error)))
        raise JudgeError(f"{where}: {str(error).replace('`', '')}, as the Contest API requires.") from error


def file_in(folder: Path, *names: str, places: Sequence[str] = PLACES) -> Path | None:
    """The first of these files in a place of a contest package; None: there is none. Raises JudgeError for a link that
    leads out."""
    for file in (folder / part / name for part in places for name in names):
        if file.is_file():
            require_inside(file, folder)
            return file
    return None


def require_different(names: Iterable[str], what: str, where: str) -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise JudgeError(f"{where}: two {what} are called {name}. Give each its own name.")
        seen.add(name)


def checked(contest: Contest, where: Path, freeze_key: str) -> Contest:
    """The contest, if its parts fit together, with each name as one line. `freeze_key`: the key of the file for the
    time from the freeze to the end."""
    if contest.duration_ms <= 0:
        raise JudgeError(f"{where}: the contest must have a duration above 0.")
    if contest.freeze_ms is not None and not 0 <= contest.freeze_ms <= contest.duration_ms:
        raise JudgeError(
            f"{place(where, freeze_key)}: '{freeze_key}' must be at most the duration, "
            f"{short_text(contest.duration_ms)}, found {short_text(contest.freeze_ms)}. It is the time from the "
            "scoreboard's freeze to the end: shorten it, or remove it, then the scoreboard is never frozen."
        )
    if contest.penalty_ms < 0:
        raise JudgeError(f"{where}: the penalty must not be below 0.")
    if not contest.problems:
        raise JudgeError(f"{where}: the contest has no problems.")
    _require_intervals_before_the_end(contest, where)
    require_different((one.id for one in contest.problems), "problems", str(where))
    require_different((one.label for one in contest.problems), "problems", str(where))
    require_different((one.id for one in contest.teams), "teams", str(where))
    require_different((one.id for one in contest.groups), "groups", str(where))
    groups = {one.id: one for one in contest.groups}
    for name in (name for team in contest.teams for name in team.group_ids):
        groups.setdefault(name, TeamGroup(name, name))
    for name in groups:
        require_id(name, f"{where}: group {name!r}")
    return replace(
        contest,
        name=in_one_line(contest.name),
        problems=[
            replace(one, label=in_one_line(one.label), name=in_one_line(one.name)) for one in contest.problems
        ],
        teams=[
            replace(
                one,
                name=in_one_line(one.name),
                label=in_one_line(one.label),
                formal_name=in_one_line(one.formal_name),
                icpc_id=in_one_line(one.icpc_id) if one.icpc_id else None,
                location=one.location
                and replace(
                    one.location,
                    description=one.location.description and in_one_line(one.location.description),
                ),
            )
            for one in contest.teams
        ],
        groups=[replace(one, name=in_one_line(one.name)) for one in groups.values()],
    )


def _require_intervals_before_the_end(contest: Contest, where: Path) -> None:
    """The end is that for the team that continues longest, and earlier intervals have moved it."""
    start_ms, end_ms = contest.clock.start_utc_ms, contest.unix_ms(contest.last_ms)
    for index, one in enumerate(contest.removed_intervals):
        if contest.ends_before(one):
            raise JudgeError(
                f"{place(where, 'removed_intervals', index)}: expected an interval that starts before the contest "
                f"ends at {short_text(end_ms - start_ms)}, found {short_text(one.start_utc_ms - start_ms)}: correct "
                "it, or remove it."
            )


class Submitted(Struct):
    """The submissions found in a contest: a fault of one team does not stop the others."""

    contest: Contest
    found: dict[str, ContestSubmission] = field(default_factory=dict)
    unplaced: list[str] = field(default_factory=list)
    passed_over: list[Path] = field(default_factory=list)

    @contextmanager
    def placing(self, where: object) -> Iterator[None]:
        """A submission that fails within the `with` block belongs to no team, problem or time of the contest, or
        cannot be read."""
        try:
            with reading(where, "Correct that."):
                yield
        except JudgeError as error:
            self.unplaced.append(str(error))

    def add(self, submission: ContestSubmission, where: object) -> None:
        """Adds a submission. Raises JudgeError for a team or a problem that the contest does not have, and for a
        duplicate."""
        for kind, name, known in (
            ("team", submission.team_id, [one.id for one in self.contest.teams]),
            ("problem", submission.problem_id, [one.id for one in self.contest.problems]),
        ):
            if name not in known:
                raise JudgeError(f"{where}: {unknown_name(kind, name, known)}")
        if (other := self.found.get(submission.id)) is not None:
            raise JudgeError(f"{where}: two submissions are called {other.id}. Give each its own name.")
        source, obstacle = submission.source, submission.obstacle
        if source is not None:
            try:
                require_inside(source, self.contest.folder)
            except JudgeError as error:
                source, obstacle = None, str(error)
        self.found[submission.id] = replace(submission, source=source, obstacle=obstacle)

    def of_contest(self) -> Contest:
        """The contest with them, in the order of time."""
        return replace(
            self.contest,
            submissions=tuple(
                sorted(self.found.values(), key=lambda one: (self.contest.submitted_ms(one), one.id))
            ),
            unplaced=tuple(self.unplaced),
            passed_over=tuple(self.passed_over),
        )
