"""Backups: made while others write, whole or not at all, and restored as they were."""

import itertools
import os
import tarfile
import threading
from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.problems.formats.find import load_package
from judge.service.package_files import taken_apart
from judge.store import backups
from judge.store.backups import back_up, restore
from judge.store.store import Store
from judge.tests.packages import HIDDEN_LIMIT, written, zipped
from judge.tests.store.stores import SOURCE, Clock, StoreUnderTest


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    (folder / "packages").mkdir(parents=True)
    (folder / "packages" / "double.zip").write_bytes(os.urandom(3 << 20))
    (folder / "lock").write_text("1\n")
    return folder


def test_it_is_whole_while_others_write(data: Path, tmp_path: Path) -> None:
    with Store.open(data / "store.sqlite") as store:
        judged = StoreUnderTest(store, Clock())
        first = judged.submit()
        is_over = threading.Event()

        def write() -> None:
            for _ in itertools.takewhile(lambda _: not is_over.is_set(), itertools.count()):
                judged.judge()

        writing = threading.Thread(target=write)
        writing.start()
        try:
            made = [tmp_path / f"backup-{number}" for number in range(3)]
            for file in made:
                back_up(data, file)
        finally:
            is_over.set()
            writing.join()
        last = judged.count("submissions")
    counts = []
    for number, file in enumerate(made):
        assert oct(file.stat().st_mode)[-3:] == "600"
        copy = tmp_path / f"copy-{number}"
        restore(file, copy)
        assert sorted(path.name for path in copy.iterdir()) == ["packages", "store.sqlite"]
        assert (copy / "packages" / "double.zip").read_bytes() == (
            data / "packages" / "double.zip"
        ).read_bytes()
        with Store.open(copy / "store.sqlite") as store:
            assert [one.content for one in store.submissions.files(first)] == [SOURCE[0].content]
            restored = StoreUnderTest(store, Clock())
            counts.append(restored.count("submissions"))
            # All or nothing of each transaction.
            assert restored.count("submission_files") == restored.count("submissions")
            assert restored.count("judgements") <= restored.count("submissions")
            with store.database.read() as transaction:
                assert transaction.rows("PRAGMA integrity_check") == [("ok",)]
                assert transaction.rows("PRAGMA foreign_key_check") == []
    assert 1 <= counts[0] <= counts[1] <= counts[2] <= last


