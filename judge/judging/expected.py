"""Whether the verdicts on a submission's tests are what its package expects."""

from collections.abc import Iterable, Sequence

from judge.judging.scoring import Score
from judge.judging.verdicts import Verdict
from judge.problems.points import points_text
from judge.problems.submission_rules import VERDICTS, Expectation

OF_THE_FORMATS = {Verdict.MLE: "RTE", Verdict.OLE: "RTE", Verdict.PA: "WA"}
"""The formats have four verdicts of a test."""
Tested = tuple[str, Verdict, str]
"""A test's name, its verdict and the reason for that."""


def codes_of(verdict: Verdict) -> frozenset[str]:
    """The codes of a verdict in the formats: all except Polygon's have none for too much memory."""
    return frozenset({verdict.code, OF_THE_FORMATS.get(verdict, verdict.code)})


def deviation(
    expectations: Iterable[Expectation], tests: Sequence[Tested], score: Score | None = None
) -> str:
    """How these verdicts, of all tests that had to be run, deviate from the expectation; empty: they do not. `score`:
    of a scoring problem, as far as it is known."""
    for expectation in expectations:
        about = [(name, codes_of(verdict), why) for name, verdict, why in tests if expectation.is_about(name)]
        of_which = f" of {expectation.tests}" if expectation.tests else ""
        for name, codes, why in about:
            if not codes & expectation.permitted:
                permitted = _listed(expectation.permitted, "and")
                return (
                    f"{name}: {_told(codes, expectation)}{f', {why}' if why else ''}; permitted: {permitted}"
                )
        if not any(codes & expectation.required for _, codes, _ in about):
            return f"no test{of_which} is {_listed(expectation.required, 'or')}"
        if deviates := _of_score(expectation, score):
            return deviates
        if expectation.message and not any(expectation.message in why for _, _, why in about):
            return f"no message on a test{of_which} contains '{expectation.message}'"
    return ""


def _of_score(expectation: Expectation, score: Score | None) -> str:
    """How the score deviates from the expectation."""
    if score and expectation.whole and not _has_verdict(expectation.whole, score):
        return f"{score.verdict.title.partition(':')[0]}, {score.text}; {score.reason or 'all of the points'}"
    if expectation.score is None:
        return ""
    if score is None:
        return "there is no score"
    least, most = expectation.score
    found = score.points
    if expectation.tests:
        found = next((group.points for group in score.groups if group.name == expectation.tests), None)
    if found is not None and least <= found <= most:
        return ""
    wanted = points_text(least) if least == most else f"{points_text(least)} to {points_text(most)}"
    of_which = f" of {expectation.tests}" if expectation.tests else ""
    return f"expected {wanted} points{of_which}, found {'none' if found is None else points_text(found)}"


def _has_verdict(wanted: str, score: Score) -> bool:
    """Accepted includes solutions with only some of the points, which heuristic problems may give to any; partially
    accepted includes those with any points if there is no maximum."""
    if wanted == Verdict.AC.code:
        return score.verdict in (Verdict.AC, Verdict.PA)
    if wanted == Verdict.PA.code:
        return score.verdict is Verdict.PA or (score.verdict is Verdict.AC and not score.has_best)
    return score.verdict is not Verdict.PA and wanted in codes_of(score.verdict)


def is_settled(
    expectations: Iterable[Expectation], tests: Sequence[Tested], ends_at_failure: bool, left: Iterable[str]
) -> bool:
    """Whether no further test can change the outcome: something was found that is not permitted, or, if the first
    failure ends the judging, there was one and nothing more is required. `left`: the names of further tests."""
    of_all = list(expectations)
    for expectation in of_all:
        for name, verdict, _ in tests:
            if expectation.is_about(name) and not codes_of(verdict) & expectation.permitted:
                return True
    failed = any(verdict is not Verdict.AC for _, verdict, _ in tests)
    if not ends_at_failure or not failed or deviation(of_all, tests):
        return False
    # An expectation about some tests applies to each of them, also after a first failure.
    of_some = [one for one in of_all if one.tests]
    return not of_some or not any(one.is_about(name) for name in left for one in of_some)


def _told(codes: frozenset[str], expectation: Expectation) -> str:
    """The code among those that the format knows, or any."""
    return min(codes & (VERDICTS | expectation.required) or codes)


def _listed(codes: Iterable[str], word: str) -> str:
    return f" {word} ".join(sorted(codes))
