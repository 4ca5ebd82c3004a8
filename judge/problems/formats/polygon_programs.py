"""The programs of a Polygon package: generators, validators and the checker, with the tests of the latter two."""

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from judge.base.errors import JudgeError
from judge.base.outside_files import content_of
from judge.base.suggestions import unknown_name
from judge.problems.formats.polygon_checkers import STANDARD
from judge.problems.formats.polygon_files import DataFiles, file_of
from judge.problems.formats.programs import HEADERS
from judge.problems.formats.tree import Tree
from judge.problems.formats.xml_nodes import Node
from judge.problems.model import JudgedOutput, Remark, TestCase
from judge.problems.program import Program, Protocol

HEADER = "testlib.h"
INCLUDE = re.compile(rb'^\s*#\s*include\s*["<]testlib\.h[">]', re.MULTILINE)
ASKS_FOR_GROUP = re.compile(rb"\bchecker\s*\.\s*(?:group|testset)\s*\(")
"""A call in a checker that needs the arguments about the group: older versions of testlib do not have them."""
TESTSET = "tests"
"""testlib's name of the testset if no argument gives one."""
RIGHT = {"ok": True, "wrong-answer": False, "presentation-error": False}
"""The verdicts of a checker's tests."""


class Programs:
    """Raises JudgeError for faults, and for what the judge cannot obey."""

    def __init__(self, tree: Tree, top: Node, data: DataFiles) -> None:
        self._tree, self._data = tree, data
        self._headers = tuple(
            tree / name
            for name in tree.below("files", HEADERS)
            if name.lower().endswith(HEADERS) and name.count("/") == 1
        )
        interactors = top.all("assets/interactor")
        if len(interactors) > 1:
            raise JudgeError(
                f"{interactors[1].place}: expected one interactor in assets, found {len(interactors)}."
            )
        self.interactor = self._program(interactors[0]) if interactors else None
        sources = top.all("files/executables/executable/source")
        self._executables = {PurePosixPath(node.attributes.get("path", "")).stem: node for node in sources}
        checkers = top.all("assets/checker")
        if len(checkers) != 1:
            raise JudgeError(f"{top.place}: expected one checker in assets, found {len(checkers)}.")
        [checker] = checkers
        if (kind := checker.attributes.get("type", "testlib")) != "testlib":
            raise JudgeError(
                f"{checker.place}: a checker of type '{kind}' is not supported: expected 'testlib'."
            )
        self.checker, self._comparison_args = self._checker(checker)
        self._checker_asks = bool(self.checker and ASKS_FOR_GROUP.search(content_of(self.checker.path)))
        validators = top.all("assets/validators/validator")
        self.validators = tuple(map(self._program, validators))
        valid = [pair for node in validators for pair in self._validator_tests(node)]
        self.valid_inputs = tuple(test for test, is_valid in valid if is_valid)
        self.invalid_inputs = tuple(test for test, is_valid in valid if not is_valid)
        self.judged_outputs = tuple(self._checker_tests(checker))
        self.remarks = () if validators else (Remark("there is no validator: the inputs are not checked"),)

    def checker_args(self, testset: str, group: str) -> tuple[str, ...]:
        """Arguments of a test of this testset and group."""
        if self.checker is None:
            return self._comparison_args
        return group_args(testset, group) if self._checker_asks else ()

    def generator(self, name: str, where: str) -> Program:
        stem = PurePosixPath(name).stem if name.endswith((".exe", ".jar")) else name
        if stem not in self._executables:
            raise JudgeError(f"{where}: {unknown_name('generator', stem, self._executables)}")
        return self._of_source(self._executables[stem])

    def _checker(self, node: Node) -> tuple[Program | None, tuple[str, ...]]:
        """None: the default comparison decides, with these arguments, in place of one of testlib's own checkers whose
        source, or testlib itself, the package lacks."""
        arguments = STANDARD.get(node.attributes.get("name", ""))
        source = node.first("source")
        if arguments is not None and (source is None or self._lacks_testlib(source)):
            return None, arguments
        return self._program(node), ()

    def _lacks_testlib(self, source: Node) -> bool:
        path = file_of(self._tree, source)
        return HEADER not in {header.name for header in self._headers} and bool(
            INCLUDE.search(content_of(path))
        )

    def _program(self, node: Node) -> Program:
        source = node.first("source")
        if source is None:
            raise JudgeError(f"{node.place}: the source of this {node.tag} is missing.")
        return self._of_source(source)

    def _of_source(self, source: Node) -> Program:
        path = file_of(self._tree, source)
        beside = tuple(header for header in self._headers if header != path)
        if HEADER not in {header.name for header in beside} and INCLUDE.search(content_of(path)):
            raise JudgeError(
                f"{path} includes {HEADER}, which the package lacks: put it into files/. It is published at "
                "https://github.com/MikeMirzayanov/testlib."
            )
        return Program(path, beside, Protocol.TESTLIB)

    def _validator_tests(self, node: Node) -> Iterator[tuple[TestCase, bool]]:
        """Each test with whether the input is valid."""
        for number, test, holder in _numbered(node):
            verdict = test.attributes.get("verdict", "")
            if verdict not in ("valid", "invalid"):
                raise JudgeError(
                    f"{test.place}: expected the verdict 'valid' or 'invalid', found {verdict!r}."
                )
            file = self._data.patterned(holder, "input-path-pattern", number)
            flags = group_args(*_where(test))
            yield TestCase(f"validator-tests/{number}", file, file, (), flags), verdict == "valid"

    def _checker_tests(self, node: Node) -> Iterator[JudgedOutput]:
        for number, test, holder in _numbered(node):
            verdict = test.attributes.get("verdict", "")
            if verdict not in RIGHT:
                raise JudgeError(f"{test.place}: {unknown_name('verdict', verdict, RIGHT)}")
            input_file, output, answer = (
                self._data.patterned(holder, f"{what}-path-pattern", number)
                for what in ("input", "output", "answer")
            )
            arguments = self.checker_args(*_where(test))
            case = TestCase(f"checker-tests/{number}", input_file, answer, arguments)
            yield JudgedOutput(case, output, RIGHT[verdict])


def group_args(testset: str, group: str) -> tuple[str, ...]:
    """The arguments of validators, and of checkers that ask for them, where they differ from testlib's defaults."""
    by_group = ("--group", group) if group else ()
    return (*by_group, "--testset", testset) if testset and testset != TESTSET else by_group


def _where(test: Node) -> tuple[str, str]:
    """The testset and group that a program's test states."""
    return test.attributes.get("testset", TESTSET), test.attributes.get("group", "")


def _numbered(node: Node) -> Iterator[tuple[int, Node, Node]]:
    """The tests of a program, each with its number and the testset that it lies in."""
    for holder in node.all("testset"):
        for number, test in enumerate(holder.all("tests/test"), start=1):
            yield number, test, holder
