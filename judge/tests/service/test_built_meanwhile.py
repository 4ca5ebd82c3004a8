"""`verify` of what is not built yet: problems are judged while others are built, and nothing else is different."""

import shutil
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from judge.base.events import Event, Judged, LeftOut, Listener
from judge.base.processes import Stop
from judge.base.records import replace
from judge.commands.verify import verify
from judge.history.recorder import Recorder
from judge.judging.selection import Choice
from judge.machine.cores import pinned, taken, usable_cores
from judge.problems.broken import BrokenProblem
from judge.problems.time_rule import NO_TIME_OPTIONS
from judge.project.build import SOLVERS, BuildError, is_built
from judge.project.host import JudgeHost
from judge.service.verify_session import VerifySession
from judge.tests.conftest import CMake
from judge.tests.watching import soon

pytestmark = pytest.mark.built

FAILS = (
    "echo 'FAILED: problems/CMakeFiles/two-main.dir/two/main.cpp.o'; echo 'main.cpp:1:1: error: no'; exit 1"
)


@pytest.fixture
def cores() -> Iterator[list[int]]:
    if len(usable_cores()) < 2:
        pytest.skip("one core: nothing happens meanwhile")
    with pinned(usable_cores()[:2]):
        yield usable_cores()


@pytest.fixture
def unbuilt(tree: JudgeHost, cmake: CMake) -> JudgeHost:
    """A tree of two problems, one.py accepted in each, of which CMake is yet to build the programs, and whose
    limits are yet to be measured."""
    here = tree.installation
    shutil.rmtree(here.problems / "double/submissions")
    (here.problems / "double/submissions/accepted").mkdir(parents=True)
    (here.problems / "double/submissions/accepted/one.py").write_text("print(2 * int(input()))\n")
    manifest = here.problems / "double/problem.yaml"
    manifest.write_text(manifest.read_text().replace("  time_limit: 0.5\n", ""))
    for name in ("one", "two"):
        shutil.copytree(here.problems / "double", here.problems / name)
        shutil.copytree(here.root / "testdata/double", here.root / "testdata" / name)
        shutil.copy(here.build / "double", here.build / name)
    for folder in (here.problems / "double", here.root / "testdata/double"):
        shutil.rmtree(folder)
    (here.build / "double").unlink()
    return tree.with_installation(builds=True)


def verified(host: JudgeHost, *problems: str) -> tuple[VerifySession, list[Event]]:
    """The session, and what it told. Nothing is listed in the history of the user."""
    told: list[Event] = []

    def tell(event: Event) -> None:
        told.append(event)
        host.tell(event)

    listening = replace(host, tell=tell)
    session = VerifySession(listening, Recorder(listening, "verify"))
    with session.history:
        session.verify(Choice(problems), NO_TIME_OPTIONS, 1, 1)
    return session, told


def verdicts(session: VerifySession) -> list[tuple[str, str, str]]:
    return [(one.solution.problem.id, one.solution.name, one.verdict.code) for one in session.results]


def rows_of(*problems: str) -> list[tuple[str, str, str]]:
    """Rows of both solvers for the CPU, of the one for the GPU, and of the submission, in the order of a report."""
    names = [("cpu-shift", "AC"), ("cpu-add", "AC"), ("gpu-add", "SKIP"), ("accepted/one.py", "AC")]
    return [(problem, name, verdict) for problem in problems for name, verdict in names]


