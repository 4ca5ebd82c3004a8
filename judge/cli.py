"""The command line: each command's options, and the exit status for errors.

Every start loads this module, so each command imports what it needs by itself.
"""

import os
from pathlib import Path
from typing import Any

import click

from judge.base.errors import JudgeError
from judge.base.plain import VARIABLE
from judge.base.records import replace
from judge.base.usage import Decimal, OneOf, Whole
from judge.cli_options import (
    FILE,
    ContestTime,
    InOrder,
    WithSteps,
    csv_option,
    engine_choice,
    engine_options,
    gpu_option,
    history_filters,
    json_option,
    judging_options,
    language_ids,
    limit_option,
    one_of,
    optional_problem_argument,
    problem_argument,
    problem_names,
    problems_argument,
    report_options,
    step_names,
    submit_options,
    telling_options,
    time_factor_option,
    time_limit_option,
    to_file_or_stdout,
    verdict_filter,
)
from judge.commands.entry import end_with
from judge.machine.gpus import Gpus
from judge.project.devices import DeviceChoice, Requirement, SubmitDevice
from judge.project.paths import Project, this_project


def tell_version(context: click.Context, _: click.Parameter, asked: bool) -> None:
    if asked:
        from judge.project.version import version_text

        click.echo(f"Warp Judge {version_text(this_project())}")
        context.exit()


def ask_for_plain(_: click.Context, __: click.Parameter, asked: bool) -> None:
    if asked:
        os.environ[VARIABLE] = "1"


@click.group(
    cls=InOrder,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
    epilog="--with-cuda before a command also installs a CUDA toolkit.\n\n"
    "Exit status: 0 all as expected or accepted, 1 not, 2 wrong usage or judge error,\n"
    "130 interrupted, 143 terminated.",
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=tell_version,
    help="Show the version.",
)
@click.option(
    "--plain",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=ask_for_plain,
    help="Print lines without boxes, bars and columns, for screen readers; so does WARP_JUDGE_PLAIN=1.",
)
def judge() -> None:
    """Warp Judge: judges and times solutions for problems that a CPU and a GPU can both solve."""


def project_here() -> Project:
    """This tree, for a command: what happens is shown in the terminal."""
    from judge.commands.terminal import Terminal

    return replace(this_project(), tell=Terminal())


def judging_project(
    *, require_isolation: bool, gpu: tuple[tuple[int, ...], ...], no_history: bool
) -> Project:
    """This tree, with the options of `verify` and `submit`."""
    return project_here().with_settings(
        require_isolation=require_isolation,
        gpus=Gpus(tuple(dict.fromkeys(number for numbers in gpu for number in numbers))),
        keeps_history=not no_history,
    )


@judge.command()
@problems_argument
@click.option(
    "--problem",
    "-p",
    multiple=True,
    shell_complete=problem_names,
    help="The same as a PROBLEM; repeatable.",
)
@click.option("--solver", "-s", multiple=True, help="Judge only solvers of this name; repeatable.")
@click.option(
    "--device",
    type=one_of(DeviceChoice),
    default=DeviceChoice.ALL.value,
    help="Judge only what runs on this device; emulated: CUDA, on the emulated GPU.",
)
@click.option(
    "--require",
    type=one_of(Requirement),
    help="Fail if anything that needs this is skipped.",
)
@click.option(
    "--gpu-jobs",
    type=Whole(1, 16),
    default=8,
    show_default=True,
    help="Number of runs that share the GPU while verdicts are determined; times are measured afterwards.",
)
@click.option(
    "--large",
    is_flag=True,
    help="Judge the solvers on tests beyond the sizes of contests, which are generated (gigabytes), instead.",
)
@click.option(
    "--all-cores",
    is_flag=True,
    help="Run each solver on all cores, one after another: what its whole program takes of this machine.",
)
@telling_options(
    "Show only what was not as expected, and the last line.",
    "Explain what was not as expected: excerpts, findings, times.",
)
@judging_options
@engine_options
def verify(
    problems: tuple[str, ...],
    problem: tuple[str, ...],
    solver: tuple[str, ...],
    device: str,
    require: str | None,
    gpu_jobs: int,
    gpu: tuple[tuple[int, ...], ...],
    require_isolation: bool,
    no_history: bool,
    repeat: int,
    time_limit: float | None,
    time_factor: float | None,
    json: Path | None,
    junit: Path | None,
    html: Path | None,
    large: bool,
    all_cores: bool,
    engine: str,
    engine_file: Path | None,
    session: str | None,
    **told: bool,
) -> int:
    """Judge every solver and every stored submission on every test."""
    from judge.commands.engine_choice import EngineOptions, on_engine
    from judge.commands.verify import verify as command
    from judge.commands.verify_options import VerifyOptions
    from judge.judging.selection import Choice
    from judge.problems.time_rule import TimeOptions
    from judge.reports.files import ReportFiles

    project = judging_project(require_isolation=require_isolation, gpu=gpu, no_history=no_history)
    project = on_engine(project, EngineOptions(engine, engine_file, session))
    if large and time_factor is not None:
        raise click.UsageError("--large measures no time limit: expected --time-limit, found --time-factor")
    required = Requirement(require) if require else None
    choice = Choice((*problems, *problem), solver, DeviceChoice(device), large, required, all_cores)
    times = TimeOptions(time_limit, time_factor)
    files = ReportFiles(json, junit, html)
    options = VerifyOptions(**told)
    return command(project, choice, files, repeat, times, 1 if require_isolation else gpu_jobs, options)


