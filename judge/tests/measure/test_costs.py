"""What things cost: from timed steps to the file that the programs choose by."""

import json
import os
import subprocess
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from math import inf
from pathlib import Path
from typing import Any

import pytest

from judge.base.errors import JudgeError
from judge.base.events import Event, Note, unheard
from judge.base.records import decoded, replace
from judge.commands.bench_auto import bench_auto, summary
from judge.commands.bench_auto_markdown import as_markdown, summary_as_markdown
from judge.commands.calibrate_costs import calibrate_costs
from judge.commands.options.bench import BenchOptions
from judge.judging.program_list import ListedSolver
from judge.judging.times import spread_of
from judge.measure.costs.comparison import AtSize, AutoComparison, TimedWay, compare, gpu_wins_from
from judge.measure.costs.fit import Observation, fit
from judge.measure.costs.inputs import make_input, measurable_problems, sizes_of
from judge.measure.costs.measuring import Observations, choices_of, measure_problem
from judge.measure.costs.runs import SolverChoice, TimedRun, timed_run
from judge.measure.costs.store import CpuCosts, GpuCosts, StoredCosts, costs_file, load_costs, store_costs
from judge.project.host import JudgeHost, this_host
from judge.project.installation import Installation, this_installation
from judge.tests.gpu_stand_in import NOWHERE
from judge.tests.watching import PATIENCE_S

pytestmark = pytest.mark.built

PROBLEMS = measurable_problems(this_installation(), [])


def observed(cost: dict[str, float], *counts: dict[str, float]) -> list[Observation]:
    return [Observation(one, sum(cost[name] * times for name, times in one.items())) for one in counts]


def test_costs_that_explain_all_times_are_found() -> None:
    cost = {"run": 1e-3, "byte": 2e-9, "thread": 1e-4}
    runs = [{"run": 1, "byte": size / cores, "thread": cores - 1} for size in (1e5, 1e7) for cores in (1, 2)]
    assert fit(observed(cost, *runs)) == pytest.approx(cost)


def test_a_cost_is_never_below_0() -> None:
    """Two threads that are faster than half a thread would make a thread's start a gain."""
    found = fit([Observation({"byte": 1e6, "thread": 0}, 1.0), Observation({"byte": 5e5, "thread": 1}, 0.4)])
    assert found["thread"] == 0
    assert 0.8e-6 < found["byte"] < 1e-6
    assert fit([Observation({"byte": 10.0}, 0.0)]) == {"byte": 0}


def test_of_counts_that_cannot_be_told_apart_one_has_all_of_the_cost() -> None:
    found = fit(observed({"a": 1.0, "b": 2.0}, {"a": 1, "b": 1}, {"a": 5, "b": 5}))
    assert sum(found.values()) == pytest.approx(3)


def test_short_times_count_by_their_relative_error_too() -> None:
    runs = observed({"run": 1e-3, "byte": 1e-9}, {"run": 1, "byte": 0}, {"run": 1, "byte": 1e9})
    assert fit(runs)["run"] == pytest.approx(1e-3)


def test_of_equal_steps_the_shortest_counts() -> None:
    observations = Observations()
    for seconds in (2.0, 1.0, 3.0):
        observations.add({"read": Observation({"byte": 10}, seconds)})
    assert observations.costs() == {"read": {"byte": pytest.approx(0.1)}}


def test_of_cudas_start_all_times_count() -> None:
    observations = Observations()
    for seconds in (2.0, 3.0, 3.0, 3.0):
        observations.add({"start": Observation({"run": 1}, seconds)})
    assert 2.5 < observations.costs()["start"]["run"] < 3.0


def test_a_solver_is_run_on_one_core_and_on_all_and_one_for_the_gpu_with_text_on_both_sides() -> None:
    assert choices_of(ListedSolver("cpu-a", "", True, "", None, False), 4) == [
        SolverChoice("cpu-a", 1),
        SolverChoice("cpu-a", 4),
    ]
    assert choices_of(ListedSolver("cpu-a", "", True, "", None, True), 1) == [SolverChoice("cpu-a", 1)]
    assert choices_of(ListedSolver("gpu-a", "", True, "", None, False), 4) == [
        SolverChoice("gpu-a", 4, "host"),
        SolverChoice("gpu-a", 4, "gpu"),
    ]


