"""A small checkout of its own, for tests of the whole command line: tests/tree with a link to the judge."""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import judge
from judge.project.build import DATA, PROGRAMS, SOLVERS
from judge.project.build_state import keep_state
from judge.project.host import JudgeHost
from judge.project.installation import Installation
from judge.selftest.reads import not_noted, noting_path
from judge.tests.watching import killed_on_failure


@dataclass(frozen=True)
class Checkout:
    root: Path
    environment: Mapping[str, str]

    @property
    def host(self) -> JudgeHost:
        return JudgeHost(Installation(self.root, self.root / "build"))

    def is_built(self) -> None:
        """Marks everything as built: from now on nothing is to be built, whatever is changed."""
        for target in (SOLVERS, DATA, PROGRAMS):
            keep_state(self.host.installation, target)

    def command(self, *arguments: str) -> list[str]:
        return [sys.executable, "-P", "-m", "judge", *arguments]

    def start(self, *arguments: str, **how: Any) -> subprocess.Popen[str]:
        """`prefix`: a command that becomes this one."""
        environment = {**self.environment, **how.pop("environment", {})}
        command = [*how.pop("prefix", []), *self.command(*arguments)]
        return subprocess.Popen(
            command, cwd=self.root, env=environment, text=True, **how
        )  # fmt: skip

    def run(self, *arguments: str, **how: Any) -> subprocess.CompletedProcess[str]:
        """Runs the judge to its end; by default without input, and with its output kept."""
        how = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **how}
        with killed_on_failure(self.start(*arguments, **how)) as process:
            printed, said = process.communicate()  # pytest ends a test that hangs
        return subprocess.CompletedProcess(arguments, process.returncode, printed or "", said or "")


PACKAGE = Path(judge.__file__).parent


def copy_judge(root: Path) -> None:
    """Makes the judge of a checkout files of its own: 1,700 of them, which take longer than most tests."""
    (root / "judge").unlink(missing_ok=True)  # a link to the judge itself
    with not_noted():  # but by who runs it
        shutil.copytree(PACKAGE, root / "judge", ignore=shutil.ignore_patterns("tests", "selftest"))


def make_checkout(tree: JudgeHost, state: Path) -> Checkout:
    """Makes a checkout of this tree, as if everything in it had just been built."""
    (tree.installation.root / "judge").symlink_to(PACKAGE)
    shutil.copy(PACKAGE.parent / "pyproject.toml", tree.installation.root)
    shutil.copytree(tree.installation.build, tree.installation.root / "build", symlinks=True)
    tools = tree.installation.root.parent / "tools"
    tools.mkdir()
    (tools / "cmake").symlink_to("/bin/true")  # should something outside change meanwhile
    environment = {
        **os.environ,
        "PATH": f"{tools}:{os.environ['PATH']}",
        "PYTHONPATH": os.pathsep.join([str(tree.installation.root), *noting_path()]),
        "XDG_STATE_HOME": str(state.parent),
        "XDG_CACHE_HOME": str(state.parent.parent / "cache"),
        "COLUMNS": "140",
    }
    checkout = Checkout(tree.installation.root, environment)
    checkout.is_built()
    return checkout
