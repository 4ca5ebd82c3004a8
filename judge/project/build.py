"""Configures and builds the C++ programs, only as far as something changed."""

import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from judge.base.errors import JudgeError
from judge.base.events import Note, Warned, task
from judge.base.interruption import park_if_interrupted
from judge.base.next_steps import RunJudge
from judge.base.processes import require_own_end
from judge.base.units import plural
from judge.base.user_state import cache_folder
from judge.project.broken_builds import broken_builds, broken_in, keep_broken_builds
from judge.project.build_failure import failure_in
from judge.project.build_lock import build_lock
from judge.project.build_state import is_current, keep_state
from judge.project.emulator import build_option, why_left_out
from judge.project.host import JudgeHost
from judge.project.installation import Installation
from judge.project.ownership import obstacle_to_write, warning_to_root

SOLVERS = "judge-solvers"
"""The CMake target for judging on this machine's own CPU and GPU."""
DATA = "judge-data"
"""The target above, plus the tools that make and check test data."""
PROGRAMS = "judge-programs"
"""The target above, plus everything that the emulated GPU needs; without tests."""
EMULATOR = "cuda-device-module"
"""Its part that compiles and runs a submission on the emulated GPU."""
PACKAGES = "packages"
"""Names the part of a step that packages from elsewhere need: the runner and the default comparison."""
TESTS, BENCHMARKS = "-DWARP_JUDGE_TESTS=ON", "-DWARP_JUDGE_BENCHMARKS=ON"
"""Optional parts of a build: they need more packages, so they are configured only on request."""
CCCL = "WARP_JUDGE_CCCL_INCLUDE_DIR"
COMPILED_KEPT = "2G"
"""The bound of the cache of compiled objects."""
MOST_NAMED = 3
"""The most problems that a message names."""
SILENT_SECONDS = 1.0
"""The time below which a step is not worth a message."""
Telling = Callable[[str, int, int], None]
"""Gets what is being built, the finished steps and their total."""


def build(
    host: JudgeHost, target: str = PROGRAMS, extras: Sequence[str] = (), problems: Sequence[str] = ()
) -> None:
    """Brings build/ up to date. The compiler's output is shown only on failure.

    `problems`: builds `target`, one of SOLVERS, DATA and PROGRAMS, only for these; empty: for all. `extras`: of TESTS
    and BENCHMARKS. On a machine with a CUDA toolkit but without a GPU, nothing is compiled with the toolkit, as
    nothing could run; with TESTS the compiler checks the kernels.
    """
    if not host.installation.builds:
        return
    targets = _targets(target, problems)

    def is_needed() -> bool:
        return not is_built(host, target, problems) or not set(extras) <= configured_extras(host.installation)

    if obstacle := obstacle_to_write(host.installation):
        raise obstacle
    if not is_needed():
        return
    if warning := warning_to_root(host.installation):
        host.tell(Warned(warning))
    host.installation.build.mkdir(exist_ok=True)
    with build_lock(host.installation.build / ".judge-lock", is_needed, host.tell) as lock:
        if lock is None:
            return
        # Nothing new is known about problems that are not built now: broken ones are not tried again.
        known = broken_builds(host.installation) if problems else {}
        broken = {name: why for name, why in known.items() if name not in problems}
        title = f"building {target}{f' of {_named(problems)}' if problems else ''}"
        while found := _failed(host, targets, title, extras, tuple(sorted(broken)), lock.tell):
            broken |= found
        keep_broken_builds(host.installation, broken)
        for one in targets:
            keep_state(host.installation, one)


def is_built(host: JudgeHost, target: str, problems: Sequence[str] = ()) -> bool:
    """Whether build() has nothing to do for it."""
    if not host.installation.builds:
        return True
    return all(is_current(host.installation, one) for one in _targets(target, problems))


def _targets(target: str, problems: Sequence[str]) -> list[str]:
    return [f"{target}-{name}" for name in problems] or [target]


