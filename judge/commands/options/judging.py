"""The options of `verify` and `submit` for judging."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import click

from judge.base.usage import Whole
from judge.commands.options.common import MOST_GPU, Html, Json, Junit, TimeFactor, TimeLimit
from judge.commands.options.declare import Option

if TYPE_CHECKING:
    from judge.machine.gpus import Gpus
    from judge.problems.time_rule import TimeOptions
    from judge.project.host import JudgeHost
    from judge.reports.files import ReportFiles


class GpuNumbers(click.ParamType[tuple[int, ...]]):
    """The number of a GPU, or all GPUs of this machine."""

    name = "gpu"
    ALL = "all"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, ...]:
        from judge.machine.gpus import all_gpus

        if isinstance(value, tuple):
            return value
        if value == self.ALL:
            return all_gpus()
        text = str(value)
        if not (text.isascii() and text.isdecimal() and int(text) <= MOST_GPU):
            self.fail(f"expected a whole number from 0 to {MOST_GPU}, or all, found {text}", param, ctx)
        return (int(text),)


GpusNamed = Annotated[
    tuple[tuple[int, ...], ...],
    Option(
        "--gpu",
        type=GpuNumbers(),
        metavar="N|all",
        help="A GPU to judge on, N of /dev/nvidiaN, or all; repeatable for several of one model. Default: 0 if here.",
    ),
]

GpuJobsServed = Annotated[
    int,
    Option(
        "--gpu-jobs",
        type=Whole(1, 16),
        help="How many submissions share a GPU, each on its own core. GPU memory is then not "
        "limited, and times are measured afterwards.",
    ),
]


def gpus_of(named: tuple[tuple[int, ...], ...]) -> "Gpus":
    """The GPUs named; GPU 0 if none is, whether it exists or not."""
    from judge.machine.gpus import Gpus

    return Gpus(tuple(dict.fromkeys(number for numbers in named for number in numbers)) or (0,))


def gpus_here(named: tuple[tuple[int, ...], ...]) -> "Gpus":
    """The GPUs named; GPU 0 if none is. Raises JudgeError for a named one that does not exist."""
    from judge.base.errors import JudgeError
    from judge.base.next_steps import RunJudge

    gpus = gpus_of(named)
    if named and (obstacle := gpus.obstacle):
        raise JudgeError(
            f"--gpu: {obstacle}. Without --gpu CUDA programs are judged on the emulated one.",
            RunJudge(("doctor",), "See"),
        )
    return gpus


@dataclass(frozen=True)
class JudgingOptions:
    """How programs are judged, and where the result is written."""

    gpu: GpusNamed = ()
    require_isolation: Annotated[
        bool, Option(help="Refuse to run anything with less than full isolation.")
    ] = False
    no_history: Annotated[
        bool, Option(help="Do not store the result in the history; see `judge history`.")
    ] = False
    repeat: Annotated[
        int,
        Option(
            type=Whole(1, 1000), help="Time each passed test this many times and show medians and spread."
        ),
    ] = 1
    gpu_jobs: Annotated[
        int,
        Option(
            type=Whole(1, 16),
            help="How many solutions share the GPU while verdicts are determined; times are measured afterwards.",
        ),
    ] = 8
    """Higher numbers gain nothing, because the driver makes contexts one after another."""
    time_limit_s: TimeLimit = None
    time_factor: TimeFactor = None
    json: Json = None
    junit: Junit = None
    html: Html = None

    @property
    def time_options(self) -> "TimeOptions":
        """Raises JudgeError if the two options contradict each other."""
        from judge.problems.time_rule import TimeOptions

        return TimeOptions(self.time_limit_s, self.time_factor)

    @property
    def files(self) -> "ReportFiles":
        """Raises JudgeError for a file that cannot be written."""
        from judge.reports.files import ReportFiles

        return ReportFiles(self.json, self.junit, self.html)


def judging_host(options: JudgingOptions) -> "JudgeHost":
    """This machine, set up as the options ask for."""
    from judge.base.records import replace
    from judge.commands.options.here import host_here
    from judge.project.run_policy import RunPolicy

    policy = RunPolicy(options.require_isolation, gpus_of(options.gpu))
    return replace(host_here(), policy=policy)
