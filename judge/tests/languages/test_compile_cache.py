"""The cache of compiled programs: what is found there, and what goes first when it grows too large."""

import os
from pathlib import Path

import pytest

from judge.base.errors import JudgeError, is_disk_full
from judge.languages import compile_cache
from judge.languages.compile_cache import CompileCache, remove_oldest
from judge.sandbox.isolation import Isolation, Missing

FULL = Isolation("v2", ("cgroup",), ())
LESS = Isolation(None, (), (Missing("cgroup", "there is none"),))


@pytest.fixture
def entries(tmp_path: Path) -> Path:
    """Ten of 100 KiB, of which 0 was used longest ago."""
    cache = tmp_path / "cache"
    for number in range(10):
        entry = cache / f"{number}"
        entry.mkdir(parents=True)
        (entry / "program").write_bytes(b"x" * 100 * 1024)
        os.utime(entry, (number, number))
    return cache


def names(folder: Path) -> set[int]:
    return {int(path.name) for path in folder.iterdir() if path.name.isdigit()}


def test_what_was_used_longest_ago_goes_first(entries: Path) -> None:
    assert remove_oldest(entries, 800 * 1024, few=0) == 4
    assert names(entries) == {4, 5, 6, 7, 8, 9}


def test_within_its_bound_nothing_goes(entries: Path) -> None:
    assert remove_oldest(entries, 2 << 20, few=0) == 0
    assert len(names(entries)) == 10


def test_few_are_not_counted(entries: Path) -> None:
    assert remove_oldest(entries, 1) == 0


def test_what_others_write_at_the_moment_stays(entries: Path) -> None:
    scratch = entries / "warp-judge-scratch-1-abc"
    scratch.mkdir()
    (scratch / "new").write_bytes(b"x" * 100 * 1024)
    os.utime(scratch, (0, 0))
    remove_oldest(entries, 0, few=0)
    assert names(entries) == set()
    assert (scratch / "new").exists()


def test_a_result_is_found_by_its_key_if_its_compiler_was_isolated_as_asked(tmp_path: Path) -> None:
    program = tmp_path / "program"
    program.write_text("a program")
    tolerant = CompileCache(tmp_path / "cache", requires_isolation=False)
    strict = CompileCache(tmp_path / "cache", requires_isolation=True)
    tolerant.keep("key", program, "program", LESS)
    found = tolerant.find("key")
    assert found
    assert (found[0] / "program").read_text() == "a program"
    assert (found[1], strict.find("key"), tolerant.find("other")) == (LESS, None, None)
    tolerant.keep("key", program, "program", FULL)
    assert strict.find("key")


@pytest.mark.parametrize(("large_bytes", "left"), [(1 << 10, {6, 7, 8, 9}), (1 << 20, {*range(10)})])
def test_a_large_result_makes_room_at_once(
    entries: Path, monkeypatch: pytest.MonkeyPatch, large_bytes: int, left: set[int]
) -> None:
    monkeypatch.setattr(compile_cache, "LARGE_BYTES", large_bytes)
    monkeypatch.setattr(compile_cache, "MOST_BYTES", 800 * 1024)
    program = entries.parent / "program"
    program.write_bytes(b"x" * 180 * 1024)
    CompileCache(entries, requires_isolation=False).keep("key", program, "program", FULL)
    assert names(entries) == left


def test_what_is_found_has_been_used(tmp_path: Path) -> None:
    program = tmp_path / "program"
    program.write_text("a program")
    cache = CompileCache(tmp_path / "cache", requires_isolation=False)
    place = cache.keep("key", program, "program", FULL).folder
    os.utime(place, (0, 0))
    assert cache.find("key")
    assert place.stat().st_mtime > 0


@pytest.mark.parametrize(
    ("script", "expected", "is_full"),
    [
        ("kill -TERM $$", "cp was killed by SIGTERM before it had finished", False),
        ("kill -KILL $$", "cp was killed by SIGKILL before it had finished", False),
        ("echo 'cp: error writing x: No space left on device' >&2; exit 1", "No space left on device", True),
        ("echo 'cp: cannot open x: Permission denied' >&2; exit 1", "Permission denied", False),
    ],
)
def test_a_copy_that_ends_early_keeps_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, expected: str, is_full: bool
) -> None:
    program = tmp_path / "program"
    program.write_text("a program")
    tool = tmp_path / "bin/cp"
    tool.parent.mkdir()
    tool.write_text(f"#!/bin/sh\n{script}\n")
    tool.chmod(0o755)
    cache = CompileCache(tmp_path / "cache", requires_isolation=False)
    with monkeypatch.context() as changed:
        changed.setenv("PATH", f"{tool.parent}:{os.environ['PATH']}")
        with pytest.raises(JudgeError, match=expected) as caught:
            cache.keep("key", program, "program", FULL)
    assert is_disk_full(caught.value) == is_full
    assert cache.find("key") is None
    assert cache.keep("key", program, "program", FULL).folder.is_dir()  # the control