def _named(problems: Sequence[str]) -> str:
    return ", ".join(problems) if len(problems) <= MOST_NAMED else plural(len(problems), "problem")


def _failed(
    host: JudgeHost,
    targets: Sequence[str],
    title: str,
    extras: Sequence[str],
    left_out: Sequence[str],
    tell: Telling,
) -> dict[str, str]:
    """Builds all but the problems `left_out`. Returns further problems that cannot be built, with the reasons.

    In a build with tests, which is for developing the project itself, that is an error.
    """
    try:
        configure(host, extras, left_out, tell)
        command = ["cmake", "--build", str(host.installation.build), "--target", *targets]
        run_step(host, command, title, tell)
    except BuildError as error:
        found = {} if extras else broken_in(host.installation, error.output)
        if not found or found.keys() & set(left_out):
            raise
        return found
    _remove_dead_files(host.installation)
    return {}


def _remove_dead_files(installation: Installation) -> None:
    """Removes files that ninja has made but no longer would: the programs of a problem that was removed."""
    if (installation.build / "build.ninja").exists():
        command = ["cmake", "--build", str(installation.build), "--", "-t", "cleandead"]
        subprocess.run(command, capture_output=True, check=False)


def will_build(installation: Installation, file: str) -> bool:
    """Whether `file`, by its path in build/, exists, or is a target of the build that may still have to make it, or a
    folder for such targets."""
    if (installation.build / file).exists():
        return True
    rules = installation.build / "build.ninja"
    if not rules.exists():
        return False
    text = rules.read_text("utf-8")
    return any(f"\nbuild {file}{end}" in text for end in (": ", "/"))


def configured_extras(installation: Installation) -> set[str]:
    done = installation.build / "judge-configured"
    words = done.read_text("utf-8").splitlines() if done.exists() else []
    return {TESTS, BENCHMARKS} & set(words)


def configure(
    host: JudgeHost,
    extras: Sequence[str] = (),
    left_out: Sequence[str] = (),
    tell: Telling = lambda *_: None,
) -> None:
    """Configures unless the same was done before: it is repeated when a toolkit or GPU appears or disappears.

    Parts that were configured once stay. If there are GPUs, code is made for them alone, which takes a third of the
    time.
    """
    extras = sorted({*extras, *configured_extras(host.installation)})
    cuda = host.installation.cuda
    command = ["cmake", "-S", str(host.installation.root), "-B", str(host.installation.build), "-G", "Ninja"]
    command += ["-DWARP_JUDGE_UNITY=ON", f"-DWARP_JUDGE_LEFT_OUT={';'.join(left_out)}"]
    command += [extra if extra in extras else extra.replace("=ON", "=OFF") for extra in (TESTS, BENCHMARKS)]
    command += [build_option(), *launcher_options()]
    nvcc = cuda.nvcc if cuda.compiles_for_gpus else None
    if nvcc:
        gpus = ";".join(map(str, cuda.compute_capabilities))
        command += [f"-DCMAKE_CUDA_COMPILER={nvcc}", "-DWARP_JUDGE_CUDA=ON"]
        command += [f"-DCMAKE_CUDA_ARCHITECTURES={gpus}"] if gpus else []
    else:
        command += ["-DWARP_JUDGE_CUDA=OFF"]
        command += (
            [f"-DWARP_JUDGE_NVCC={cuda.nvcc}"] if cuda.nvcc and TESTS in extras else ["-UWARP_JUDGE_NVCC"]
        )
    headers = cuda.cccl_headers  # CMake would keep those of a removed toolkit
    command += [f"-D{CCCL}={headers}" if headers else f"-U{CCCL}"]
    done = host.installation.build / "judge-configured"
    text = "\n".join(command)
    if (
        (host.installation.build / "build.ninja").exists()
        and done.exists()
        and done.read_text("utf-8") == text
    ):
        return
    command += fresh_if_changed(host.installation.root, host.installation.build, nvcc)
    run_step(host, command, f"configuring {'with' if nvcc else 'without'} CUDA", tell)
    if why := why_left_out(host.installation):
        host.tell(Warned(f"{why}. Without it CUDA submissions run only on a real GPU"))
    done.write_text(text, encoding="utf-8")


