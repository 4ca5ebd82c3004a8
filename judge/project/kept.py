"""The folders in which judging stores data for its user: what each is for, and whether it is only a cache."""

import os
import stat
from collections.abc import Collection, Iterator
from itertools import islice
from pathlib import Path

from msgspec import Struct

from judge.base.user_state import cache_folder, config_folder, state_folder
from judge.project.installation import Installation

MOST_ENTRIES = 1_000_000
"""The most entries of one folder that are counted; beyond, its size is a lower bound."""


class KeptFolder(Struct, frozen=True):
    path: Path
    what: str
    spares_work: bool
    """Whether all of it is made again when needed."""


class DiskSize(Struct, frozen=True):
    disk_bytes: int
    is_whole: bool
    """Whether all files were counted."""


def kept_folders(installation: Installation) -> list[KeptFolder]:
    """The folders of this installation and this user, caches first."""
    data = installation.data
    spared = [
        (data.compile_cache, "compiled submissions and validators"),
        (data.package_data, "tests made by the generators of packages"),
        (data.known_junk, "what validators said of junk"),
        (data.path / "self-tests", "self-tests of languages that passed"),
        (data.path / "failed-tools", "runs of generators and validators that failed"),
        (state_folder() / "headers", "precompiled headers"),
        (cache_folder() / "ccache", "objects of earlier builds of the judge"),
        (cache_folder() / "passed", "tests of the judge that passed"),
    ]
    if not installation.builds:  # in a checkout these belong to its build
        spared += [
            (data.path / "testdata", "big tests"),
            (data.path / "checksums", "checksums of tests"),
            (data.path / "work", "work that tests demand"),
        ]
    known = [KeptFolder(path, what, spares_work=True) for path, what in spared]
    lasting = [
        KeptFolder(state_folder(), "the history, measured limits, costs and ceilings", spares_work=False),
        KeptFolder(config_folder(), "logins at online judges", spares_work=False),
    ]
    others = KeptFolder(cache_folder(), "caches of other checkouts, and the rest", spares_work=True)
    return [
        place for place in (*known, others, *lasting) if place.path.is_dir() and not place.path.is_symlink()
    ]


def server_data() -> Path:
    """The folder of an online judge of this user's, if `judge serve` was given no other."""
    return state_folder() / "serve"


def size_of(place: Path, apart: Collection[Path] = ()) -> DiskSize:
    """The disk space of a folder, without the folders `apart` below it."""
    entries = _entries(place, apart)
    total = sum(entry.st_blocks * 512 for entry in islice(entries, MOST_ENTRIES))
    return DiskSize(total, is_whole=next(entries, None) is None)


def _entries(folder: Path, apart: Collection[Path]) -> Iterator[os.stat_result]:
    """Each entry below the folder once; links are not followed, and unreadable entries are ignored."""
    waiting = [folder]
    while waiting:
        try:
            entries = list(os.scandir(waiting.pop()))
        except OSError:
            continue
        for entry in entries:
            try:
                found = entry.stat(follow_symlinks=False)
            except OSError:
                continue
            if Path(entry.path) in apart:
                continue
            yield found
            if stat.S_ISDIR(found.st_mode):
                waiting.append(Path(entry.path))
