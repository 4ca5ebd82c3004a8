"""Makes the cases that a package describes in generators/generators.yaml.

Results are stored below build/, under the hash of everything they were made from, and made again only once some of it
changes.
"""

import hashlib
import json
import re
import shutil
from pathlib import Path

from msgspec import Struct, field

from judge.base.errors import JudgeError
from judge.base.records import replace
from judge.base.scratch import scratch_folder
from judge.judging.solutions import Solution
from judge.judging.stored import stored_submissions
from judge.languages.problem_tools import ToolProgram, compiled_program
from judge.problems.described import SEED, SEEDS, Command, DescribedCase
from judge.problems.formats.generators_case import INPUTS
from judge.problems.limits import GENERATION
from judge.problems.model import Problem
from judge.problems.program import Program, files_of
from judge.problems.tools import ToolRun
from judge.project.host import JudgeHost
from judge.testdata.make_package import as_judged, first_that_compiles

OF_A_GENERATOR = replace(GENERATION, work_bytes=GENERATION.output_bytes)
FILE = "testcase"
"""The name of any case's files while they are made."""
MADE = re.compile(
    rf"{FILE}\.((?:in|ans)\.(?:statement|download)|in|ans|out|interaction|yaml|hint|desc|png|jpe?g|svg|pdf)"
)
VERSION = 1
"""The version of the stored results: another one makes everything again."""
PYTHON = "/usr/bin/python3"
FIND_PATTERNS = """
import re, sys
text = sys.stdin.read()
for number, pattern in enumerate(sys.argv[1:]):
    if not re.search(pattern, text, re.MULTILINE | re.DOTALL):
        print(number)
"""


