"""Starts one program through `build/runner` and reads its facts."""

import errno
import os
import shutil
import subprocess
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from threading import Event

from msgspec import Struct

from judge.base.errors import JudgeError, ToolInterrupted
from judge.base.next_steps import RunJudge, SetVariable
from judge.base.processes import Stop, call, require_own_end
from judge.base.shell_limits import BOUNDS, number_in, with_limit
from judge.base.text import read_text
from judge.machine.cores import cores_of_process, taken
from judge.machine.gpus import GPU_LEASES
from judge.project.host import JudgeHost
from judge.sandbox.facts import Facts, facts_from_json

ENVIRONMENT = ("ONLINE_JUDGE=1",)
"""The environment of every program, in addition to the runner's: it tells a solution that it is judged."""
LEAST_FREE_BYTES = 64 << 10
"""The least free space; with less, the files that a run writes may not fit."""
DISTURBED = 3
"""The runner's exit status if the kernel killed the program for want of memory, but not at its limit."""
GPU_TURN_S = 600
"""The longest wait for a GPU that other judges use."""
MOST_MS, MOST_BYTES = 10**12, 1 << 50
"""The runner's own maximum (runner/sandbox/run/limits.hpp): 31 years, and 1 PiB. Larger values are reduced to it."""


PROCESSES = 256
"""The default number of processes that a program may have at a time."""


class RunLimits(Struct, frozen=True):
    """The limits of one run, in the runner's units."""

    cpu_ms: int
    wall_ms: int
    memory_bytes: int
    output_bytes: int
    """The size of standard output and of standard error, each."""
    processes: int = PROCESSES
    """Processes and threads alive at once: a fork bomb exceeds it, a library's thread pool does not."""
    work_bytes: int = 64 << 20
    """The size of all files in the program's work directory."""
    gpu_memory_bytes: int | None = None
    """None: the run has no GPU."""


class Pipes(Struct, frozen=True):
    """The pipes through which a program talks to another (conversation.py)."""

    stdin: Path
    """A path for this process to open: /proc/self/fd/N."""
    stdout: Path
    end: Path
    """A path: writing to it ends the program, with facts."""
    begun: Event
    """Set once the program has the cores that it may have waited for."""


def limit_options(limits: RunLimits) -> list[str]:
    """The runner's options for all of them but the GPU's memory."""
    return [
        *("--cpu-limit-ms", str(min(limits.cpu_ms, MOST_MS))),
        *("--wall-limit-ms", str(min(limits.wall_ms, MOST_MS))),
        *("--memory-limit-bytes", str(min(limits.memory_bytes, MOST_BYTES))),
        *("--output-limit-bytes", str(min(limits.output_bytes, MOST_BYTES))),
        *("--process-limit", str(limits.processes)),
        *("--work-limit-bytes", str(min(limits.work_bytes, MOST_BYTES))),
    ]