def test_costs_of_other_hardware_stay_in_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    steps = {"sum": {"read": {"byte": 1e-9}}}
    one, other = CpuCosts("test", "2026", 2, steps), CpuCosts("test", "2026", 4, steps)
    gpu = GpuCosts("test", "2026", 1 << 30, steps)
    store_costs({"A": one}, {}, unheard)
    store_costs({"B": other}, {"G": gpu}, unheard)
    assert load_costs(unheard) == StoredCosts({"A": one, "B": other}, {"G": gpu})


@pytest.mark.parametrize("text", ["", "{}", '{"cpus": {}, "gpus": {}, "format_version": 2}', '{"cpu'])
def test_a_damaged_file_is_reported_and_written_anew(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    costs_file().parent.mkdir()
    costs_file().write_text(text)
    told: list[Event] = []
    store_costs({"A": CpuCosts("test", "2026", 2, {})}, {}, told.append)
    [note] = told
    assert isinstance(note, Note)
    assert str(costs_file()) in note.text
    assert [*load_costs(unheard).cpus] == ["A"]


def test_the_defaults_are_such_a_file_too() -> None:
    file = this_installation().problems / "common/choosing/default_costs.json"
    stored = decoded(file.read_bytes(), StoredCosts)
    assert [*stored.cpus] == [*stored.gpus] == ["any"]
    assert sorted(stored.cpus["any"].problems) == PROBLEMS


@pytest.mark.parametrize("problem", PROBLEMS)
def test_what_is_predicted_for_a_size_is_counted_in_an_input_of_that_size(
    problem: str, tmp_path: Path
) -> None:
    host = this_host()
    sizes = sizes_of(host.installation, problem)
    assert len(sizes.compare) >= 9
    assert min(len(sizes.calibrate_gpu), len(sizes.compare_gpu)) >= 2
    for size in (sizes.calibrate[0], sizes.compare[2]):
        path = make_input(host.installation, problem, size, tmp_path)
        command = [str(host.installation.program(problem)), "--list", "--json", "--size", size]
        plans = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)["plans"]
        assert [plan["chosen"] for plan in plans].count(True) == 1
        chosen = next(plan for plan in plans if plan["chosen"])
        with path.open("rb") as file:
            done = subprocess.run(
                [host.installation.program(problem), "--plan"], stdin=file, capture_output=True, check=True
            )
        plan = json.loads(done.stderr)["plan"]
        for predicted, found in zip(chosen["steps"], plan["steps"], strict=True):
            assert predicted["step"] == found["step"]
            # A largest number, say, is only about as large as it may be.
            assert found["counts"] == pytest.approx(predicted["counts"], rel=0.25), predicted["step"]


def chosen_with(costs: object, tmp_path: Path, *arguments: str) -> dict[str, object]:
    """What transpose's program does with a file of these costs."""
    file = tmp_path / "costs.json"
    file.write_text(costs if isinstance(costs, str) else json.dumps(costs))
    done = subprocess.run(
        [this_installation().program("transpose"), "--plan", *arguments],
        input=b"2 2\n1 2 3 4\n",
        capture_output=True,
        env={**os.environ, "WARP_JUDGE_COSTS": str(file)},
        check=True,
    )
    plan = json.loads(done.stderr)["plan"]
    assert isinstance(plan, dict)
    return plan


