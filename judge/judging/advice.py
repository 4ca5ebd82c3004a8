"""The advice that the emulated GPU's counters give: about a line, and only where it matters (docs/emulated-gpu.md).

Wrong advice costs the reader's trust. So each kind has a cause that the counts themselves show, such as the same
distance between all lanes. Costs that depend on the data, such as a gather by an index, get no advice.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Annotated, Literal, TypeVar

from msgspec import Meta

from judge.base.records import Count, Record, replace
from judge.base.units import number_text
from judge.judging.counters import LANES, MOST_STEPS, Counters, LaunchCounts, LineCounts

MATTERS = 0.2
"""The threshold: the share of a program's whole traffic that is wasted at a line, or of its requests that are made
there."""
LEAST_WASTED = 10_000
"""Sectors, wavefronts or turns, which take microseconds: a program that wastes fewer is too small to judge, or
computes instead."""
LEAST_REQUESTS = 1000
LEAST_TIMES_TOO_MANY = 4.0
"""Sectors relative to those needed."""
LEAST_WAYS = 2.0
"""Wavefronts relative to those needed."""
SECTOR_BYTES = 32
WORD_BYTES = 4
MOST_ADVICE = 5
MOST_BYTES = 1 << 53
MUCH_FOR_ONE_BLOCK = 10_000
"""Requests of a launch: with fewer of them, there may be work for only one block."""
MUCH_OF_A_KERNEL = 0.5
"""The share of the turns of a kernel's warps that they sit out in the steps of a tree. It is less if each thread has
several elements to combine before the first step: then no other program does much better."""

One = TypeVar("One")
Kind = Literal[
    "strided-access",
    "bank-conflict",
    "one-address",
    "one-shared-address",
    "idle-lanes",
    "idle-warps",
    "small-blocks",
    "one-block",
]


class Advice(Record, frozen=True, kw_only=True):
    """Something that costs a kernel much, and what to do about it."""

    kind: Kind
    """The kind of cost: `WORDS` explains it."""
    kernel: str = ""
    """The kernel's name; empty: hidden."""
    file: str | None = None
    """The file of the source; null: not known, or it is about the launch."""
    line: Count | None = None
    """The line there; null: not known, or it is about the launch."""
    counted: str = ""
    """The kind of access: "load", "shared-store"; empty: it is about the launch."""
    share: Annotated[float, Meta(ge=0, le=1)] = 0
    """The share of the program's traffic or requests; 0: no figure is shown, as for a secret test."""
    now: Annotated[float, Meta(ge=0)] = 0
    """Sectors or wavefronts of a request; lanes that take part; warps at work; threads of a block."""
    least: Annotated[float, Meta(ge=0)] = 0
    """The number that would suffice."""
    step: Annotated[int, Meta(ge=-MOST_BYTES, le=MOST_BYTES)] = 0
    """Bytes from one thread to the next."""
    operations: Count = 0
    """Atomic operations on one address, over all launches."""
    lane_bytes: Annotated[int, Meta(ge=0, le=MOST_BYTES)] = 0
    """What each lane requested in the request that is drawn."""
    offsets: Annotated[
        tuple[Annotated[int, Meta(ge=-MOST_BYTES, le=MOST_BYTES)] | None, ...], Meta(max_length=LANES)
    ] = ()
    """The addresses of the lanes' bytes in a request, for a picture; empty: there is none."""

    warps_at_work: Annotated[
        tuple[Annotated[int, Meta(ge=0, le=LANES)], ...], Meta(max_length=MOST_STEPS)
    ] = ()
    """Warps of a block in each step of a tree; empty: it is about something else."""

    @property
    def place(self) -> str:
        """ "mine.cu:12", or as much as is known of the place."""
        return f"{self.file}:{self.line}" if self.file and self.line else self.file or ""

    @property
    def has_figures(self) -> bool:
        """Whether more is shown than its kind and place."""
        return self.share > 0

    @property
    def share_of(self) -> str:
        """What `share` is a part of."""
        if self.kind == "idle-warps":
            return "warps' time at memory"
        return "requests" if self.kind in ("idle-lanes", "small-blocks", "one-block") else "traffic"

    @property
    def key(self) -> str:
        """The name of its text on pages, after `advice_`."""
        return self.kind.replace("-", "_") + ("" if self.has_figures else "_place")

    @property
    def figures(self) -> dict[str, str]:
        """The numbers in its text, as they are shown."""
        return {
            "now": number_text(self.now),
            "least": number_text(self.least),
            "step": f"{abs(self.step):,}",
            "words": f"{abs(self.step) // WORD_BYTES:,}",
            "ways": number_text(round(self.now / self.least)) if self.least else "",
            "operations": f"{self.operations:,}",
            "percent": f"{100 * self.share:.0f}",
            "steps": ", ".join(map(str, self.warps_at_work)),
        }

    @property
    def what(self) -> str:
        """One or two sentences: what was counted, and what to do."""
        return WORDS[self.kind].format(**self.figures) if self.has_figures else PLACE_WORDS[self.kind]


