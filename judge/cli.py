"""The command line: the commands with what each does, and the exit status for errors.

Every start loads this module. Each command is a module of judge/commands/options, loaded when the command is called.
"""

import os

import click

from judge.base.plain import VARIABLE
from judge.commands.entry import end_with
from judge.commands.options.group import CommandLine

GROUPS = {
    "Judge a solution": {
        "submit": "Compile and judge your solution, or a class's solutions, test by test.",
        "run": "Run your solution on standard input, in the sandbox, under the problem's limits.",
        "cuda": "Run any CUDA program, without a problem and without a GPU, and report its errors.",
        "lesson": "Learn what makes a kernel fast, with exercises judged by verdict and counts.",
        "samples": "Write a problem's samples to a folder, as NAME.in and NAME.ans.",
        "list": "Show the problems, languages and verdicts, or one problem.",
        "statement": "Show a problem's statement with its samples, or write it to a file.",
        "languages": "Show the supported languages, and install missing ones.",
        "history": "Show what was judged with `verify` and `submit`, newest first.",
        "best": "Show the best solutions on each machine: the fastest, or those with the most points.",
        "report": "Write a page, JUnit XML or a table from stored JSON reports.",
    },
    "Teach a class, run a contest": {
        "similar": "Show what the submissions of a class have in common, pair by pair.",
        "contest": "Judge the submissions of a contest in a folder, and show its scoreboard.",
        "shadow": "Judge the submissions of another contest system as well, and show where verdicts differ.",
    },
    "Write problems": {
        "new": "Write a small, complete problem to start from, in problems/ or as a package in any folder.",
        "verify": "Judge every solver and every stored submission on every test.",
        "check": "Show which stored submissions each test rejects.",
        "stress": "Search for a small input on which two solutions differ.",
        "generate": "Regenerate the test data of problems.",
        "limits": "Measure this machine's time limits and show all margins.",
        "export": "Write a problem as a package for other judges.",
    },
    "Time CPUs and GPUs": {
        "bench": "Time the GPU techniques of each operation against each other.",
        "calibrate": "Measure this machine's ceilings, and the costs by which `auto` chooses solvers.",
    },
    "Operate an online judge": {
        "serve": "Run an online judge on this machine, and print the address of its pages.",
        "worker": "Judge submissions to an online judge, on this machine's cores and GPUs.",
        "backup": "Copy everything that an online judge stores to one file, while it runs.",
        "restore": "Make an online judge's data folder from a backup.",
    },
    "Use an online judge": {
        "login": "Log in to an online judge, to submit to it from this terminal.",
        "logout": "Revoke the token of an online judge, and delete it here.",
        "status": "Show your submissions to an online judge, one of them, or its problems.",
    },
    "Look after this installation": {
        "doctor": "Report what this machine or a cluster lacks, and what to do about it.",
        "install": "Put `judge` on PATH, with completion for bash, zsh and fish, and its manual page.",
        "clean": "Show what is stored for you, with sizes, and remove it.",
        "help": "Show the help of a command.",
        "manual": "Print the manual page; read it with: judge manual | man -l -",
        "test": "Run all tests and checks of Warp Judge itself.",
    },
}
"""What each command does, by its name, grouped by what people want: the order of the help and of the manual page."""
COMMANDS = {name: line for group in GROUPS.values() for name, line in group.items()}


def tell_version(context: click.Context, _: click.Parameter, asked: bool) -> None:
    if asked:
        from judge.project.installation import this_installation
        from judge.project.version import version_text

        click.echo(f"Warp Judge {version_text(this_installation())}")
        context.exit()


def ask_for_plain(_: click.Context, __: click.Parameter, asked: bool) -> None:
    if asked:
        os.environ[VARIABLE] = "1"


@click.group(
    cls=CommandLine,
    groups=GROUPS,
    commands={name: click.Command(name, help=line) for name, line in COMMANDS.items()},
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
    help="Print plain lines without boxes, bars and columns, for screen readers; also WARP_JUDGE_PLAIN=1.",
)
def judge() -> None:
    """Warp Judge: judges and times solutions for problems that a CPU and a GPU can both solve."""


def main() -> None:
    """Runs the command line; every expected failure ends with one message and exit status 2."""
    end_with(lambda: judge.main(prog_name="judge", standalone_mode=False))