def run(
    host: JudgeHost,
    command: Sequence[str | Path],
    limits: RunLimits,
    folder: Path,
    *,
    stdin: Path | None = None,
    pipes: Pipes | None = None,
    visible: Sequence[Path] = (),
    cores: Sequence[int] = (),
    environment: Sequence[str] = (),
    keep: str | None = None,
    keep_work: Path | None = None,
    alone: bool = False,
    gpu_shared: bool = False,
    stop: Stop | None = None,
) -> Facts:
    """Runs `command`, isolated; its stdout, stderr and facts become the files of these names in `folder`.

    With `pipes`, these are its stdin and stdout, and its output there is neither counted nor limited. Of the project
    it sees only the program itself and the paths in `visible`. Meanwhile no other run of any judge has `cores`, nor,
    with `alone`, any other core, nor the GPU if `limits` include one, except other runs that are `gpu_shared` as well;
    GPU memory is then not limited. `environment` ("NAME=VALUE") is added to its own. The beginning of the file `keep`
    of its work directory becomes the file of this name in `folder`; everything that it left there is copied into the
    empty folder `keep_work`. Raises Stopped if `stop` was set before the end.
    """
    facts_file, messages = folder / "facts", folder / "runner"
    arguments: list[str | Path] = [
        host.installation.runner,
        "run",
        *("--facts", facts_file),
        *(_talking(pipes) if pipes else ("--stdout", folder / "stdout")),
        *("--stderr", folder / "stderr"),
        *limit_options(limits),
    ]
    for hidden in host.installation.hidden:
        arguments += ["--hide", hidden]
    for shown in visible:
        arguments += ["--visible", shown]
    needs_gpu = limits.gpu_memory_bytes is not None
    if needs_gpu:
        bounded = ["--gpu-memory-limit-bytes", str(limits.gpu_memory_bytes)]
        arguments += ["--gpu-shared"] if gpu_shared else bounded
    for variable in (*ENVIRONMENT, *environment):
        arguments += ["--env", variable]
    if keep is not None:
        arguments += ["--keep", folder / keep]
    if keep_work is not None:
        arguments += ["--keep-work", keep_work]
    if host.policy.require_isolation:
        arguments.append("--require-isolation")
    if pipes:
        arguments += ["--stdin", "/proc/self/fd/0"]
    elif stdin:
        arguments += ["--stdin", stdin]
    if cores:
        arguments += ["--cores", ",".join(map(str, cores))]
    # The runner kills the program at its limits; this is for a runner that is itself stuck. It is long on a busy
    # machine: the time that a program waits for a core does not count towards its limits, and the runner waits, too.
    patience_s = limits.wall_ms / 1000 * 20 + 600
    if needs_gpu:
        patience_s += GPU_TURN_S
    try:
        gpus = host.policy.gpus.for_a_run
        lease = GPU_LEASES.lease(gpus, gpu_shared, stop) if needs_gpu else nullcontext()
        own_cores = sorted({*cores_of_process(), *cores}) if alone else cores
        with lease as gpu, taken(own_cores, host.tell, stop):
            if pipes:
                pipes.begun.set()
            device = [] if gpu is None else ["--gpu", str(gpu)]
            code = call(
                [*arguments, *device, "--", *command],
                stdin=pipes.stdin if pipes else None,
                stderr=messages,
                timeout_s=patience_s,
                stop=stop,
            )
    except subprocess.TimeoutExpired as error:
        raise JudgeError(f"the runner did not return within {patience_s:.0f} s") from error
    except OSError as error:
        failed = f"the runner cannot be started: {error.strerror or error}"
        if error.errno in BOUNDS:
            raise JudgeError(with_limit(failed, error.errno)) from error
        raise JudgeError(failed, RunJudge(("doctor",))) from error
    require_own_end("the runner", code)
    if code == DISTURBED:
        said = read_text(messages).strip()
        raise ToolInterrupted(f"{said}. Give the machine or the container more memory, or judge less at once")
    if code != 0:
        raise _failure(code, messages)
    try:
        return facts_from_json(facts_file.read_bytes())
    except (OSError, ValueError, RecursionError) as error:
        raise JudgeError(f"the runner's facts in {facts_file} cannot be read: {error!r}") from error


def _talking(pipes: Pipes) -> list[str | Path]:
    return ["--stdout", pipes.stdout, "--direct-stdout", "--end-pipe", pipes.end]


def _failure(code: int, messages: Path) -> JudgeError:
    """The error with the runner's message, as far as there was room for it."""
    failed = f"the runner failed (exit {code})"
    said = read_text(messages).strip()
    if shutil.disk_usage(messages.parent).free < LEAST_FREE_BYTES:
        where = f"{os.strerror(errno.ENOSPC)} in {messages.parent.parent}"
        step = SetVariable("TMPDIR", "a folder that has it")
        return JudgeError(": ".join(filter(None, [failed, said, where])), step)
    return JudgeError(with_limit(f"{failed}: {said or 'no message'}", number_in(said)))
