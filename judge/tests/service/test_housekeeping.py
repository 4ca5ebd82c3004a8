"""What a judge removes by itself, and what it leaves alone."""

import os
import time
from pathlib import Path

import pytest

from judge.service import housekeeping
from judge.service.housekeeping import LEFT_S, Housekeeping, old_copies

MIB = 1 << 20


def aged(path: Path, age_s: float) -> Path:
    os.utime(path, (time.time() - age_s,) * 2)
    return path


def entry(folder: Path, name: str, age_s: float) -> Path:
    (made := folder / name).mkdir(parents=True)
    (made / "program").write_bytes(b"x" * MIB)
    return aged(made, age_s)


def test_compiled_programs_go_by_their_last_use_and_more_of_them_where_room_lacks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(housekeeping, "MOST_BYTES", 6 * MIB)
    monkeypatch.setattr(housekeeping, "FEW", 0)
    for number in range(10):
        entry(tmp_path, f"{number}", 1000 - number)
    lack = [""]
    house = Housekeeping(tmp_path, None, lambda: lack[0])
    house.look()
    left = sorted(int(one.name) for one in tmp_path.iterdir())
    assert left == [6, 7, 8, 9]  # three quarters of the bound
    entry(tmp_path, "10", 0)
    for number in range(11, 15):
        entry(tmp_path, f"{number}", 0)
    house.look()  # it was just done
    assert len([*tmp_path.iterdir()]) == 9
    lack[0] = "no room"
    house.look()
    assert len([*tmp_path.iterdir()]) == 1


def test_only_the_last_copies_of_the_store_stay(tmp_path: Path) -> None:
    for number in (3, 9, 10, 11):
        (tmp_path / f"store.schema-{number}.sqlite").touch()
    for name in ("store.sqlite", "store.schema-x.sqlite", "store.schema-1.sqlite-wal"):
        (tmp_path / name).touch()
    assert [one.name for one in old_copies(tmp_path)] == ["store.schema-3.sqlite", "store.schema-9.sqlite"]
    Housekeeping(tmp_path / "none", tmp_path, str).tidy()
    left = {one.name for one in tmp_path.iterdir()}
    assert left == {
        "store.schema-10.sqlite",
        "store.schema-11.sqlite",
        "store.sqlite",
        "store.schema-x.sqlite",
        "store.schema-1.sqlite-wal",
    }


def test_what_a_killed_upload_left_goes_and_what_is_known_stays(tmp_path: Path) -> None:
    old = 2 * LEFT_S
    left = entry(tmp_path / "packages", "upload-left", old)
    known = entry(tmp_path / "packages", "upload-known", old)
    new = entry(tmp_path / "packages", "upload-new", 0)
    version = entry(tmp_path / "packages", "7", old)
    importing = entry(tmp_path / "contests", ".new-left", old)
    contest = entry(tmp_path / "contests", "cup", old)
    house = Housekeeping(tmp_path / "none", tmp_path, str, lambda place: place == "packages/upload-known/")
    house.tidy()
    assert [one.exists() for one in (left, importing)] == [False, False]
    assert all(one.exists() for one in (known, new, version, contest))
