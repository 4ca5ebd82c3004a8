"""A judge that is killed in the middle of a run leaves nothing; several at once do not meet."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from judge.project.host import JudgeHost
from judge.project.installation import this_installation
from judge.tests.watching import everything_below, helpers_of, processes_naming, soon

pytestmark = [pytest.mark.slow, pytest.mark.built]

VERIFY = """
import sys
from pathlib import Path
import judge.commands.verify as command
from judge.commands.terminal import Terminal
from judge.judging.selection import Choice
from judge.machine import cores
from judge.project.host import JudgeHost
from judge.project.installation import Installation, this_installation
from judge.reports.files import ReportFiles
cores.PREFIX = chr(0) + sys.argv[4]
host = JudgeHost(Installation(Path(sys.argv[1]), Path(sys.argv[2]), builds=False), tell=Terminal())
sys.exit(command.verify(host, Choice(), ReportFiles(Path(sys.argv[3]))))
"""
"""`verify` of the tree in argv[1], built in argv[2], with the report argv[3]; its cores' names begin with argv[4]."""
ENDLESS = "#include <unistd.h>\nint main(void) { if (fork() == 0) for (;;); for (;;) pause(); }\n"


def start_verify(tree: JudgeHost, temporary: Path, report: str = "report.json") -> subprocess.Popen[str]:
    """Starts a judge that takes turns on the cores with others of this test alone. With another test's it could wait
    for ever: for a core of a judge that itself waits for the core of this one's endless program."""
    temporary.mkdir(exist_ok=True)
    there = tree.installation
    return subprocess.Popen(
        [sys.executable, "-c", VERIFY, there.root, there.build, there.root / report, f"test-{os.getpid()}-"],
        cwd=this_installation().root, env={**os.environ, "TMPDIR": str(temporary)}, start_new_session=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip


def cgroups_of(processes: list[int]) -> list[Path]:
    """The control groups of runs that carry the number of one of these processes."""
    every = [Path(where, name) for where, names, _ in os.walk("/sys/fs/cgroup") for name in names]
    numbers = {str(process) for process in processes}
    return [
        path for path in every if path.name.startswith("warp-judge-") and numbers & set(path.name.split("-"))
    ]


@pytest.mark.parametrize("whole_group", [False, True], ids=["alone", "group"])
def test_nothing_is_left_of_a_killed_judge(fresh_tree: JudgeHost, tmp_path: Path, whole_group: bool) -> None:
    tree = fresh_tree
    submissions = tree.installation.root / "problems/double/submissions"
    shutil.rmtree(submissions)
    (submissions / "time_limit_exceeded").mkdir(parents=True)
    (submissions / "time_limit_exceeded/endless.c").write_text(ENDLESS)
    yaml = tree.installation.root / "problems/double/problem.yaml"
    yaml.write_text(yaml.read_text().replace("time_limit: 0.5", "time_limit: 3600"))
    temporary = tmp_path / "temporary"

    def running() -> list[int]:
        """The submission's processes; the runner names it too, among its own arguments."""
        named = processes_naming(tree.installation.data.compile_cache)
        return [process for process, command_line in named.items() if b"--facts" not in command_line]

    def rest() -> list[object]:
        scratch = [
            path for path in everything_below(tree.installation.build) if path.name.startswith("warp-judge-")
        ]
        folders = [*everything_below(temporary), *scratch]
        helpers = helpers_of(judge.pid)
        return [*processes_naming(tmp_path).values(), *helpers.values(), *folders]

    with start_verify(tree, temporary) as judge:
        assert soon(lambda: len(running()) >= 2), "the submission does not run"
        seen = list(processes_naming(tmp_path))
        assert len(seen) > len(running())
        (os.killpg if whole_group else os.kill)(judge.pid, signal.SIGKILL)
        judge.wait()
        assert soon(lambda: not rest()), rest()
    assert soon(lambda: not cgroups_of(seen))
    mounts = Path("/proc/self/mounts").read_text()
    assert str(tmp_path) not in mounts
    assert "warp-judge-" not in mounts


def test_three_judges_at_once_do_not_meet(fresh_tree: JudgeHost, tmp_path: Path) -> None:
    judges = [
        start_verify(fresh_tree, tmp_path / "temporary", f"report-{number}.json") for number in range(3)
    ]
    for judge in judges:
        printed, _ = judge.communicate()
        assert judge.returncode == 0, printed
        assert "all as expected: 1 problem, 3 solvers, 6 submissions" in printed
    assert list((tmp_path / "temporary").iterdir()) == []
    assert not processes_naming(tmp_path)
