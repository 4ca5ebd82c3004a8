"""The filters of `judge history` and `judge best`, and the view by author."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from judge.base.errors import JudgeError
from judge.commands.best import best
from judge.commands.history import history
from judge.commands.options.best import BestOptions
from judge.commands.options.history import HistoryOptions
from judge.history.dates import beginning, end
from judge.store.history import queries
from judge.store.history.moments import ms_of
from judge.tests.command_line import run_judge
from judge.tests.history.rows import MACHINE, put_attempt, put_session, read, written

DAYS = ("2026-11-18", "2026-11-19", "2026-11-20", "2026-11-21")
NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
Captured = pytest.CaptureFixture[str]
# day, problem, author, file, verdict, tests passed of 4
ATTEMPTS = (
    (0, "double", "alice", "first.cpp", "WA", 1),
    (0, "double", "ben", "mine.py", "TLE", 3),
    (1, "double", "alice", "first.cpp", "AC", 4),
    (1, "triple", "alice", "[x].cpp", "WA", 2),
    (2, "double", "Bob", "mine.cpp", "CE", 0),
    (3, "double", "alice", "second.cpp", "RTE", 2),
    (3, "double", None, "lone.cpp", "AC", 4),
    (3, "double", "ben", "gpu.cu", "SKIP", 0),
)


@pytest.fixture(autouse=True)
def file(state: Path) -> Path:
    """A history with ATTEMPTS, a session each."""
    path = state / "store.sqlite"
    for number, attempt in enumerate(ATTEMPTS, start=1):
        add(path, number, *attempt)
    return path


def add(
    path: Path,
    number: int,
    day: int,
    problem: str,
    author: str | None,
    file: str,
    verdict: str,
    passed: int,
    **others: Any,
) -> None:
    """An attempt of this number in a session of its own."""
    time_ms = ms_of(datetime.fromisoformat(f"{DAYS[day]}T10:{number:02}:00Z"))
    values: dict[str, Any] = {
        "session_id": put_session(path, time_ms, machine=MACHINE),
        "ended_utc_ms": time_ms,
        "problem": problem,
        "name": f"{author}/{file}" if author else file,
        "author": author,
        "source_sha256": f"{number:064}",
        "verdict": verdict,
        "tests_passed": passed,
        "tests_total": 4,
        "wall_ns": 1_000_000 * number,
    }
    with written(path) as transaction:
        put_attempt(transaction, number, **{**values, **others})


def changed(path: Path, statement: str) -> None:
    with written(path) as transaction:
        transaction.change(statement)


def found(tmp_path: Path, **options: Any) -> list[int]:
    """The sessions of the attempts that are shown, newest first."""
    assert history(HistoryOptions(**options, json=tmp_path / "h.json")) == 0
    return [row["session"] for row in json.loads((tmp_path / "h.json").read_text())["attempts"]]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"verdicts": ("WA",)}, [4, 1]),
        ({"verdicts": ("wa", "TLE")}, [4, 2, 1]),
        ({"verdicts": ("SKIP",)}, [8]),
        ({"authors": ("alice",)}, [6, 4, 3, 1]),
        ({"authors": ("alice", "Bob")}, [6, 5, 4, 3, 1]),
        ({"authors": ("alice",), "problem": "double"}, [6, 3, 1]),
        ({"authors": ("ben",)}, [2]),
        ({"names": ("first.cpp",)}, [3, 1]),
        ({"names": ("alice/first.cpp",)}, [3, 1]),
        ({"names": ("*.py", "lone.*")}, [7, 2]),
        ({"names": ("irst.cpp",)}, []),
        ({"names": ["[[]x].cpp"]}, [4]),
        ({"names": ("mine.???",)}, [5]),
        ({"problem": "double", "since": "2026-11-20"}, [7, 6, 5]),
        ({"problem": "double", "until": "2026-11-18"}, [2, 1]),
        ({"problem": "double", "since": "2026-11-19", "until": "2026-11-20"}, [5, 3]),
        ({"problem": "double", "since": "2026-11-21 10:07", "until": "2026-11-21T10:08Z"}, [7]),
        ({"problem": "double", "since": "2026-11-21T12:07+02:00"}, [7]),
        (
            {
                "problem": "double",
                "verdicts": ("WA",),
                "authors": ("alice",),
                "names": ("f*",),
                "until": "today",
            },
            [1],
        ),
        ({"problem": "triple", "verdicts": ("AC",)}, []),
    ],
)
def test_filters_combine(options: dict[str, Any], expected: list[int], tmp_path: Path) -> None:
    assert found(tmp_path, **options) == expected


def test_without_a_filter_and_with_dates_alone_there_are_sessions(tmp_path: Path, capsys: Captured) -> None:
    for since, until, expected in (
        (None, None, [8, 7, 6, 5, 4, 3, 2, 1]),
        ("2026-11-19", "2026-11-20", [5, 4, 3]),
        ("2027-01-01", None, []),
    ):
        assert history(HistoryOptions(since=since, until=until, json=tmp_path / "h.json")) == 0
        sessions = json.loads((tmp_path / "h.json").read_text())["sessions"]
        assert [session["id"] for session in sessions] == expected
    assert capsys.readouterr().out.splitlines()[-1] == "No session fits: since 2027-01-01 00:00 UTC."


def test_each_problem_has_a_table(capsys: Captured) -> None:
    assert history(HistoryOptions(authors=("alice",), limit=3)) == 0
    lines = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert {line for line in lines if " on " in line} == {
        "double on a CPU, 2 cores, no GPU",
        "triple on a CPU, 2 cores, no GPU",
    }
    assert lines[-1] == "the last 3 of 4 attempts; more: --limit N"


def test_how_many_more_there_are_is_counted_so_far(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries, "COUNTED", 3)
    assert history(HistoryOptions("double", limit=3)) == 0
    assert "the last 3 of more than 3 attempts; more: --limit N" in capsys.readouterr().out
    assert history(HistoryOptions(by_author=True, limit=3)) == 0
    assert "the first 3 of more than 3 rows; more: --limit N" in capsys.readouterr().out
    assert history(HistoryOptions("triple", limit=3)) == 0
    assert "more" not in capsys.readouterr().out


@pytest.mark.parametrize("few", [0, 100])
def test_patterns_that_fit_many_names(few: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Patterns are compared with each attempt, and not looked up."""
    monkeypatch.setattr(queries, "FEW_NAMES", few)
    assert found(tmp_path, names=("*.py", "lone.*")) == [7, 2]
    assert found(tmp_path, problem="double", verdicts=("AC",), names=("f*",)) == [3]


