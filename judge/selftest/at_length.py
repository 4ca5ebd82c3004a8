"""The steps of `judge test --long`: they do for as long as one likes what the ordinary tests do as a short sample."""

from judge.project.build import TESTS, build
from judge.project.host import JudgeHost
from judge.selftest.ctest_units import ctest_command, ctests
from judge.selftest.kattis import export_units
from judge.selftest.pytest_units import TESTS as PYTEST_FOLDER
from judge.selftest.pytest_units import pytest_servers, pytest_unit
from judge.selftest.steps import Step, StepRun, build_programs
from judge.selftest.units import Unit, UnitOutcome

FUZZED = "fuzz"
"""The label of CTest's tests that run for a given time."""
SECONDS, SEEDS = "WARP_JUDGE_FUZZ_SECONDS", "WARP_JUDGE_TEST_SEEDS"
KILLING = (
    "engine/test_slurm.py",
    "engine/test_killed_judge.py",
    "history/test_history_kept.py",
    "killing/test_contest_killed.py",
    "killing/test_machines_apart.py",
    "killing/test_postgresql_killed.py",
    "killing/test_serve_killed.py",
    "killing/test_submit_killed.py",
    "service/test_worker_command.py",
    "store/test_store_killed.py",
)
"""The tests that kill at random, with a given number of seeds."""
NO_TIMEOUT = ("--timeout=0",)


def _build_all(host: JudgeHost) -> None:
    build(host, "all", extras=[TESTS])


def _fuzzing(run: StepRun) -> list[UnitOutcome]:
    """Gives mutated input to readers: each driver for the whole time."""
    root, environment = run.host.installation.root, {SECONDS: str(run.seconds)}
    files = sorted(
        str(path.relative_to(root)) for path in (root / PYTEST_FOLDER / "fuzzing").glob("test_*.py")
    )
    units = [pytest_unit("fuzzing", [file], run.results, NO_TIMEOUT, environment) for file in files]
    with pytest_servers(root, 1) as servers:
        outcomes = run.run_by(units, servers)
    names = [test.name for test in ctests(run.host.installation.build) if FUZZED in test.labels]
    if names:
        junit = run.results / "ctest.xml"
        command = [*ctest_command(run.host.installation.build, junit, names), "--timeout", "1000000"]
        outcomes += run.run([Unit("fuzzing ctest", [command], [junit], environment)])
    return outcomes


def _killing(run: StepRun) -> list[UnitOutcome]:
    """Kills judges, workers and nodes at random: one run for each seed."""
    files = [f"{PYTEST_FOLDER}/{name}" for name in KILLING]
    environment = {SEEDS: str(max(1, run.seconds // 20))}
    unit = pytest_unit("killing", files, run.results, ("-k", "kill", *NO_TIMEOUT), environment)
    with pytest_servers(run.host.installation.root, 1) as servers:
        return run.run_by([unit], servers)


def _kattis(run: StepRun) -> list[UnitOutcome]:
    """Judges every submission of the exported problems by Kattis' verifyproblem."""
    return run.run(export_units(run.host.installation, run.results, "kattis", all_submissions=True))


LONG_STEPS = (
    Step("fuzzing", "readers with mutated input, for --seconds each", _fuzzing, _build_all),
    Step(
        "killing", "judges, workers and nodes killed at random, by a seed for every 20 of --seconds", _killing,
        build_programs,
    ),
    Step(
        "kattis", "verifyproblem of Kattis' problemtools on every stored submission", _kattis, build_programs
    ),
)  # fmt: skip