@judge.command()
@problem_argument
@click.argument(
    "given",
    metavar="FILE...|-",
    nargs=-1,
    required=True,
    help="A source file, or a folder of them; - reads one from stdin. Several: a class, each by its author.",
)
@click.option(
    "--author",
    metavar="NAME",
    help="Whose solution it is; default with several: the folder that each file is in.",
)
@csv_option
@click.option("--language", "-l", help="Language id; default: chosen by the file's suffix.")
@click.option(
    "--device",
    type=one_of(SubmitDevice),
    help="Judge CUDA on the emulated GPU, without timing.",
)
@click.option("--samples", is_flag=True, help="Judge only the samples.")
@click.option(
    "--all",
    "all_tests",
    is_flag=True,
    help="Continue after a failing test, and leave out no test for being too large to emulate.",
)
@click.option(
    "--test",
    "chosen",
    multiple=True,
    metavar="NAME",
    help="Judge only this test, group, or what begins so: secret/34-million, sample, 34; repeatable.",
)
@click.option("--watch", "watches", is_flag=True, help="Judge again whenever the file is saved.")
@submit_options
@judging_options
@engine_options
def submit(
    problem: str,
    given: tuple[str, ...],
    author: str | None,
    csv: Path | None,
    language: str | None,
    device: str | None,
    samples: bool,
    all_tests: bool,
    chosen: tuple[str, ...],
    watches: bool,
    gpu: tuple[tuple[int, ...], ...],
    require_isolation: bool,
    no_history: bool,
    repeat: int,
    time_limit: float | None,
    time_factor: float | None,
    json: Path | None,
    junit: Path | None,
    html: Path | None,
    engine: str,
    engine_file: Path | None,
    session: str | None,
    **shown: bool,
) -> int:
    """Compile and judge your solution, test by test, or those of a class."""
    from judge.commands.engine_choice import EngineOptions, on_engine
    from judge.commands.submit import submit as command
    from judge.commands.submit_many import submit_many
    from judge.commands.submit_options import SubmitOptions
    from judge.languages.table import emulated_language
    from judge.problems.time_rule import TimeOptions
    from judge.reports.files import ReportFiles
    from judge.service.class_files import members_of

    if device == SubmitDevice.EMULATED:
        language = emulated_language(language).id
    project = judging_project(require_isolation=require_isolation, gpu=gpu, no_history=no_history)
    project = on_engine(project, EngineOptions(engine, engine_file, session))
    files = ReportFiles(json, junit, html, csv)
    options = SubmitOptions(
        language=language,
        author=author,
        samples_only=samples,
        all_tests=all_tests,
        chosen=chosen,
        repeat=repeat,
        time_options=TimeOptions(time_limit, time_factor),
        **shown,
    )
    if members := members_of(given, project.tell):
        if watches:
            raise JudgeError(
                f"--watch is for one file, which is judged when it is saved: found {len(members)} files."
            )
        return submit_many(project, problem, members, options, files)
    [file] = given
    if watches:
        from judge.commands.watch import watch

        return watch(file, lambda: command(project, problem, file, options, files))
    return command(project, problem, file, options, files)


