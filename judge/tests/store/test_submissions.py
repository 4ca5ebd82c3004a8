"""Submissions: on the disk before the one who submits is told so, once, whole, and within bounds."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest

import judge.store.submissions as submissions
from judge.base.records import replace
from judge.base.submission_state import State
from judge.store import compression, sources
from judge.store.compression import packed, unpacked
from judge.store.errors import StoreError
from judge.store.records import FileRecord
from judge.store.sources import FILES_AT_MOST, address_of, pack
from judge.store.store import Store
from judge.tests.store.stores import SOURCE, Clock, StoreUnderTest

FILES = (FileRecord("main.cpp", b'#include "a/b.h"\n'), FileRecord("a/b.h", b"\0\xff\n" * 1000))


def test_what_is_submitted_is_there(judged: StoreUnderTest) -> None:
    number = judged.submit(files=FILES, name="anna/folder", author="anna")
    found = judged.store.submissions.get(number)
    assert (found.id, found.name, found.author, found.state) == (number, "anna/folder", "anna", State.QUEUED)
    assert found.submitted_utc_ms == judged.clock.now_ms
    assert judged.store.submissions.files(number) == sorted(FILES, key=lambda file: file.name)
    assert found.source_sha256 == pack(FILES).sha256


def test_a_content_is_kept_once(judged: StoreUnderTest) -> None:
    first, second = (
        judged.submit(files=FILES),
        judged.submit(files=[*FILES, FileRecord("copy.h", FILES[1].content)]),
    )
    assert judged.count("source_files") == 2
    assert len(judged.store.submissions.files(first)) == 2
    assert len(judged.store.submissions.files(second)) == 3
    with judged.store.database.read() as transaction:
        sizes = transaction.rows(
            "SELECT size_bytes, length(compressed) FROM source_files ORDER BY size_bytes"
        )
    assert sizes[1][0] == 3000
    assert sizes[1][1] < 100


def test_the_address_of_a_source() -> None:
    """A single file has its own, whatever its name; of several the names count."""
    one, other = pack([FILES[0]]), pack([replace(FILES[0], name="other.cpp")])
    assert one.sha256 == other.sha256 == one.names["main.cpp"]
    assert pack(FILES).sha256 == pack(FILES[::-1]).sha256
    assert pack(FILES).sha256 != pack([FILES[0], replace(FILES[1], name="a/c.h")]).sha256
    assert address_of({}) is None


def test_a_solver_has_no_files(judged: StoreUnderTest) -> None:
    number = judged.submit(files=(), name="cpu-add", kind="solver", language=None)
    assert judged.store.submissions.get(number).source_sha256 is None
    assert judged.store.submissions.files(number) == []


def test_submitted_again_with_the_same_key_it_is_the_same(judged: StoreUnderTest) -> None:
    first = judged.submit(client_key="one")
    judged.claim()
    assert judged.submit(client_key="one") == first
    assert (judged.count("submissions"), judged.count("jobs")) == (1, 1)
    assert judged.submit(client_key="two") != first
    assert judged.submit() != judged.submit(), "without a key each is its own"
    assert judged.submit(client_key="one", user_id=None) != first, "another user's key is another one"
    with pytest.raises(StoreError, match=f"that of submission {first}, which has another source_sha256"):
        judged.submit(client_key="one", files=FILES)


def test_all_or_nothing(judged: StoreUnderTest, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise OSError("the job cannot be queued")

    events = judged.store.events.last()
    with monkeypatch.context() as patch:
        patch.setattr(submissions, "queue_job", fails)
        with pytest.raises(OSError, match="cannot be queued"):
            judged.submit()
    assert [judged.count(table) for table in ("submissions", "submission_files", "source_files", "jobs")] == [
        0
    ] * 4
    assert judged.store.events.last() == events
    assert judged.submit()


@pytest.mark.parametrize(
    ("fields", "missing"),
    [({"problem_id": 99}, "problem 99"), ({"user_id": 98}, "user 98"), ({"contest_id": 97}, "contest 97")],
)
def test_what_it_belongs_to_must_be_there(
    judged: StoreUnderTest, fields: dict[str, Any], missing: str
) -> None:
    with pytest.raises(StoreError, match=f"{missing} is not in the store"):
        judged.submit(**fields)
    assert judged.count("submissions") == 0


@pytest.mark.parametrize(
    "name",
    [
        "",
        ".",
        "..",
        "/etc/passwd",
        "../up.h",
        "a/../b.h",
        "a//b.h",
        "./a.h",
        "a\0b",
        "a\nb",
        "a\u202eb",
        "\udcff.c",
        "n" * 201,
    ],
)
def test_names_of_files_that_are_refused(name: str) -> None:
    with pytest.raises(StoreError, match="expected a file's name"):
        pack([FileRecord(name, b"x")])


def test_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    most = [FileRecord(f"{number}.h", b"") for number in range(FILES_AT_MOST)]
    assert len(pack(most).names) == FILES_AT_MOST
    with pytest.raises(StoreError, match="expected at most 300 files, found 301"):
        pack([*most, FileRecord("x.h", b"")])
    with pytest.raises(StoreError, match="found it twice"):
        pack([*SOURCE, *SOURCE])
    for module in (compression, sources):
        monkeypatch.setattr(module, "MOST_BYTES", 1000)
    assert pack([FileRecord("a", b"x" * 500), FileRecord("b", b"y" * 500)])
    with pytest.raises(StoreError, match="expected at most 1,000 bytes of source, found 1,001"):
        pack([FileRecord("a", b"x" * 500), FileRecord("b", b"y" * 501)])
    with pytest.raises(StoreError, match="expected at most 1,000 bytes, found 1,001"):
        packed("x" * 999, "a detail")
    assert unpacked(packed("x" * 998, "a detail"), "a detail") == "x" * 998


@pytest.mark.parametrize("damage", ["substr(compressed, 1, 20)", "zeroblob(20)", "zeroblob(0)", "OTHER"])
def test_a_damaged_source_is_noticed(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "damaged.sqlite"
    with Store.open(path) as store:
        judged = StoreUnderTest(store, Clock())
        number = judged.submit(files=[FILES[0]])
        other = FileRecord("b", FILES[0].content[::-1])
        judged.submit(files=[other])
        with sqlite3.connect(path) as connection:
            others = f"(SELECT compressed FROM source_files WHERE sha256 = '{pack([other]).sha256}')"
            change = (
                f"UPDATE source_files SET compressed = {damage.replace('OTHER', others)} WHERE sha256 = ?"
            )
            connection.execute(change, (pack([FILES[0]]).sha256,))
        connection.close()
        with pytest.raises(StoreError, match=f"main.cpp of submission {number} is damaged"):
            store.submissions.files(number)


def test_texts_of_any_kind(judged: StoreUnderTest) -> None:
    """No database takes a surrogate, and PostgreSQL no NUL."""
    judged.submit()
    lease = judged.claim()
    assert lease.judgement
    hostile = "a\0b\udcff\u202e<b>\n'; DROP TABLE jobs; --%s?"
    done = replace(lease.judgement, verdict="RTE", reason=hostile, points_by_group={hostile: 2**70 / 2**68})
    number = judged.store.judgements.finish(lease, done, details={1: {hostile: hostile}}, detail=hostile).id
    read = judged.store.judgements.get(number)
    shown = hostile.replace("\0", "\N{SYMBOL FOR NULL}").replace("\udcff", "\\xff")
    assert read.reason == shown
    assert read.points_by_group == {hostile.replace("\udcff", "\\xff"): 4.0}
    assert judged.store.judgements.detail(number) == hostile.replace("\udcff", "\\xff")
    assert judged.count("jobs") == 1


def test_figures_out_of_bounds(judged: StoreUnderTest) -> None:
    judged.submit()
    lease = judged.claim()
    assert lease.judgement
    for wrong in (
        {"wall_ns": -1},
        {"verdict": "no code"},
        {"points": float("nan")},
        {"ceiling_share": float("inf")},
    ):
        with pytest.raises(StoreError):
            judged.store.judgements.finish(lease, replace(lease.judgement, **{"verdict": "AC", **wrong}))
    huge = replace(lease.judgement, verdict="AC", wall_ns=2**80)
    number = judged.store.judgements.finish(lease, huge).id
    assert judged.store.judgements.get(number).wall_ns == 2**63 - 1