def test_a_damaged_backup_is_refused_and_nothing_of_it_stays(data: Path, tmp_path: Path) -> None:
    Store.open(data / "store.sqlite").close()
    file = tmp_path / "backup"
    back_up(data, file)
    whole = file.read_bytes()
    for number, content in enumerate((whole[: len(whole) // 2], whole[:-20], b"", b"x" * 1000)):
        bad = tmp_path / f"bad-{number}"
        bad.write_bytes(content)
        with pytest.raises(JudgeError):
            restore(bad, tmp_path / "copy")
        assert not (tmp_path / "copy").exists()
    restore(file, tmp_path / "copy")
    with pytest.raises(JudgeError, match="not empty"):
        restore(file, tmp_path / "copy")


@pytest.mark.parametrize("name", ["../evil", "/evil", "packages/../../evil"])
def test_a_backup_writes_nowhere_else(tmp_path: Path, name: str) -> None:
    file = tmp_path / "backup"
    with tarfile.open(file, "w:gz") as tar:
        tar.addfile(tarfile.TarInfo(name))
    with pytest.raises(JudgeError, match="not a file of a data folder"):
        restore(file, tmp_path / "copy")
    assert not list(tmp_path.rglob("evil"))


def test_a_changed_file_is_noticed(data: Path, tmp_path: Path) -> None:
    Store.open(data / "store.sqlite").close()
    file, changed = tmp_path / "backup", tmp_path / "changed"
    back_up(data, file)
    with tarfile.open(file) as old, tarfile.open(changed, "w:gz") as new:
        for member in old:
            content = old.extractfile(member)
            assert content
            if member.name.startswith("packages/"):
                content.read(1)
                member.size -= 1
            new.addfile(member, content)
    with pytest.raises(JudgeError, match=r"packages/double\.zip is damaged"):
        restore(changed, tmp_path / "copy")


def test_a_newer_one_is_refused(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Store.open(data / "store.sqlite").close()
    back_up(data, tmp_path / "backup")
    monkeypatch.setattr(backups, "FORMAT", 0)
    with pytest.raises(JudgeError, match="newer Warp Judge"):
        restore(tmp_path / "backup", tmp_path / "copy")


def test_what_is_there_is_left_alone(data: Path, tmp_path: Path) -> None:
    with pytest.raises(JudgeError, match="pg_dump"):
        back_up(tmp_path, tmp_path / "backup")
    Store.open(data / "store.sqlite").close()
    (tmp_path / "backup").write_text("mine")
    with pytest.raises(JudgeError, match="exists and is left unchanged"):
        back_up(data, tmp_path / "backup")
    assert (tmp_path / "backup").read_text() == "mine"


def content(folder: Path) -> dict[str, bytes]:
    """The files of a folder, hidden ones too, with what is reached through links to files."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_package_is_restored_with_its_links_its_limit_and_its_mark(data: Path, tmp_path: Path) -> None:
    Store.open(data / "store.sqlite").close()
    more = {**HIDDEN_LIMIT, "more/4.in": "8\n", "more/4.ans": "16\n"}
    links = {
        "data/secret/3.in": "../sample/1.in",
        "data/secret/3.ans": "../sample/1.ans",
        "data/secret/more": "../../more",
    }
    taken_apart(zipped(tmp_path / "twice.zip", more, links=links), data / "packages/1/twice")
    written(data / "contests/cup", {"contest.yaml": "", "problems/a/.timelimit": "3\n"})
    written(data / "problems/mine", {**HIDDEN_LIMIT, ".git/config": ""})
    (data / "problems/mine/data/secret/3.in").symlink_to("1-two.in")
    (data / "problems/mine/note").symlink_to("nothing")
    for name in (".judging/x", "contests/.new-1/x", "packages/.x"):
        written(data, {name: ""})
    restored = tmp_path / "restored"
    back_up(data, tmp_path / "backup")
    restore(tmp_path / "backup", restored)
    kept, made = data / "packages/1/twice", restored / "packages/1/twice"
    expected = content(kept) | {
        f"data/secret/more/{name}": text for name, text in content(kept / "more").items()
    }
    assert content(made) == expected
    assert {".timelimit", ".made-from"} <= expected.keys()
    problems = [load_package(str(place)) for place in (kept, made)]
    assert [problem.limits.time_s for problem in problems] == [2.0, 2.0]
    tests = [[test.name for test in problem.package.tests] for problem in problems if problem.package]
    assert tests[0] == tests[1]
    assert "more/4" in " ".join(tests[0])
    assert content(restored / "contests") == {
        "cup/contest.yaml": b"",
        "cup/problems/a/.timelimit": b"3\n",
    }
    dropped = content(restored / "problems/mine")
    assert (dropped[".timelimit"], dropped["data/secret/3.in"]) == (b"2\n", b"2\n")
    assert ".git/config" not in dropped
    assert not (restored / ".judging").exists()
    assert not (restored / "packages/.x").exists()


@pytest.mark.parametrize(
    ("place", "target"),
    [
        ("packages/1/twice/data/3.in", "/etc/passwd"),
        ("packages/1/twice/data/3.in", "../../../../store.sqlite"),
        ("contests/cup/more", "/etc"),
        ("contests/cup/gone", "nothing"),
        ("contests/cup/back", "."),
    ],
)
def test_a_link_that_nothing_is_read_through_is_told_and_left_out(
    data: Path, tmp_path: Path, place: str, target: str
) -> None:
    """A package whose maker left one in it must not keep the whole judge from being backed up."""
    Store.open(data / "store.sqlite").close()
    link = data / place
    link.parent.mkdir(parents=True, exist_ok=True)
    (link.parent / "beside").write_text("kept\n")
    link.symlink_to(target)
    told: list[Path] = []
    back_up(data, tmp_path / "backup", lambda path, _: told.append(path))
    assert told == [link]
    restore(tmp_path / "backup", tmp_path / "restored")
    assert list(content((tmp_path / "restored" / place).parent)) == ["beside"]
    link.unlink()
    back_up(data, tmp_path / "again", lambda path, _: told.append(path))
    assert told == [link]  # the control


def test_links_that_lead_to_each_other_are_followed_once(data: Path, tmp_path: Path) -> None:
    Store.open(data / "store.sqlite").close()
    place = data / "packages/1/twice"
    written(place, {"a/1.in": "1\n", "b/2.in": "2\n"})
    (place / "a/x").symlink_to("../b")
    (place / "b/y").symlink_to("../a")
    told: list[str] = []
    back_up(data, tmp_path / "backup", lambda path, _: told.append(str(path.relative_to(place))))
    restore(tmp_path / "backup", tmp_path / "restored")
    assert told == ["a/x/y", "b/y/x"]
    expected = {"a/1.in", "a/x/2.in", "b/2.in", "b/y/1.in"}
    assert content(tmp_path / "restored/packages/1/twice").keys() == expected


def test_files_are_limited_only_where_links_show_them(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Store.open(data / "store.sqlite").close()
    monkeypatch.setattr(backups, "MOST_FILES", 5)
    package = data / "packages" / "many"
    (package / "tests").mkdir(parents=True)
    for number in range(9):
        (package / "tests" / f"{number}.in").write_text(f"{number}\n")
    back_up(data, tmp_path / "all.tar.gz")
    restore(tmp_path / "all.tar.gz", tmp_path / "restored")
    assert content(tmp_path / "restored" / "packages" / "many") == content(package)
    (package / "again").symlink_to("tests")
    with pytest.raises(JudgeError, match="more than 5 files"):
        back_up(data, tmp_path / "more.tar.gz")
    assert not (tmp_path / "more.tar.gz").exists()


@pytest.mark.parametrize(("place", "target"), [("packages/1", "/etc"), ("contests", ".")])
def test_a_link_in_the_place_of_a_package_is_named(
    data: Path, tmp_path: Path, place: str, target: str
) -> None:
    Store.open(data / "store.sqlite").close()
    link = data / place
    link.parent.mkdir(parents=True, exist_ok=True)
    link.symlink_to(target)
    with pytest.raises(JudgeError, match=place):
        back_up(data, tmp_path / "backup")
    assert not (tmp_path / "backup").exists()
    link.unlink()
    back_up(data, tmp_path / "backup")  # the control