@judge.command()
@click.argument(
    "folder",
    metavar="DIR",
    type=FILE,
    help="The folder of a contest, or a zip file of it.",
)
@click.argument(
    "names", metavar="[PROBLEM|SUBMISSION]...", nargs=-1, help="What --rejudge judges again; default: all."
)
@click.option("--rejudge", is_flag=True, help="Judge again, and show who moved.")
@click.option("--show", is_flag=True, help="Judge nothing; show what is known.")
@click.option(
    "--at",
    type=ContestTime(),
    metavar="TIME",
    help="Judge and show nothing after this time of the contest: 4:00:00.",
)
@click.option("--frozen", is_flag=True, help="Show what is public: submissions since the freeze as pending.")
@click.option("--quiet", "-q", is_flag=True, help="Show nothing but the last line.")
@click.option(
    "--html", type=FILE, callback=to_file_or_stdout, help="Also write the scoreboard as a page; - is stdout."
)
@click.option(
    "--api",
    type=FILE,
    metavar="FOLDER",
    help="Also write files as the ICPC Contest API has them: scoreboard.json, judgements.json, runs.json, ...",
)
@click.option(
    "--json",
    type=FILE,
    callback=to_file_or_stdout,
    help="Also write all that into one file, by the names of the endpoints; - is stdout.",
)
@engine_options
def contest(
    folder: Path,
    names: tuple[str, ...],
    rejudge: bool,
    show: bool,
    at: int | None,
    frozen: bool,
    quiet: bool,
    json: Path | None,
    html: Path | None,
    api: Path | None,
    engine: str,
    engine_file: Path | None,
    session: str | None,
) -> int:
    """Judge the submissions of a contest by time, and show its scoreboard.

    Judgements are kept in the folder: what is judged already is not judged again."""
    from judge.commands.contest import contest as command
    from judge.commands.contest_options import ContestOptions
    from judge.commands.engine_choice import EngineOptions, on_engine

    return command(
        on_engine(project_here(), EngineOptions(engine, engine_file, session)),
        folder,
        ContestOptions(names, rejudge, show, at, frozen, quiet, json, html, api),
    )


@judge.command()
@problem_argument
@click.argument("file", metavar="FILE", help="A source file, or a folder of them.")
@click.option("--language", "-l", help="Language id; default: chosen by the file's suffix.")
@click.option("--device", type=one_of(SubmitDevice), help="Run CUDA on the emulated GPU, without timing.")
@click.option(
    "--test", "test_name", metavar="NAME", help="Take the input of this test, and compare with its answer."
)
@click.option("--answer", type=FILE, help="Compare the output with this file, as the problem does.")
@time_limit_option
def run(
    problem: str,
    file: str,
    language: str | None,
    device: str | None,
    test_name: str | None,
    answer: Path | None,
    time_limit: float | None,
) -> int:
    """Run your solution on standard input, in the sandbox, under the problem's limits.

    Its output goes to standard output, all else to standard error."""
    from judge.commands.run import run as command
    from judge.languages.table import emulated_language
    from judge.problems.time_rule import TimeOptions

    if device == SubmitDevice.EMULATED:
        language = emulated_language(language).id
    return command(project_here(), problem, file, language, test_name, answer, TimeOptions(time_limit))


@judge.command()
@problem_argument
@click.argument("folder", metavar="DIR", type=FILE, help="A folder; it is made if need be.")
def samples(problem: str, folder: Path) -> int:
    """Write a problem's samples into a folder, as NAME.in and NAME.ans."""
    from judge.commands.samples import samples as command

    return command(project_here(), problem, folder)


@judge.command("list")
@optional_problem_argument("Show everything about this problem.")
def list_(problem: str | None) -> int:
    """Show the problems, languages and verdicts, or one problem."""
    from judge.commands.listing import list_all, list_problem

    project = project_here()
    return list_problem(project, problem) if problem else list_all(project)


