"""Second looks at a failure, to find its cause: by the emulated GPU and by sanitizers; on a cluster, by the emulated
GPU of a node."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from judge.engine.engine import Engine
from judge.judging.job import Job
from judge.judging.results import Result, TestResult
from judge.judging.sanitize import can_be_sanitized, sanitized
from judge.judging.second_look import (
    SecondLook,
    can_be_emulated,
    look_emulated,
    seen_in,
    why_too_large,
)
from judge.judging.solutions import Solution
from judge.languages.table import without_gpu
from judge.problems.work import Work
from judge.project.build import EMULATOR, build
from judge.project.emulator import why_left_out
from judge.project.host import JudgeHost
from judge.service.prepared_problem import emulated_twin

Look = Callable[[Sequence[int]], SecondLook]
"""Runs the first failing test again, on these cores."""


def looks_at(host: JudgeHost, result: Result, work: Mapping[str, Work], *, sanitize: bool) -> Sequence[Look]:
    """The looks that may show the cause of this failure; empty if none can. Builds what they need."""
    looks: list[Look] = []
    if can_be_emulated(result) and (emulated := _emulated(host, result.solution)):
        looks.append(partial(look_emulated, host, result, emulated, work))
    if sanitize and can_be_sanitized(result):
        looks.append(partial(sanitized, host, result))
    return looks


def looks_on_cluster(
    host: JudgeHost, results: Sequence[Result], work: Mapping[str, Work]
) -> dict[str, SecondLook]:
    """Looks at each of these results, as jobs for the nodes: by the solution's name."""
    looks: dict[str, SecondLook] = {}
    failures: dict[str, TestResult] = {}
    jobs = []
    for result in results:
        name, failure = result.solution.name, result.first_failure
        if failure is None or not can_be_emulated(result):
            continue
        if too_large := why_too_large(host.policy, failure, work):
            looks[name] = too_large
        elif emulated := _emulated(host, result.solution):
            failures[name] = failure
            known = {failure.test.name: failure.work} if failure.work else {}
            jobs.append(Job(emulated, [failure.test], work=known))
    if jobs:
        for look in Engine(host).judge([jobs]):
            looks[look.solution.name] = seen_in(failures[look.solution.name], look)
    return looks


def _emulated(host: JudgeHost, solution: Solution) -> Solution | None:
    """The submission for the emulated GPU, which is built first; None if its language has none."""
    has_twin = solution.language is not None and without_gpu(solution.language) is not None
    if not has_twin or why_left_out(host.installation):
        return None
    build(host, EMULATOR)
    return emulated_twin(host, solution)