class Maker(Struct):
    """Makes cases of one package. Raises JudgeError with what failed, and how to repeat it."""

    host: JudgeHost
    problem: Problem
    cache: Path
    """The folder of stored results, for this package alone."""
    made: int = 0
    kept: int = 0
    unmatched: list[str] = field(default_factory=list)
    """A line for each pattern that a case should match but does not."""
    _programs: dict[Program, ToolProgram] = field(default_factory=dict)
    _used: set[str] = field(default_factory=set)

    def files(self, case: DescribedCase) -> dict[str, Path]:
        """Files of the case, by their suffixes."""
        key = self._key(case)
        self._used.add(key)
        place = self.cache / key
        if place.is_dir():
            self.kept += 1
        else:
            self.made += 1
            self.cache.mkdir(parents=True, exist_ok=True)
            with scratch_folder(self.cache) as scratch:
                folder = scratch / "case"
                folder.mkdir()
                self._make(case, folder)
                folder.replace(place)
        found = {path.name.removeprefix(f"{FILE}."): path for path in sorted(place.iterdir())}
        self._match(case, found)
        return found

    def forget_others(self) -> None:
        """Removes stored results of cases that the package no longer describes."""
        for folder in self.cache.iterdir() if self.cache.is_dir() else ():
            if re.fullmatch(r"[0-9a-f]{64}", folder.name) and folder.name not in self._used:
                shutil.rmtree(folder)

    def _make(self, case: DescribedCase, folder: Path) -> None:
        if case.command:
            self._generate(case, case.command, folder)
        for ending, source in case.copies.items():
            shutil.copyfile(source, folder / f"{FILE}.{ending}")
        for ending, text in case.texts.items():
            (folder / f"{FILE}.{ending}").write_text(text, encoding="utf-8", newline="")
        if not any((folder / f"{FILE}.{ending}").is_file() for ending in {*INPUTS, *case.links}):
            raise JudgeError(f"{case.name}: its generator printed nothing, and wrote no {FILE}.in.")
        has_input = (folder / f"{FILE}.in").is_file()
        if case.is_answered and has_input and not (folder / f"{FILE}.ans").is_file():
            self._answer(case, folder)
        for ending, target in case.links.items():
            if not (folder / f"{FILE}.{target}").is_file():
                raise JudgeError(f"{case.name}.{ending} was to be the same as .{target}, which was not made.")
            shutil.copyfile(folder / f"{FILE}.{target}", folder / f"{FILE}.{ending}")

    def _generate(self, case: DescribedCase, command: Command, folder: Path) -> None:
        """The files that the generator leaves in its work directory, or else what it prints as the input."""
        program = self._compiled(command.program)
        for attempt in range(command.retries):
            with scratch_folder(self.cache) as scratch:
                left = scratch / "left"
                left.mkdir()
                tool = self._tool("generator", case, program, self._arguments(command, attempt))
                tool = replace(tool, feedback=left)
                facts = tool.run(scratch)
                if not facts.succeeded:
                    if attempt + 1 == command.retries:
                        raise JudgeError(tool.failure(facts, scratch))
                    continue
                for path in left.iterdir():
                    if MADE.fullmatch(path.name) and path.is_file() and not path.is_symlink():
                        shutil.copyfile(path, folder / path.name)
                input_file, printed = folder / f"{FILE}.in", scratch / "stdout"
                if not input_file.exists() and printed.stat().st_size:
                    shutil.copyfile(printed, input_file)
                return

    def _answer(self, case: DescribedCase, folder: Path) -> None:
        """Makes the answer by the solution; it is empty in problems whose answers mean nothing."""
        answer = folder / f"{FILE}.ans"
        if self.problem.is_interactive or self.problem.passes > 1:
            answer.touch()
            return
        program = self._solution(case)
        with scratch_folder(self.cache) as scratch:
            tool = self._tool("solution", case, program, ())
            replace(tool, stdin=folder / f"{FILE}.in").printed(scratch).replace(answer)

    def _match(self, case: DescribedCase, files: dict[str, Path]) -> None:
        """Matches in the sandbox: an expression from the package may take forever."""
        for ending, patterns in case.patterns.items():
            if ending not in files:
                raise JudgeError(f"{case.name}.{ending} was to match {patterns[0]!r}, but was not made.")
            with scratch_folder() as scratch:
                program = ToolProgram((PYTHON, "-I", "-c", FIND_PATTERNS))
                tool = self._tool(f"match of .{ending}", case, program, patterns)
                printed = replace(tool, stdin=files[ending]).printed(scratch)
                for number in printed.read_text("utf-8").split():
                    self.unmatched.append(f"{case.name}.{ending} does not match {patterns[int(number)]!r}")

    def _tool(
        self, what: str, case: DescribedCase, program: ToolProgram, arguments: tuple[str, ...]
    ) -> ToolRun:
        command = (*program.command, *arguments)
        return ToolRun(
            self.host, self.problem, what, case.name, command, OF_A_GENERATOR, visible=program.visible
        )

    def _arguments(self, command: Command, attempt: int) -> tuple[str, ...]:
        seed = str((command.seed + attempt) % SEEDS)
        return tuple(re.sub(SEED, seed, argument) for argument in command.arguments)

    def _compiled(self, program: Program) -> ToolProgram:
        if program not in self._programs:
            self._programs[program] = compiled_program(self.host, self.problem, program)
        return self._programs[program]

    def _solution(self, case: DescribedCase) -> ToolProgram:
        if not case.solutions:
            raise JudgeError(f"{case.name} has no answer: expected 'ans' of the case, or a 'solution'.")
        return first_that_compiles(case.solutions, self._compiled_solution)

    def _compiled_solution(self, path: Path) -> ToolProgram:
        program = Program(path)
        if program not in self._programs:
            stored = self._stored(path)
            if stored is None and not path.is_file():  # for example, in generators/
                return self._compiled(program)
            self._programs[program] = as_judged(self.host, self.problem, path, stored)
        return self._programs[program]

    def _stored(self, path: Path) -> Solution | None:
        submissions = self.problem.package.submissions if self.problem.package else {}
        name = next((name for name, stored in submissions.items() if stored == path), None)
        found = stored_submissions(self.host, self.problem) if name else []
        return next((solution for solution in found if solution.name == name), None)

    def _key(self, case: DescribedCase) -> str:
        """The hash of everything that the case is made from."""
        command = case.command
        content = {
            "version": VERSION,
            "generator": [_digests(path) for path in command.program.paths] if command else [],
            "call": [command.arguments, command.seed, command.retries] if command else [],
            "copies": {ending: _digests(path) for ending, path in case.copies.items()},
            "texts": dict(case.texts),
            "links": dict(case.links),
            "answered": [case.is_answered, self.problem.is_interactive, self.problem.passes > 1],
            "solutions": [_digests(path) for path in case.solutions] if case.is_answered else [],
            "constants": dict(self.problem.constants),
        }  # fmt: skip
        return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def _digests(path: Path) -> list[str]:
    """Digests of a program: the names and contents of its files."""
    return [
        f"{path.name}/{file.relative_to(path)} {hashlib.sha256(file.read_bytes()).hexdigest()}"
        for file in files_of(path)
    ]
