"""The meaning of a finding, in a few words, and the likeliest cause of a failure among several."""

from collections.abc import Sequence

from judge.judging.findings import WARNED, Finding
from judge.judging.verdicts import Verdict

WORDS = {
    "undefined-behaviour": "undefined behaviour",
    "segmentation-fault": "segmentation fault",
    "arithmetic-error": "arithmetic error",
    "bus-error": "bus error",
    "host-memory-on-device": "host memory used in a kernel",
    "device-memory-on-host": "device memory used by the host",
    "misaligned-access": "misaligned access",
    "stack-overflow": "stack overflow in a kernel",
    "failed-assertion": "failed assertion in a kernel",
    "out-of-bounds": "access out of bounds",
    "use-after-free": "use of freed memory",
    "deadlock": "kernel that never ends (endless loop, or threads that wait for each other)",
    "shared-memory-race": "race in shared memory",
    "global-memory-race": "race in global memory",
    "unsynchronised-access": "access to memory that a kernel or a copy may still be using",
    "barrier-divergence": "barrier that not all threads reach",
    "warp-divergence": "warp operation that not all its lanes reach",
    "refused-launch": "launch that CUDA refused",
    "ignored-error": "CUDA error that was not checked",
    "uninitialised-read": "read of uninitialised memory",
    "invalid-free": "invalid free",
    "barrier-loop": "loop around a barrier that may never end",
    "endless-loop": "loop of a kernel that may never end",
    "host-loop": "loop of the host around a CUDA call, which may never end",
    "unread-result": "result of a kernel that was never copied to the host",
    "kernel-output": "printf of a kernel in the output",
    WARNED: "the compiler warns",
    "leaked-memory": "memory that was not freed",
}
"""Texts by the kind of finding: kinds that end a program come before those that only make it wrong. Unknown kinds come
first."""
HARMLESS = frozenset({"leaked-memory"})
"""Kinds that explain neither a wrong answer nor a crash."""
LEADS = {
    "refused-launch": (Verdict.WA, Verdict.RTE),
    "barrier-loop": (Verdict.TLE,),
    "endless-loop": (Verdict.TLE,),
    "host-loop": (Verdict.TLE,),
    "unread-result": (Verdict.WA, Verdict.RTE),
    "kernel-output": (Verdict.WA,),
}
"""Kinds that are not faults in themselves, and the verdicts that they may explain."""


def explaining(findings: Sequence[Finding], verdict: Verdict) -> tuple[Finding, ...]:
    """The findings of a run with this verdict; of the leads, only those that may explain it. An error that is a
    refused launch is reported once, with the reason."""
    kept = [one for one in findings if verdict in LEADS.get(one.kind, (verdict,))]
    launches = {one.place for one in kept if one.kind == "refused-launch"}
    return tuple(one for one in kept if one.kind != "ignored-error" or one.place not in launches)


def in_words(finding: Finding) -> str:
    """ "race in shared memory, mine.cu:12"."""
    words = WORDS.get(finding.kind, finding.kind)
    if finding.kind == "host-memory-on-device" and finding.kernel is None:
        words = "host memory given to a call for device memory"
    if finding.kind == "refused-launch":
        words = f"{words}, {finding.message}"
    if finding.kind == WARNED:
        return f"{words} at {finding.place}: {finding.message}"
    if finding.kernel is None:
        words = words.removesuffix(" in a kernel")
    return f"{words}, {finding.place}" if finding.place else words


def cause_of(findings: Sequence[Finding]) -> Finding | None:
    """The likeliest cause of a failure, of findings in their order; None if no finding explains it."""
    rank = {kind: number for number, kind in enumerate(WORDS)}
    telling = [finding for finding in findings if finding.kind not in HARMLESS]
    likeliest = min(telling, key=lambda finding: rank.get(finding.kind, -1), default=None)
    if likeliest is None:
        return None
    if likeliest.kind == "segmentation-fault":  # a warning about its line gives the reason
        return next(
            (one for one in telling if one.kind == WARNED and one.place == likeliest.place), likeliest
        )
    if likeliest.kind != "host-memory-on-device" or likeliest.kernel is None:
        return likeliest
    # A kernel has a null pointer if a cudaMalloc failed and nobody checked.
    before = telling[: telling.index(likeliest)]
    return next((finding for finding in before if finding.kind == "ignored-error"), likeliest)
