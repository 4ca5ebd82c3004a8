"""A tree with a fault in it: an overlay over the checkout, in a mount namespace of its own.

What is planted, built and written there is in a temporary folder and is removed with it, however the judge ends: the
checkout is only read. The tree has the checkout's path, so that its build continues from the checkout's. It has a /tmp
of its own, too: a fault may write where the check that it breaks would forbid it.
"""

import os
import re
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from xml.etree import ElementTree

from msgspec import Struct

from judge.base.errors import JudgeError
from judge.base.interruption import park_if_interrupted
from judge.base.next_steps import SetVariable
from judge.base.scratch import scratch_folder
from judge.project.installation import Installation

OVERLAID = """\
cd "$1" && mount -t overlay overlay -o "lowerdir=.,upperdir=$2/upper,workdir=$2/work$4" "$3" &&
    mount --rbind "$2/tmp" /tmp && cd "$1" || exit 125
shift 4
ulimit -S -t "$1" && shift && exec "$@"
"""
"""The checkout, the folder of changes, the mount point, its options; the CPU time in s that each process may take, and
the command. The hard limit stays: the runner refuses a caller whose limit it cannot raise."""
MOST_CPU_S = 600
TMP, STATE = Path("/tmp"), Path("/tmp/state")
NO_TREE = 125
"""The exit status of the script above if the overlay is not available."""
PRIVATE = ("unshare", "--mount", "--propagation", "private")
AS_USER = ("unshare", "--user", "--map-current-user", "--keep-caps", "--mount", "--propagation", "private")
DIES_WITH_US = ("setpriv", "--pdeathsig", "KILL")
WITHOUT_CAPABILITIES = ("--inh-caps=-all", "--ambient-caps=-all")
CATCH2_CASE = re.compile(r"^-{60,}\n(\S.*)\n(?:.*\n)*?-{60,}$", re.MULTILINE)
"""What Catch2 writes above what a test case warns of or fails by: its name between two lines."""
CATCH2_FAILURE = ": FAILED:"


class Ran(Struct, frozen=True):
    exit_status: int | None
    """None: it was killed, as it took too long."""
    output: str

    @property
    def passed(self) -> bool:
        return self.exit_status == 0


class PlantedTree(Struct, frozen=True):
    """The checkout of `installation` as its own commands see it, with changes."""

    installation: Installation
    folder: Path
    """The changes are in `upper`, and the content of its /tmp in `tmp`."""

    def read(self, file: str) -> str:
        planted = self.folder / "upper" / file
        return (planted if planted.exists() else self.installation.root / file).read_text("utf-8")

    def plant(self, file: str, old: str, new: str) -> None:
        """Replaces `old` by `new`. Raises JudgeError unless `old` is in the file exactly once."""
        text = self.read(file)
        if (count := text.count(old)) != 1:
            raise JudgeError(f"{file}: expected this text once, found it {count} times: {old!r}")
        target = self.folder / "upper" / file
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text.replace(old, new), encoding="utf-8")
        target.chmod((self.installation.root / file).stat().st_mode)

    def run(self, command: Sequence[str], most_s: float, most_cpu_s: int = MOST_CPU_S) -> Ran:
        """Runs a command in the tree. Each of its processes may take this much CPU time: it ends an endless one,
        independent of how busy the machine is. Raises JudgeError if such a tree is impossible here."""
        is_root = os.geteuid() == 0
        options = "" if is_root else ",userxattr"
        inner = (*DIES_WITH_US, *(() if is_root else WITHOUT_CAPABILITIES), *command)
        root = self.installation.root
        place = self.folder / root.relative_to("/") if root.is_relative_to(TMP) else root
        place.mkdir(parents=True, exist_ok=True)
        arguments = map(str, (root, self.folder, place, options, most_cpu_s))
        script = ("sh", "-c", OVERLAID, "planted", *arguments, *inner)
        try:
            process = subprocess.Popen(
                (*(PRIVATE if is_root else AS_USER), *script),
                cwd=root,
                env={**os.environ, "TMPDIR": str(TMP), "XDG_STATE_HOME": str(STATE)},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
                process_group=0,
            )
        except OSError as error:
            raise JudgeError(f"{error}. Install util-linux.") from error
        with process:
            try:
                output, _ = process.communicate(timeout=most_s)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                return Ran(None, process.communicate()[0])
        park_if_interrupted()
        if process.returncode == NO_TREE or output.startswith("unshare: "):
            raise JudgeError(
                f"a copy of {root} cannot be laid over it: {output.strip()}. Expected overlayfs, in "
                f"{self.folder} too.",
                SetVariable("TMPDIR", "a folder on a disk, not within a container's own file system"),
            )
        return Ran(process.returncode, output)


@contextmanager
def planted_tree(installation: Installation) -> Iterator[PlantedTree]:
    with scratch_folder() as folder:
        for part in ("upper", "work", "tmp"):
            (folder / part).mkdir()
        (folder / "tmp").chmod(0o1777)
        try:
            yield PlantedTree(installation, folder)
        finally:
            for left in (folder / "work").iterdir():  # overlayfs makes a folder that nobody may read
                left.chmod(0o700)


def failures_in(junit: Path) -> Iterator[str]:
    """The names of the failed tests in a JUnit file of pytest or CTest; of a Catch2 program, its first case."""
    if not junit.exists() or not junit.stat().st_size:
        return
    for case in ElementTree.parse(junit).iter("testcase"):
        if case.find("failure") is None and case.find("error") is None:
            continue
        module = (case.get("classname") or "").rpartition(".")[2]
        name = case.get("name") or ""
        if case.get("status") is None:  # pytest's
            yield f"{module}::{name}"
            continue
        before, has_failed, _ = (case.findtext("system-out") or "").partition(CATCH2_FAILURE)
        of_catch2 = CATCH2_CASE.findall(before) if has_failed else []
        yield f"{name}: {of_catch2[-1].strip()}" if of_catch2 else name
