"""Other contents of a contest's folder: persons, names of organizations, and pictures, in the places of a contest
package: ENDPOINT/ID/NAME, where an object refers to the name, or ENDPOINT/ID/PROPERTY.TAG.EXTENSION.
"""

import hashlib
import re
import threading
from collections.abc import Mapping, Sequence
from itertools import compress
from pathlib import Path, PurePosixPath
from typing import Literal, TypeVar
from urllib.parse import unquote, urlsplit

from msgspec import Struct, field

from judge.base.errors import JudgeError
from judge.base.outside_files import content_of
from judge.base.outside_folders import require_inside
from judge.contest.picture_size import MIMES, picture_size
from judge.contest.strict import ID, file_in, read_api_file, require_id
from judge.contest.team_files import ApiGeographicLocation, Organization

T = TypeVar("T")
PLACES = ("", "config", "registration")
PICTURES = {
    "contest": ("banner", "logo"),
    "organizations": ("country_flag", "country_subdivision_flag", "logo"),
    "persons": ("photo",),
    "teams": ("photo",),
}
"""Properties that are pictures, by endpoint."""
LISTS = ("organizations", "persons", "teams")
PICTURE_BYTES = 8 << 20
MOST_OF_AN_OBJECT = 50
"""Pictures of an object."""
SIZE = re.compile(r"[0-9]+x[0-9]+")
TAGS = r"((?:\.[A-Za-z0-9_-]{1,40}){0,8})"


class FileReference(Struct, frozen=True):
    """A picture that an object refers to. It is in the object's folder: no address is fetched for it."""

    filename: str | None = None
    href: str | None = None
    mime: str | None = None
    tag: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The name of its file; empty: it has none."""
        return self.filename or PurePosixPath(unquote(urlsplit(self.href or "").path)).name


References = tuple[FileReference, ...] | None


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
    photo: References = None


class OrganizationKeys(Organization, frozen=True):
    """An organization of organizations.json, with the fields that are shown."""

    icpc_id: str | None = None
    country: str | None = None
    country_flag: References = None
    country_subdivision: str | None = None
    country_subdivision_flag: References = None
    url: str | None = None
    location: ApiGeographicLocation | None = None
    logo: References = None


class PicturedTeam(Struct, frozen=True):
    """A team of teams.json, with its pictures."""

    id: str
    photo: References = None


class PicturedContest(Struct, frozen=True):
    """The contest of contest.json, with its pictures."""

    banner: References = None
    logo: References = None


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
    """Organizations by their ids."""
    references: Mapping[tuple[str, ...], tuple[FileReference, ...]] = field(default_factory=dict)
    """Pictures that objects refer to, by the folder of the object and the property."""
    missing: Sequence[str] = ()
    """Messages about references to missing files."""
    _known: dict[tuple[str, ...], tuple[FoundFile, ...]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def pictures(self, endpoint: str, number: str, wanted: str) -> tuple[FoundFile, ...]:
        """Pictures of an object by their names. `number`: its id; the contest itself uses the folder of its endpoint.
        `wanted`: the property."""
        folders = _folders(endpoint, number)
        with self._lock:
            if (*folders, wanted) not in self._known:
                self._known[*folders, wanted] = self._found(folders, wanted)
            return self._known[*folders, wanted]

    def _found(self, folders: tuple[str, ...], wanted: str) -> tuple[FoundFile, ...]:
        if self.folder is None or not all(ID.fullmatch(one) for one in folders):
            return ()
        spot = self.folder.joinpath(*folders)
        named = {spot / one.name: (one.mime, one.tag) for one in self.references.get((*folders, wanted), ())}
        name = re.compile(rf"{wanted}{TAGS}\.(?:png|jpe?g|svg)", re.IGNORECASE)
        for path in sorted(spot.iterdir()) if spot.is_dir() else ():
            if match := name.fullmatch(path.name):
                tags = tuple(one for one in match[1].split(".") if one and not SIZE.fullmatch(one))
                named.setdefault(path, (None, tags))
        made = (_picture(self.folder, path, *told) for path, told in [*named.items()][:MOST_OF_AN_OBJECT])
        return tuple(one for one in made if one)


def _folders(endpoint: str, number: str) -> tuple[str, ...]:
    return (endpoint,) if endpoint == "contest" else (endpoint, number)


def _picture(folder: Path, path: Path, mime: str | None, tags: tuple[str, ...]) -> FoundFile | None:
    """The picture; None: it is not one that may be shown."""
    mime = MIMES.get(path.suffix.lower(), mime)
    if mime is None or mime not in MIMES.values():
        return None
    try:
        require_inside(path, folder)
        content = content_of(path, PICTURE_BYTES)
    except JudgeError:
        return None
    size = picture_size(content, mime)
    return FoundFile(path, mime, md5_of(content), *size, tuple(dict.fromkeys(tags))) if size else None


def md5_of(content: bytes) -> str:
    return hashlib.md5(content, usedforsecurity=False).hexdigest()


def load_extras(folder: Path) -> Extras:
    """Raises JudgeError with the file, what was expected and what was found."""
    persons = _listed(folder, "persons", PersonKeys)
    for one in persons:
        require_id(one.id, f"{folder}/persons.json")
    organizations = _listed(folder, "organizations", OrganizationKeys)
    by_id = {one.id: one for one in organizations if ID.fullmatch(one.id)}
    references: dict[tuple[str, ...], tuple[FileReference, ...]] = {}
    missing = []
    objects_of: dict[str, Sequence[Struct]] = {
        "contest": _contest(folder),
        "organizations": organizations,
        "persons": persons,
        "teams": _listed(folder, "teams", PicturedTeam),
    }
    for endpoint, objects in objects_of.items():
        for pictured in objects:
            folders = _folders(endpoint, getattr(pictured, "id", ""))
            for wanted in PICTURES[endpoint]:
                found = getattr(pictured, wanted) or ()
                is_there = [_is_there(folder, folders, reference) for reference in found]
                references[*folders, wanted] = tuple(compress(found, is_there))
                missing += [
                    f"{'/'.join(folders)}: the {wanted} {reference.name or '(without a name)'} is not in this folder"
                    for reference, is_here in zip(found, is_there, strict=True)
                    if not is_here
                ]
    return Extras(folder, persons, by_id, references, missing)


def _is_there(folder: Path, folders: Sequence[str], reference: FileReference) -> bool:
    plain = reference.name not in ("", ".", "..") and not {"/", "\0"} & {*reference.name}
    return plain and all(map(ID.fullmatch, folders)) and folder.joinpath(*folders, reference.name).is_file()


def _contest(folder: Path) -> list[PicturedContest]:
    file = list_file(folder, "contest")
    return [read_api_file(file, PicturedContest)] if file else []


def list_file(folder: Path, name: str) -> Path | None:
    """The file of an endpoint; None: there is none."""
    return file_in(folder, f"{name}.json", f"{name}.yaml", places=PLACES)


def _listed(folder: Path, name: str, shape: type[T]) -> list[T]:
    file = list_file(folder, name)
    return read_api_file(file, list[shape]) if file else []  # type: ignore[valid-type]
