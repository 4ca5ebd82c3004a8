"""`judge test`: all checks of the project itself, one step each, one table at the end, and what was skipped."""

import re
import shutil
import subprocess
import time
from dataclasses import dataclass

from judge.base.console import out, say
from judge.base.errors import JudgeError
from judge.base.suggestions import unknown_name
from judge.base.tables import new_table
from judge.commands.testing_skips import Skip, skips_in, skips_text
from judge.commands.testing_steps import STEPS, Command, Step, StepRun
from judge.project.paths import Project


@dataclass
class Outcome:
    step: Step
    passed: bool
    duration_s: float
    counts: str
    skips: list[Skip]


def test(project: Project, step_names: list[str], quick: bool, known_skips_only: bool) -> int:
    """The command. Returns the exit status: 0 all passed, 1 not.

    With `known_skips_only` a skip that KNOWN_SKIPS does not have is a failure."""
    known = {step.name for step in STEPS}
    for name in step_names:
        if name not in known:
            raise unknown_name("step", name, known)
    chosen = [step for step in STEPS if not step_names or step.name in step_names]
    outcomes = [_run_step(project, step, quick) for step in chosen if step.in_quick or not quick]
    out.print(_table(outcomes))
    skips = [skip for outcome in outcomes for skip in outcome.skips]
    for line in skips_text(skips):
        out.print(line, markup=False)
    if quick:
        for step in chosen:
            if step.left_out or not step.in_quick:
                out.print(f"left out by --quick: {step.name}: {step.left_out or 'all of it'}")
    passed = sum(outcome.passed for outcome in outcomes)
    unknown = sum(skip.known is None for skip in skips) if known_skips_only else 0
    if unknown:
        out.print(
            f"{unknown} not known: mend what is missing here, or add the reason to KNOWN_SKIPS in "
            "judge/commands/testing_skips.py",
            style="bold red",
        )
    out.print(f"{passed} passed, {len(outcomes) - passed} failed")
    return 0 if passed == len(outcomes) and not unknown else 1


def _table(outcomes: list[Outcome]) -> object:
    table = new_table("Tests")
    for heading in ("step", "result", "time", "counts", "what"):
        table.add_column(heading)
    for outcome in outcomes:
        table.add_row(
            outcome.step.name,
            "passed" if outcome.passed else "FAILED",
            f"{outcome.duration_s:.0f} s",
            outcome.counts,
            outcome.step.what,
            style="green" if outcome.passed else "bold red",
        )
    return table


def _run_step(project: Project, step: Step, quick: bool) -> Outcome:
    say(f"test step {step.name}: {step.what}")
    start = time.monotonic()
    passed, counts = True, ""
    results = project.build / "test-results" / step.name
    shutil.rmtree(results, ignore_errors=True)
    results.mkdir(parents=True)
    run = StepRun(project, results, quick)
    try:
        step.prepare(run)
        for command in step.commands(run):
            done, output = _run_shown(project, command)
            passed = passed and done
            counts = _counts(output) or counts
    except JudgeError as error:
        out.print(str(error), markup=False, style="red")
        passed = False
    skips = [skip for junit in sorted(results.glob("*.xml")) for skip in skips_in(junit)]
    return Outcome(step, passed, time.monotonic() - start, counts, skips)


def _run_shown(project: Project, command: Command) -> tuple[bool, str]:
    """Runs a command, passing its output on as it comes; returns whether it succeeded, and the output."""
    lines = []
    with subprocess.Popen(
        command,
        cwd=project.root,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    ) as process:
        for line in process.stdout or ():
            lines.append(line)
            print(line, end="", flush=True)
    return process.returncode == 0, "".join(lines)


def _counts(output: str) -> str:
    """The counts in a test program's closing line."""
    patterns = (
        r"^\d+% tests passed.*$",
        r"^\d+ (?:passed|failed).* in [\d.]+s.*$",
        r"^\S.*: \d+ problems?, .*$",
    )
    found = [match.group() for pattern in patterns for match in re.finditer(pattern, output, re.MULTILINE)]
    return found[-1] if found else ""
