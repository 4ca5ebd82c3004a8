"""A problem, whatever format its package has: names, limits, test cases and programs."""

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import force_setattr

from judge.base.text import in_one_line
from judge.problems.about import About
from judge.problems.constants import Constants
from judge.problems.count_rules import CountRule
from judge.problems.program import Program
from judge.problems.scoring import Scoring
from judge.problems.submission_rules import SubmissionRules
from judge.problems.time_rule import LimitSource, TimeRule
from judge.sandbox.work_files import NamedFiles

MIB = 1024 * 1024


class Limits(Struct, frozen=True):
    """The resources that a solution may use. The defaults are the format's typical system defaults."""

    time_s: float = 1.0
    """CPU seconds."""
    overrun_factor: float = 1.0
    """The factor by which a program may exceed the time limit before it is killed: up to there its time is known."""
    time_source: LimitSource = LimitSource.UNKNOWN
    memory_bytes: int = 2048 * MIB
    output_bytes: int = 8 * MIB
    code_bytes: int = 128 * 1024
    compilation_time_s: float = 60.0
    compilation_memory_bytes: int = 2048 * MIB
    validation_time_s: float = 60.0
    validation_memory_bytes: int = 2048 * MIB
    validation_output_bytes: int = 64 * MIB
    """The formats promise 8 MiB, which an interactor that prints a large input exceeds."""


Included = Mapping[str, Mapping[str, str]]
"""Files that are compiled with submissions: the text by language, or "default", and by name."""


class TestCase(Struct, frozen=True):
    name: str
    """Group and file without a suffix: "secret/07-all-off"."""
    input: Path
    answer: Path
    validator_args: tuple[str, ...] = ()
    """Arguments of the output validators."""
    input_validator_args: tuple[str, ...] | Mapping[str, tuple[str, ...]] = ()
    """Arguments of every input validator, or by its name."""
    args: tuple[str, ...] = ()
    """Arguments of the submission."""
    files: Path | None = None
    """A folder whose files are in the work directory of the submission, and of input validators."""
    is_static: bool = False
    """Whether the submission's files are judged, with no input and no answer."""

    def args_of_input_validator(self, name: str) -> tuple[str, ...]:
        said = self.input_validator_args
        return (*(said.get(name, ()) if isinstance(said, Mapping) else said), *self.args)

    @property
    def group(self) -> str:
        """The folder that it is in: "secret/easy"."""
        return self.name.rpartition("/")[0]

    @property
    def is_sample(self) -> bool:
        return self.name.startswith("sample/")


class JudgedOutput(Struct, frozen=True):
    """An output for which the package states the output validators' decision."""

    test: TestCase
    output: Path
    is_right: bool
    is_used: bool = True
    """False: an output by itself means nothing, as in an interactive problem."""


class Recipe(Struct, frozen=True):
    """How the files of a test are made that a package omits."""

    test: TestCase
    generator: Program | None = None
    """The program that prints the input. None: the package has it."""
    arguments: tuple[str, ...] = ()
    output_file: str = ""
    """The file that the generator writes instead of printing it."""
    solutions: tuple[Path, ...] = ()
    """Programs, the first of which that compiles here prints the answer. None: the package has it."""


class Remark(Struct, frozen=True):
    """What the author of a package should know about it, in one line."""

    text: str
    unused: str = ""
    """The part of the package that is not used; empty: the remark is about something else."""


def unused(part: str, why: str) -> Remark:
    """The remark that a part is not used; `why` continues its name."""
    return Remark(f"{part} {why}", part)


