"""Whether a correct run used no more memory traffic than its problem allows, by the emulated GPU's counts."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from msgspec import Struct

from judge.judging.counters import Counters, LineCounts
from judge.judging.verdicts import Decision, Verdict
from judge.problems.count_rules import CountRule, Figure

_GLOBAL, _SHARED = ("load", "store"), ("shared-load", "shared-store", "shared-atomic")
_OF_FIGURES: Mapping[Figure, tuple[str, tuple[str, ...]]] = {
    "global-requests": ("requests", _GLOBAL),
    "global-sectors": ("sectors", _GLOBAL),
    "load-sectors": ("sectors", ("load",)),
    "store-sectors": ("sectors", ("store",)),
    "atomic-lanes": ("lanes", ("atomic",)),
    "atomic-collisions": ("collisions", ("atomic",)),
    "shared-wavefronts": ("wavefronts", _SHARED),
    "bank-conflicts": ("conflicts", _SHARED),
    "tensor-operations": ("requests", ("tensor-operation",)),
    "launches": ("launches", ()),
}
"""The sum for each figure: a count of a line, and the kinds of access. Launches belong to no line."""


def kinds_in(rules: Iterable[CountRule]) -> frozenset[str]:
    """The kinds of access that these rules are about."""
    return frozenset(kind for rule in rules for kind in _OF_FIGURES[rule.figure][1])


def _share(figure: Figure, line: LineCounts) -> int:
    count, kinds = _OF_FIGURES[figure]
    return getattr(line, count) or 0 if line.counted in kinds else 0


class Counted(Struct, frozen=True):
    """One rule and a run's count for it."""

    rule: CountRule
    found: int
    place: str
    """The line of the source with the largest share, "mine.cu:12"; empty: unknown."""

    @property
    def is_met(self) -> bool:
        return self.rule.least <= self.found <= self.rule.most

    @property
    def text(self) -> str:
        """ "global sectors: 4.50 of the least (65,536), at most 1.10"."""
        rule = self.rule
        if not rule.least:
            return f"{rule.name}: {self.found:,}, at most {rule.most:,}"
        ratio = self.found / rule.least
        return f"{rule.name}: {ratio:.2f} of the least ({rule.least:,}), at most {rule.most / rule.least:.2f}"


def counted(
    rules: Sequence[CountRule], test: str, counters: Counters, files: Collection[str]
) -> tuple[Counted, ...]:
    """The rules of this test, each with what was counted. `files`: the names of the submitted ones; no other is named,
    as the program could make one up from the input."""
    return tuple(_counted(rule, counters, files) for rule in rules if rule.test == test)


def _counted(rule: CountRule, counters: Counters, files: Collection[str]) -> Counted:
    if rule.figure == "launches":
        return Counted(rule, sum(one.launches for one in counters.launches), "")
    shares = [(_share(rule.figure, line), line) for line in counters.lines]
    share, largest = max(shares, key=lambda one: one[0], default=(0, None))
    place = largest.place if largest and share and largest.file in files else ""
    return Counted(rule, sum(share for share, _ in shares), place)


def by_counts(decision: Decision, found: Sequence[Counted], *, launched: bool = True) -> Decision:
    """The decision on a run: a correct one fails by the first rule that it breaks, else the reason has the counts.
    `launched`: whether it has launched a kernel; the host's own work meets every bound that has no least."""
    if decision.verdict is not Verdict.AC or not found:
        return decision
    if not launched:
        return Decision(
            Verdict.CLE, "the output is right; no kernel was launched: the work must be the GPU's"
        )
    broken = next((one for one in found if not one.is_met), None)
    if broken is None:
        return Decision(Verdict.AC, "; ".join(one.text for one in found))
    if broken.found < broken.rule.least:
        why = "fewer than the work takes: something that is not counted did it"
    else:
        why = f"most of them by {broken.place}" if broken.place else ""
    return Decision(Verdict.CLE, f"the output is right; {broken.text}{f'; {why}' if why else ''}")
