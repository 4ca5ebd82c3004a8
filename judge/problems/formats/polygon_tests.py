"""The tests of a Polygon package: those in it, and those that its generators and its main solution make."""

import shlex
from collections.abc import Iterator
from pathlib import Path

from judge.base.errors import JudgeError
from judge.problems.formats.cases import in_order
from judge.problems.formats.polygon_files import DataFiles, name_by
from judge.problems.formats.polygon_programs import TESTSET, Programs, group_args
from judge.problems.formats.polygon_scoring import polygon_scoring
from judge.problems.formats.tree import Tree
from judge.problems.formats.xml_nodes import Node
from judge.problems.model import Recipe, Remark, TestCase, unused
from judge.problems.program import Program

MOST_TESTS = 10_000
METHODS = ("manual", "generated")
ATTRIBUTES = ("method", "cmd", "sample", "group", "points", "description", "from-file")
SHELL = ("|", ">", "<", ">>", "&", "&&", ";")


class TestSet:
    """Raises JudgeError for faults, and for what the judge cannot obey."""

    __test__ = False  # for pytest

    def __init__(
        self, tree: Tree, judging: Node, programs: Programs, answering: tuple[Path, ...], data: DataFiles
    ) -> None:
        sets = judging.all("testset")
        self.node = next(
            (one for one in sets if one.attributes.get("name") == TESTSET), next(iter(sets), judging)
        )
        if not sets:
            raise JudgeError(f"{judging.place}: the element testset is missing: expected the tests.")
        self._programs, self._answering, self._data = programs, answering, data
        self._tests = self.node.all("tests/test")
        self._check_count()
        recipes = [self._recipe(number, test) for number, test in enumerate(self._tests, start=1)]
        self.tests = in_order((one.test for one in recipes), tree / "problem.xml")
        self._groups: dict[str, list[str]] = {}
        for one, node in zip(recipes, self._tests, strict=True):
            self._groups.setdefault(node.attributes.get("group", ""), []).append(one.test.name)
        nodes = {one.test.name: node for one, node in zip(recipes, self._tests, strict=True)}
        self.scoring = polygon_scoring(self.node, [(test.name, nodes[test.name]) for test in self.tests])
        self.recipes = tuple(one for one in recipes if one.generator or one.solutions)
        others = [one.attributes.get("name", "") for one in sets if one is not self.node]
        self.remarks = (
            *(
                unused(f"the tests of the set '{name}'", f"are not used: those of '{self.name}' are judged")
                for name in others
            ),
            *self._strange_attributes(),
        )

    @property
    def name(self) -> str:
        return self.node.attributes.get("name", "")

    def of_group(self, group: str) -> list[str]:
        """The names of its tests."""
        return self._groups.get(group, [])

    def _check_count(self) -> None:
        said = self.node.text_of("test-count")
        if said and said != str(len(self._tests)):
            raise JudgeError(
                f"{self.node.place}: test-count is {said}, but there are {len(self._tests)} tests."
            )
        if not 0 < len(self._tests) <= MOST_TESTS:
            raise JudgeError(
                f"{self.node.place}: expected from 1 to {MOST_TESTS} tests, found {len(self._tests)}."
            )

    def _recipe(self, number: int, test: Node) -> Recipe:
        """The recipe; empty if the package has input and answer."""
        input_name = name_by(self.node, "input-path-pattern", number)
        answer_name = name_by(self.node, "answer-path-pattern", number)
        input_file, answer = self._data.find(input_name), self._data.find(answer_name)
        folder = "sample" if test.attributes.get("sample") == "true" else "secret"
        digits = max(2, len(str(len(self._tests))))
        name = f"{folder}/{number:0{digits}}"
        group = test.attributes.get("group", "")
        case = TestCase(
            name,
            input_file or self._data.made / f"{name}.in",
            answer or self._data.made / f"{name}.ans",
            self._programs.checker_args(self.name, group),
            group_args(self.name, group),
        )
        method = test.attributes.get("method", METHODS[0])
        if method not in METHODS:
            raise JudgeError(f"{test.place}: expected the method manual or generated, found '{method}'.")
        solutions = () if input_file and answer else self._answering
        if solutions and self._programs.interactor:
            raise JudgeError(
                f"{test.place}: the answer {answer_name} of this test is missing: answers of interactive problems are "
                "not made here. Download the full package."
            )
        if input_file:
            return Recipe(case, solutions=solutions)
        if method == METHODS[0]:
            raise JudgeError(f"{test.place}: the file {input_name} of this test is missing.")
        generator, arguments = self._command(test)
        return Recipe(case, generator, arguments, test.attributes.get("from-file", ""), solutions)

    def _command(self, test: Node) -> tuple[Program, tuple[str, ...]]:
        command = test.attributes.get("cmd", "")
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise JudgeError(f"{test.place}: the command {command!r} cannot be read: {error}.") from error
        if not words:
            raise JudgeError(f"{test.place}: expected the command of a generator, cmd, found none.")
        if shell := next((word for word in words if word in SHELL), None):
            raise JudgeError(
                f"{test.place}: '{shell}' in the command {command!r} is not supported: one generator is run."
            )
        return self._programs.generator(words[0], test.place), tuple(words[1:])

    def _strange_attributes(self) -> Iterator[Remark]:
        for name in sorted({name for test in self._tests for name in test.attributes} - {*ATTRIBUTES}):
            part = f"the attribute {name} of tests"
            yield Remark(f"problem.xml: {part} is not used: the judge does not support it", part)