@judge.command()
@problem_argument
@click.option(
    "--language",
    "-l",
    show_default="that of LANG, else en, or the first that it has",
    help="Language of the statement: en or zh.",
)
@click.option(
    "--format",
    "form",
    type=OneOf(["markdown", "tex", "pdf"]),
    help="Write it in this form; default: it is shown in the terminal.",
)
@click.option("--markdown", "form", flag_value="markdown", help="The same as --format markdown.")
@click.option(
    "--output", type=FILE, help="With --format: this file; default: standard output, or PROBLEM.LANGUAGE.pdf."
)
def statement(problem: str, language: str | None, form: str | None, output: Path | None) -> int:
    """Show a problem's statement with its samples, or write it."""
    from judge.commands.statement import statement as show
    from judge.commands.statement import statement_as

    if form:
        return statement_as(project_here(), problem, language, form, output)
    if output:
        raise JudgeError("--output needs --format: markdown, tex or pdf.")
    return show(project_here(), problem, language)


@judge.command()
@click.argument(
    "name",
    metavar="ID|FOLDER",
    help="The id of a problem under problems/: small letters, digits and hyphens; or, with a slash, any folder.",
)
@click.option(
    "--type",
    "kind",
    type=OneOf(["pass-fail", "scoring", "interactive", "multi-pass"]),
    default="pass-fail",
    show_default=True,
    help="Of the problem; all but pass-fail are packages in a folder of their own.",
)
@click.option(
    "--language",
    "-l",
    type=OneOf(["cpp", "python"]),
    show_default="cpp, in a package python",
    help="Of its generator, validator and submissions.",
)
def new(name: str, kind: str, language: str | None) -> int:
    """Write a small, whole problem to start from, under problems/ or as a package in any folder."""
    if "/" not in name and kind == "pass-fail":
        from judge.commands.new import new as command

        return command(project_here(), name, language or "cpp")
    from judge.commands.new_package import Kind, new_package

    if language == "cpp":
        raise JudgeError(
            "--language cpp is for problems under problems/: the programs of a package are in Python."
        )
    return new_package(Path(name), Kind(kind))


@judge.command()
@problem_argument
@click.option(
    "--format",
    "format_name",
    type=OneOf(["legacy", "2025-09", "domjudge", "polygon"]),
    default="legacy",
    show_default=True,
    help="Of the package.",
)
@click.option(
    "--output", type=FILE, help="A zip file, or a folder that is new or empty; default: PROBLEM.zip here."
)
@click.option("--strict", is_flag=True, help="Exit with 1 if the format cannot say all of the problem.")
def export(problem: str, format_name: str, output: Path | None, strict: bool) -> int:
    """Write a problem as a package for other judges.

    What the format cannot say is named, a line each."""
    from judge.commands.export import export as command

    return command(project_here(), problem, format_name, output, strict=strict)


@judge.command()
@problem_argument
@click.argument(
    "right", metavar="A", help="A source file, or a folder of them; its outputs are taken as right."
)
@click.argument("other", metavar="B", help="The one that is compared with it.")
@click.option(
    "--generator",
    type=FILE,
    help="A program that prints an input, called with a seed; default: the small tests are changed at random.",
)
@click.option(
    "--seed", type=Whole(0), default=1, show_default=True, help="The first; each input has the next."
)
@click.option(
    "--time", "seconds", type=Decimal(min=0.1), default=60, show_default=True, help="Seconds to go on for."
)
@click.option("--cases", type=Whole(1), help="The most inputs to try; default: as many as the time allows.")
@click.option("--save", metavar="NAME", help="Add the input that was found to the package, as a secret test.")
@time_limit_option
def stress(
    problem: str,
    right: str,
    other: str,
    generator: Path | None,
    seed: int,
    seconds: float,
    cases: int | None,
    save: str | None,
    time_limit: float | None,
) -> int:
    """Look for a small input on which two solutions differ.

    The smallest that is found is shown."""
    from judge.commands.stress import StressOptions
    from judge.commands.stress import stress as command
    from judge.problems.time_rule import TimeOptions

    options = StressOptions(generator, seed, seconds, cases, save, TimeOptions(time_limit))
    return command(project_here(), problem, right, other, options)


