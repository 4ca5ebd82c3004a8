"""Another system's verdicts as a scoreboard counts them, and its languages under their names here."""

from collections.abc import Mapping, Sequence

from judge.base.records import converted, replace
from judge.contest.api import IN_THE_API
from judge.contest.model import Contest, ContestProblem, ContestSubmission
from judge.contest.scoreboard import AttemptOutcome
from judge.contest.shadow.mirror import Mirror
from judge.contest.shadow.objects import TheirJudgement, TheirJudgementType, TheirLanguage
from judge.contest.times import relative_ms
from judge.languages.table import by_suffix, language_named

COSTS_NOTHING = ("CE",)
"""Verdicts without penalty in a contest that does not say which have none."""


def their_outcomes(mirror: Mirror) -> dict[str, AttemptOutcome]:
    """The outcome that counts, by the submission's id: that of the current judgement, in older versions of the last
    that was begun."""
    types = {
        name: converted(one, TheirJudgementType) for name, one in mirror.objects["judgement-types"].items()
    }
    found: dict[str, tuple[int, AttemptOutcome]] = {}
    for one in mirror.objects["judgements"].values():
        made = converted(one, TheirJudgement)
        if not made.counts or made.submission_id not in mirror.objects["submissions"]:
            continue
        kind = types.get(made.judgement_type_id or "")
        if kind is None:
            continue
        began_ms = relative_ms(made.start_contest_time or "") or 0
        if made.submission_id not in found or began_ms >= found[made.submission_id][0]:
            found[made.submission_id] = began_ms, _outcome(kind, made)
    return {name: outcome for name, (_, outcome) in found.items()}


def _outcome(kind: TheirJudgementType, made: TheirJudgement) -> AttemptOutcome:
    has_penalty = kind.penalty
    if has_penalty is None:
        has_penalty = not kind.solved and kind.id not in COSTS_NOTHING
    return AttemptOutcome(kind.id, kind.solved, has_penalty, made.score or 0.0)


def loose_ends(mirror: Mirror) -> list[str]:
    """Judgements of submissions that the contest does not have: a part of the feed is missing, or has not arrived."""
    found = []
    for name, one in mirror.objects["judgements"].items():
        of, kind = one["submission_id"], one.get("judgement_type_id")
        if of not in mirror.objects["submissions"]:
            found.append(f"judgement {name} is of submission {of}, which was never received")
        elif kind is not None and kind not in mirror.objects["judgement-types"]:
            found.append(f"judgement {name} is {kind}, a judgement type that was never received")
    return found


def in_the_api(outcomes: Mapping[str, AttemptOutcome]) -> dict[str, AttemptOutcome]:
    """Our verdicts as the API would report them."""
    return {
        name: replace(one, verdict=IN_THE_API.get(one.verdict, one.verdict)) for name, one in outcomes.items()
    }


def our_language(name: str, extensions: Sequence[str]) -> str | None:
    """The id of the language here: the one with the same id, else by the suffixes of its files; None: there is
    none."""
    if (row := language_named(name)) is not None:
        return row.id
    rows = (by_suffix(f"main.{one.lstrip('.')}") for one in extensions)
    return next((row.id for row in rows if row is not None), None)


def as_judged_here(contest: Contest, mirror: Mirror, packages: Sequence[ContestProblem] | None) -> Contest:
    """The contest with our languages, and with the packages of the same ids or labels. `packages`: None: those in its
    folder."""
    known = {
        name: our_language(name, converted(one, TheirLanguage).extensions or ())
        for name, one in mirror.objects["languages"].items()
    }
    return replace(
        contest,
        problems=[_with_package(one, packages) for one in contest.problems],
        submissions=tuple(_in_our_language(one, known) for one in contest.submissions),
    )


def _with_package(problem: ContestProblem, packages: Sequence[ContestProblem] | None) -> ContestProblem:
    if packages is None:
        return problem
    found = next((one for one in packages if one.id == problem.id), None)
    found = found or next((one for one in packages if one.label == problem.label), None)
    return replace(problem, package=(found.package or found.id) if found else None)


def _in_our_language(one: ContestSubmission, known: Mapping[str, str | None]) -> ContestSubmission:
    found = known[one.language_id] if one.language_id in known else our_language(one.language_id, ())
    if found is None:
        return replace(one, obstacle=f"language {one.language_id!r} is not known here")
    return replace(one, language_id=found)