def test_a_problem_is_judged_while_the_next_is_built(
    unbuilt: JudgeHost,
    cores: Sequence[int],
    cmake: CMake,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The second build ends only once the first problem has a verdict; it has a core that no run has. Which of the
    cores that is depends on the judges beside this one."""
    judged, where = tmp_path / "judged", tmp_path / "where"
    had_by_runs: list[set[int]] = []
    while_building: list[set[int]] = []

    def taken_and_noted(
        cores: Sequence[int], tell: Listener, stop: Stop | None
    ) -> AbstractContextManager[None]:
        if cores:  # a validator shares the cores of whoever needs it
            had_by_runs.append(set(cores))
            assert soon(lambda: len(where.read_text().split()) == 2), "the second build does not begin"
        return taken(cores, tell, stop)

    monkeypatch.setattr("judge.sandbox.run.taken", taken_and_noted)
    cmake.makes(f"""\
grep Cpus_allowed_list /proc/self/status | cut -f 2 >> '{where}'
[ "$*" = {SOLVERS}-two ] || exit 0
for i in $(seq 3000); do
  [ ! -e '{judged}' ] || exit 0
  sleep 0.1
done
exit 1
""")

    def tell(event: Event) -> None:
        if isinstance(event, Judged) and not judged.exists():
            assert event.problem == "one"
            while_building.extend(had_by_runs)
            judged.touch()

    session, _ = verified(replace(unbuilt, tell=tell))
    assert cmake.built == [f"{SOLVERS}-one", f"{SOLVERS}-two"]
    first, second = (
        {int(core) for core in line.replace("-", ",").split(",")} for line in where.read_text().split()
    )
    assert first == set(cores)
    assert len(second) == 1
    assert second < set(cores)
    assert while_building
    assert all(had == set(cores) - second for had in while_building)
    assert verdicts(session) == rows_of("one", "two")
    assert session.history.kept.results == session.history.kept.planned == 8
    assert is_built(unbuilt, SOLVERS)


def test_what_is_built_is_chosen_before_anything_is_judged(unbuilt: JudgeHost, cmake: CMake) -> None:
    """The control: the second time, nothing is built, and the rows are the same."""
    first, _ = verified(unbuilt)
    count = len(cmake.built)
    again, told = verified(unbuilt)
    assert len(cmake.built) == count == (2 if len(usable_cores()) < 4 else 1)
    assert verdicts(first) == verdicts(again) == rows_of("one", "two")
    assert [one for one in told if isinstance(one, Judged)][-1].total == 8


def test_solvers_that_are_named_are_known_before_anything_is_judged(unbuilt: JudgeHost, cmake: CMake) -> None:
    session = VerifySession(unbuilt, Recorder(unbuilt, "verify", keeps=False))
    session.verify(Choice(solvers=("cpu-add",)), NO_TIME_OPTIONS, 1, 1)
    assert cmake.built == [SOLVERS]
    assert {name for _, name, _ in verdicts(session)} == {"cpu-add"}


@pytest.mark.parametrize("broken", ["one", "two"])
@pytest.mark.parametrize("named", [(), ("one", "two")])
def test_a_problem_that_cannot_be_built_stops_no_other(
    unbuilt: JudgeHost, cmake: CMake, tmp_path: Path, broken: str, named: tuple[str, ...]
) -> None:
    """The exit status is that of a tree in which the rest was built before."""
    other = "two" if broken == "one" else "one"
    fails = FAILS.replace("two", broken)
    tried = tmp_path / "tried"
    fails_once = f"[ -e '{tried}' ] || {{ touch '{tried}'; {fails}; }}"
    cmake.makes(f'case "$*" in *{SOLVERS}-{broken}*) {fails_once};; esac')
    session, told = verified(unbuilt, *named)
    assert verdicts(session) == rows_of(other)
    [left_out] = [event for event in told if isinstance(event, LeftOut)]
    assert left_out.problem == broken
    assert "main.cpp:1:1: error: no" in left_out.reason
    assert session.broken.exit_status == (1 if named else 0)
    assert verify(unbuilt, Choice(named)) == session.broken.exit_status


def test_the_only_problem_that_was_asked_for_cannot_be_built(
    unbuilt: JudgeHost, cmake: CMake, tmp_path: Path
) -> None:
    cmake.makes(f"[ -e '{tmp_path}/tried' ] || {{ touch '{tmp_path}/tried'; {FAILS}; }}")
    with pytest.raises(BrokenProblem, match=r"two: main\.cpp:1:1: error: no"):
        verified(unbuilt, "two")


@pytest.mark.parametrize("target", [f"{SOLVERS}-one", f"{SOLVERS}-two"])
def test_a_build_that_fails_for_all_is_no_problem_left_out(
    unbuilt: JudgeHost, cmake: CMake, target: str
) -> None:
    cmake.makes(
        f"""case "$*" in *{target}*) echo 'FAILED: runner'; echo 'runner.cpp:1:1: error: no'; exit 1;; esac"""
    )
    with pytest.raises(BuildError, match=r"runner\.cpp:1:1: error: no"):
        verified(unbuilt)


def test_limits_that_are_known_leave_nothing_to_wait_for(unbuilt: JudgeHost, cmake: CMake) -> None:
    """All is built at once, on all cores, as nothing has to be measured."""
    verified(unbuilt)
    before = len(cmake.built)
    (unbuilt.installation.build / "judge-built.json").unlink()
    session, _ = verified(unbuilt)
    assert sorted(cmake.built[before:]) == [f"{SOLVERS}-one", f"{SOLVERS}-two"]
    assert verdicts(session) == rows_of("one", "two")
