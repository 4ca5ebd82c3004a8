"""`judge submit`."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from judge.base.errors import JudgeError
from judge.commands.options.common import Csv, ProblemName, Quiet, SourceLanguage, Strict, Told
from judge.commands.options.declare import Argument, Option, fields_of
from judge.commands.options.engine import EngineOptions
from judge.commands.options.judging import JudgingOptions, judging_host
from judge.project.devices import SubmitDevice

if TYPE_CHECKING:
    from judge.service.submission_session import SessionRules


@dataclass(frozen=True)
class SubmitOptions(JudgingOptions):
    """How `submit` judges and what it shows, apart from what is judged."""

    author: Annotated[
        str | None,
        Option(
            metavar="NAME",
            help="The solution's author; default with several files: the folder that each is in.",
        ),
    ] = None
    csv: Csv = None
    language: SourceLanguage = None
    device: Annotated[SubmitDevice | None, Option(help="Judge CUDA on the emulated GPU, without timing.")] = (
        None
    )
    samples_only: Annotated[bool, Option("--samples", help="Judge only the samples.")] = False
    all_tests: Annotated[
        bool,
        Option(
            "--all",
            help="Continue after a failing test, and also run tests that are too large to emulate quickly.",
        ),
    ] = False
    chosen: Annotated[
        tuple[str, ...],
        Option(
            "--test",
            metavar="NAME",
            help="Judge only this test or group, or tests whose names start with this: "
            "secret/34-million, sample, 34; repeatable.",
        ),
    ] = ()
    """An attempt judged on samples alone is not stored in the history."""
    watches: Annotated[bool, Option("--watch", help="Judge again whenever the file is saved.")] = False
    strict: Strict = False
    """Whether findings make an accepted solution count as a failure."""
    quiet: Quiet = False
    verbose: Annotated[bool, Told("--verbose", "Show longer excerpts, and always the times.")] = False
    """Explains each solution of a class."""
    sanitize: Annotated[
        bool,
        Option(
            help="Run a C or C++ program that crashed or is wrong again with sanitizers, which name the line."
        ),
    ] = False
    times: Annotated[bool, Option(help="Also show where the time of a failing test went.")] = False
    """Shows those of each solution of a class."""

    @property
    def rules(self) -> "SessionRules":
        """Raises JudgeError if the options for the time limit contradict each other."""
        from judge.service.submission_session import SessionRules

        return SessionRules(
            self.language is not None,
            self.samples_only,
            self.all_tests,
            self.chosen,
            self.sanitize,
            self.time_options,
        )

    @property
    def shows_times(self) -> bool:
        return self.times or self.verbose


PLAIN = SubmitOptions()


@dataclass(frozen=True, kw_only=True)
class SubmitArguments(SubmitOptions, EngineOptions):
    to: Annotated[
        str | None,
        Option(
            metavar="URL|NAME",
            help="Submit to an online judge instead, after `judge login`. Several files are then one solution.",
        ),
    ] = None
    problem: ProblemName
    given: Annotated[
        tuple[str, ...],
        Argument(
            metavar="FILE...|-",
            help="A source file, or a folder of them; - reads one from stdin. Several: a class, one solution each.",
        ),
    ]


GOES_ALONG = {
    *("to", "problem", "given", "language", "watches", "quiet", "verbose"),
    *("json", "junit", "html", "csv"),
}
"""Fields that apply to an online judge elsewhere."""


def refused_there(options: SubmitArguments) -> list[str]:
    """The options given that apply only to judging on this machine."""
    return [
        annotation.__metadata__[0].names_of(name)[0]
        for name, annotation, default in fields_of(SubmitArguments)
        if name not in GOES_ALONG and getattr(options, name) != default
    ]


def run(options: SubmitArguments) -> int:
    if options.to is not None:
        return _run_there(options, options.to)
    from judge.base.priority import Priority
    from judge.base.records import replace
    from judge.commands.engine_choice import on_engine
    from judge.commands.submit import submit
    from judge.commands.submit_many import submit_many
    from judge.languages.table import emulated_language
    from judge.service.class_files import members_of
    from judge.service.intake import problem_of

    if options.device is SubmitDevice.EMULATED:
        options = replace(options, language=emulated_language(options.language).id)
    host = on_engine(judging_host(options), options)
    files = replace(options.files, csv=options.csv)
    _ = options.time_options  # refuses contradictory options before anything is read
    problem_of(host, options.problem)  # where it is none, what is said of the files would lead astray
    if members := members_of(options.given, host.tell):
        if options.watches:
            raise JudgeError(
                f"--watch is for one file, which is judged when it is saved: found {len(members)} files."
            )
        return submit_many(
            host.with_engine(priority=Priority.CLASS), options.problem, members, options, files
        )
    [file] = options.given
    return _judged(options, lambda: submit(host, options.problem, file, options, files))


def _run_there(options: SubmitArguments, to: str) -> int:
    from judge.base.records import replace
    from judge.commands.submit_to import refuse_options, submit_to
    from judge.commands.terminal import Terminal

    refuse_options(refused_there(options))
    files = replace(options.files, csv=options.csv)
    return _judged(options, lambda: submit_to(Terminal(), to, options, files))


def _judged(options: SubmitArguments, judge_once: Callable[[], int]) -> int:
    """The exit status of judging, with --watch again and again."""
    if not options.watches:
        return judge_once()
    from judge.commands.watch import watch

    return watch(options.given, judge_once)
