"""The command line: each command's options, and the exit status for errors."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from judge.choice import Choice, Device, Requirement, SubmitDevice
from judge.console import err
from judge.errors import JudgeError
from judge.project import this_project

app = typer.Typer(
    help="Warp Judge: judges and times solutions for problems that a CPU and a GPU can both solve.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    add_completion=False,
    pretty_exceptions_enable=False,
    epilog="Exit status: 0 all as expected or accepted, 1 not, 2 wrong use or judge error.",
)

ProblemOption = Annotated[
    list[str] | None, typer.Option("--problem", "-p", help="Only this problem; repeatable.")
]
ProblemArgument = Annotated[str, typer.Argument(help="A problem's id, see `judge list`.")]
ProblemArguments = Annotated[list[str] | None, typer.Argument(help="Problem ids; all when left out.")]
JsonOption = Annotated[Path | None, typer.Option("--json", help="Also write the whole result to this file.")]
JunitOption = Annotated[
    Path | None, typer.Option("--junit", help="Also write it as JUnit XML, for CI systems.")
]
HtmlOption = Annotated[Path | None, typer.Option("--html", help="Also write it as a page, for people.")]
GpuOption = Annotated[int, typer.Option("--gpu", min=0, max=255, help="The GPU to run on: /dev/nvidiaN.")]
IsolationOption = Annotated[
    bool, typer.Option("--require-isolation", help="Refuse to run anything with less than full isolation.")
]
RepeatOption = Annotated[
    int,
    typer.Option("--repeat", min=1, max=1000, help="Time each passed test so often: medians, spread."),
]
TimeLimitOption = Annotated[
    float | None,
    typer.Option(
        "--time-limit", min=0.001, metavar="S", help="CPU seconds a test, in place of any other limit."
    ),
]
TimeFactorOption = Annotated[
    float | None,
    typer.Option(
        "--time-factor", min=1.0, metavar="F", help="Time limit: F times the slowest accepted solution here."
    ),
]
RacesOption = Annotated[
    bool, typer.Option("--races", help="On the emulated GPU, which also looks for races in shared memory.")
]
NoHistoryOption = Annotated[
    bool, typer.Option("--no-history", help="Keep nothing of it in the history; see `judge history`.")
]


def _tell_version(asked: bool) -> None:
    if asked:
        from judge.version import version_text

        typer.echo(f"Warp Judge {version_text(this_project())}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_tell_version, is_eager=True, help="Tell the version.")
    ] = False,
) -> None:
    pass


@app.command()
def verify(
    problem: ProblemOption = None,
    solver: Annotated[
        list[str] | None, typer.Option("--solver", "-s", help="Only solvers of this name; repeatable.")
    ] = None,
    device: Annotated[
        Device, typer.Option("--device", help="Only what runs on this device; CUDA on an emulated one.")
    ] = Device.ALL,
    gpu: GpuOption = 0,
    require: Annotated[
        Requirement | None, typer.Option("--require", help="Fail where something that needs it is skipped.")
    ] = None,
    require_isolation: IsolationOption = False,
    no_history: NoHistoryOption = False,
    races: RacesOption = False,
    repeat: RepeatOption = 1,
    time_limit: TimeLimitOption = None,
    time_factor: TimeFactorOption = None,
    json: JsonOption = None,
    junit: JunitOption = None,
    html: HtmlOption = None,
) -> None:
    """Judge every solver and every stored submission on every test."""
    from judge.commands.verify import verify as command
    from judge.reports import ReportFiles
    from judge.time_rule import TimeOptions

    if races:
        if device not in (Device.ALL, Device.EMULATED) or require is not None:
            raise JudgeError("--races is for the emulated GPU: leave --device and --require out.")
        device = Device.EMULATED
    project = replace(
        this_project(),
        require_isolation=require_isolation,
        gpu=gpu,
        finds_races=races,
        keeps_history=not no_history,
    )
    choice = Choice(tuple(problem or ()), tuple(solver or ()), device, require)
    times = TimeOptions(time_limit, time_factor)
    raise typer.Exit(command(project, choice, ReportFiles(json, junit, html), repeat, times))


@app.command()
def submit(
    problem: ProblemArgument,
    file: Annotated[str, typer.Argument(help="One source file in contest format; - reads it from stdin.")],
    language: Annotated[
        str | None, typer.Option("--language", "-l", help="Language id; else by the file's suffix.")
    ] = None,
    device: Annotated[
        SubmitDevice | None, typer.Option("--device", help="Judge CUDA on the emulated GPU, without times.")
    ] = None,
    samples: Annotated[bool, typer.Option("--samples", help="Judge the samples alone.")] = False,
    all_tests: Annotated[bool, typer.Option("--all", help="Go on after the first failing test.")] = False,
    gpu: GpuOption = 0,
    require_isolation: IsolationOption = False,
    no_history: NoHistoryOption = False,
    races: RacesOption = False,
    repeat: RepeatOption = 1,
    time_limit: TimeLimitOption = None,
    time_factor: TimeFactorOption = None,
    json: JsonOption = None,
    junit: JunitOption = None,
    html: HtmlOption = None,
) -> None:
    """Compile and judge a solution of yours, test by test."""
    from judge.commands.submit import submit as command
    from judge.languages import EMULATED
    from judge.reports import ReportFiles
    from judge.time_rule import TimeOptions

    if device is SubmitDevice.EMULATED or races:
        if language not in (None, "cuda", EMULATED):
            raise JudgeError(f"The emulated GPU judges CUDA, not the language '{language}'.")
        language = EMULATED
    project = replace(
        this_project(),
        require_isolation=require_isolation,
        gpu=gpu,
        finds_races=races,
        keeps_history=not no_history,
    )
    files, times = ReportFiles(json, junit, html), TimeOptions(time_limit, time_factor)
    raise typer.Exit(command(project, problem, file, language, samples, all_tests, files, repeat, times))


@app.command("list")
def list_(problem: Annotated[str | None, typer.Argument(help="Show all about this problem.")] = None) -> None:
    """Show the problems, languages and verdicts, or all about one problem."""
    from judge.commands.listing import list_all, list_problem

    project = this_project()
    raise typer.Exit(list_problem(project, problem) if problem else list_all(project))


@app.command()
def statement(
    problem: ProblemArgument,
    language: Annotated[str, typer.Option("--language", "-l", help="en or zh.")] = "en",
) -> None:
    """Show a problem's statement with its samples."""
    from judge.commands.statement import statement as command

    raise typer.Exit(command(this_project(), problem, language))


