"""A worker's part in comparing a class's submissions: which ones, and what of the answer is stored."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from judge.base.errors import JudgeError
from judge.base.records import part_of
from judge.languages.table import by_suffix
from judge.machine.cores import usable_cores
from judge.project.host import JudgeHost
from judge.service.background import Background
from judge.service.full_disk import enough
from judge.service.marking import share_of
from judge.similarity.compare import MOST_SUBMISSIONS, ComparedSource, SimilarityAnswer, compare
from judge.similarity.inside import LEAST_OWN, MOST_PAIRS
from judge.similarity.standing import Pair, bound, histogram, pairs_of
from judge.store.class_records import AssignmentAttempt, Counting
from judge.store.comparisons import COMPARISON
from judge.store.errors import StoreError, Unavailable
from judge.store.queue_records import JobKind
from judge.store.similarity_records import (
    ClassComparison,
    ComparedPair,
    ComparedSubmission,
    ComparisonResult,
    Treated,
)
from judge.store.store import Store

TEMPLATE = "template"
"""The name of the template, whose suffix is that of the first file in a language."""
LEAST_SHARE = 0.05
"""A pair with a smaller share is not stored."""


class Comparer(Background):
    """Compares submissions in the sandbox, on the last core: runs take turns on it."""

    KIND = JobKind.COMPARE

    def __init__(self, host: JudgeHost, store: Store, name: str, lack: Callable[[], str] = enough) -> None:
        super().__init__(store, name, host.tell, lack)
        self._host = host

    def do(self, payload: Mapping[str, Any]) -> None:
        """Raises JudgeError if they cannot be compared."""
        comparison = self._store.comparisons.get(int(payload[COMPARISON]))
        new = chosen(self._store, comparison, comparison.assignment_id)
        old = [one for other in comparison.others for one in chosen(self._store, comparison, other)]
        old = old[: max(0, MOST_SUBMISSIONS - len(new))]
        sources = self._sources([one for one, _ in [*new, *old]])
        template = []
        if comparison.template:
            names = (name for source in sources for name, _ in source.files if by_suffix(name))
            suffix = next(names, "").rpartition(".")[2]
            template = [(f"{TEMPLATE}.{suffix}", comparison.template.encode())]
        answer = compare(
            self._host, sources[: len(new)], sources[len(new) :], template, cores=usable_cores()[-1:]
        )
        pairs = pairs_of(answer.pairs, [one.own for one in answer.submissions])
        result = result_of(answer, [*new, *old], len(new), pairs)
        self._store.comparisons.end(
            comparison.id, result, kept_pairs(comparison.id, answer, pairs, result.bound)
        )

    def _sources(self, attempts: Sequence[AssignmentAttempt]) -> list[ComparedSource]:
        """Raises JudgeError for one that is damaged for every worker."""
        found = []
        for one in attempts:
            try:
                files = self._store.submissions.files(one.submission_id)
            except Unavailable:
                raise
            except StoreError as error:
                raise JudgeError(error.message) from error
            found.append(ComparedSource(one.user_id, tuple((file.name, file.content) for file in files)))
        return found


def chosen(
    store: Store, comparison: ClassComparison, assignment_id: int
) -> list[tuple[AssignmentAttempt, int]]:
    """One submission of each student to the problem: the last, or the first of the best; each with its assignment."""
    found: dict[int, AssignmentAttempt] = {}
    for one in store.assignments.attempts(assignment_id):
        if one.problem_id != comparison.problem_id:
            continue
        before = found.get(one.user_id)
        is_better = before is None or share_of(one) > share_of(before)
        if comparison.counting is Counting.LAST or is_better:
            found[one.user_id] = one
    return [(one, assignment_id) for one in found.values()]


def result_of(
    answer: SimilarityAnswer,
    attempts: Sequence[tuple[AssignmentAttempt, int]],
    new: int,
    pairs: Sequence[Pair],
) -> ComparisonResult:
    """`new`: the number of submissions that were compared with each other, and with the rest."""
    submissions = [
        ComparedSubmission(one.submission_id, one.user_id, assignment, Treated(of.state), of.words, of.own)
        for (one, assignment), of in zip(attempts, answer.submissions, strict=True)
    ]
    has_enough = [one.own >= LEAST_OWN for one in submissions]
    count = pair_count(
        [one.user_id for one, enough in zip(submissions[:new], has_enough[:new], strict=True) if enough],
        [one.user_id for one, enough in zip(submissions[new:], has_enough[new:], strict=True) if enough],
    )
    shares = [pair.share for pair in pairs]
    return ComparisonResult(tuple(submissions), count, bound(shares, count), histogram(shares, count))


def pair_count(new: Sequence[int], old: Sequence[int]) -> int:
    """The number of compared pairs, by the submissions' authors: nobody is compared with themselves."""
    people = Counter(old)
    return len(new) * (len(new) - 1) // 2 + sum(len(old) - people[one] for one in new)


def kept_pairs(
    number: int, answer: SimilarityAnswer, pairs: Sequence[Pair], least: float
) -> list[ComparedPair]:
    """`least`: the share from which a pair stands out."""
    told = {(one[0], one[1]): number for number, one in enumerate(answer.pairs[:MOST_PAIRS])}
    kept = [one for one in pairs if (one.first, one.second) in told and one.share >= LEAST_SHARE]
    return [
        part_of(
            one,
            ComparedPair,
            comparison_id=number,
            ordinal=ordinal,
            stands_out=one.share >= least,
            passages=answer.passages[told[one.first, one.second]],
        )
        for ordinal, one in enumerate(kept, start=1)
    ]
