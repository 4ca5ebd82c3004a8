"""Configuring and building the C++ programs, only as far as something changed."""

import fcntl
import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.progress import TaskID

from judge.console import err, progress, say
from judge.cuda import compute_capabilities, find_nvcc
from judge.errors import JudgeError
from judge.project import Project

PROGRAMS = "judge-programs"
"""The CMake target of all that judging needs, without tests."""
SILENT_SECONDS = 1.0
"""A step that is done by then is not worth a message."""
PROGRESS_SECONDS = 30.0
"""Where no bar is shown, a line so often."""


def build(project: Project, target: str = PROGRAMS) -> None:
    """Brings build/ up to date. The compiler's output is shown only when it fails."""
    project.build.mkdir(exist_ok=True)
    with _lock(project.build / ".judge-lock"):
        _configure(project)
        command = ["cmake", "--build", str(project.build), "--target", target]
        run_step(project, command, f"building {target}")


def _configure(project: Project) -> None:
    """Only where it was not yet done like this: when a toolkit or a GPU has come or gone, it is done again.

    Where there are GPUs, it is for them alone, which takes a third of the time; else for all that are supported.
    """
    nvcc, gpus = find_nvcc(), ";".join(map(str, compute_capabilities()))
    gpu_code = f"-DCMAKE_CUDA_ARCHITECTURES={gpus}" if gpus else "-UCMAKE_CUDA_ARCHITECTURES"
    with_cuda = [f"-DCMAKE_CUDA_COMPILER={nvcc}", "-DWARP_JUDGE_CUDA=ON", gpu_code]
    command = ["cmake", "-S", str(project.root), "-B", str(project.build), "-G", "Ninja"]
    command += with_cuda if nvcc else ["-DWARP_JUDGE_CUDA=OFF"]
    done = project.build / "judge-configured"
    if (project.build / "build.ninja").exists() and done.exists() and done.read_text("utf-8") == str(command):
        return
    run_step(project, command, "configuring with CUDA" if nvcc else "configuring without CUDA")
    done.write_text(str(command), encoding="utf-8")


def run_step(project: Project, command: list[str], title: str) -> None:
    """Runs a build command with its progress shown; its output goes to a log, the end of it into the error."""
    log = project.build / "judge-build.log"
    lines: list[str] = []
    start, announced = time.monotonic(), False
    told = start
    try:
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
        )
    except OSError as error:
        raise JudgeError(f"{command[0]}: {error}. Run: ./judge/judge doctor") from error
    with process, progress(None, title) as bar:
        for line in process.stdout or ():
            lines.append(line)
            if not announced and time.monotonic() - start > SILENT_SECONDS:
                announced = True
                say(title)
            counted = re.match(r"\[(\d+)/(\d+)\]", line)
            if counted:
                bar.update(TaskID(0), completed=int(counted[1]), total=int(counted[2]))
                if not err.is_terminal and time.monotonic() - told > PROGRESS_SECONDS:
                    told = time.monotonic()
                    say(f"{title}: {counted[1]} of {counted[2]}")
    log.write_text("".join(lines), encoding="utf-8")
    if process.returncode != 0:
        end = "".join(lines[-40:])
        raise JudgeError(f"'{' '.join(command)}' failed:\n{end}The whole output: {project.show(log)}")


@contextmanager
def _lock(path: Path) -> Iterator[None]:
    """Two judges started at once must not build into one folder at once."""
    with path.open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("another judge is building; waiting for it")
            fcntl.flock(file, fcntl.LOCK_EX)
        yield
