"""The compiler's warnings that may explain a failure; a correct program gets none."""

from collections.abc import Sequence

from judge.judging.findings import WARNED, Finding
from judge.judging.verdicts import Verdict
from judge.languages.compile_warnings import CompilerWarning

MOST = 3
UNDEFINED = frozenset(
    """
    aggressive-loop-optimizations alloc-size-larger-than array-bounds dangling-pointer div-by-zero
    free-nonheap-object implicit-function-declaration incompatible-pointer-types infinite-recursion int-conversion
    int-to-pointer-cast maybe-uninitialized mismatched-dealloc mismatched-new-delete nonnull null-dereference
    pessimizing-move restrict return-local-addr return-type sizeof-pointer-memaccess stringop-overflow
    stringop-overread type-limits uninitialized use-after-free vla-larger-than
    """.split()
)
"""Flags about undefined behaviour: the program may crash, give a wrong answer, or never end."""
NOT_MEANT = frozenset(
    """
    address bool-compare char-subscripts dangling-else duplicated-cond empty-body int-in-bool-context
    logical-not-parentheses logical-op memset-elt-size memset-transposed-args misleading-indentation multichar overflow
    parentheses sequence-point shift-count-negative shift-count-overflow shift-overflow
    sizeof-array-argument sizeof-array-div sizeof-pointer-div switch-unreachable tautological-compare unused-value
    """.split()
)
"""Flags about code that is valid, but hardly what was meant."""
FORMAT = frozenset({"format", "format-extra-args", "format-overflow", "format-security"})
EXPLAINED = {
    Verdict.RTE: UNDEFINED,
    Verdict.WA: UNDEFINED | NOT_MEANT | FORMAT,
    Verdict.TLE: UNDEFINED | NOT_MEANT,
    Verdict.MLE: frozenset({"infinite-recursion"}),
}


def warned_of(
    warnings: Sequence[CompilerWarning], verdict: Verdict, own_files: Sequence[str]
) -> tuple[Finding, ...]:
    """The warnings about these files that may explain a run with this verdict, as findings."""
    found: dict[str, Finding] = {}
    for one in warnings:
        if one.file in own_files and _explains(one, verdict):
            finding = Finding(WARNED, one.message, one.file, one.line)
            found.setdefault(finding.place, finding)
    return tuple(found.values())[:MOST]


def _explains(warning: CompilerWarning, verdict: Verdict) -> bool:
    if verdict is Verdict.RTE and warning.flag == "format":
        return "*'" in warning.message.partition(", but ")[0]  # an address is expected, and used
    return warning.flag in EXPLAINED.get(verdict, ())