def test_the_last_attempt_is_the_one_judged_last(file: Path, tmp_path: Path) -> None:
    """A result that is judged again, on a cluster, keeps its number."""
    late_ms = ms_of(datetime(2026, 11, 22, tzinfo=UTC))
    changed(file, f"UPDATE judgements SET ended_utc_ms = {late_ms} WHERE id = 1")
    assert found(tmp_path, authors=("alice",)) == [1, 6, 4, 3]
    assert (
        history(HistoryOptions("double", authors=("alice",), by_author=True, json=tmp_path / "h.json")) == 0
    )
    [row] = json.loads((tmp_path / "h.json").read_text())["authors"]
    assert row["last_verdict"] == "WA"


def test_a_chart_knows_what_the_filter_hides(capsys: Captured) -> None:
    assert history(HistoryOptions(verdicts=("AC",), authors=("alice",))) == 0
    assert "x█" in capsys.readouterr().out
    assert history(HistoryOptions(verdicts=("WA",), names=("first.cpp",))) == 0
    assert "x" not in capsys.readouterr().out.split(), "what came later is no part of it"


def test_a_session_shows_only_what_fits(file: Path, capsys: Captured) -> None:
    changed(file, "UPDATE judgements SET session_id = 1 WHERE session_id < 4")
    assert history(HistoryOptions(authors=("alice",), verdicts=("AC",), session=1)) == 0
    printed = capsys.readouterr().out
    assert "unfinished: 3 of 1 kept" in printed, "all of it counts"
    assert "alice/first.cpp" in printed
    assert "ben/mine.py" not in printed


def test_nothing_fits(capsys: Captured) -> None:
    assert (
        history(
            HistoryOptions("double", verdicts=("JE",), names=("a*",), authors=("alice",), since="2026-11-18")
        )
        == 0
    )
    assert capsys.readouterr().out == (
        "No attempt fits: problem double, verdict JE, name a*, author alice, since 2026-11-18 00:00 UTC.\n"
    )


