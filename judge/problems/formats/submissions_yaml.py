"""submissions/submissions.yaml of the format 2025-09: the verdicts that submissions must and may have, by globs.

A glob that is the name of a default folder replaces its rule; any other is an additional rule.
"""

from collections.abc import Collection
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from judge.base.errors import JudgeError
from judge.base.records import Record, replace
from judge.base.suggestions import unknown_name
from judge.problems.formats.data_2025_09 import JUDGED
from judge.problems.formats.stored import RULES_FILE, stored_names
from judge.problems.formats.tree import Tree
from judge.problems.metadata import Persons
from judge.problems.points import points_of
from judge.problems.submission_rules import (
    COUNT_LIMIT,
    OUTPUT_LIMIT,
    VERDICTS,
    Expectation,
    SubmissionRule,
    SubmissionRules,
    exactly,
)
from judge.problems.submission_uses import BY_VALUE, SubmissionUses, Use, choice_count, matches, may_be_in
from judge.problems.yaml_files import place, shaped, yaml_content

FOLDERS = {
    "accepted": Expectation(frozenset({"AC"})),
    "rejected": exactly("RTE", "TLE", "WA"),
    "wrong_answer": exactly("WA"),
    # BAPCtools lets a program with too much output continue until the time limit; here it is stopped.
    "time_limit_exceeded": exactly("TLE", OUTPUT_LIMIT),
    "run_time_error": exactly("RTE"),
    "brute_force": exactly("RTE", "TLE"),
    "count_limit_exceeded": exactly(COUNT_LIMIT),
}
"""The format's default directories, and the one for submissions that counts.yaml refuses."""
USES = {"wrong_answer": Use.LOWER, "run_time_error": Use.LOWER}
"""Uses of default directories, in addition to those of BY_FOLDER: submissions that may not be too slow bound the limit
from below."""
MOST_CHOICES = 1000
"""The most alternatives of a glob: {a,b}{a,b} has four."""
Codes = Annotated[
    list[Literal["AC", "WA", "TLE", "RTE"]], Meta(min_length=1, description="a list of AC, WA, TLE and RTE")
]


class _OfTests(Record, frozen=True):
    """Expectations about some tests, or all."""

    permitted: Codes | UnsetType = UNSET
    required: Codes | UnsetType = UNSET
    score: (
        Annotated[float, Meta(description="a number, or a list of two")]
        | Annotated[list[float], Meta(min_length=2, max_length=2, description="a list of two numbers")]
        | UnsetType
    ) = UNSET
    message: str = ""
    use_for_time_limit: Annotated[
        bool | Literal["lower", "upper"], Meta(description="true, false, 'lower' or 'upper'")
    ] = True


class _OfSubmissions(_OfTests, frozen=True):
    language: str | None = None
    entrypoint: str | None = None
    authors: Persons = ""
    model_solution: Annotated[bool, Meta(description="true or false")] = False


def read_rules(tree: Tree, scored: Collection[str] | None = None) -> SubmissionRules:
    """`scored`: the groups that have points; None: there are none. Raises JudgeError for faults in the file, and for
    what the judge cannot obey."""
    path = tree / f"submissions/{RULES_FILE}"
    folders, globs, uses, of_tests = dict(FOLDERS), [], dict(USES), {}
    content = yaml_content(path) if path.is_file() else None
    if content is not None and not isinstance(content, dict):
        raise JudgeError(f"{path}: expected a map of globs, found {type(content).__name__}.")
    for glob, said in (content or {}).items():
        if not isinstance(glob, str) or choice_count(glob) > MOST_CHOICES:
            raise JudgeError(
                f"{place(path, str(glob))}: expected a glob with at most {MOST_CHOICES} choices, found "
                f"{str(glob)[:60]!r}."
            )
        keys, groups = _split(path, glob, said)
        if (use := _use(keys)) is not None:
            uses[glob] = use
        for group, part in groups.items():
            if part.use_for_time_limit is not True:
                of_tests[glob, group] = BY_VALUE[part.use_for_time_limit]
        of_all = _expectation(path, (glob,), keys, scored)
        if glob in tree.entries("submissions"):
            folders[glob] = _changed(folders.get(glob, Expectation()), keys, of_all)
            of_all = Expectation()
        wanted = [of_all] if of_all != Expectation() else []
        wanted += [_expectation(path, (glob, group), part, scored, group) for group, part in groups.items()]
        globs.append(SubmissionRule(glob, tuple(wanted), keys.language, keys.entrypoint))
    return SubmissionRules(
        folders, tuple(globs), ends_at_first_failure=False, uses=SubmissionUses(uses, of_tests, USES)
    )


