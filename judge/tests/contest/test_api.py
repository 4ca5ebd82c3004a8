"""What is written is as the ICPC Contest API has it (JSON Format, 2026-01; types as in its JSON schemas)."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from judge.base.errors import JudgeError
from judge.base.records import as_json, replace
from judge.contest.api import ProblemFacts, endpoints
from judge.contest.differences import changes
from judge.contest.files import require_own_folder, write_package
from judge.contest.model import ContestScoring
from judge.contest.scoring import scoreboard_of
from judge.tests.contest.contests import contest_of, judged_as, run

TIME = re.compile(r"[12]\d{3}-[01]\d-[0-3]\dT[0-2]\d:[0-6]\d:[0-6]\d(\.\d{3})?([+-][0-1]\d(:[0-5]\d)?|Z)")
RELTIME = re.compile(r"-?([1-9]\d*)?\d:[0-5]\d:[0-5]\d(\.\d{3})?")
ID = re.compile(r"[A-Za-z0-9_]([A-Za-z0-9_.-]{0,34}[A-Za-z0-9_-]|)")
JUDGEMENT_TYPE = re.compile(
    "AC|RE|WA|TLE|RTE|CE|APE|OLE|PE|EO|IO|NO|WTL|ILE|TCO|TWA|TPE|TEO|TIO|TNO|MLE|SV|IF|RCO|RWA|RPE|REO|RIO|RNO|CTL"
    "|JE|SE|CS"
)
"""Others are not valid by the schema."""
Shape = Mapping[str, Any]
"""A property's shape: a pattern, types, a list of one shape, or a shape. A "?" after the name: it may be missing or
null."""
NUMBER = (int, float)
FILE: Shape = {"href?": str, "filename": str, "mime": str}
PLACE: Shape = {"latitude": NUMBER, "longitude": NUMBER}
SEAT: Shape = {"x": NUMBER, "y": NUMBER, "rotation": NUMBER}
COMMAND: Shape = {"command": str, "args?": str}
STATE: Shape = {
    "started": TIME, "frozen?": TIME, "ended?": TIME, "thawed?": TIME, "finalized?": TIME, "end_of_updates?": TIME,
}  # fmt: skip
SCORES: Mapping[ContestScoring, tuple[Shape, Shape]] = {
    ContestScoring.ICPC: ({"num_solved": int, "total_time": RELTIME, "time?": RELTIME}, {"solved": bool}),
    ContestScoring.IOI: ({"score": NUMBER, "time?": RELTIME}, {"score": NUMBER}),
}


def shapes(scoring: ContestScoring) -> dict[str, Any]:
    is_ioi = scoring is ContestScoring.IOI
    score, cell = SCORES[scoring]
    return {
        "contest": {
            "id": ID, "name": str, "start_time": TIME, "duration": RELTIME, "scoreboard_freeze_duration?": RELTIME,
            "scoreboard_type": re.compile("score" if is_ioi else "pass-fail"), "main_scoreboard_group_id": ID,
            "location?": PLACE,
            **({} if is_ioi else {"penalty_time": RELTIME}),
        },
        "judgement-types": [{
            "id": JUDGEMENT_TYPE, "name": str, "solved": bool, **({} if is_ioi else {"penalty": bool}),
        }],
        "languages": [{
            "id": ID, "name": str, "entry_point_required": bool, "extensions": [str],
            "compiler?": COMMAND, "runner?": COMMAND,
        }],
        "problems": [{
            "id": ID, "label": str, "name": str, "ordinal": int, "rgb?": str, "color?": str, "time_limit?": NUMBER,
            "memory_limit": int, "output_limit": int, "code_limit": int, "test_data_count": int,
            **({"max_score": NUMBER} if is_ioi else {}),
        }],
        "groups": [{"id": ID, "name": str, "icpc_id?": str, "type?": str, "location?": PLACE}],
        "organizations": [{"id": ID, "name": str}],
        "teams": [{
            "id": ID, "name": str, "label": str, "group_ids": [ID], "organization_id?": ID, "hidden?": bool,
            "icpc_id?": str, "display_name?": str, "location?": SEAT,
        }],
        "awards": [{"id": ID, "citation": str, "team_ids": [ID]}],
        "state": STATE,
        "submissions": [{
            "id": ID, "language_id": ID, "problem_id": ID, "team_id": ID, "time": TIME, "contest_time": RELTIME,
            "entry_point?": str, "files?": [FILE],
        }],
        "judgements": [{
            "id": ID, "submission_id": ID, "judgement_type_id": JUDGEMENT_TYPE, "current": bool, "start_time": TIME,
            "start_contest_time": RELTIME, "end_time": TIME, "end_contest_time": RELTIME, "max_run_time?": NUMBER,
            **({"score": NUMBER} if is_ioi else {}),
        }],
        "runs": [{
            "id": ID, "judgement_id": ID, "ordinal": int, "judgement_type_id": JUDGEMENT_TYPE, "time": TIME,
            "contest_time": RELTIME, "run_time": NUMBER,
        }],
        "scoreboard": {
            "time": TIME, "contest_time": RELTIME, "state": STATE,
            "rows": [{
                "rank": int, "team_id": ID, "score": score,
                "problems": [{"problem_id": ID, "num_judged": int, "num_pending": int, "time?": RELTIME, **cell}],
            }],
        },
    }  # fmt: skip


def faults(value: Any, shape: Any, place: str = "") -> list[str]:
    """The places where a value is not of this shape."""
    if isinstance(shape, list):
        if not isinstance(value, list):
            return [place]
        return [
            fault for number, one in enumerate(value) for fault in faults(one, shape[0], f"{place}[{number}]")
        ]
    if isinstance(shape, Mapping):
        if not isinstance(value, dict):
            return [place]
        known = {key.removesuffix("?"): (part, key.endswith("?")) for key, part in shape.items()}
        found = [f"{place}.{key}: unknown" for key in value.keys() - known.keys()]
        for key, (part, is_optional) in known.items():
            if value.get(key) is not None:
                found += faults(value[key], part, f"{place}.{key}")
            elif not is_optional:
                found.append(f"{place}.{key}: missing")
        return found
    if isinstance(shape, re.Pattern):
        return [] if isinstance(value, str) and shape.fullmatch(value) else [f"{place}: {value!r}"]
    is_right = isinstance(value, shape) and (shape is bool or not isinstance(value, bool))
    return [] if is_right else [f"{place}: {value!r}"]


ATTEMPTS = [
    ("ada", "A", "0:10:00", "WA:40"),
    ("ada", "A", "0:20:30.250", "AC:100"),
    ("bob", "B", "0:30:00", "CE"),
    ("bob", "B", "4:00:00", "AC:100"),
    ("cleo", "A", "1:00:00", ""),
]
FACTS = {name: ProblemFacts(f"Problem {name}", 3, 2.5, 2048, 8, 128) for name in ("A", "B")}


def written(scoring: ContestScoring, at_ms: int | None = None, *, is_frozen: bool = False) -> dict[str, Any]:
    contest, outcomes = contest_of(ATTEMPTS, scoring)
    judgements = [
        replace(made, judgement=replace(made.judgement, id=number, counts=True))
        for number, one in enumerate(contest.submissions, start=1)
        if (found := outcomes.get(one.id))
        for made in [judged_as(one, found.verdict, found.score, runs=(run(1, found.verdict, took_ms=42),))]
    ]
    board = scoreboard_of(contest, outcomes, at_ms, is_frozen=is_frozen)
    written_of: dict[str, Any] = as_json(endpoints(board, judgements, FACTS))
    return written_of


@pytest.mark.parametrize("scoring", list(ContestScoring))
@pytest.mark.parametrize("is_frozen", [False, True])
@pytest.mark.parametrize("at_ms", [None, 1_200_000])
def test_all_endpoints_are_as_the_specification_has_them(
    scoring: ContestScoring, is_frozen: bool, at_ms: int | None
) -> None:
    found = written(scoring, at_ms, is_frozen=is_frozen)
    assert faults(found, shapes(scoring)) == []


def test_the_check_notices_what_is_wrong() -> None:
    shape = shapes(ContestScoring.ICPC)
    assert faults(written(ContestScoring.IOI), shape)
    for endpoint, key, value in (
        ("runs", "run_time", "42"),
        ("runs", "ordinal", True),
        ("submissions", "contest_time", "20:30"),
        ("judgements", "start_time", "2026-11-20 10:00:00"),
        ("teams", "id", "-ada"),
    ):
        found = written(ContestScoring.ICPC)
        found[endpoint][0][key] = value
        assert len(faults(found, shape)) == 1
        del found[endpoint][0][key]
        assert len(faults(found, shape)) == 1


def test_the_scoreboard_says_what_the_scoreboard_says() -> None:
    board = written(ContestScoring.ICPC)["scoreboard"]
    assert board["rows"][0] == {
        "rank": 1,
        "team_id": "ada",
        "score": {"num_solved": 1, "total_time": "0:40:00.000", "time": "0:20:00.000"},
        "problems": [
            {"problem_id": "A", "num_judged": 2, "num_pending": 0, "solved": True, "time": "0:20:00.000"},
            {"problem_id": "B", "num_judged": 0, "num_pending": 0, "solved": False},
        ],
    }
    assert [row["team_id"] for row in board["rows"]] == ["ada", "bob", "cleo"]
    assert board["state"]["thawed"] == board["state"]["ended"] == "2026-11-20T14:00:00.000Z"


def test_what_is_hidden_by_the_freeze_is_in_no_endpoint() -> None:
    found = written(ContestScoring.ICPC, is_frozen=True)
    late = next(one["id"] for one in found["submissions"] if one["contest_time"].startswith("4:"))
    assert late not in {one["submission_id"] for one in found["judgements"]}
    assert len(found["runs"]) == len(found["judgements"]) == 3
    assert found["state"]["thawed"] is None
    assert {row["team_id"]: row["problems"][1]["num_pending"] for row in found["scoreboard"]["rows"]}[
        "bob"
    ] == 1


def test_sources_and_hidden_teams_are_not_public(tmp_path: Path) -> None:
    """The package of the jury has them, and nothing of them is left once the public one replaces it."""
    contest, outcomes = contest_of(ATTEMPTS)
    sources = []
    for one in contest.submissions:
        source = tmp_path / f"{one.id}.py"
        source.write_text(f"print({one.id})\n")
        sources.append(replace(one, source=source))
    teams = [replace(team, is_hidden=team.id == "ada") for team in contest.teams]
    contest = replace(contest, submissions=sources, teams=teams)
    seen = {}
    for is_frozen in (False, True):
        board = scoreboard_of(contest, outcomes, is_frozen=is_frozen)
        written_of = endpoints(board, [], FACTS)
        write_package(tmp_path / "api", contest, written_of)
        found = as_json(written_of)
        files = {path.parent.name for path in (tmp_path / "api").rglob("*.zip")}
        named = {one["id"] for one in found["submissions"] if one.get("files")}
        seen[is_frozen] = (files, named, {one["team_id"] for one in found["submissions"]})
        assert ("ada" in {team["id"] for team in found["teams"]}) is not is_frozen
    ids = {one.id for one in contest.submissions}
    assert seen[False] == (ids, ids, {"ada", "bob", "cleo"})
    assert seen[True] == (set(), set(), {"bob", "cleo"})


def test_nothing_is_left_of_a_submission_that_is_no_more(tmp_path: Path) -> None:
    contest, outcomes = contest_of(ATTEMPTS)
    earlier = tmp_path / "submissions/withdrawn/files.zip"
    earlier.parent.mkdir(parents=True)
    earlier.write_bytes(b"PK")
    write_package(tmp_path, contest, endpoints(scoreboard_of(contest, outcomes, is_frozen=True), [], FACTS))
    assert not earlier.exists()


@pytest.mark.parametrize("is_frozen", [False, True])
def test_a_change_in_the_freeze_is_not_public(*, is_frozen: bool) -> None:
    contest, outcomes = contest_of(ATTEMPTS)
    after = {name: replace(one, score=one.score + 1) for name, one in outcomes.items()}
    board = scoreboard_of(contest, after, is_frozen=is_frozen)
    changed = {one.submission.id for one in changes(board, outcomes, after)}
    hidden = {one.id for one in contest.submissions if one.time_ms >= (contest.frozen_from_ms or 0)}
    assert hidden & outcomes.keys()
    assert changed == outcomes.keys() - (hidden if is_frozen else set())


def test_nothing_is_written_of_what_came_later() -> None:
    found = written(ContestScoring.ICPC, at_ms=660_000)
    assert [one["contest_time"] for one in found["submissions"]] == ["0:10:00.000"]
    assert len(found["judgements"]) == 1
    assert found["scoreboard"]["contest_time"] == "0:11:00.000"
    assert found["state"]["ended"] is None


def test_only_the_files_of_an_earlier_call_are_overwritten(tmp_path: Path) -> None:
    contest, outcomes = contest_of(ATTEMPTS)
    contest = replace(contest, folder=tmp_path / "own")
    written_of = endpoints(scoreboard_of(contest, outcomes, is_frozen=False), [], FACTS)
    target = tmp_path / "api"
    for _ in range(2):
        require_own_folder(target, contest)
        write_package(target, contest, written_of)
    others = tmp_path / "others"
    others.mkdir()
    require_own_folder(others, contest)  # empty
    (others / "contest.json").write_text(json.dumps({"id": contest.id}))
    for folder, one in ((others, contest), (target, replace(contest, id="another"))):
        with pytest.raises(JudgeError, match="expected a new or empty folder"):
            require_own_folder(folder, one)