@app.command()
def generate(
    problems: ProblemArguments = None,
    check: Annotated[
        bool, typer.Option("--check", help="Change nothing; prove that data, validators and answers agree.")
    ] = False,
) -> None:
    """Write the test data of problems anew from their generators."""
    from judge.commands.generate import generate as command

    raise typer.Exit(command(this_project(), problems or [], check))


@app.command()
def bench(
    operations: Annotated[
        list[str] | None, typer.Argument(help="Operations: vector-add, matmul, ...; all when left out.")
    ] = None,
    repetitions: Annotated[int, typer.Option("--repetitions", min=1, help="The median of so many.")] = 9,
    stored: Annotated[
        Path | None, typer.Option("--from", help="Measure nothing; show this result of an earlier --json.")
    ] = None,
    json: JsonOption = None,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print tables for a document.")] = False,
) -> None:
    """Time the GPU variants of each operation beside each other, their libraries and this GPU's ceilings."""
    from judge.commands.bench import bench as command

    raise typer.Exit(command(this_project(), operations or [], repetitions, stored, json, markdown))


@app.command()
def limits(
    problems: ProblemArguments = None,
    time_factor: TimeFactorOption = None,
    json: JsonOption = None,
) -> None:
    """Measure the time limits for this machine from the accepted solutions, and show all margins."""
    from judge.commands.limits import limits as command
    from judge.time_rule import TimeOptions

    raise typer.Exit(command(this_project(), problems or [], TimeOptions(factor=time_factor), json))


@app.command()
def calibrate(
    show: Annotated[bool, typer.Option("--show", help="Measure nothing; show what is stored.")] = False,
    gpu: GpuOption = 0,
    json: JsonOption = None,
) -> None:
    """Measure what this machine's GPU and CPU can do at most, once; runs are then told their share of it."""
    from judge.commands.calibrate import calibrate as command

    raise typer.Exit(command(replace(this_project(), gpu=gpu), show, json))


@app.command()
def history(
    problem: Annotated[
        str | None, typer.Argument(help="The attempts at this problem; else all sessions.")
    ] = None,
    session: Annotated[
        int | None, typer.Option("--session", help="This `verify` or `submit`, whole.")
    ] = None,
    limit: Annotated[int, typer.Option("--limit", min=1, help="No more than so many rows.")] = 20,
    json: JsonOption = None,
) -> None:
    """Show what was judged with `verify` and `submit`, newest first."""
    from judge.commands.history import history as command

    raise typer.Exit(command(problem, session, limit, json))


@app.command()
def best(
    problem: Annotated[str | None, typer.Argument(help="Only this problem; all when left out.")] = None,
    limit: Annotated[int, typer.Option("--limit", min=1, help="No more than so many of each.")] = 5,
    json: JsonOption = None,
) -> None:
    """Show the fastest accepted solutions of each problem, for each machine they were judged on."""
    from judge.commands.history import best as command

    raise typer.Exit(command(problem, limit, json))


@app.command()
def report(
    stored: Annotated[Path, typer.Argument(help="A result that --json wrote.")],
    junit: JunitOption = None,
    html: HtmlOption = None,
) -> None:
    """Make a page or JUnit XML from a stored result."""
    from judge.commands.report import report as command
    from judge.reports import ReportFiles

    raise typer.Exit(command(stored, ReportFiles(None, junit, html)))


@app.command()
def doctor() -> None:
    """Say what this machine has, what is missing, and what to do about it."""
    from judge.commands.doctor import doctor as command

    raise typer.Exit(command(this_project()))


@app.command()
def test(steps: Annotated[list[str] | None, typer.Argument(help="Only these steps.")] = None) -> None:
    """Run all tests and checks of Warp Judge itself."""
    from judge.commands.testing import test as command

    raise typer.Exit(command(this_project(), steps or []))


def main() -> None:
    """Runs the command line; every expected failure ends in one message and exit status 2."""
    try:
        app(prog_name="judge")
    except JudgeError as error:
        err.print(f"judge: {error}", style="red", markup=False, soft_wrap=True)
        sys.exit(2)
    except KeyboardInterrupt:
        err.print("judge: interrupted", style="red")
        sys.exit(130)