@judge.command()
@problem_argument
@time_limit_option
def check(problem: str, time_limit: float | None) -> int:
    """Show which stored submissions each test rules out.

    Wrong ones that no test rules out end it with 1."""
    from judge.commands.check import check as command
    from judge.problems.time_rule import TimeOptions

    return command(project_here(), problem, TimeOptions(time_limit))


@judge.command()
@problems_argument
@click.option(
    "--check", is_flag=True, help="Change nothing; prove that data, validators and answers are consistent."
)
@click.option("--large", is_flag=True, help="The tests beyond the sizes of contests, in place of the others.")
def generate(problems: tuple[str, ...], check: bool, large: bool) -> int:
    """Regenerate the test data of problems."""
    from judge.commands.generate import generate as command

    return command(project_here(), [*problems], check, large)


@judge.command()
@click.argument(
    "operations",
    metavar="[OPERATION]...",
    nargs=-1,
    help="Operations: vector-add, matmul, ...; with --auto, problems; default: all.",
)
@click.option(
    "--repetitions",
    type=Whole(min=1),
    default=9,
    show_default=True,
    help="Repetitions to take the median of.",
)
@click.option(
    "--from", "stored", type=FILE, help="Measure nothing; show the result in this file, written by --json."
)
@click.option(
    "--auto",
    is_flag=True,
    help="Compare what `auto` chooses, in the programs of these problems, with the best choice; no GPU is needed.",
)
@json_option
@click.option("--markdown", is_flag=True, help="Print the tables in Markdown.")
@engine_choice
def bench(
    operations: tuple[str, ...],
    repetitions: int,
    auto: bool,
    stored: Path | None,
    json: Path | None,
    markdown: bool,
    engine: str,
    engine_file: Path | None,
) -> int:
    """Time the GPU techniques of each operation against each other.

    They are compared with the vendor's libraries and this GPU's ceilings."""
    from judge.commands.bench import bench as command
    from judge.commands.bench_auto import bench_auto
    from judge.commands.engine_choice import EngineOptions, cluster_for

    if auto:
        if stored or markdown or engine_file or engine != "local":
            raise click.UsageError("--auto takes --repetitions and --json; no other option goes with it")
        return bench_auto(project_here(), [*operations], repetitions, json)
    cluster = cluster_for(project_here(), EngineOptions(engine, engine_file))
    return command(project_here(), [*operations], repetitions, stored, json, markdown, cluster)


@judge.command()
@problems_argument
@time_factor_option
@json_option
def limits(problems: tuple[str, ...], time_factor: float | None, json: Path | None) -> int:
    """Measure the time limits for this machine and show all margins.

    They are derived from the accepted solutions. `verify` and `submit` measure them automatically, once."""
    from judge.commands.limits import limits as command
    from judge.problems.time_rule import TimeOptions

    return command(project_here(), [*problems], TimeOptions(factor=time_factor), json)


@judge.command()
@click.option("--show", is_flag=True, help="Measure nothing; show what is stored.")
@gpu_option
@click.option(
    "--only",
    type=click.Choice(["ceilings", "costs"]),
    help="Only the most the machine can do, or only what things cost in the problems' programs.",
)
@json_option
def calibrate(show: bool, gpu: int, only: str | None, json: Path | None) -> int:
    """Measure the most this machine can do, and what things cost here.

    Once is enough: results are then shown as a share of the one, and `auto` chooses solvers by the other."""
    from judge.commands.calibrate import calibrate as ceilings
    from judge.commands.calibrate_costs import calibrate_costs as costs

    project = project_here().with_settings(gpus=Gpus((gpu,)))
    status = ceilings(project, show, json) if only != "costs" else 0
    return max(status, costs(project, show) if only != "ceilings" else 0)