WORDS: dict[Kind, str] = {
    "strided-access": "{now} sectors a request where {least} would do: neighbouring threads are {step} bytes apart. "
    "Let them take neighbouring elements, or go through a tile in shared memory. "
    "Where an array of indices leads them there, sort it or reorder the data.",
    "bank-conflict": "{ways}-way bank conflict: neighbouring threads are {words} words of shared memory apart. "
    "Pad each row by one element, or let them take neighbouring elements.",
    "one-address": "{operations} atomic operations on one address. "
    "Combine what the threads of a warp or a block do to it first, then let one of them do it once for all.",
    "one-shared-address": "{operations} atomic operations on one address of each block. "
    "Combine what the threads of a warp do to it first, then let one of them do it once for all.",
    "idle-lanes": "{now} of 32 lanes at work: threads without work are between the others. "
    "Let the first threads of the block do the work, so that whole warps finish.",
    "idle-warps": "{steps} of {least} warps at work, step by step: "
    "each step has half of the threads of the one before. Let each thread combine "
    "8 elements or more before the first step, and the last 32 threads use shuffles.",
    "small-blocks": "Blocks of {now} of the 32 threads of a warp: the other lanes are idle. "
    "Launch blocks of 128 to 256 threads.",
    "one-block": "One block does all the work: it runs on one multiprocessor, and all others are idle. "
    "Divide the work among many blocks.",
}
"""The text of each kind; pages have it in both languages."""
PLACE_WORDS: dict[Kind, str] = {
    "strided-access": "Neighbouring threads are far apart in memory. "
    "Let them take neighbouring elements, or go through a tile in shared memory. "
    "Where an array of indices leads them there, sort it or reorder the data.",
    "bank-conflict": "Conflicts of banks in shared memory. "
    "Pad each row by one element, or let neighbouring threads take neighbouring elements.",
    "one-address": "One atomic address for all threads. "
    "Combine what the threads of a warp or a block do to it first, then let one of them do it once for all.",
    "one-shared-address": "One atomic address for all threads of a block. "
    "Combine what the threads of a warp do to it first, then let one of them do it once for all.",
    "idle-lanes": "Idle lanes: threads without work are between the others. "
    "Let the first threads of the block do the work, so that whole warps finish.",
    "idle-warps": "Most warps are idle: each step has half of the threads of the one before. "
    "Let each thread combine 8 elements or more before the first step, and the last 32 threads use shuffles.",
    "small-blocks": "Blocks of fewer threads than a warp has: the other lanes are idle. "
    "Launch blocks of 128 to 256 threads.",
    "one-block": "One block does all the work: it runs on one multiprocessor, and all others are idle. "
    "Divide the work among many blocks.",
}
"""The text of each kind without figures."""


class CountedRun(Record, frozen=True):
    """Tests whose runs were counted."""

    tests: tuple[str, ...]
    """Their names; empty: hidden."""
    advice: tuple[Advice, ...]
    """The most expensive first; empty: nothing that matters."""


def advice_of(runs: Sequence[Counters]) -> tuple[Advice, ...]:
    """The advice about these runs of a program, the most expensive in all of them together first."""
    lines = [line for run in runs for line in run.lines]
    launches = [one for run in runs for one in run.launches]
    traffic = sum(map(_traffic, lines))
    requests = sum(one.requests for one in lines)
    if not traffic or not requests:
        return ()
    found = [
        *(one for same in _grouped(lines, _access) for one in _of_line(same, traffic)),
        *(one for of_kernel in _grouped(lines, _kernel) for one in _idle_lanes(of_kernel, requests)),
        *(one for of_kernel in _grouped(lines, _kernel) for one in _idle_warps(of_kernel, traffic)),
        *(
            one
            for of_kernel in _grouped(launches, _launched)
            for one in _of_launches(of_kernel, lines, requests)
        ),
    ]
    once = [_together(same) for same in _grouped(found, lambda one: (one.kind, one.kernel, one.place))]
    return tuple(sorted(once, key=lambda one: -one.share)[:MOST_ADVICE])


def _together(same: Sequence[Advice]) -> Advice:
    """Merges the advice about a line's loads and its stores."""
    return replace(max(same, key=lambda one: one.share), share=min(1.0, sum(one.share for one in same)))


def _traffic(line: LineCounts) -> int:
    """Turns of the memory: a sector, a wavefront, or a lane that waits for another one's atomic operation."""
    return (line.sectors or 0) + (line.wavefronts or 0) + line.collisions


