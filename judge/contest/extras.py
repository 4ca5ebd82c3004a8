"""Other contents of a contest's folder: persons, names of organizations, and pictures, in the places of a contest
package: ENDPOINT/ID/PROPERTY.TAG.EXTENSION.
"""

import hashlib
import re
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal, TypeVar

from msgspec import Struct, field

from judge.base.errors import JudgeError
from judge.base.outside_files import content_of
from judge.base.outside_folders import require_inside
from judge.contest.picture_size import MIMES, picture_size
from judge.contest.strict import ID, as_api_has_it, require_id
from judge.problems.yaml_files import yaml_content

T = TypeVar("T")
PLACES = ("", "config", "registration")
LISTS = ("persons.json", "persons.yaml", "organizations.json", "organizations.yaml")
PICTURE_BYTES = 8 << 20
MOST_OF_AN_OBJECT = 50
"""Pictures of an object."""
SIZE = re.compile(r"[0-9]+x[0-9]+")
TAGS = r"((?:\.[A-Za-z0-9_-]{1,40}){0,8})"


class PersonKeys(Struct, frozen=True):
    """A person of persons.json."""

    id: str
    name: str
    role: Literal["contestant", "coach", "staff", "other"]
    team_ids: tuple[str, ...] = ()
    icpc_id: str | None = None
    title: str | None = None
    email: str | None = None
    sex: Literal["male", "female"] | None = None


class OrganizationKeys(Struct, frozen=True):
    """An organization of organizations.json, as much of it as is shown."""

    id: str
    name: str
    icpc_id: str | None = None
    formal_name: str | None = None
    country: str | None = None
    country_subdivision: str | None = None
    url: str | None = None


class FoundFile(Struct, frozen=True):
    """A file that an object refers to."""

    path: Path
    mime: str
    md5: str
    width: int | None = None
    height: int | None = None
    tags: tuple[str, ...] = ()


class Extras(Struct, frozen=True):
    folder: Path | None = None
    """None: there is no folder, and nothing in it."""
    persons: Sequence[PersonKeys] = ()
    organizations: Mapping[str, OrganizationKeys] = field(default_factory=dict)
    """Organizations by their names."""
    _known: dict[tuple[str, ...], tuple[FoundFile, ...]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def pictures(self, endpoint: str, number: str, wanted: str) -> tuple[FoundFile, ...]:
        """Pictures of an object by names. `number`: its id; the contest's folder is that of its endpoint. `wanted`: the
        property."""
        folders = (endpoint,) if endpoint == "contest" else (endpoint, number)
        with self._lock:
            if (*folders, wanted) not in self._known:
                self._known[*folders, wanted] = self._found(folders, wanted)
            return self._known[*folders, wanted]

    def _found(self, folders: tuple[str, ...], wanted: str) -> tuple[FoundFile, ...]:
        if self.folder is None or not all(ID.fullmatch(one) for one in folders):
            return ()
        name = re.compile(rf"{wanted}{TAGS}(\.(?:png|jpe?g|svg))", re.IGNORECASE)
        spot = self.folder.joinpath(*folders)
        paths = sorted(spot.iterdir()) if spot.is_dir() else []
        named = [(path, match) for path in paths if (match := name.fullmatch(path.name))]
        made = (_picture(self.folder, path, match) for path, match in named[:MOST_OF_AN_OBJECT])
        return tuple(one for one in made if one)


def _picture(folder: Path, path: Path, match: re.Match[str]) -> FoundFile | None:
    """None: it is none that may be shown."""
    try:
        require_inside(path, folder)
        content = content_of(path, PICTURE_BYTES)
    except JudgeError:
        return None
    mime = MIMES[match[2].lower()]
    size = picture_size(content, mime)
    if size is None:
        return None
    tags = tuple(dict.fromkeys(one for one in match[1].split(".") if one and not SIZE.fullmatch(one)))
    return FoundFile(path, mime, md5_of(content), *size, tags)


def md5_of(content: bytes) -> str:
    return hashlib.md5(content, usedforsecurity=False).hexdigest()


def load_extras(folder: Path) -> Extras:
    """Raises JudgeError with the file, what was expected and what was found."""
    persons = _listed(folder, "persons", PersonKeys)
    for one in persons:
        require_id(one.id, f"{folder}/persons.json")
    organizations = _listed(folder, "organizations", OrganizationKeys)
    by_name = {one.name: one for one in organizations if ID.fullmatch(one.id)}
    return Extras(folder, persons, by_name)


def _listed(folder: Path, name: str, shape: type[T]) -> list[T]:
    for file in (folder / part / f"{name}{ending}" for part in PLACES for ending in (".json", ".yaml")):
        if not file.is_file():
            continue
        require_inside(file, folder)
        return as_api_has_it(yaml_content(file), list[shape], file)  # type: ignore[valid-type]
    return []