def launcher_options() -> list[str]:
    """The option that makes CMake compile through ccache, if it is installed."""
    launcher = shutil.which("ccache")
    return [f"-DCMAKE_CXX_COMPILER_LAUNCHER={launcher}" if launcher else "-UCMAKE_CXX_COMPILER_LAUNCHER"]


def fresh_if_changed(root: Path, build: Path, nvcc: Path | None = None) -> list[str]:
    """The option that makes CMake forget a build that was configured elsewhere, for sources elsewhere, or with another
    CUDA compiler. For another compiler CMake forgets by itself, but then the options that it was given, too."""
    cache = build / "CMakeCache.txt"
    text = cache.read_text("utf-8", errors="replace") if cache.exists() else ""

    def cached(key: str) -> str | None:
        found = re.search(rf"^{key}:\w+=(.*)$", text, re.MULTILINE)
        return found[1] if found else None

    places = {"CMAKE_HOME_DIRECTORY": root, "CMAKE_CACHEFILE_DIR": build}
    for key, place in places.items():
        before = cached(key)
        if before is not None and Path(before).resolve() != place.resolve():
            return ["--fresh"]
    return ["--fresh"] if nvcc and cached("CMAKE_CUDA_COMPILER") not in (None, str(nvcc)) else []


def _build_environment(installation: Installation) -> dict[str, str]:
    """The environment with ccache, through which objects compiled for one checkout serve all others of this user."""
    return {
        **os.environ,
        "CCACHE_DIR": str(cache_folder() / "ccache"),
        "CCACHE_MAXSIZE": COMPILED_KEPT,
        "CCACHE_BASEDIR": str(installation.root),
        "CCACHE_NOHASHDIR": "1",
        "CCACHE_ABSSTDERR": "1",
        "CCACHE_SLOPPINESS": "pch_defines,time_macros,include_file_mtime,include_file_ctime",
    }


class BuildError(JudgeError):
    """A build command failed."""

    def __init__(self, message: str, output: str) -> None:
        super().__init__(message)
        self.output = output
        """The command's whole output."""


def run_step(host: JudgeHost, command: list[str], title: str, tell: Telling = lambda *_: None) -> None:
    """Runs a build command, and reports its progress; its output goes to a log, and the end of it into the error.

    `tell` is called with each progress that is known.
    """
    tell(title, 0, 0)
    log = host.installation.build / "judge-build.log"
    lines: list[str] = []
    start, announced = time.monotonic(), False
    try:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            process_group=0,  # to be ended as a whole: CMake does not pass a signal on to ninja
            env=_build_environment(host.installation),
        )
    except OSError as error:
        raise JudgeError(f"{command[0]}: {error}", RunJudge(("doctor",))) from error
    with process, task(host.tell, title, takes_minutes=True) as progress:
        for line in process.stdout or ():
            lines.append(line)
            if not announced and time.monotonic() - start > SILENT_SECONDS:
                announced = True
                host.tell(Note(title, takes_minutes=True))
            counted = re.match(r"\[(\d+)/(\d+)\]", line)
            if counted:
                progress.reach(int(counted[1]), int(counted[2]))
                tell(title, int(counted[1]), int(counted[2]))
    park_if_interrupted()
    log.write_text("".join(lines), encoding="utf-8")
    require_own_end(command[0], process.returncode)
    if process.returncode != 0:
        told = "".join(failure_in(lines))
        message = f"'{' '.join(command)}' failed:\n{told}The whole output: {host.installation.show(log)}"
        raise BuildError(message, "".join(lines))