@judge.command()
@optional_problem_argument("Show the attempts at this problem; default: all sessions.")
@click.option("--session", type=int, help="Show the whole of this `verify` or `submit`.")
@click.option("--by-author", is_flag=True, help="Show each author's attempts, best verdict and last attempt.")
@verdict_filter
@history_filters
@click.option(
    "--limit",
    type=Whole(min=1),
    help="Maximum number of rows; default: 20, with --by-author all.",
)
@json_option
def history(
    problem: str | None,
    session: int | None,
    by_author: bool,
    verdict: tuple[str, ...],
    name: tuple[str, ...],
    author: tuple[str, ...],
    since: str | None,
    until: str | None,
    limit: int | None,
    json: Path | None,
) -> int:
    """Show what was judged with `verify` and `submit`, newest first.

    Filters combine. With a verdict, a name or an author, it shows attempts instead of sessions."""
    from judge.commands.history import history as command
    from judge.commands.history_content import filter_of

    chosen = filter_of(problem, verdict, name, author, since, until)
    return command(chosen, session, limit, json, by_author=by_author)


@judge.command()
@optional_problem_argument("Show only this problem; default: all.")
@history_filters
@limit_option(5, "Maximum number of solutions per problem and machine.")
@json_option
def best(
    problem: str | None,
    name: tuple[str, ...],
    author: tuple[str, ...],
    since: str | None,
    until: str | None,
    limit: int,
    json: Path | None,
) -> int:
    """Show the best solutions, machine by machine: the fastest, or those with the most points."""
    from judge.commands.best import best as command
    from judge.commands.history_content import filter_of

    return command(filter_of(problem, (), name, author, since, until), limit, json)


@judge.command()
@click.argument(
    "stored",
    metavar="FILE...",
    nargs=-1,
    required=True,
    type=FILE,
    help="Reports written by --json; several become one.",
)
@click.option(
    "--markdown", is_flag=True, help="Print tables of CPU against GPU, whole programs, in Markdown."
)
@csv_option
@report_options
@json_option
def report(
    stored: tuple[Path, ...],
    json: Path | None,
    csv: Path | None,
    junit: Path | None,
    html: Path | None,
    markdown: bool,
) -> int:
    """Write a page, JUnit XML or a table from stored JSON reports."""
    from judge.commands.report import report as command
    from judge.reports.files import ReportFiles

    return command(stored, ReportFiles(json, junit, html, csv), markdown)


@judge.command()
@engine_choice
def doctor(engine: str, engine_file: Path | None) -> int:
    """Report what this machine lacks, or a cluster, and what to do about it."""
    from judge.commands import doctor as commands
    from judge.commands.engine_choice import EngineOptions, cluster_for, engine_file_of

    project, options = project_here(), EngineOptions(engine, engine_file)
    if cluster := cluster_for(project, options):
        return commands.doctor_of_cluster(project, engine_file_of(project, options), cluster)
    return commands.doctor(project)


@judge.command()
@click.argument(
    "names",
    metavar="[LANGUAGE]...",
    nargs=-1,
    shell_complete=language_ids,
    help="Language ids, as in the table; default: all.",
)
@click.option(
    "--install", is_flag=True, help="Install those that are named, by apt-get or pip, and check them."
)
@click.option("--yes", "-y", is_flag=True, help="With --install: do not ask first.")
@click.option("--check", is_flag=True, help="Run the self-tests of those that are installed.")
@json_option
def languages(names: tuple[str, ...], install: bool, yes: bool, check: bool, json: Path | None) -> int:
    """Show the languages of submissions, and install those that are missing."""
    from judge.commands.languages import languages as command

    return command(project_here(), names, install=install, check=check, yes=yes, json_file=json)


@judge.command()
@click.option(
    "--prefix", type=FILE, help="Use its bin/ and share/; default: /usr/local for root, else ~/.local."
)
def install(prefix: Path | None) -> int:
    """Put `judge` on PATH, with completion for bash, zsh and fish, and its manual page."""
    from judge.commands.install import install as command

    return command(project_here(), prefix, judge)


@judge.command()
def manual() -> int:
    """Print the manual page; to read it: judge manual | man -l -"""
    from judge.commands.manual import manual as command

    return command(judge)


