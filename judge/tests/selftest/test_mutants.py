"""`judge test --mutants`: its rows fit the tree, and what they plant is noticed there and leaves nothing behind."""

import os
import re
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.base.records import replace
from judge.commands.testing_mutants import mutants
from judge.project.host import JudgeHost
from judge.project.installation import Installation, this_installation
from judge.selftest.faults import ROWS, Fault, chosen_faults, read_faults
from judge.selftest.mutants import control, planted
from judge.selftest.planting import failures_in, planted_tree
from judge.tests.test_packages import ORDER
from judge.tests.watching import soon

ROOT = this_installation().root
FAULTS = read_faults(ROOT / ROWS)
ROOMS = {
    *(f"judge/{package}" for package in ORDER),
    *("base", "kernels", "problems/common", "runner/sandbox", "runner/validators/compare"),
    *("runner/emulator/runtime", "runner/emulator/front_end"),
}
ROW = """\
[[fault]]
name = "off-by-one"
file = "value.txt"
old = "LIMIT = 10"
new = "LIMIT = 11"
stands_for = "a test's own"
unit = "limit"
"""


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_row_fits_the_tree(fault: Fault) -> None:
    assert (ROOT / fault.file).read_text("utf-8").count(fault.old) == 1, (
        "correct `old`, or take another fault"
    )
    assert fault.new != fault.old
    assert fault.stands_for
    assert fault.unit or fault.judge or fault.data or fault.verify
    assert not fault.unit or any(target.startswith("test-") for target in fault.build)
    assert fault.build or fault.file.startswith("judge/"), "what is not built again has no fault"
    re.compile(fault.unit)
    for node in fault.judge:
        file, _, name = node.partition("::")
        assert (ROOT / file).exists(), node
        assert not name or f"def {name}(" in (ROOT / file).read_text("utf-8"), node


def test_there_are_faults_in_every_room() -> None:
    assert len({fault.name for fault in FAULTS}) == len(FAULTS) >= 40
    assert {fault.room for fault in FAULTS} >= ROOMS


def test_a_seed_picks_the_same_faults_again() -> None:
    picked = chosen_faults(FAULTS, ["5"], 7)
    assert len(picked) == 5
    assert picked == chosen_faults(FAULTS, ["5"], 7) != chosen_faults(FAULTS, ["5"], 8)
    assert chosen_faults(FAULTS, ["all"], 0) == list(FAULTS) == chosen_faults(FAULTS, ["1000"], 0)
    assert chosen_faults(FAULTS, [FAULTS[3].name, FAULTS[1].name], 0) == [FAULTS[1], FAULTS[3]]
    with pytest.raises(JudgeError, match="limit-rounded-down"):
        chosen_faults(FAULTS, ["limit-rounded-up"], 0)


def test_failures_are_read_by_their_names(tmp_path: Path) -> None:
    junit = tmp_path / "it.xml"
    bar = "-" * 79
    warned = f"{bar}\nhas a GPU\n{bar}\nit.cpp:1\n{'.' * 79}\n\nit.cpp:2: warning:\n  skipped\n\n"
    failed = f"{bar}\nadds up\n  from the end\n{bar}\nit.cpp:4\n{'.' * 79}\n\nit.cpp:5: FAILED:\n"
    failed += failed.replace("adds up", "counts")
    junit.write_text(
        "<testsuites><testsuite>"
        '<testcase classname="judge.tests.test_it" name="test_one"/>'
        '<testcase classname="judge.tests.test_it" name="test_two[a-b]"><failure>no</failure></testcase>'
        f'<testcase name="parts" status="fail"><failure/><system-out>{warned}{failed}</system-out></testcase>'
        f'<testcase name="warns" status="fail"><failure/><system-out>{warned}</system-out></testcase>'
        '<testcase name="whole" status="fail"><failure/><system-out>Segmentation fault</system-out></testcase>'
        '<testcase name="fine" status="run"><system-out/></testcase>'
        "</testsuite></testsuites>"
    )
    assert [*failures_in(junit)] == ["test_it::test_two[a-b]", "parts: adds up", "warns", "whole"]
    assert [*failures_in(tmp_path / "none.xml")] == []


@pytest.fixture
def small(tmp_path: Path) -> JudgeHost:
    """A tree of one file, and its test for CTest."""
    root = tmp_path / "a small, odd: tree"
    (root / "build").mkdir(parents=True)
    (root / "value.txt").write_text("LIMIT = 10\nUNUSED = 1\n")
    (root / "build/CTestTestfile.cmake").write_text('add_test(limit grep "LIMIT = 10" ../value.txt)\n')
    host = JudgeHost(Installation(root, root / "build", builds=False))
    with planted_tree(host.installation) as tree:
        try:
            tree.run(("true",), 10)
        except JudgeError as error:
            pytest.skip(f"this user may not mount: {error}")
    return host


def fault(old: str, new: str) -> Fault:
    return Fault("a-fault", "value.txt", old, new, "a test's own", unit="limit")


def content(root: Path) -> dict[str, tuple[bytes, int]]:
    files = (path for path in sorted(root.rglob("*")) if path.is_file())
    return {str(path): (path.read_bytes(), path.stat().st_mtime_ns) for path in files}


