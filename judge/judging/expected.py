"""Whether the verdicts on a submission's tests are what its package says of them."""

from collections.abc import Iterable, Sequence

from judge.judging.verdicts import Verdict
from judge.problems.submission_rules import VERDICTS, Expectation

OF_THE_FORMATS = {Verdict.MLE: "RTE", Verdict.OLE: "RTE"}
"""The formats know four verdicts of a test."""
Tested = tuple[str, Verdict, str]
"""A test's name, its verdict and the reason for that."""


def codes_of(verdict: Verdict) -> frozenset[str]:
    """The verdict as the formats know it: all but Polygon's have none for too much memory."""
    return frozenset({verdict.code, OF_THE_FORMATS.get(verdict, verdict.code)})


def deviation(expectations: Iterable[Expectation], tests: Sequence[Tested]) -> str:
    """In which way these verdicts, of all tests that had to be run, are not as expected; empty: they are."""
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
        if expectation.message and not any(expectation.message in why for _, _, why in about):
            return f"no message on a test{of_which} contains '{expectation.message}'"
    return ""


def is_settled(expectations: Iterable[Expectation], tests: Sequence[Tested], ends_at_failure: bool) -> bool:
    """Whether no further test can change what comes of it: something else than permitted was found or, where a first
    failure ends the judging, there was one and nothing more is required."""
    of_all = list(expectations)
    for expectation in of_all:
        for name, verdict, _ in tests:
            if expectation.is_about(name) and not codes_of(verdict) & expectation.permitted:
                return True
    failed = any(verdict is not Verdict.AC for _, verdict, _ in tests)
    return ends_at_failure and failed and not deviation(of_all, tests)


def _told(codes: frozenset[str], expectation: Expectation) -> str:
    """The code among those that the format knows, or any."""
    return min(codes & (VERDICTS | expectation.required) or codes)


def _listed(codes: Iterable[str], word: str) -> str:
    return f" {word} ".join(sorted(codes))
