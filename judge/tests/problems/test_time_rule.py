"""Limits of time by the ICPC rule, and what problem.yaml and submissions.yaml may say of them."""

from pathlib import Path
from typing import Any

import pytest

from judge.base.errors import JudgeError
from judge.problems.metadata import LimitKeys
from judge.problems.submission_uses import SubmissionUses, Use, matches, read_submission_uses
from judge.problems.time_rule import TimeOptions, TimeRule, time_rule
from judge.problems.yaml_files import shaped

WHERE = Path("problem.yaml")
MS = 1_000_000


@pytest.mark.parametrize(
    ("slowest_ms", "rule", "limit_s"),
    [
        (1000, TimeRule(), 2.0),
        (1001, TimeRule(), 3.0),
        (1, TimeRule(), 1.0),
        (1000, TimeRule(ac_to_time_limit=2.5), 3.0),
        (1360, TimeRule(time_resolution_s=0.1), 2.8),
        (1400, TimeRule(time_resolution_s=0.1), 2.8),  # 28 steps, though 2.8 / 0.1 is 27.999999999999996
        (1401, TimeRule(time_resolution_s=0.1), 2.9),
        (3, TimeRule(time_resolution_s=0.1), 0.1),
        (700, TimeRule(ac_to_time_limit=3, time_resolution_s=0.7), 2.1),
    ],
)
def test_the_least_multiple_that_leaves_the_slowest_its_factor(
    slowest_ms: int, rule: TimeRule, limit_s: float
) -> None:
    assert rule.limit_s(slowest_ms * MS) == limit_s


def rule_of(limits: dict[str, Any]) -> TimeRule:
    return time_rule(shaped(limits, LimitKeys, "problem.yaml"), WHERE)


def test_the_formats_keys() -> None:
    assert rule_of({}) == TimeRule(None, 2.0, 1.5, 1.0)
    given = {
        "time_limit": 3,
        "time_multipliers": {"ac_to_time_limit": 4, "time_limit_to_tle": 1},
        "time_resolution": 0.5,
    }
    assert rule_of(given) == TimeRule(3.0, 4.0, 1.0, 0.5)
    assert rule_of({"time_limit": 0.3, "time_resolution": 0.1}).time_limit_s == 0.3


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"time_limit": 0}, "'time_limit' must be a number above 0 .*, found 0"),
        ({"time_limit": None}, "'time_limit' must be a number above 0 .*, found None"),
        ({"time_limit": float("inf")}, "'time_limit' must be .* up to .*, found inf"),
        ({"time_resolution": "1"}, "'time_resolution' must be a number above 0 .*, found '1'"),
        ({"time_multipliers": 2}, "'time_multipliers' must be a map of keys, found 2"),
        ({"time_multipliers": {"ac_to_tle": 2}}, "'time_multipliers': unknown key 'ac_to_tle'"),
        (
            {"time_multipliers": {"ac_to_time_limit": 0.9}},
            "'time_multipliers.ac_to_time_limit' must be a number from 1 to .*, found 0.9",
        ),
        (
            {"time_multipliers": {"time_limit_to_tle": float("nan")}},
            "time_limit_to_tle' must be .*, found nan",
        ),
        ({"time_limit": 1.2, "time_resolution": 0.5}, "must be a multiple of 'limits.time_resolution' 0.5"),
    ],
)
def test_what_is_not_so_is_refused_by_its_key(given: dict[str, Any], message: str) -> None:
    with pytest.raises(JudgeError, match=message):
        rule_of(given)


def test_options_take_the_place_of_the_rule() -> None:
    explicit = TimeRule(time_limit_s=3.0)
    assert TimeOptions().rule(explicit) is explicit
    assert TimeOptions(limit_s=7.5).rule(TimeRule()).time_limit_s == 7.5
    measured = TimeOptions(factor=5).rule(explicit)
    assert (measured.time_limit_s, measured.ac_to_time_limit) == (None, 5)
    with pytest.raises(JudgeError, match="cannot be combined"):
        TimeOptions(1.0, 2.0)


@pytest.mark.parametrize(
    ("glob", "name", "expected"),
    [
        ("accepted", "accepted/a.py", True),
        ("accepted/*", "accepted/a.py", True),
        ("accepted/*.{py,cpp}", "accepted/a.cpp", True),
        ("accepted/*.{py,cpp}", "accepted/a.c", False),
        ("accepted/{ 4 }{2 , 3}.py", "accepted/42.py", True),
        ("accepted/{ 4 }{2 , 3}.py", "accepted/4 2.py", False),
        ("*/slow.py", "accepted/slow.py", True),
        ("*", "accepted/slow.py", True),
        ("*.py", "accepted/slow.py", False),
        ("accepted/a", "accepted/a.py", False),
        ("accepted/a.py/more", "accepted/a.py", False),
    ],
)
def test_globs_stay_within_names(glob: str, name: str, expected: bool) -> None:
    assert matches(glob, name) is expected


def test_the_folder_says_what_a_submission_bounds() -> None:
    uses = SubmissionUses({})
    assert uses.of("accepted/a.py") is Use.LOWER
    assert uses.of("time_limit_exceeded/a.py") is Use.UPPER
    assert uses.of("wrong_answer/a.py") is Use.NONE


def test_submissions_yaml_says_otherwise(tmp_path: Path) -> None:
    folder = tmp_path / "submissions"
    folder.mkdir()
    assert read_submission_uses(tmp_path) == SubmissionUses({})
    (folder / "submissions.yaml").write_text(
        "accepted/*.py: {use_for_time_limit: false, authors: [A. N. Other]}\n"
        "wrong_answer/slow.cpp: {use_for_time_limit: lower}\n"
        "accepted/model.cpp: {model_solution: true}\n"
    )
    uses = read_submission_uses(tmp_path)
    assert uses.of("accepted/a.py") is Use.NONE
    assert uses.of("accepted/model.cpp") is Use.LOWER
    assert uses.of("wrong_answer/slow.cpp") is Use.LOWER


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("accepted: {use_for_time_limit: maybe}", "must be true, false, 'lower' or 'upper', found 'maybe'"),
        (
            "accepted: {permitted: [AC]}",
            "accepted: unknown key 'permitted'.* Known: authors, model_solution, use_for",
        ),
        ("accepted: {permited: [AC]}", "permited"),
        ("accepted: 3", "accepted: expected a map of keys, found int"),
        ("- accepted", "expected a map of keys, found list"),
    ],
)
def test_a_submissions_yaml_that_is_not_obeyed_is_refused(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "submissions").mkdir()
    (tmp_path / "submissions" / "submissions.yaml").write_text(text)
    with pytest.raises(JudgeError, match=message):
        read_submission_uses(tmp_path)