def test_the_program_chooses_by_the_file(tmp_path: Path) -> None:
    cpu = this_host().hardware.cpu
    shared = {"run": 1e-6, "byte": 1e-9, "byte_in_turn": 0, "thread": 1e-4}
    printed = {"run": 1e-6, "item": 1e-9, "item_in_turn": 0, "thread": 1e-4}

    def costs(name: str, naive: float, blocked: float) -> object:
        steps = {
            "process": {"run": 1e-3, "byte": 0},
            "read": shared,
            "print": printed,
            "cpu-naive": {"run": 0, "element": naive},
            "cpu-blocked": {"run": 0, "element": blocked},
        }
        machine = {"source": "test", "date": "2026", "cores": 2, "problems": {"transpose": steps}}
        return {"format_version": 1, "cpus": {name: machine}, "gpus": {}}

    assert chosen_with(costs(cpu, 1e-9, 2e-9), tmp_path)["solver"] == "cpu-naive"
    blocked = chosen_with(costs(cpu, 2e-9, 1e-9), tmp_path)
    assert blocked["solver"] == "cpu-blocked"
    assert "the CPU measured here" in str(blocked["costs"])
    assert chosen_with(costs(cpu, 2e-9, 1e-9), tmp_path, "--solver", "cpu-naive")["solver"] == "cpu-naive"
    assert "the CPU by default" in str(chosen_with(costs("another CPU", 1e-9, 2e-9), tmp_path)["costs"])
    assert "cannot be used" in str(chosen_with('{"format_version": 1}', tmp_path)["costs"])


@pytest.mark.parametrize("place", ["host", "gpu"])
def test_the_emulated_gpu_parses_where_it_is_told(place: str, tmp_path: Path) -> None:
    host = this_host()
    program = host.installation.emulated_program("vector-add")
    path = make_input(host.installation, "vector-add", "1000", tmp_path)

    def run(*arguments: str) -> subprocess.CompletedProcess[bytes]:
        with path.open("rb") as file:
            return subprocess.run(
                [program, "--plan", *arguments], stdin=file, capture_output=True, check=True
            )

    on_cpu, on_gpu = run(), run("--solver", "gpu-grid-stride", "--text", place)
    assert on_gpu.stdout == on_cpu.stdout
    assert json.loads(on_cpu.stderr)["plan"]["solver"] == "cpu-loop"
    plan = json.loads(on_gpu.stderr)["plan"]
    assert (plan["solver"], plan["text"]) == ("gpu-grid-stride", place)
    read, printed = ("gpu-read", "gpu-print") if place == "gpu" else ("read", "print")
    steps = {step["step"]: step["counts"] for step in plan["steps"]}
    assert [*steps] == ["gpu-process", "start", read, "gpu-grid-stride", printed]
    assert steps["gpu-grid-stride"]["copied_byte"] == (0 if place == "gpu" else 16_000)


def test_an_emulated_gpu_is_not_chosen_however_little_it_costs(tmp_path: Path) -> None:
    """Its costs are known from nothing that was measured."""
    host = this_host()
    costs = tmp_path / "costs.json"
    defaults = json.loads((host.installation.problems / "common/choosing/default_costs.json").read_text())
    sums = defaults["gpus"]["any"]["problems"]["vector-sum"]
    for step in sums.values():
        step.update(dict.fromkeys(step, 0))
    cpu = {host.hardware.cpu: defaults["cpus"]["any"]}
    # A GPU of no name is what a machine without one has.
    costs.write_text(json.dumps({**defaults, "cpus": cpu, "gpus": {"": defaults["gpus"]["any"]}}))
    path = make_input(host.installation, "vector-sum", "1000", tmp_path)
    environment = {**os.environ, "WARP_JUDGE_COSTS": str(costs)}
    program = str(host.installation.emulated_program("vector-sum"))
    command = [program, "--list", "--json", "--size", "1000"]
    listed = json.loads(subprocess.run(command, capture_output=True, env=environment, check=True).stdout)
    if host.policy.gpus.obstacle is not None:
        assert listed["plans"][0]["solver"] == "gpu-overlapped"
    assert [plan["solver"] for plan in listed["plans"] if plan["chosen"]] in (["cpu-loop"], ["cpu-parallel"])
    with path.open("rb") as file:
        done = subprocess.run(
            [program, "--plan"], stdin=file, capture_output=True, env=environment, check=True
        )
    assert json.loads(done.stderr)["plan"]["solver"].startswith("cpu-")


