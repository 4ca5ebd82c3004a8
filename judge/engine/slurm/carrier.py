"""Sends nodes what a job needs from a checkout that they cannot see: each bundle is stored once."""

import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from pathlib import Path

from judge.engine.slurm.bundle import judge_files, problem_files, program_files
from judge.engine.slurm.settings import ClusterKeys
from judge.engine.slurm.store import BundleStore
from judge.engine.slurm.wire import SentBundles, SentProgram
from judge.judging.job import Job
from judge.judging.prepare import obstacle_of, prepared
from judge.judging.solutions import Solution
from judge.languages.compile import Compiled
from judge.machine.cores import usable_cores
from judge.problems.checksums import known_checksums
from judge.problems.model import Problem, TestCase
from judge.project.host import JudgeHost, this_host

PROGRAM = "{program}"


def is_compiled_here(solution: Solution) -> bool:
    """Whether it is compiled here: compilers for CUDA C++ are part of the checkout, or of a toolkit that nodes may
    lack."""
    language = solution.language
    return language is not None and language.makes_program and language.device.computes_on_gpu


class Carrier:
    def __init__(self, host: JudgeHost, keys: ClusterKeys) -> None:
        self._host, self._keys = host, keys
        self._store = BundleStore(keys.shared_folder)
        self._programs: dict[str, SentProgram] = {}
        self.mend = self._store.mend

    @cached_property
    def start(self) -> list[str]:
        """The command by which a node becomes this judge; arguments follow it."""
        this = this_host()
        with known_checksums(this.installation.data, "judge") as checksum:
            digest = self._store.put(judge_files(this.installation), checksum)
        unpacker = self._store.put_unpacker()
        python = Path(sys.executable).resolve()  # which a virtual environment only links
        return [
            str(python),
            "-I",
            str(unpacker),
            str(self._store.folder),
            digest,
            self._keys.node_cache or "",
        ]

    def put_problem(self, problem: Problem, tests: Sequence[TestCase]) -> str:
        """Stores a problem, and returns its bundle's digest."""
        with known_checksums(self._host.installation.data, problem.id) as checksum:
            return self._store.put(problem_files(self._host.installation, problem, tests), checksum)

    def compile(self, jobs: Mapping[str, Job]) -> None:
        """Compiles, on all cores, what nodes do not compile. `jobs`: by their keys."""
        here = {
            key: job
            for key, job in jobs.items()
            if key not in self._programs and is_compiled_here(job.solution)
        }
        cores = usable_cores()
        with ThreadPoolExecutor(len(cores)) as threads:
            self._programs |= zip(here, threads.map(self._compiled, here.values()), strict=True)

    def _compiled(self, job: Job) -> SentProgram:
        if obstacle := obstacle_of(self._host, job.solution):
            return SentProgram(None, obstacle=obstacle)
        compiled = prepared(self._host, job.solution, ())
        if compiled.error is not None:
            return SentProgram(None, error=compiled.error, isolation=compiled.isolation)
        cache = self._host.installation.data.compile_cache
        program = next(path for path in map(Path, compiled.command) if path.is_relative_to(cache))
        folder = cache / program.relative_to(cache).parts[0]

        def named(path: str | Path) -> str:
            return str(path).replace(str(folder), PROGRAM)

        return SentProgram(
            self._store.put(program_files(folder)),
            tuple(map(named, compiled.command)),
            tuple(map(named, compiled.visible)),
            named(compiled.source) if compiled.source else None,
            isolation=compiled.isolation,
            warnings=compiled.warnings,
            files=named(compiled.files) if compiled.files else None,
        )

    def bundles(self, problems: Sequence[str], keys: Sequence[str]) -> SentBundles:
        """Bundles for a task. `problems`: digests; `keys`: those of its jobs."""
        programs = {key: self._programs[key] for key in keys if key in self._programs}
        return SentBundles(str(self._store.folder), self._keys.node_cache or "", tuple(problems), programs)


def program_here(sent: SentProgram, folder: Path | None) -> Compiled:
    """The program on a node. `folder`: where its files were unpacked."""

    def here(text: str) -> str:
        return text.replace(PROGRAM, str(folder))

    return Compiled(
        tuple(map(here, sent.command)),
        tuple(Path(here(path)) for path in sent.visible),
        Path(here(sent.source)) if sent.source else None,
        sent.error,
        sent.isolation,
        sent.warnings,
        Path(here(sent.files)) if sent.files else None,
    )
