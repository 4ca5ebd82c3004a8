"""Sharing the cores among the solutions to be judged, without ever oversubscribing one.

Each solution is judged by one worker that owns one core, and its runs are pinned there. Those that need the GPU
share two, so that one runs while the other compiles or validates: the runner gives the GPU to one run at a time.
Solvers that start threads of their own come last, one at a time, with every core.
"""

import queue
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed

from judge.contestants import Contestant
from judge.results import Result
from judge.verdicts import Verdict

JudgeOne = Callable[[Contestant, Sequence[int]], Result]


def judge_all(
    contestants: Sequence[Contestant], judge_one: JudgeOne, cores: Sequence[int]
) -> Iterator[Result]:
    """Judges all, and yields each result as it is there."""
    free_cores: queue.SimpleQueue[int] = queue.SimpleQueue()
    for core in cores:
        free_cores.put(core)

    def on_one_core(contestant: Contestant) -> Result:
        core = free_cores.get()
        try:
            return judge_one(contestant, [core])
        finally:
            free_cores.put(core)

    single = [contestant for contestant in contestants if not contestant.uses_all_cores]
    # Those that are slow or wait for a time limit first: a long one at the end would leave the other cores idle.
    single.sort(key=lambda contestant: not (contestant.emulated or contestant.expected is Verdict.TLE))
    # With few cores a second one that waits for the GPU would take from the CPU solutions what it does not use.
    gpu_workers = ThreadPoolExecutor(max_workers=2 if len(cores) > 2 else 1)
    with ThreadPoolExecutor(max_workers=len(cores)) as workers, gpu_workers:
        futures = [
            (gpu_workers if contestant.runs_on_gpu else workers).submit(on_one_core, contestant)
            for contestant in single
        ]
        try:
            for future in as_completed(futures):
                yield future.result()
        except BaseException:
            for executor in (workers, gpu_workers):
                executor.shutdown(wait=False, cancel_futures=True)
            raise
    for contestant in contestants:
        if contestant.uses_all_cores:
            yield judge_one(contestant, list(cores))