PROGRAM = """#!/bin/sh
case "$*" in
*--list*) echo '{"solvers": [
  {"name": "cpu-good", "idea": "", "largest_size": null,
    "available": true, "reason": "", "uses_all_cores": false},
  {"name": "cpu-refuses", "idea": "", "largest_size": null,
    "available": true, "reason": "", "uses_all_cores": false},
  {"name": "cpu-absent", "idea": "", "largest_size": null,
    "available": false, "reason": "it is not here", "uses_all_cores": false},
  {"name": "gpu-good", "idea": "", "largest_size": null,
    "available": true, "reason": "", "uses_all_cores": false}]}'; exit ;;
*cpu-refuses*) echo 'too large' >&2; exit 3 ;;
*gpu*) echo 'must not be called' >&2; exit 1 ;;
esac
echo '{"phases": {"solver": "cpu-good", "read_ns": 1000, "solve_ns": 2000, "print_ns": 3000}}' >&2
echo '{"plan": {"solver": "cpu-good", "text": "host", "costs": "as tested", "seconds": 0.5, "steps": [
  {"step": "read", "cores": 1, "counts": {"byte": 10}, "seconds": 0.1},
  {"step": "cpu-good", "cores": 1, "counts": {"element": 20}, "seconds": 0.1}]}}' | tr -d '\\n' >&2
"""
GENERATOR = "#!/bin/sh\n[ $2 = 13 ] && echo 'no input of 13' >&2 && exit 1\necho $2\n"


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> JudgeHost:
    """A project of one problem, whose programs are scripts."""
    monkeypatch.setattr("judge.measure.costs.measuring.TOO_LONG_S", PATIENCE_S)
    host = (
        JudgeHost(Installation(tmp_path, tmp_path / "build"))
        .with_installation(builds=False)
        .with_policy(gpus=NOWHERE)
    )
    for path, text in (
        (host.installation.program("toy"), PROGRAM),
        (host.installation.tool("toy", "generate"), GENERATOR),
    ):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)
    (host.installation.problems / "toy").mkdir(parents=True)
    (host.installation.problems / "toy/sizes.yaml").write_text(
        'shown: "{} elements"\ncalibrate: ["1", "2"]\ncompare: ["3", "4"]\n'
    )
    return host


def test_what_cannot_run_is_left_out_and_the_rest_measured(
    toy: JudgeHost, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("judge.measure.costs.measuring.TIME_S", 0)
    costs = measure_problem(toy, "toy", tmp_path, with_gpu=False)
    assert costs.gpu == {}
    assert costs.cpu == {"read": {"byte": pytest.approx(1e-7)}, "cpu-good": {"element": pytest.approx(1e-7)}}


def test_runs_that_did_the_same_are_of_the_same_choice(
    toy: JudgeHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Runs count together whatever they are called: then nothing is longer than the best."""
    monkeypatch.setattr("judge.measure.costs.comparison.LEAST_S", 0)
    sizes = compare(toy, ["toy"], 2, with_gpu=False)["toy"]
    assert [one.size for one in sizes] == ["3", "4"]
    assert {way.choice.split()[0] for way in sizes[0].ways} == {"cpu-good"}
    assert [one.regret for one in sizes] == [0, 0]
    assert sizes[0].auto.predicted_s == 0.5


WITH_GPU = """#!/bin/sh
case "$*" in
*--list*) echo '{"solvers": [
  {"name": "cpu-a", "idea": "", "largest_size": null,
    "available": true, "reason": "", "uses_all_cores": true},
  {"name": "gpu-a", "idea": "", "largest_size": null,
    "available": true, "reason": "", "uses_all_cores": false}]}'; exit ;;
esac
read size
case "$*" in
*gpu-a*)
  name=gpu-a process=gpu-process
  gpu='"start_up_ns": 900000000000, "hidden_start_up_ns": 0, "copy_in_ns": 0, "kernels_ns": 5, "copy_out_ns": 0' ;;
