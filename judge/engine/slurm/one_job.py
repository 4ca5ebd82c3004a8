"""A command of the judge as one job on a node, which is waited for: it writes its answer to a file."""

import shlex
import sys
import tempfile
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from judge.base.errors import JudgeError
from judge.base.events import Listener, Waiting
from judge.base.interruption import ending_with
from judge.base.text import read_text
from judge.base.trees import remove_tree
from judge.engine.slurm.batches import Need, asked_of
from judge.engine.slurm.carrier import Carrier
from judge.engine.slurm.client import NoAnswer, cancel, queue, state_of
from judge.engine.slurm.settings import ClusterKeys
from judge.project.host import this_host
from judge.project.installation import this_installation

ANSWER = "ANSWER"
"""Stands for the file in a command."""
SCRIPT = """\
#!/bin/sh
export PYTHONPATH={root}
unset PYTHONDONTWRITEBYTECODE
[ -x {python} ] || {{ echo "judge: there is no Python at "{python}" on this node; see docs/cluster.md" >&2; exit 2; }}
exec {command}
"""
LOOK_AGAIN_S = 0.2
WORTH_TELLING_S = 5.0
MOST_WAITING_S = 600.0
"""The longest time in the queue: after that, an error reports that no node is free."""


def answer_of_job(
    keys: ClusterKeys, tell: Listener, need: Need, arguments: Sequence[str], more: Sequence[str] = ()
) -> bytes:
    """The answer of such a job. `arguments`: of the judge. `more`: options for sbatch. Raises JudgeError with the
    reason if there is no answer."""
    keys.sessions.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(dir=keys.sessions.parent, prefix="job-"))
    try:
        return _answer(keys, tell, need, arguments, more, folder)
    finally:
        remove_tree(folder)


def _answer(
    keys: ClusterKeys,
    tell: Listener,
    need: Need,
    arguments: Sequence[str],
    more: Sequence[str],
    folder: Path,
) -> bytes:
    answer, log, script = folder / "answer", folder / "log", folder / "script"
    command = [str(answer) if word == ANSWER else word for word in arguments]
    write_script(script, starting(keys), command)
    options = [f"--output={log}", "--job-name=judge", f"--chdir={folder}", "--no-requeue"]
    try:
        job = queue(script, [*options, *asked_of(need, keys), *more])
    except NoAnswer as error:
        raise JudgeError(
            f"--engine slurm: Slurm refused a job: {error}. See engine.yaml and sinfo."
        ) from error
    end = partial(cancel, [job], tell)
    begun, has_told = time.monotonic(), False
    with ending_with(end):
        while state := state_of(job):
            if _is_here(answer):
                break
            waited_s = time.monotonic() - begun
            if waited_s > WORTH_TELLING_S and not has_told:
                has_told = True
                tell(Waiting("a node of the cluster", f"job {job}, {state.lower()}"))
            if waited_s > MOST_WAITING_S and state == "PENDING":
                end()
                raise JudgeError(
                    f"--engine slurm: no node was free for {MOST_WAITING_S:.0f} s: see squeue and engine.yaml."
                )
            time.sleep(LOOK_AGAIN_S)
    if not _is_here(answer):
        said = [line for line in read_text(log).splitlines() if line.strip()] or ["no message"]
        raise JudgeError(f"--engine slurm: job {job} ended without an answer: {said[-1]}")
    return answer.read_bytes()


def _is_here(answer: Path) -> bool:
    """Whether a node has written it. The folder is listed, as NFS remembers for up to a minute that a file that was
    asked for is not there."""
    try:
        return answer in answer.parent.iterdir()
    except OSError:  # the shared folder is away
        return False


def starting(keys: ClusterKeys, carrier: Carrier | None = None) -> Sequence[str]:
    """The command by which a node starts this judge, with this Python. `carrier`: an existing one."""
    if keys.sends_project:
        return (carrier or Carrier(this_host(), keys)).start
    return [sys.executable, "-P", "-m", "judge"]


def write_script(script: Path, start: Sequence[str], arguments: Sequence[str]) -> None:
    """Writes the script that a node runs."""
    script.write_text(
        SCRIPT.format(
            root=shlex.quote(str(this_installation().root)),
            python=shlex.quote(start[0]),
            command=shlex.join([*start, *arguments]),
        ),
        encoding="utf-8",
    )