@pytest.mark.slow
def test_a_fault_that_makes_a_program_endless_is_noticed(
    small: JudgeHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("judge.selftest.mutants.MOST_OF_A_PROGRAM_S", 5)
    (small.installation.root / "build/CTestTestfile.cmake").write_text(
        "add_test(limit sh -c \"grep 'LIMIT = 10' ../value.txt || sleep 600\")\n"
    )
    start = time.monotonic()
    assert planted(small.installation, fault("10", "11")).test == "limit"
    assert planted(small.installation, fault("UNUSED = 1", "UNUSED = 2")).step == ""
    assert time.monotonic() - start < 60


def test_what_is_planted_is_noticed_or_not_and_the_tree_stays(small: JudgeHost) -> None:
    before = content(small.installation.root)
    assert planted(small.installation, fault("10", "11")).test == "limit"
    assert planted(small.installation, fault("UNUSED = 1", "UNUSED = 2")).step == ""
    assert content(small.installation.root) == before


@pytest.mark.slow
def test_files_of_one_name_are_tested_together(small: JudgeHost) -> None:
    files = [small.installation.root / folder / "test_limit.py" for folder in ("one", "other")]
    for file in files:
        file.parent.mkdir()
        file.write_text(
            f"def test_it():\n    assert 'LIMIT = 10' in open({str(small.installation.root / 'value.txt')!r}).read()\n"
        )
    nodes = tuple(str(file.relative_to(small.installation.root)) for file in files)
    of_both = replace(fault("10", "11"), unit="", judge=nodes)
    assert control(small.installation, [of_both]).step == ""
    assert planted(small.installation, of_both).test.endswith("test_limit::test_it")


@pytest.mark.slow
def test_the_command_fails_where_a_fault_is_not_noticed_or_one_is_there_already(
    small: JudgeHost, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = small.installation.root / ROWS
    rows.parent.mkdir(parents=True)
    rows.write_text(ROW)
    assert mutants(small, ["all"]) == 0
    assert "1 noticed, 0 not" in capsys.readouterr().out
    rows.write_text(ROW.replace("LIMIT", "UNUSED").replace("10", "1"))
    assert mutants(small, ["off-by-one"]) == 1
    assert "0 noticed, 1 not" in capsys.readouterr().out
    (small.installation.root / "value.txt").write_text("LIMIT = 9\nUNUSED = 1\n")
    assert mutants(small, ["1"]) == 1
    assert "without one unit fails already: limit" in capsys.readouterr().out


def test_a_row_that_no_longer_fits_is_an_error(small: JudgeHost) -> None:
    with pytest.raises(
        JudgeError, match=r"value\.txt: expected this text once, found it 0 times: 'MOST = 10'"
    ):
        planted(small.installation, fault("MOST = 10", "MOST = 11"))


def test_what_a_fault_writes_elsewhere_goes_with_it(small: JudgeHost) -> None:
    with planted_tree(small.installation) as tree:
        assert (
            tree.run(("sh", "-c", "echo 1 > /tmp/climbed && cat value.txt"), 10).output
            == "LIMIT = 10\nUNUSED = 1\n"
        )
        assert (tree.folder / "tmp/climbed").exists()
        assert tree.run(("cat", str(small.installation.root / "value.txt")), 10).passed
    assert not Path("/tmp/climbed").exists()


def test_a_command_that_does_not_end_is_killed(small: JudgeHost) -> None:
    with planted_tree(small.installation) as tree:
        assert tree.run(("sleep", "60"), 0.3).exit_status is None


@pytest.mark.slow
def test_the_bound_on_cpu_time_ends_what_is_endless_and_can_be_raised(small: JudgeHost) -> None:
    """The runner refuses a caller whose hard limit is below what a run needs: with one, its tests would fail."""
    hard = "resource.getrlimit(resource.RLIMIT_CPU)[1]"
    raises = f"import resource; resource.setrlimit(resource.RLIMIT_CPU, ({hard}, {hard})); print({hard})"
    with planted_tree(small.installation) as tree:
        assert tree.run(("sh", "-c", "while :; do :; done"), 60, 1).exit_status == -signal.SIGXCPU
        ours = resource.getrlimit(resource.RLIMIT_CPU)[1]
        assert tree.run((sys.executable, "-c", raises), 60, 1).output.strip() == str(ours)


KILLED = """
import sys
from pathlib import Path
from judge.project.installation import Installation
from judge.selftest.planting import planted_tree
root = Path(sys.argv[1])
with planted_tree(Installation(root, root / "build")) as tree:
    tree.plant("value.txt", "10", "11")
    tree.run(("sh", "-c", "cat value.txt > made; echo $$ > /tmp/told; exec sleep 60"), 100)
"""


@pytest.mark.slow
def test_a_judge_that_is_killed_leaves_the_tree_as_it_was(small: JudgeHost, tmp_path: Path) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    before = content(small.installation.root)
    with subprocess.Popen(
        [sys.executable, "-c", KILLED, str(small.installation.root)],
        cwd=ROOT,
        env={**os.environ, "TMPDIR": str(temporary)},
    ) as judge:
        while not (number := "".join(told.read_text() for told in temporary.glob("*/*/tmp/told"))):
            assert judge.poll() is None
            time.sleep(0.01)
        judge.kill()
    runs = Path(f"/proc/{int(number)}")
    soon(lambda: not (runs.exists() or any(temporary.iterdir())))
    assert judge.returncode == -signal.SIGKILL
    assert not runs.exists(), "what it ran goes on"
    assert not any(temporary.iterdir())
    assert content(small.installation.root) == before