*) name=cpu-a; process=process; gpu= ;;
esac
gpu=${gpu:+", \\"gpu\\": {$gpu}"}
echo '{"phases": {"solver": "'$name'", "read_ns": 0, "solve_ns": 900000000, "print_ns": 0'$gpu'}}' >&2
echo '{"plan": {"solver": "'$name'", "text": "host", "costs": "as tested", "seconds": 0.5, "steps": [
  {"step": "'$process'", "cores": 1, "counts": {"run": 1}, "seconds": 0.1},
  {"step": "'$name'", "cores": 1, "counts": {"element": '$size'}, "seconds": 0.1}]}}' | tr -d '\\n' >&2
"""


@pytest.fixture
def toy_with_gpu(toy: JudgeHost) -> JudgeHost:
    """The project with one solver for a CPU and one for a GPU."""
    toy.installation.program("toy").write_text(WITH_GPU)
    sizes = 'shown: "{} elements"\ncalibrate: ["1"]\ncompare: ["3", "4"]\ncalibrate_gpu: ["10", "20", "30"]\n'
    sizes += 'compare_gpu: ["100"]\n'
    (toy.installation.problems / "toy/sizes.yaml").write_text(sizes)
    return toy


@pytest.mark.parametrize(("long_run_s", "inputs"), [(-300.0, 3), (-900.0, 1)])
def test_a_gpu_solver_has_inputs_of_its_own_and_its_start_makes_no_run_a_long_one(
    long_run_s: float, inputs: int, toy_with_gpu: JudgeHost, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run is over at once, and 900 s of it are said to be CUDA's start."""
    sizes: list[str] = []

    def made(installation: Installation, problem: str, size: str, folder: Path) -> Path:
        sizes.append(size)
        return make_input(installation, problem, size, folder)

    observed_sizes = set()
    add = Observations.add

    def observe(observations: Observations, steps: dict[str, Observation]) -> None:
        if "gpu-a" in steps:
            observed_sizes.add(steps["gpu-a"].counts["element"])
        add(observations, steps)

    monkeypatch.setattr("judge.measure.costs.measuring.TIME_S", 0)
    monkeypatch.setattr("judge.measure.costs.measuring.LONG_RUN_S", long_run_s)
    monkeypatch.setattr("judge.measure.costs.measuring.make_input", made)
    monkeypatch.setattr(Observations, "add", observe)
    costs = measure_problem(toy_with_gpu, "toy", tmp_path, with_gpu=True)
    assert sizes == ["1", "10", "20", "30"]
    assert len(observed_sizes) == inputs
    assert costs.gpu.keys() == {"gpu-process", "gpu-a"}
    assert costs.cpu.keys() == {"process", "cpu-a"}


def with_times(monkeypatch: pytest.MonkeyPatch, wall_s: Callable[[SolverChoice, str], float]) -> None:
    """The comparison finds these times, by choice and size: those of a busy machine may be any. Only a run that has no
    end is stopped."""

    def run(
        host: JudgeHost, problem: str, choice: SolverChoice, path: Path, most_s: float | None = None
    ) -> TimedRun:
        size = path.read_text().strip()
        done = timed_run(host, problem, choice, path, most_s if choice.solver == "cpu-endless" else None)
        return replace(done, wall_s=wall_s(choice, size))

    monkeypatch.setattr("judge.measure.costs.comparison.timed_run", run)