class Package(Struct, frozen=True):
    """The files of a package from elsewhere. One of our own has generators, and is built with the judge."""

    format: str
    """Its name: "legacy"."""
    tests: tuple[TestCase, ...]
    """Samples first, then the secret cases."""
    rules: SubmissionRules
    origin: Path | None = None
    """The folder or the zip file."""
    submissions: Mapping[str, Path] = field(default_factory=dict)
    """Files and folders by their names, folder first: "accepted/scanf.cpp"."""
    refused: Mapping[str, str] = field(default_factory=dict)
    """Links that must not be read through, with the reason, by their paths in the package."""
    named_files: NamedFiles | None = None
    """Files that submissions read and write instead of standard input and output."""
    included: Included = field(default_factory=dict)
    constants: Constants = field(default_factory=dict)
    fills_submissions: bool = True
    """Whether the constants are replaced in submissions."""
    input_validators: tuple[Program, ...] = ()
    static_validator: Program | None = None
    """The program that accepts or rejects the files of a submission."""
    static_tests: tuple[TestCase, ...] = ()
    """One for each group that asks for it."""
    valid_inputs: tuple[TestCase, ...] = ()
    """Inputs that each input validator must accept, in addition to those of the tests."""
    invalid_inputs: tuple[TestCase, ...] = ()
    """Inputs, without answers, that an input validator must reject."""
    judged_outputs: tuple[JudgedOutput, ...] = ()
    recipes: tuple[Recipe, ...] = ()
    """Recipes of the tests whose files the package does not contain."""
    copies: Mapping[Path, Path] = field(default_factory=dict)
    """Files of its data that are used with the line ends of Unix, by the copy's target."""
    tells_closing: bool = False
    """Whether a validator learns that a solution has closed its output before that has ended."""
    continued_groups: frozenset[str] = frozenset()
    """Names of groups in which judging continues after a rejected test of a pass-fail problem, and the worst verdict
    is that of the whole; "": the group of all tests. Empty: the first failure decides."""
    interactions: Mapping[str, Path] = field(default_factory=dict)
    """Dialogues of samples by their names, which are shown instead of their own files."""
    charsets: Mapping[Path, str] = field(default_factory=dict)
    """The encodings of statements, if the package states them."""
    notes: tuple[Remark, ...] = ()

    @property
    def remarks(self) -> tuple[str, ...]:
        return tuple(one.text for one in self.notes)


class Problem(Struct, frozen=True):
    id: str
    names: Mapping[str, str]
    """Title by language code, each one line."""
    limits: Limits
    time_rule: TimeRule
    folder: Path
    statements: Mapping[str, Path] = field(default_factory=dict)
    """Files by language code."""
    output_validators: tuple[Program, ...] = ()
    """Output validators, all of which must accept an output. None: the default comparison decides."""
    has_program: bool = False
    """Whether it has solvers, in a program that is built with the judge."""
    is_interactive: bool = False
    """Whether the output validator talks to a solution while that runs."""
    interactor: Program | None = None
    """A program by testlib's rules: it talks to a solution, and the output validators judge the file that it writes.
    None: the output validator talks."""
    is_submit_answer: bool = False
    """Whether a submission consists of the outputs, instead of a program that writes them."""
    passes: int = 1
    """The most runs of a solution on a test, each with the output validator's files from the last."""
    scoring: Scoring | None = None
    """None: a solution passes or not."""
    languages: frozenset[str] | None = None
    """Ids of the permitted ones; None: all."""
    about: About = field(default_factory=About)
    count_rules: tuple[CountRule, ...] = ()
    """Rules about counts of its solutions: they are judged on the emulated GPU, wherever that is. Empty: nothing is
    counted."""
    package: Package | None = None
    """None: it is one of our own, below problems/."""
    is_large: bool = False
    """Whether its tests beyond the sizes of contests are used, instead of the others (large.py)."""

    def __post_init__(self) -> None:
        force_setattr(self, "names", {key: in_one_line(name) for key, name in self.names.items()})

    @property
    def title(self) -> str:
        return self.names.get("en") or next(iter(self.names.values()))

    def lasting_place(self, file: Path) -> str:
        """The path of one of its files once the judge has ended: for a zip file, the path within it."""
        origin = self.package.origin if self.package else None
        if origin and origin.is_file() and file.is_relative_to(self.folder):
            return f"{file.relative_to(self.folder)} in {origin}"
        return str(file)

    @property
    def constants(self) -> Constants:
        return self.package.constants if self.package else {}

    @property
    def continued_groups(self) -> frozenset[str]:
        return self.package.continued_groups if self.package else frozenset()

    @property
    def best_points(self) -> Fraction | None:
        """None: it is not a scoring problem, or its points are unlimited."""
        return self.scoring.best if self.scoring else None