def test_by_author(tmp_path: Path, capsys: Captured) -> None:
    assert history(HistoryOptions(by_author=True, json=tmp_path / "h.json")) == 0
    content = json.loads((tmp_path / "h.json").read_text())
    rows = [
        (
            row["author"],
            row["problem"],
            row["attempts"],
            row["accepted"],
            row["best_verdict"],
            row["best_passed"],
            row["last_verdict"],
            row["last_utc"][:10],
        )
        for row in content["authors"]
    ]
    assert rows == [
        ("alice", "double", 3, 1, "AC", 4, "RTE", "2026-11-21"),
        ("alice", "triple", 1, 0, "WA", 2, "WA", "2026-11-19"),
        ("ben", "double", 2, 0, "TLE", 3, "SKIP", "2026-11-21"),
        ("Bob", "double", 1, 0, "CE", 0, "CE", "2026-11-20"),
    ]
    assert content["without_author"] == 1
    lines = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert "alice double 3 1 AC 4/4 alice/first.cpp 2026-11-21 10:06 RTE" in lines
    assert lines[-1] == "1 attempt without an author not counted"


def test_of_a_scoring_problem_the_best_attempt_has_the_best_points(
    file: Path, tmp_path: Path, capsys: Captured
) -> None:
    for name, lower, given in (("cleo", 0, (30, 60, 40)), ("dora", 1, (30, 60, 20))):
        for number, points in enumerate(given):
            scored = {"points": points, "most_points": None if lower else 100, "lower_is_better": lower}
            add(file, 20 + 3 * lower + number, 3, "sums", name, f"{number}.py", "PA", 4 - number, **scored)
    on_samples = {"points": 100, "most_points": 100, "is_samples_only": 1}
    add(file, 30, 3, "sums", "cleo", "samples.py", "PA", 4, **on_samples)
    assert history(HistoryOptions("sums", by_author=True, json=tmp_path / "h.json")) == 0
    rows = json.loads((tmp_path / "h.json").read_text())["authors"]
    assert [(row["author"], row["best_name"], row["best_points"]) for row in rows] == [
        ("cleo", "cleo/1.py", 60),
        ("dora", "dora/2.py", 20),
    ]
    assert "60 of 100" in capsys.readouterr().out


def test_by_author_with_filters(tmp_path: Path, capsys: Captured) -> None:
    options = HistoryOptions("double", by_author=True, until="2026-11-18", json=tmp_path / "h.json")
    assert history(options) == 0
    content = json.loads((tmp_path / "h.json").read_text())
    assert [(row["author"], row["best_verdict"]) for row in content["authors"]] == [
        ("alice", "WA"),
        ("ben", "TLE"),
    ]
    assert "double by author" in capsys.readouterr().out
    assert history(HistoryOptions(by_author=True, limit=2)) == 0
    assert "the first 2 of 4 rows; more: --limit N" in capsys.readouterr().out
    assert history(HistoryOptions(verdicts=("MLE",), by_author=True)) == 0
    assert capsys.readouterr().out == "No attempt that names an author fits: verdict MLE.\n"


def test_samples_alone_are_no_best_verdict_beside_a_whole_one(file: Path, tmp_path: Path) -> None:
    samples = {"is_samples_only": 1, "tests_total": 2}
    add(file, 20, 3, "double", "cleo", "a.py", "AC", 2, **samples)
    add(file, 21, 3, "double", "cleo", "a.py", "WA", 3)
    add(file, 22, 3, "double", "dora", "a.py", "AC", 4)
    add(file, 23, 3, "double", "dora", "a.py", "AC", 2, **samples)
    assert history(HistoryOptions("double", by_author=True, json=tmp_path / "h.json")) == 0
    rows = {row["author"]: row for row in json.loads((tmp_path / "h.json").read_text())["authors"]}
    seen = [
        (rows[name]["best_verdict"], rows[name]["best_samples_only"], rows[name]["accepted"])
        for name in ("cleo", "dora")
    ]
    assert seen == [("WA", False, 0), ("AC", False, 1)]