def test_a_gpu_is_compared_where_it_may_be_the_best(
    toy_with_gpu: JudgeHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("judge.measure.costs.runs.gpu_taken", nullcontext)  # there is none
    monkeypatch.setattr("judge.measure.costs.comparison.LEAST_S", 0)
    with_times(monkeypatch, lambda choice, size: 0.8 if choice.is_gpu or size == "100" else 0.1)
    sizes = compare(toy_with_gpu, ["toy"], 1, with_gpu=True)["toy"]
    with_gpu = {one.size: any("gpu-a" in way.choice for way in one.ways) for one in sizes}
    assert with_gpu == {"3": False, "4": False, "100": True}
    assert {one.size for one in compare(toy_with_gpu, ["toy"], 1, with_gpu=False)["toy"]} == {"3", "4"}


SLOW = """#!/bin/sh
case "$*" in
*--list*) echo '{"solvers": [
  {"name": "cpu-a", "idea": "", "largest_size": null,
    "available": true, "reason": "", "uses_all_cores": true},
  {"name": "cpu-slow", "idea": "", "largest_size": null,
    "available": true, "reason": "", "uses_all_cores": true},
  {"name": "cpu-endless", "idea": "", "largest_size": null,
    "available": true, "reason": "", "uses_all_cores": true}]}'; exit ;;
*cpu-slow*) name=cpu-slow ;;
*cpu-endless*) name=cpu-endless ;;
*) name=cpu-a ;;
esac
echo $name >>runs
[ $name != cpu-endless ] || exec sleep 1000
echo '{"phases": {"solver": "'$name'", "read_ns": 0, "solve_ns": 1000, "print_ns": 0}}' >&2
echo '{"plan": {"solver": "'$name'", "text": "host", "costs": "as tested", "seconds": 0.5, "steps": []}}' >&2
"""


MIXED = """#!/bin/sh
cat >/dev/null
echo '{"phases": {"solver": "cpu-a", "read_ns": 7, "solve_ns": 1000, "print_ns": 5}}' >&2
echo '{"plan": {"solver": "cpu-a", "text": "host", "costs": "as tested", "seconds": 0.5, "steps": [
  {"step": "read", "cores": 1, "counts": {"byte": 10}, "seconds": 0.1},
  {"step": "gpu-a", "cores": 1, "counts": {"element": 3}, "seconds": 0.1},
  {"step": "cpu-a", "cores": 1, "counts": {"element": 1}, "seconds": 0.1}]}}' | tr -d '\\n' >&2
"""


def test_solvers_that_took_turns_at_the_parts_of_a_stream_have_no_times_of_their_own(
    toy: JudgeHost, tmp_path: Path
) -> None:
    program = toy.installation.program("toy")
    program.write_text(MIXED)
    (tmp_path / "in").touch()
    steps = timed_run(toy, "toy", SolverChoice("auto"), tmp_path / "in").steps
    assert steps.keys() == {"read"}
    of_one = '  {"step": "gpu-a", "cores": 1, "counts": {"element": 3}, "seconds": 0.1},\n'
    assert of_one in MIXED
    program.write_text(MIXED.replace(of_one, ""))
    assert timed_run(toy, "toy", SolverChoice("auto"), tmp_path / "in").steps.keys() == {"read", "cpu-a"}


def test_what_takes_much_longer_than_auto_is_stopped_and_what_takes_longer_is_run_once(
    toy: JudgeHost, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A comparison would otherwise take minutes for choices that nobody would make."""
    toy.installation.program("toy").write_text(SLOW)
    monkeypatch.setattr("judge.measure.costs.comparison.usable_cores", lambda: [0])
    monkeypatch.setattr("judge.measure.costs.comparison.LEAST_S", 0)
    monkeypatch.setattr("judge.measure.costs.comparison.MOST_S", inf)
    with_times(monkeypatch, lambda choice, _: 0.4 if choice.solver == "cpu-slow" else 0.15)
    monkeypatch.chdir(tmp_path)
    small, large = compare(toy, ["toy"], 3, with_gpu=False)["toy"]
    assert [way.choice for way in small.ways] == ["cpu-a x1", "cpu-slow x1"]
    assert [way.choice for way in large.ways] == ["cpu-a x1", "cpu-slow x1"]
    runs = (tmp_path / "runs").read_text().split()
    assert runs.count("cpu-slow") == 2, "once on each input"
    assert runs.count("cpu-endless") == 1, "stopped, and not run on the larger one"
    assert runs.count("cpu-a") == 2 * (4 + 3), "auto once more, to know how long that takes"


def test_a_comparison_of_long_runs_repeats_none(toy: JudgeHost, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("judge.measure.costs.comparison.LEAST_S", 0)
    monkeypatch.setattr("judge.measure.costs.comparison.MOST_S", 0)
    runs: list[SolverChoice] = []

    def run(host: JudgeHost, problem: str, choice: SolverChoice, *rest: Any) -> TimedRun:
        runs.append(choice)
        return timed_run(host, problem, choice, *rest)

    monkeypatch.setattr("judge.measure.costs.comparison.timed_run", run)
    compare(toy, ["toy"], 9, with_gpu=False)
    assert runs.count(SolverChoice("cpu-good", 1)) == 2, "once on each of two inputs"


def test_an_input_that_cannot_be_made_is_an_error(toy: JudgeHost, tmp_path: Path) -> None:
    with pytest.raises(JudgeError, match="--size 13: no input of 13"):
        make_input(toy.installation, "toy", "13", tmp_path)


def test_a_problem_without_sizes_is_named(toy: JudgeHost) -> None:
    with pytest.raises(JudgeError, match="toi"):
        measurable_problems(toy.installation, ["toi"])


def way(choice: str, predicted_s: float | None, *wall_s: float) -> TimedWay:
    walls = spread_of([round(each * 1e9) for each in wall_s])
    return TimedWay(choice, predicted_s, min(wall_s), walls, len(wall_s))


def test_how_far_auto_is_from_the_best() -> None:
    ways = (way("cpu-a x1", 1.0, 1.0), way("cpu-b x1", 3.0, 2.0))
    good = AtSize("1", way("cpu-a x1/1/1", 1.0, 1.1), ways, "measured")
    bad = AtSize("2", way("cpu-b x1/1/1", None, 1.2), ways, "by default")
    best = AtSize("3", way("cpu-c x1/1/1", 1.0, 0.5), ways, "measured")
    assert [one.regret for one in (good, bad, best)] == pytest.approx([0.1, 0.2, 0])
    sizes: dict[str, tuple[AtSize, ...]] = {"toy": (good, bad, best)}
    lines = summary(AutoComparison("a machine", "2026-11-23T00:00:00", 3, "abc", sizes))
    assert lines[0] == "auto is within 15% of the best at 2 of 3 sizes"
    assert lines[2:4] == ["by default", "measured"]


def at_size(size: str, cpu_s: Sequence[float], gpu_s: Sequence[float]) -> AtSize:
    cpu, gpu = way("cpu-a x16", 1.0, *cpu_s), way("gpu-a x16, text on the GPU", 1.0, *gpu_s)
    slow = way("cpu-slow x1", 1.0, 90.0)
    return AtSize(size, cpu, (slow, cpu, gpu), "measured")


CLOSE = at_size("100", (0.9, 1.0, 1.1, 1.2), (0.8, 0.9, 0.95, 1.15))
CPU_WINS = at_size("10", (0.1,) * 4, (0.2,) * 4)
GPU_WINS = [at_size(size, (2.0, 2.0, 2.1, 2.2), (1.0, 1.8, 1.8, 1.9)) for size in ("1000", "10000")]


@pytest.mark.parametrize(
    ("sizes", "wins_from"),
    [
        ([CPU_WINS, CLOSE, *GPU_WINS], "1000"),
        ([GPU_WINS[0], CLOSE, GPU_WINS[1]], "10000"),
        (GPU_WINS, "1000"),
        ([*GPU_WINS, CLOSE], None),
        ([CPU_WINS], None),
        ([], None),
    ],
)
def test_the_gpu_wins_from_the_size_after_which_it_never_loses_or_ties(
    sizes: list[AtSize], wins_from: str | None
) -> None:
    start = gpu_wins_from(sizes)
    assert (start.size if start else None) == wins_from


def test_a_winner_is_named_only_beyond_the_spread() -> None:
    assert [one.cpu_against_gpu.winner for one in (CPU_WINS, CLOSE, *GPU_WINS) if one.cpu_against_gpu] == [
        "cpu", None, "gpu", "gpu",
    ]  # fmt: skip
    once = at_size("5", (1.4,), (1.0,))
    assert once.cpu_against_gpu
    assert once.cpu_against_gpu.winner is None, "a single run says little"
    alone = AtSize("5", once.auto, once.ways[:1], "measured")
    assert alone.cpu_against_gpu is None


def test_whole_programs_are_tables_of_markdown() -> None:
    wide = at_size("7x4000000000000000000", (0.1,) * 4, (0.2,) * 4)
    sizes = {"toy": (CPU_WINS, CLOSE, *GPU_WINS), "other": (wide,)}
    comparison = AutoComparison("a machine", "2026-11-23T00:00:00", 4, "abc", sizes)
    shown = {"toy": "{} elements", "other": "{} numbers up to {}"}
    head, line, toy, other = summary_as_markdown(comparison, shown).splitlines()
    assert head.count("|") == line.count("|") == toy.count("|")
    times = "`cpu-a` 2.00 s | `gpu-a` 1.80 s | GPU 1.11x | 2.00 s"
    assert toy == f"| toy | 10,000 elements | {times} | 1,000 elements |"
    assert other.startswith("| other | 7 numbers up to 4 x 10^18 |")
    assert other.endswith("| CPU 2.0x | 100.0 ms | no size here |")
    text = as_markdown(comparison, shown)
    assert "| 100 elements | `cpu-a` 1.00 s | `gpu-a` 900.0 ms | tie | 1.00 s |" in text
    assert "**other**: the GPU wins at no size here." in text


def test_an_input_too_large_for_the_machine_is_left_out_and_said(
    toy: JudgeHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("judge.measure.costs.comparison.LEAST_S", 0)
    monkeypatch.setattr("judge.measure.costs.comparison.OF_MEMORY", 2.5 / toy.hardware.memory_bytes)
    told: list[Event] = []
    make = toy.installation.tool("toy", "generate")
    make.write_text('#!/bin/sh\nif [ "$2" = 3 ]; then echo 3; else echo 1234; fi\n')
    found = compare(replace(toy, tell=told.append), ["toy"], 1, with_gpu=False)
    assert [one.size for one in found["toy"]] == ["3"]
    [note] = [event for event in told if isinstance(event, Note)]
    assert "toy 4" in note.text


def test_the_commands_store_and_show(
    toy: JudgeHost, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr("judge.measure.costs.measuring.TIME_S", 0)
    monkeypatch.setattr("judge.measure.costs.comparison.LEAST_S", 0)
    with pytest.raises(JudgeError, match="no costs are stored for this machine"):
        calibrate_costs(toy, show=True)
    assert calibrate_costs(toy, show=False) == 0
    assert "not measured: costs of a GPU: " in capfd.readouterr().out
    assert calibrate_costs(toy, show=True) == 0
    assert "element 1e-07" in capfd.readouterr().out
    assert bench_auto(toy, BenchOptions(repetitions=1, json=tmp_path / "file")) == 0
    shown = capfd.readouterr().out
    assert "within 15% of the best at 2 of 2 sizes" in shown
    assert json.loads((tmp_path / "file").read_text())["problems"]["toy"][0]["size"] == "3"
    monkeypatch.setattr("judge.commands.bench_auto.compare", None)  # measures nothing
    assert bench_auto(toy, BenchOptions(stored=tmp_path / "file")) == 0
    assert capfd.readouterr().out == shown
    assert bench_auto(toy, BenchOptions(stored=tmp_path / "file", markdown=True)) == 0
    assert "| toy | 4 elements |" in capfd.readouterr().out
    (tmp_path / "other").write_text("{}")
    with pytest.raises(JudgeError, match="not a result of `judge bench --auto`"):
        bench_auto(toy, BenchOptions(stored=tmp_path / "other"))
