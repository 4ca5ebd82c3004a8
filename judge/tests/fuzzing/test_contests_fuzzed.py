"""Contests of both layouts in which a list was changed, or anything lies among the submissions."""

import json
import shutil
from pathlib import Path

import pytest
from hypothesis import strategies as st

from judge.base.errors import JudgeError
from judge.base.json_text import json_value
from judge.base.outside_files import reading
from judge.base.records import as_json, json_text
from judge.contest.api import ProblemFacts, endpoints
from judge.contest.archive_layout import load_archive
from judge.contest.board_text import board_lines
from judge.contest.contest_store import NAME, opened, opened_to_read
from judge.contest.files import write_package
from judge.contest.judgements import outcomes_of
from judge.contest.layouts import load_contest
from judge.contest.page.board_page import board_page
from judge.contest.scoring import scoreboard_of
from judge.contest.shadow.comparison import Known, compared
from judge.contest.shadow.mirror import Mirror, loaded_mirror
from judge.contest.shadow.stored import StoredContest
from judge.contest.shadow.theirs import as_judged_here
from judge.tests.contest.contests import StandIn
from judge.tests.contest.feeds import CUP, feed_of
from judge.tests.contest.test_shadow_comparison import BOARD
from judge.tests.fuzzing.driving import JSON, NUMBERS, YAML, drive, mutated
from judge.tests.fuzzing.test_packages_fuzzed import KINDS, leads_out, make_file
from judge.tests.packages import Files, written

pytestmark = pytest.mark.built

OWN: Files = {
    "contest.yaml": "name: Cup\nstart: 2026-11-20T10:00:00+01:00\nduration: 5:00:00\nfreeze: 1:00:00\npenalty: 20\n"
    "problems:\n  - {id: one, rgb: '#00f', color: blue}\n  - {id: two, label: X}\n"
    "teams:\n  - {id: ada, name: Ada, hidden: true}\n  - bob\nlanguages: [cpp]\n",
    "submissions/ada/A/00:10:00.py": "1",
    "submissions/bob/X/1-02-03.500.cpp": "2",
}
ARCHIVE: Files = {
    "contest.json": '{"id": "wf", "name": "Finals", "start_time": "2014-06-25T10:00:00+01", "duration": "5:00:00",'
    ' "scoreboard_freeze_duration": "1:00:00.000", "scoreboard_type": "pass-fail", "penalty_time": "0:20:00"}',
    "problems.json": '[{"id": "b", "label": "B", "name": "Bottles", "ordinal": 2, "rgb": "#00f"}]',
    "teams.json": '[{"id": "t1", "name": "One", "label": "7", "organization_id": "kth", "hidden": false,'
    ' "location": {"x": 3.5, "y": -0.25, "rotation": 90}}]',
    "organizations.json": '[{"id": "kth", "name": "KTH"}]',
    "submissions.json": '[{"id": "1", "team_id": "t1", "problem_id": "b", "language_id": "cpp",'
    ' "contest_time": "0:10:00", "files": [{"filename": "files.zip"}]},'
    ' {"id": "2", "team_id": "t1", "problem_id": "b", "language_id": "java", "time": "2014-06-25T11:22:05.034+01"}]',
    "submissions/1/files.zip": b"PK",
}
OLDER: Files = {
    "config/contest.yaml": "name: Finals\nshort-name: wf\nstart-time: 2014-06-25T10:00:00+01\nduration: 5:00:00\n"
    "scoreboard-freeze-length: 1:00:00\npenalty-time: 20\n",
    "config/problemset.yaml": "problems:\n  - {letter: A, short-name: a, color: blue, rgb: '#00f'}\n",
    "config/teams.tsv": "File_Version\t1\nt1\t17\t\tOne\tUni\tU\tDE\n",
    "submissions.json": "[]",
}
FACTS = ProblemFacts("Title", 3, 1.0, 1024, 8, 64, 100.0)
LAYOUTS = {"own": OWN, "archive": ARCHIVE, "older": OLDER}
"""Layouts, in each of which every file that is a list is changed."""


def used(folder: Path, api: Path) -> None:
    """All that `judge contest --show` makes of it."""
    contest = load_contest(folder)
    for scoring_at in (None, 0, contest.duration_ms):
        board = scoreboard_of(contest, {}, scoring_at, is_frozen=True)
        board_lines(board, 80)
    found = endpoints(board, [], {one.id: FACTS for one in contest.problems})
    json.dumps(as_json(found)).encode()
    board_page(board, {one.id: one.id for one in contest.problems})
    if api.exists():
        shutil.rmtree(api)
    write_package(api, contest, found)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_list_that_was_changed(tmp_path: Path, layout: str) -> None:
    files = LAYOUTS[layout]
    folder = written(tmp_path / "cup", files)
    used(folder, tmp_path / "api")

    def read(name: str, content: bytes) -> None:
        (folder / name).write_bytes(content)
        try:
            used(folder, tmp_path / "api")
        finally:
            original = files[name]
            (folder / name).write_bytes(original if isinstance(original, bytes) else original.encode())

    def change(name: str) -> st.SearchStrategy[object]:
        tokens = JSON if name.endswith(".json") else (*NUMBERS, b"\t") if name.endswith(".tsv") else YAML
        return st.tuples(
            st.just(name), mutated([str(files[name]).encode()], (*tokens, b"../x", b"/etc/passwd"))
        )

    lists = [name for name in files if "submissions/" not in name]
    drive(st.sampled_from(lists).flatmap(change), read)


