"""What judging needs besides the machine: tools, the built programs, the languages."""

import platform
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from judge.base.called import JUDGE
from judge.base.errors import JudgeError
from judge.base.next_steps import for_shell
from judge.doctor.diagnosis import Diagnosis, Health, judged
from judge.languages.compiler import version_line
from judge.languages.self_test import self_test
from judge.languages.table import LANGUAGES, absent_languages, is_emulated_here
from judge.machine.cuda_toolkit import CCCL_RELEASE
from judge.project.emulator import CLANG
from judge.project.host import JudgeHost
from judge.project.installation import Installation
from judge.project.ownership import obstacle_to_write

TOOLS = (("cmake", "cmake"), ("ninja", "ninja-build"), ("g++", "g++"), ("git", "git"))
"""Programs, and the Debian packages that bring them."""
WORKS = "self-test passed"


def check_system() -> Iterator[Diagnosis]:
    try:
        name = platform.freedesktop_os_release()["PRETTY_NAME"]
    except OSError:
        name = platform.system()
    yield Diagnosis("system", Health.GOOD, name)


def check_tools(*, builds: bool) -> Iterator[Diagnosis]:
    """Diagnoses of what builds the judge's programs, where they are built, and compiles for the emulated GPU."""
    for tool, package in TOOLS if builds else ():
        path = shutil.which(tool)
        why, advice = "the judge's programs cannot be built", f"apt-get install {package}"
        yield judged(tool, path is not None, path or "not found", why, advice, worse=Health.BAD)
    path = shutil.which(CLANG)
    why = (
        "the emulated GPU is not built: CUDA submissions run only on a real GPU, and are skipped without one"
    )
    yield judged(CLANG, path is not None, path or "not found", why, "apt-get install clang")


def check_cccl(headers: Path | None) -> Iterator[Diagnosis]:
    found = str(headers) if headers else "not found"
    why = "programs with Thrust, CUB or libcu++ do not compile for the emulated GPU"
    advice = f"{sys.executable} -m pip install nvidia-cuda-cccl==13.0.85"
    yield judged(f"CCCL {CCCL_RELEASE}", headers is not None, found, why, advice, worse=Health.NOTE)


def check_build(installation: Installation) -> Iterator[Diagnosis]:
    if installation.builds and (obstacle := obstacle_to_write(installation)):
        advice = for_shell(obstacle.next_step) if obstacle.next_step else ""
        why = "nothing can be built or judged in this checkout"
        yield Diagnosis("build", Health.BAD, obstacle.message, why, advice)
        return
    built = installation.runner.exists()
    found = installation.show(installation.runner) if built else "not built"
    advice = f"{JUDGE} verify builds what it needs"
    yield judged("build", built, found, "", advice, worse=Health.NOTE)


def check_languages(host: JudgeHost) -> Iterator[Diagnosis]:
    absent = absent_languages()
    for language in LANGUAGES:
        if language in absent:
            continue
        what = f"language {language.id}"
        if not host.installation.runner.exists():
            yield Diagnosis(what, Health.NOTE, "not tried: the runner is not built", "", f"{JUDGE} verify")
            continue
        if obstacle_to_write(host.installation):
            is_other = not host.installation.builds
            reason = "another user judges" if is_other else "build/ cannot be written to"
            yield Diagnosis(what, Health.NOTE, f"not tried: {reason}")
            continue
        try:
            obstacle = self_test(host, language)
        except JudgeError as error:
            why = "nothing can be judged with a runner that is incompatible or fails"
            found = str(error).partition("\n")[0]
            yield Diagnosis(what, Health.WEAK, found, why, f"{JUDGE} verify builds it again")
            continue
        not_run = host.policy.gpus.obstacle if language.device.needs_gpu else None
        works = f"its self-test compiles; not run: {not_run}" if not_run else WORKS
        version = None if language.missing_tools else version_line(language)
        found = obstacle or (f"{version}; {works}" if version else works)
        if is_emulated_here(language):
            found = f"on the emulated GPU, as {obstacle}"
        why = (
            "its submissions run on the emulated GPU alone"
            if language.without_gpu
            else "its submissions are skipped"
        )
        yield judged(what, obstacle is None, found, why, language.install, worse=Health.NOTE)
    if absent:
        names = ", ".join(language.id for language in absent)
        found = f"{names}: not installed, and needed by their submissions alone; {JUDGE} languages"
        yield Diagnosis("other languages", Health.GOOD, found)
