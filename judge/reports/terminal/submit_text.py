"""The text of `submit` about a run's time: its parts, the GPU's work, and how close it is to the best."""

from collections.abc import Callable, Iterator

from rich.console import RenderableType
from rich.text import Text

from judge.base.units import factor, fine_time, percent, plural, seconds
from judge.judging.results import TestResult
from judge.judging.times import CLEAR_RATIO, ENOUGH_RUNS, Spread, time_split, trace_of
from judge.measure.best_solver import Beside, kernel_times, walls
from judge.measure.ceilings import Ceilings
from judge.measure.cpu_against_gpu import differ
from judge.measure.roofline import Share, share_of_run
from judge.reports.gpu_words import FORGEABLE
from judge.reports.terminal.gpu_text import gpu_notes_text, kernels_table
from judge.reports.terminal.split_text import split_text
from judge.reports.time_parts import SOURCES


def time_report(
    test: TestResult,
    beside: Beside | None,
    ceilings: Ceilings | None,
    *,
    on_gpu: bool,
    width: int,
    utf8: bool = True,
    of_user: bool = True,
    hints: Callable[[], bool] = lambda: True,
) -> Iterator[RenderableType]:
    """The lines and tables of one test: the split of its time, its kernels, remarks, its share, the best.

    `of_user`: whether the solution is the user's own.
    `hints` is asked whether to mention what is missing for a comparison with the hardware.
    """
    shown = beside.mine if beside else test
    facts = shown.facts
    split = time_split(facts, shown.phases)
    again = f", run again beside {beside.name}" if beside else ""
    yield Text(
        f"Where the time went: {shown.test.name}{again}, {seconds(facts.wall_ns)} wall, {seconds(facts.cpu_ns)} CPU, "
        f"{SOURCES[split.source]}",
        style="bold",
    )
    yield from split_text(split, width, utf8)
    trace = trace_of(facts)
    if trace and trace.kernels:
        yield Text()
        yield kernels_table(trace, width)
    elif trace:
        yield Text("It launched no kernel.", style="yellow")
    yield from gpu_notes_text(facts)
    yield from _against_the_best(shown, beside, ceilings, on_gpu, of_user, hints)
    if trace and trace.can_be_forged:
        yield Text(FORGEABLE, style="dim")


def _against_the_best(
    mine: TestResult,
    beside: Beside | None,
    ceilings: Ceilings | None,
    on_gpu: bool,
    of_user: bool,
    hints: Callable[[], bool],
) -> Iterator[Text]:
    kernels = kernel_times(mine) if on_gpu else None
    time = kernels or walls(mine)
    share = _share(mine, ceilings, on_gpu, kernels)
    what = "kernels" if kernels else "program"
    line = f"{'Your' if of_user else 'Its'} {what} {fine_time(time.median)}{_share_in_words(share)}"
    if beside:
        their_kernels = kernel_times(beside.theirs) if kernels else None
        theirs = their_kernels or walls(beside.theirs)
        if bool(their_kernels) == bool(kernels):
            their_share = _share(beside.theirs, ceilings, on_gpu, their_kernels, beside.uses_all_cores)
            line += _them(beside, time, theirs) + _their_share(share, their_share)
    yield Text(f"{line}.", style="bold")
    if beside and kernels:
        whole = walls(mine)
        yield Text(f"Whole program {fine_time(whole.median)}{_them(beside, whole, walls(beside.theirs))}.")
    if share and share.impossible:
        yield Text(f"{share.in_words[0].upper()}{share.in_words[1:]}.", style="bold red")
    elif share and share.missing and hints():
        yield Text(f"No comparison with the hardware's ceiling: {share.missing}", style="dim")
    if beside:
        yield Text(_how_measured(beside, on_gpu), style="dim")


def _share(
    test: TestResult,
    ceilings: Ceilings | None,
    on_gpu: bool,
    kernels: Spread | None,
    all_cores: bool = False,
) -> Share | None:
    """None: the work of the test is unknown."""
    if test.work is None:
        return None
    kernels_ns = kernels.median if kernels else None
    return share_of_run(
        test.work,
        ceilings,
        on_gpu=on_gpu,
        wall_ns=walls(test).median,
        kernels_ns=kernels_ns,
        all_cores=all_cores,
    )


def _share_in_words(share: Share | None) -> str:
    return f", {share.in_words}" if share and share.share is not None and not share.impossible else ""


def _them(beside: Beside, mine: Spread, theirs: Spread) -> str:
    """ "; gpu-vectorized 0.36 ms (2.3 times as fast)"."""
    if min(mine.median, theirs.median) <= 0:
        return ""
    ratio = mine.median / theirs.median
    if not differ(mine, theirs, beside.runs):
        words = "a tie"
    elif ratio > 1:
        words = f"{factor(ratio)} times as fast"
    else:
        words = f"yours is {factor(1 / ratio)} times as fast"
    cores = ", on all cores" if beside.uses_all_cores else ""
    return f"; {beside.name} {fine_time(theirs.median)} ({words}{cores})"


def _their_share(mine: Share | None, theirs: Share | None) -> str:
    if theirs is None or theirs.share is None:
        return ""
    same = mine is not None and mine.binding == theirs.binding
    return f", {percent(theirs.share)}" if same else _share_in_words(theirs)


def _how_measured(beside: Beside, on_gpu: bool) -> str:
    device, by = ("GPU", "fastest kernels") if on_gpu else ("CPU", "shortest wall time")
    others = f"{plural(beside.candidates, f'stored {device} solver')} ran once, then the one with the {by}"
    if beside.candidates == 1:
        others = f"the only stored {device} solver"
    runs = "once each" if beside.runs == 1 else f"{beside.runs} times each"
    if beside.runs >= ENOUGH_RUNS:
        sure = "medians; overlapping spreads count as a tie"
    else:
        sure = (
            f"too few runs to know the spread: up to {CLEAR_RATIO:g} times as fast is a tie (use --repeat 5)"
        )
    return f"Measured on {beside.mine.test.name}: {others} alternated with yours, {runs}; {sure}."