def test_best_of_an_author_a_name_and_a_time(file: Path, tmp_path: Path, capsys: Captured) -> None:
    def ranked(**options: Any) -> list[str]:
        assert best(BestOptions("double", **options, json=tmp_path / "b.json")) == 0
        rankings = json.loads((tmp_path / "b.json").read_text())["rankings"]
        return [one["attempts"][0]["name"] for ranking in rankings for one in ranking["solutions"]]

    assert ranked() == ["alice/first.cpp", "lone.cpp"]
    assert ranked(authors=("alice",)) == ["alice/first.cpp"]
    assert ranked(names=("lone*",)) == ["lone.cpp"]
    assert ranked(until="2026-11-20") == ["alice/first.cpp"]
    capsys.readouterr()
    assert ranked(authors=("Bob",)) == []
    assert capsys.readouterr().out == (
        "No solution that was accepted on all tests or scored points fits: problem double, author Bob.\n"
    )
    add(file, 30, 3, "double", "ben", "a.py", "AC", 4, data_sha256="e" * 64)
    assert ranked(authors=("alice",)) == [], "all are compared on the tests that anybody passed last"
    assert "1 result on other test data not shown" in capsys.readouterr().out
    assert ranked(authors=("alice",), until="2026-11-20") == ["alice/first.cpp"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["--verdict", "ACC"],
            "unknown verdict 'ACC'. Did you mean 'AC'? Known: AC, CE, CLE, JE, MLE, OLE, PA, RTE, SKIP, TLE, WA.",
        ),
        (
            ["--author", "alcie"],
            "unknown author in the history 'alcie'. Did you mean 'alice'? All: ./judge/judge history --by-author",
        ),
        (
            ["--since", "3 dayz"],
            "--since '3 dayz': expected today, yesterday, a date like 2026-11-20 or '2026-11-20 14:30' (UTC), "
            "or how long ago, like '3 days' or '2 hours'.",
        ),
        (
            ["--since", "2026-11-20", "--until", "2026-11-19"],
            "--since '2026-11-20' is not before --until '2026-11-19': expected an earlier date.",
        ),
        (
            ["--by-author", "--session", "1"],
            "--by-author and --session: expected one of them; a session shows its authors.",
        ),
    ],
)
def test_an_error_is_one_line(arguments: list[str], message: str) -> None:
    done = run_judge("history", *arguments)
    assert (done.returncode, done.stderr, done.stdout) == (2, f"judge: {message}\n", "")


def test_the_authors_and_the_problems_that_there_are(file: Path) -> None:
    add(file, 20, 3, "double", "BEN", "a.py", "AC", 4)
    add(file, 21, 3, "Double", "Ben", "a.py", "AC", 4)
    with read(file) as reading:
        assert queries.different_authors(reading) == ["alice", "BEN", "Ben", "ben", "Bob"]
        assert queries.different_problems(reading) == ["Double", "double", "triple"]


def test_an_author_where_none_is_named(file: Path) -> None:
    changed(file, "UPDATE judgements SET author = NULL")
    with pytest.raises(JudgeError, match="unknown author in the history 'alice': no attempt names one"):
        history(HistoryOptions(authors=("alice",)))


@pytest.mark.parametrize(
    ("text", "first", "after"),
    [
        ("today", "2026-11-21 00:00", "2026-11-22 00:00"),
        ("Yesterday", "2026-11-20 00:00", "2026-11-21 00:00"),
        ("2026-11-19", "2026-11-19 00:00", "2026-11-20 00:00"),
        ("2026-11-19 14:30", "2026-11-19 14:30", "2026-11-19 14:30"),
        ("2026-11-19t14:30z", "2026-11-19 14:30", "2026-11-19 14:30"),
        ("3 days", "2026-11-18 12:00", "2026-11-18 12:00"),
        ("1 week ago", "2026-11-14 12:00", "2026-11-14 12:00"),
        ("90minutes", "2026-11-21 10:30", "2026-11-21 10:30"),
    ],
)
def test_dates(text: str, first: str, after: str) -> None:
    spans = (beginning("--since", text, NOW), end("--until", text, NOW))
    assert [moment.strftime("%Y-%m-%d %H:%M") for moment in spans] == [first, after]
    assert [moment.utcoffset() for moment in spans] == [timedelta()] * 2


@pytest.mark.parametrize(
    "text",
    [
        "",
        "soon",
        "2026-13-01",
        "9999-12-31",
        "99999999999 days",
        "-3 days",
        "2026-11-20 25:00",
        "0001-01-01 00:00+05:00",
    ],
)
def test_what_is_no_date_is_refused(text: str) -> None:
    with pytest.raises(JudgeError, match="expected today, yesterday"):
        end("--until", text, NOW)