def unmatched_globs(tree: Tree, rules: SubmissionRules) -> tuple[str, ...]:
    """A remark for each that matches nothing, which may be a mistake."""
    path = tree / f"submissions/{RULES_FILE}"
    names = stored_names(tree)
    return tuple(
        f"{place(path, rule.glob).removeprefix(f'{tree.root}/')}: the glob '{rule.glob}' matches no submission"
        for rule in rules.globs
        if not any(matches(rule.glob, name) for name in names)
    )


def _split(path: Path, glob: str, said: object) -> tuple[_OfSubmissions, dict[str, _OfTests]]:
    """The expectations about all tests, and about groups by their globs."""
    where = place(path, glob)
    if not isinstance(said, dict):
        raise JudgeError(f"{where}: '{glob}' must be a map of keys, found {said!r}.")
    own = _OfSubmissions.__struct_fields__
    groups = {}
    for key, value in said.items():
        if key in own:
            continue
        if not isinstance(value, dict) or not _is_of_tests(str(key)):
            raise JudgeError(f"{place(path, glob, key)}: {unknown_name('key', str(key), own)}")
        groups[key] = shaped(value, _OfTests, place(path, glob, key))
    of_all = {key: value for key, value in said.items() if key not in groups}
    return shaped(of_all, _OfSubmissions, where), groups


def _is_of_tests(key: str) -> bool:
    """Whether it can be a glob of tests or groups, rather than a misspelt key."""
    if key.startswith(JUDGED):
        return True
    return choice_count(key) <= MOST_CHOICES and any(may_be_in(folder, key) for folder in JUDGED)


def _expectation(
    path: Path, keys: tuple[str, ...], said: _OfTests, scored: Collection[str] | None, tests: str = ""
) -> Expectation:
    where = place(path, *keys, "score")
    if said.score is not UNSET and scored is None:
        raise JudgeError(f"{where}: the key 'score' must not be given: the problem is not of type scoring.")
    if said.score is not UNSET and tests and tests not in (scored or ()):
        known = ", ".join(sorted(scored or ()))
        raise JudgeError(f"{where}: '{tests}' is not a group with points. Groups: {known}.")
    permitted, required = _codes(said.permitted), _codes(said.required)
    if not permitted & required:
        raise JudgeError(
            f"{place(path, *keys)}: no verdict is both permitted and required: {sorted(permitted)} and "
            f"{sorted(required)}."
        )
    return Expectation(permitted, required, tests, said.message, _range(said, where))


def _range(said: _OfTests, where: str) -> tuple[Fraction, Fraction] | None:
    """The fewest and the most points. None: any."""
    if isinstance(said.score, UnsetType):
        return None
    given = said.score if isinstance(said.score, list) else [said.score, said.score]
    points = [points_of(repr(one)) for one in given]  # nan and inf are not numbers here
    least, most = points
    if least is None or most is None or not 0 <= least <= most:
        raise JudgeError(
            f"{where}: 'score' must be a number of points, or a list of two, the fewest and the most, found "
            f"{said.score}."
        )
    return least, most


def _codes(given: Codes | UnsetType) -> frozenset[str]:
    return VERDICTS if isinstance(given, UnsetType) else frozenset[str](given)


def _changed(default: Expectation, said: _OfTests, new: Expectation) -> Expectation:
    """The default of a folder, with the file's changes."""
    return replace(
        default,
        permitted=default.permitted if said.permitted is UNSET else new.permitted,
        required=default.required if said.required is UNSET else new.required,
        message=new.message,
        score=new.score,
    )


def _use(said: _OfTests) -> Use | None:
    """None: the file does not say."""
    if said.use_for_time_limit is not True:
        return BY_VALUE[said.use_for_time_limit]
    if said.required is not UNSET and set(said.required) == {"TLE"}:
        return Use.UPPER
    if said.permitted is not UNSET and "TLE" not in said.permitted:
        return Use.LOWER
    return None
