"""counts.yaml: how it is read, and when a run that is right breaks a rule."""

from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.judging.counted import by_counts, counted
from judge.judging.counters import Counters, LaunchCounts, LineCounts
from judge.judging.solutions import submission
from judge.judging.verdicts import Decision, Verdict
from judge.problems.count_rules import FIGURES, CountRule, Figure
from judge.problems.data_sha256 import problem_sha256
from judge.problems.formats.find import load_package
from judge.project.host import JudgeHost
from judge.tests.packages import VERSION_2025_09, written

TEST = "secret/1-two"
RULES = "rules:\n  - {test: secret/1-two, figure: global-sectors, least: 4, most: 6}\n"
LOAD = LineCounts("load", "k", requests=2, lanes=60, bytes=240, sectors=8, file="a.cu", line=3)
STORE = LineCounts("store", "k", requests=1, lanes=32, bytes=128, sectors=4, file="a.cu", line=4)
ATOMIC = LineCounts("atomic", "k", requests=1, lanes=32, bytes=128, sectors=1, collisions=31)
SHARED = LineCounts("shared-load", "k", requests=1, lanes=32, bytes=128, wavefronts=8, conflicts=7)
LAUNCHES = tuple(
    LaunchCounts(launched="k", launches=n, blocks=9, threads=32, shared_bytes=0, resident_blocks=8)
    for n in (2, 3)
)
TENSOR = LineCounts("tensor-operation", "k", requests=6, lanes=192, bytes=0)
ALL = Counters((LOAD, STORE, ATOMIC, SHARED, TENSOR), LAUNCHES)
FILES = ("a.cu",)
RIGHT = Decision(Verdict.AC, "")


@pytest.mark.parametrize(
    ("figure", "found"),
    [
        ("global-requests", 3),
        ("global-sectors", 12),
        ("load-sectors", 8),
        ("store-sectors", 4),
        ("atomic-lanes", 32),
        ("atomic-collisions", 31),
        ("shared-wavefronts", 8),
        ("bank-conflicts", 7),
        ("tensor-operations", 6),
        ("launches", 5),
    ],
)
def test_each_figure_adds_up_its_kinds_of_access(figure: Figure, found: int) -> None:
    [one] = counted([CountRule(TEST, figure, most=0)], TEST, ALL, FILES)
    assert one.found == found


def test_every_figure_is_documented() -> None:
    text = (Path(__file__).parents[3] / "docs/packages.md").read_text(encoding="utf-8")
    assert all(f"`{figure}`" in text for figure in FIGURES)


@pytest.mark.parametrize(
    ("least", "most", "reason"),
    [
        (0, 11, "the output is right; global sectors: 12, at most 11; most of them by a.cu:3"),
        (
            6,
            11,
            "the output is right; global sectors: 2.00 of the least (6), at most 1.83; most of them by a.cu:3",
        ),
        (
            13,
            26,
            "the output is right; global sectors: 0.92 of the least (13), at most 2.00; fewer than the work takes: "
            "something that is not counted did it",
        ),
    ],
)
def test_a_right_run_outside_its_bounds_says_by_how_much_and_where(
    least: int, most: int, reason: str
) -> None:
    found = counted([CountRule(TEST, "global-sectors", most, least)], TEST, ALL, FILES)
    assert by_counts(RIGHT, found) == Decision(Verdict.CLE, reason)


def test_a_run_within_its_bounds_says_what_was_counted() -> None:
    rules = [CountRule(TEST, "global-sectors", 12, 10), CountRule(TEST, "bank-conflicts", 7)]
    found = counted(rules, TEST, ALL, FILES)
    why = "global sectors: 1.20 of the least (10), at most 1.20; bank conflicts: 7, at most 7"
    assert by_counts(RIGHT, found) == Decision(Verdict.AC, why)
    assert by_counts(RIGHT, []) == RIGHT


def test_a_run_without_a_kernel_is_no_solution() -> None:
    """The host has done the work: its counts are 0, which most bounds allow."""
    found = counted([CountRule(TEST, "atomic-lanes", most=9)], TEST, Counters((), ()), FILES)
    reason = "the output is right; no kernel was launched: the work must be the GPU's"
    assert by_counts(RIGHT, found, launched=False) == Decision(Verdict.CLE, reason)
    assert by_counts(RIGHT, [], launched=False) == RIGHT


def test_no_file_is_named_that_was_not_submitted() -> None:
    [one] = counted([CountRule(TEST, "global-sectors", most=0)], TEST, ALL, ("mine.cu",))
    assert one.place == ""
    assert "a.cu" not in by_counts(RIGHT, [one]).reason


def test_bounds_belong_to_what_they_allow() -> None:
    for least, most in ((12, 12), (0, 12), (12, 20)):
        assert (
            by_counts(
                RIGHT, counted([CountRule(TEST, "global-sectors", most, least)], TEST, ALL, FILES)
            ).verdict
            is Verdict.AC
        )


def test_a_wrong_run_stays_wrong_and_another_test_has_no_rule() -> None:
    rules = [CountRule(TEST, "global-sectors", most=0)]
    wrong = Decision(Verdict.WA, "why")
    assert by_counts(wrong, counted(rules, TEST, ALL, FILES)) == wrong
    assert counted(rules, "secret/2", ALL, FILES) == ()


def test_the_rules_of_a_package_are_read(tmp_path: Path) -> None:
    changed = {"counts.yaml": RULES}
    problem = load_package(str(written(tmp_path / "double", VERSION_2025_09, **changed)))
    assert problem.count_rules == (CountRule(TEST, "global-sectors", 6, 4),)
    assert problem.package
    assert not [one for one in problem.package.remarks if "counts" in one]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            RULES.replace("1-two", "1-tow"),
            "line 2: unknown test 'secret/1-tow'. Did you mean 'secret/1-two'?",
        ),
        (RULES.replace("least: 4", "least: 7"), "line 2: 'most' must be at least 'least', 7, found 6."),
        (RULES.replace("global", "local"), "line 2: 'rules.figure' must be one of global-requests, "),
        (RULES.replace("6", "-6"), "line 2: 'rules.most' must be a whole number from 0 to 10^15, found -6."),
        ("rules: []\n", "line 1: 'rules' must be a list of maps with the keys test, figure, least and most"),
    ],
)
def test_a_bad_rule_is_named(text: str, message: str, tmp_path: Path) -> None:
    folder = written(tmp_path / "double", VERSION_2025_09, **{"counts.yaml": text})
    with pytest.raises(JudgeError) as error:
        load_package(str(folder))
    assert f"counts.yaml, {message}" in str(error.value)


def test_what_is_counted_is_judged_on_the_emulated_gpu_and_is_other_data(
    tmp_path: Path, tree: JudgeHost
) -> None:
    plain = load_package(str(written(tmp_path / "plain", VERSION_2025_09)))
    bound = load_package(str(written(tmp_path / "bound", VERSION_2025_09, **{"counts.yaml": RULES})))
    languages = []
    for problem in (plain, bound):
        language = submission(tree, problem, "int main() {}", "a.cu").language
        assert language
        languages.append(language.id)
    assert languages == ["cuda", "cuda-emulated"]
    assert plain.package
    assert bound.package
    data = tree.installation.data
    assert problem_sha256(data, plain, plain.package.tests) != problem_sha256(
        data, bound, bound.package.tests
    )