def _of_line(same: Sequence[LineCounts], traffic: int) -> Iterator[Advice]:
    """The advice about the accesses of a line; `same`: of the same kind, in several runs."""
    line, wasted = max(same, key=_wasted), sum(map(_wasted, same))
    if wasted < LEAST_WASTED or wasted < MATTERS * traffic:
        return
    now = line.sectors or line.wavefronts or 0
    least = max(now - _wasted(line), 1)
    is_stepped = line.step is not None and 2 * line.step_requests >= line.requests
    step, times_too_many = line.step or 0, now / least
    if line.counted in ("load", "store"):  # members of a small struct share their sectors
        kind: Kind = "strided-access"
        is_so = is_stepped and times_too_many >= LEAST_TIMES_TOO_MANY and abs(step) > SECTOR_BYTES
    elif line.counted in ("shared-load", "shared-store"):
        kind = "bank-conflict"
        is_even = step != 0 and step % (2 * WORD_BYTES) == 0
        is_so = is_stepped and times_too_many >= LEAST_WAYS and is_even
    else:
        kind = "one-shared-address" if line.counted == "shared-atomic" else "one-address"
        is_so = line.one_address
    if is_so:
        yield Advice(
            kind=kind,
            kernel=line.kernel,
            file=line.file,
            line=line.line,
            counted=line.counted,
            share=wasted / traffic,
            now=now / line.requests,
            least=least / line.requests,
            step=step,
            operations=line.lanes if line.one_address else 0,
            lane_bytes=line.lane_bytes,
            offsets=line.offsets,
        )


def _wasted(line: LineCounts) -> int:
    """The turns of the memory that another order of the accesses would save."""
    if line.counted in ("load", "store"):
        return (line.sectors or 0) - (line.least_sectors or 0)
    return (line.conflicts or 0) if line.counted in ("shared-load", "shared-store") else line.collisions


def _idle_lanes(of_kernel: Sequence[LineCounts], requests: int) -> Iterator[Advice]:
    """The line of a kernel where most lanes are inactive in a regular pattern."""
    # Lanes that spin on a lock are inactive in any pattern.
    regular = [one for one in of_kernel if one.counted != "atomic"]
    if not regular:
        return
    same = max(_grouped(regular, _access), key=lambda lines: sum(one.gapped for one in lines))
    line, gapped = max(same, key=lambda one: one.gapped), sum(one.gapped for one in same)
    if gapped >= LEAST_REQUESTS and gapped >= MATTERS * requests / 2:
        yield Advice(
            kind="idle-lanes",
            kernel=line.kernel,
            file=line.file,
            line=line.line,
            counted=line.counted,
            share=gapped / requests,
            now=line.lanes / line.requests,
            least=LANES,
        )


def _idle_warps(of_kernel: Sequence[LineCounts], traffic: int) -> Iterator[Advice]:
    """The tree in which a kernel's warps are idle most of the time."""
    line, idle = max(of_kernel, key=lambda one: one.idle_turns), sum(one.idle_turns for one in of_kernel)
    at_work = sum(map(_traffic, of_kernel))
    if idle < max(LEAST_WASTED, MUCH_OF_A_KERNEL * (at_work + idle), MATTERS * (traffic + idle)):
        return
    yield Advice(
        kind="idle-warps",
        kernel=line.kernel,
        file=line.file,
        line=line.line,
        counted=line.counted,
        share=idle / (traffic + idle),
        now=sum(line.warps_at_work) / max(len(line.warps_at_work), 1),
        least=line.block_warps,
        warps_at_work=line.warps_at_work,
    )


def _of_launches(
    of_kernel: Sequence[LaunchCounts], lines: Sequence[LineCounts], requests: int
) -> Iterator[Advice]:
    """The advice about the shapes of launches, for a kernel that does much of the work."""
    kernel = of_kernel[0].launched
    done = sum(one.requests for one in lines if one.kernel == kernel)
    if done < max(LEAST_REQUESTS, requests / 2):
        return
    most = max(one.threads for one in of_kernel)
    count = sum(one.launches for one in of_kernel)
    if most < LANES:
        yield Advice(kind="small-blocks", kernel=kernel, share=done / requests, now=most, least=LANES)
    elif all(one.blocks == one.launches for one in of_kernel) and done >= MUCH_FOR_ONE_BLOCK * count:
        yield Advice(kind="one-block", kernel=kernel, share=done / requests, now=1)


def _grouped(counted: Iterable[One], key: Callable[[One], Hashable]) -> list[list[One]]:
    groups: dict[Hashable, list[One]] = {}
    for one in counted:
        groups.setdefault(key(one), []).append(one)
    return list(groups.values())


def _access(line: LineCounts) -> Hashable:
    return line.kernel, line.file, line.line, line.counted


def _kernel(line: LineCounts) -> Hashable:
    return line.kernel


def _launched(launches: LaunchCounts) -> Hashable:
    return launches.launched