PARTS = st.sampled_from(
    ["ada", "bob", "A", "X", "one", "00:10:00.py", "00-20-00.txt", "00:30:00", "Thumbs.db", "README", ".DS_Store",
     "eve", "00:10:00.zip", "1" * 200 + ":00:00.py", "\u0661:10:00.py", "\n", "x\u202e.py", "a b.cpp", "\udcff.py",
     "-1:00:00.py"]
)  # fmt: skip
PLACES = st.tuples(st.sampled_from(["ada", "bob", "eve"]), st.sampled_from(["A", "X", "one", "C"]), PARTS)
"""Places where submissions are looked for."""
PATHS = (st.lists(PARTS, min_size=1, max_size=5) | PLACES).map("/".join)


def test_anything_among_the_submissions(tmp_path: Path) -> None:
    """The contest has the two valid submissions, whatever else is there."""
    folder = tmp_path / "cup"

    def read(entries: list[tuple[str, str]]) -> None:
        if folder.exists():
            shutil.rmtree(folder)
        written(folder, OWN)
        for name, kind in entries:
            path = folder / "submissions" / name
            if leads_out(path, folder):
                continue
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                KINDS[kind](path)
                if kind == "nothing":
                    make_file(path, "print(1)\n")
            except OSError:  # a file is there, or the name is too long
                continue
        try:
            contest = load_contest(folder)
        except JudgeError as error:
            raise AssertionError("the contest is refused as a whole") from error
        assert {"ada.A.001000", "bob.X.10203500"} <= {one.id for one in contest.submissions}
        used(folder, tmp_path / "api")

    drive(st.tuples(st.lists(st.tuples(PATHS, st.sampled_from(sorted(KINDS))), max_size=5)), read)


def test_a_store_that_was_changed(tmp_path: Path) -> None:
    folder = written(tmp_path / "cup", OWN)
    contest = load_contest(folder)
    with opened(contest) as kept:
        StandIn().judge(contest.submissions, kept.keep)
    content = (folder / NAME).read_bytes()

    def read(content: bytes) -> None:
        (folder / NAME).write_bytes(content)
        with opened_to_read(folder) as kept:
            if kept:
                board = scoreboard_of(contest, outcomes_of(kept.counting()), None, is_frozen=False)
                board_lines(board, 80)
                endpoints(board, kept.all(), {one.id: FACTS for one in contest.problems})

    drive(mutated([content], NUMBERS), read)


def test_a_feed_that_was_changed(tmp_path: Path) -> None:
    """A shadow keeps what is a contest of another system's answers, and compares that."""
    lines = "".join(f"{json.dumps(one)}\n" for one in feed_of(CUP)).encode()
    older = "".join(f"{json.dumps(one)}\n" for one in feed_of(CUP, with_tokens=False)).encode()

    def read(content: bytes) -> None:
        folder = tmp_path / "shadow"
        if folder.exists():
            shutil.rmtree(folder)
        folder.mkdir()
        (tmp_path / "feed.json").write_bytes(content)
        mirror = Mirror(source="there")
        StoredContest(tmp_path / "feed.json").read_into(mirror)
        mirror.save(folder)
        assert loaded_mirror(folder, "there").objects.keys() == mirror.objects.keys()
        contest = as_judged_here(load_archive(folder), mirror, None)
        json_text(compared(contest, mirror, Known({}, {})))

    drive(mutated([lines, older], (*JSON, b"../x", b"s1", b"0:10:00", b"null")), read)


def test_a_scoreboard_that_was_changed(tmp_path: Path) -> None:
    mirror = Mirror(source="there")
    for line in feed_of(CUP):
        mirror.take_line(json.dumps(line).encode(), "feed")
    mirror.save(tmp_path)
    contest = load_archive(tmp_path)

    def read(content: bytes) -> None:
        with reading("scoreboard"):
            mirror.scoreboard = json_value(content.decode())
        compared(contest, mirror, Known({}, {}))

    drive(mutated([json.dumps(BOARD).encode()], (*JSON, b"1e400", b"-1:00:00")), read)