@judge.command()
@click.option(
    "--data",
    type=FILE,
    metavar="FOLDER",
    help="Where everything is kept; default: serve/ in the folder of the user's state.",
)
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at.")
@click.option(
    "--port",
    type=Whole(0, 65535),
    default=8000,
    show_default=True,
    help="The port to listen at; 0: any free one.",
)
@click.option("--url", metavar="URL", help="Where browsers reach it, if that is through a proxy.")
@click.option(
    "--sign-up",
    type=OneOf(["open", "closed"]),
    default="open",
    show_default=True,
    help="Whether everybody may make an account, or the administrator makes them.",
)
@click.option(
    "--feedback",
    type=OneOf(["none", "verdict", "test", "difference", "input"]),
    default="difference",
    show_default=True,
    help="What those who submit learn of secret tests.",
)
def serve(data: Path | None, host: str, port: int, url: str | None, sign_up: str, feedback: str) -> int:
    """Run an online judge on this machine, and print the address of its pages."""
    from judge.base.user_state import state_folder
    from judge.commands.serve import ServeOptions
    from judge.commands.serve import serve as command
    from judge.service.visibility import Feedback

    folder = data or state_folder() / "serve"
    options = ServeOptions(
        folder, host, port, url and url.rstrip("/"), sign_up == "open", Feedback[feedback.upper()]
    )
    return command(project_here(), options)


@judge.command()
@click.argument("batch", type=FILE, nargs=-1, metavar="")
@click.option("--probe", type=FILE, hidden=True)
@click.option("--store", metavar="ADDRESS", help="The store: a file, or postgresql://USER@HOST/DATABASE.")
@click.option("--name", help="How the store knows this worker; default: the machine and the process.")
@click.option("--until-empty", is_flag=True, help="End when nothing is left to judge.")
@click.option("--of-serve", is_flag=True, hidden=True)
def worker(
    batch: tuple[Path, ...],
    probe: Path | None,
    store: str | None,
    name: str | None,
    until_empty: bool,
    of_serve: bool,
) -> int:
    """Judge what is submitted to an online judge, on this machine's cores and GPUs."""
    if store is not None:
        from judge.commands.store_worker import store_worker

        return store_worker(project_here(), store, name, until_empty=until_empty, of_serve=of_serve)
    if not batch and probe is None:
        raise click.UsageError("expected --store ADDRESS")
    from judge.commands import worker as commands

    if probe is None:
        return commands.worker(batch[0])
    return commands.probe(probe, Project(batch[0], batch[1]) if batch else project_here())


@judge.command(cls=WithSteps)
@click.argument(
    "steps", metavar="[STEP]...", nargs=-1, shell_complete=step_names, help="Run only these steps."
)
@click.option(
    "--quick", is_flag=True, help="Run the tests that find most, in a few minutes; name what is left out."
)
@click.option(
    "--again", is_flag=True, help="Run also what is remembered: what has passed here with the same inputs."
)
@click.option("--profile", is_flag=True, help="Show what takes how long, next to the time before.")
@click.option(
    "--long",
    is_flag=True,
    help="Run what takes as long as one likes: fuzzing, killing at random, all of Kattis.",
)
@click.option(
    "--seconds", type=Whole(1), default=60, show_default=True, help="How long each part of --long takes."
)
@click.option(
    "--mutants",
    multiple=True,
    metavar="N|all|FAULT",
    help="Plant faults one at a time, and show which test notices each; repeatable.",
)
@click.option(
    "--seed", type=Whole(0), default=1, show_default=True, help="Picks the faults where it is a number."
)
@click.option("--whole", is_flag=True, help="Run all steps on a fault that its own tests do not notice.")
@click.option(
    "--known-skips-only", is_flag=True, help="Fail if a test is skipped for an unknown reason, as CI does."
)
def test(steps: tuple[str, ...], mutants: tuple[str, ...], seed: int, whole: bool, **options: Any) -> int:
    """Run all tests and checks of Warp Judge itself."""
    if mutants:
        from judge.commands.testing_mutants import mutants as plant

        return plant(project_here(), mutants, seed, whole=whole)
    from judge.commands.testing import TestOptions
    from judge.commands.testing import test as command

    return command(project_here(), steps, TestOptions(**options))


def main() -> None:
    """Runs the command line; every expected failure ends with one message and exit status 2."""
    end_with(lambda: judge.main(prog_name="judge", standalone_mode=False))
