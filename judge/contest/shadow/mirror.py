"""Another system's reports about its contest so far, stored as files of a contest package.

Nothing is dropped silently: each object that cannot be imported is a fault, with the reason.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from judge.base.errors import JudgeError
from judge.base.json_text import json_value
from judge.base.outside_files import DATA_BYTES, reading, text_of
from judge.base.records import converted, json_text, replace
from judge.base.text import one_line
from judge.base.whole_files import write_in_one_step
from judge.contest.shadow.feed_lines import FeedLine, FeedPlace, parsed_line
from judge.contest.shadow.objects import COLLECTIONS, SINGLES, checked_object

MOST_OBJECTS = 200_000
"""The most objects of a type; a contest has hundreds of teams and thousands of submissions."""
MOST_FAULTS = 1000
"""The number of messages that are stored; all faults are counted."""
MOST_BYTES = 8 * DATA_BYTES
"""The most bytes of a file of objects."""
PLACE_FILE = "shadow.json"
REMEDY = "Remove it: then everything is read again."
SCOREBOARD = "scoreboard"


class ShadowPlace(Struct, frozen=True, omit_defaults=True):
    """The place where a shadow continues, and what a contest package has no place for."""

    source: str
    hrefs: dict[str, Any]
    """References to the files of submissions, by id."""
    key: str | None = None
    """The feed's place, with `value`; None: unknown."""
    value: str | None = None


class Mirror(Struct):
    """Objects by type and id, in the order in which they first arrived."""

    objects: dict[str, dict[str, dict[str, Any]]] = field(
        default_factory=lambda: {kind: {} for kind in COLLECTIONS}
    )
    singles: dict[str, dict[str, Any]] = field(default_factory=dict)
    scoreboard: Any = None
    """The scoreboard as they show it; None: unknown."""
    place: FeedPlace | None = None
    source: str = ""
    """The source of all that."""
    faults: list[str] = field(default_factory=list)
    fault_count: int = 0

    @property
    def is_over(self) -> bool:
        """Whether nothing will change any more."""
        return self.singles.get("state", {}).get("end_of_updates") is not None

    def fault(self, where: str, why: object) -> None:
        self.fault_count += 1
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(one_line(f"{where}: {str(why)[:300]}"))

    def begin_again(self) -> None:
        """Begins again: objects that are not sent again no longer exist."""
        self.objects = {kind: {} for kind in COLLECTIONS}
        self.place = None

    def take_line(self, content: bytes, where: str) -> None:
        try:
            self.take(parsed_line(content), where)
        except ValueError as error:
            self.fault(where, error)

    def take(self, line: FeedLine, where: str) -> None:
        """Applies a line of the feed. Types that are not used here are ignored."""
        if line.kind in SINGLES:
            self.put_single(line.kind, line.data, where)
        elif line.kind not in COLLECTIONS:
            pass
        elif line.id is None and isinstance(line.data, list):
            self.put_all(line.kind, line.data, where)
        elif line.data is None and line.id is not None:
            self.objects[line.kind].pop(line.id, None)
        elif isinstance(line.data, dict) and line.id is not None and line.data.get("id") != line.id:
            self.fault(f"{where}, {line.kind}", f"its id is {line.id!r}, but its data has another one")
        else:
            self._put(line.kind, line.data, where)
        self.place = line.place or self.place

    def put_single(self, kind: str, value: Any, where: str) -> None:
        try:
            self.singles[kind] = checked_object(kind, value)
        except ValueError as error:
            self.fault(f"{where}, {kind}", error)

    def put_all(self, kind: str, values: Any, where: str) -> None:
        """Replaces all objects of a type: others no longer exist."""
        if not isinstance(values, list):
            self.fault(f"{where}, {kind}", f"expected a list, found {type(values).__name__}")
            return
        self.objects[kind] = {}
        for number, value in enumerate(values, start=1):
            self._put(kind, value, f"{where}, number {number}")

    def _put(self, kind: str, value: Any, where: str) -> None:
        try:
            found = checked_object(kind, value)
        except ValueError as error:
            self.fault(f"{where}, {kind}", error)
            return
        known = self.objects[kind]
        if found["id"] not in known and len(known) >= MOST_OBJECTS:
            raise JudgeError(
                f"{self.source}: more than {MOST_OBJECTS:,} {kind}: expected those of one contest. "
                "Check the address."
            )
        known[found["id"]] = found

    def save(self, folder: Path) -> None:
        """Stores everything, the feed's place last: a process that is killed before reads some lines twice, but misses
        none."""
        if not (folder / PLACE_FILE).exists():
            _write(folder / PLACE_FILE, ShadowPlace(self.source, {}))  # says whose the folder is from now on
        for kind, value in self.singles.items():
            _write(folder / f"{kind}.json", value)
        for kind, known in self.objects.items():
            rows = [_without_files(one) if kind == "submissions" else one for one in known.values()]
            _write(folder / f"{kind}.json", rows)
        if self.scoreboard is not None:
            _write(folder / f"{SCOREBOARD}.json", self.scoreboard)
        submissions = self.objects["submissions"]
        hrefs = {name: one["files"] for name, one in submissions.items() if one.get("files")}
        kept = ShadowPlace(self.source, hrefs)
        if self.place:
            kept = replace(kept, key=self.place.key, value=self.place.value)
        _write(folder / PLACE_FILE, kept)


def loaded_mirror(folder: Path, source: str) -> Mirror:
    """What an earlier shadow has stored there; an empty mirror if there is none. Raises JudgeError for the folder of
    another contest."""
    mirror = Mirror(source=source)
    if not (folder / PLACE_FILE).is_file():
        return mirror
    with reading(folder / PLACE_FILE, REMEDY):
        kept = converted(json_in(folder / PLACE_FILE, REMEDY), ShadowPlace)
    if kept.source != source:
        raise JudgeError(
            f"{folder} is a shadow of {kept.source}: expected one of {source}. Name another folder for this contest."
        )
    for kind in SINGLES:
        if (file := folder / f"{kind}.json").is_file():
            mirror.put_single(kind, json_in(file, REMEDY), str(file))
    for kind in COLLECTIONS:
        if (file := folder / f"{kind}.json").is_file():
            mirror.put_all(kind, json_in(file, REMEDY), str(file))
    for name, files in kept.hrefs.items():
        if name in mirror.objects["submissions"]:
            mirror.objects["submissions"][name]["files"] = files
    if kept.key is not None and kept.value is not None:
        mirror.place = FeedPlace(kept.key, kept.value)
    return mirror


def _without_files(one: Mapping[str, Any]) -> dict[str, Any]:
    """The files are where a contest package has them, under their usual name, whatever their name there."""
    return {key: value for key, value in one.items() if key != "files"}


def json_in(file: Path, remedy: str = "Correct it.") -> Any:
    """The content of a file of objects. Raises JudgeError with this remedy."""
    text = text_of(file, MOST_BYTES)
    with reading(file, remedy):
        return json_value(text)


def _write(file: Path, value: object) -> None:
    try:
        write_in_one_step(file, json_text(value))
    except OSError as error:
        raise JudgeError(f"{file} cannot be written: {error.strerror}.") from error
