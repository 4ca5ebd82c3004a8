"""The checker and the validators of a package for Polygon, with the tests of both."""

import re
from collections.abc import Iterable
from pathlib import PurePosixPath
from xml.etree.ElementTree import Element, SubElement

from judge.base.errors import JudgeError
from judge.problems.export.adapters import as_testlib
from judge.problems.export.content import Content, require_one_validator
from judge.problems.export.package_files import PackageFiles
from judge.problems.export.polygon_types import type_of
from judge.problems.export.sources import Sources, comparison_sources
from judge.problems.formats.polygon_checkers import INTEGERS, STANDARD, WORDS
from judge.problems.model import TestCase

LETTER = re.compile(rb"[A-Za-z]")
WHOLE = re.compile(rb"0|-?[1-9][0-9]{0,18}")
DECIMAL = re.compile(rb"-?[0-9]+(\.[0-9]+)?")
CHECK = "check"
Args = tuple[str, ...]


def add_checker(package: PackageFiles, content: Content, assets: Element) -> None:
    """Adds the problem's own output validator, or else the default comparison: by the name of a testlib checker that
    decides alike, or as a program. Raises JudgeError for one that cannot follow testlib's rules."""
    require_one_validator(content, "polygon")
    validators = content.output_validators
    arguments = _common(
        package,
        "output validators",
        (() if group_of(test) else test.validator_args for test in content.tests),
    )
    checker = Element("checker", type="testlib")
    assets.append(checker)
    if not validators and (name := standard_checker(content.tests, arguments)):
        checker.set("name", name)
    else:
        program = validators[0] if validators else comparison_sources(content.installation)
        program = as_testlib(program, arguments, is_checker=True)
        _add(package, checker, program, CHECK)
    if not content.judged_outputs:
        return
    testset = _testset(
        checker, "files/tests/checker-tests/%02d", ("input", ""), ("output", ".o"), ("answer", ".a")
    )
    for number, one in enumerate(content.judged_outputs, start=1):
        name = f"files/tests/checker-tests/{number:02}"
        package.files |= {name: one.test.input, f"{name}.o": one.output, f"{name}.a": one.test.answer}
        SubElement(testset, "test", verdict="ok" if one.is_right else "wrong-answer")


def standard_checker(tests: Iterable[TestCase], arguments: Args) -> str | None:
    """The testlib checker that decides like the default comparison with these arguments, if there is one. If no answer
    contains a letter, case sensitivity makes no difference."""
    answers = [word for test in tests for word in test.answer.read_bytes().split()]
    match arguments:
        case ("case_sensitive",):
            return WORDS
        case ():
            if all(WHOLE.fullmatch(word) and -(2**63) <= int(word) < 2**63 for word in answers):
                return INTEGERS
            return None if any(LETTER.search(word) for word in answers) else WORDS
        case ("float_tolerance", tolerance) if all(DECIMAL.fullmatch(word) for word in answers):
            known = {float(known[1]): name for name, known in STANDARD.items() if len(known) == 2}
            return known.get(float(tolerance))
    return None


def add_validators(package: PackageFiles, content: Content, assets: Element) -> None:
    tests = [*content.tests, *content.valid_inputs, *content.invalid_inputs]
    nodes = Element("validators")
    for program in content.input_validators:
        arguments = _common(
            package,
            f"the input validator {program.name}",
            (() if group_of(test) else test.args_of_input_validator(program.name) for test in tests),
        )
        try:
            own = as_testlib(program, arguments, is_checker=False)
        except JudgeError as error:
            package.lose(f"the input validator {program.name}: {error}")
            continue
        node = SubElement(nodes, "validator")
        stem = PurePosixPath(own.name).stem
        _add(package, node, own, f"{stem}-input" if stem == CHECK else stem)
        if len(nodes) == 1:
            _add_validator_tests(package, content, node)
    if len(nodes):
        assets.append(nodes)
    elif content.valid_inputs or content.invalid_inputs:
        package.lose("the inputs with what validators must say of them")


def _add_validator_tests(package: PackageFiles, content: Content, node: Element) -> None:
    inputs = [(test, "valid") for test in content.valid_inputs]
    inputs += [(test, "invalid") for test in content.invalid_inputs]
    if not inputs:
        return
    testset = _testset(node, "files/tests/validator-tests/%02d", ("input", ""))
    for number, (test, verdict) in enumerate(inputs, start=1):
        package.add(f"files/tests/validator-tests/{number:02}", test.input)
        group = group_of(test)
        SubElement(testset, "test", {"verdict": verdict, **({"group": group} if group else {})})


def _testset(node: Element, pattern: str, *files: tuple[str, str]) -> Element:
    """The element for the tests."""
    testset = SubElement(node, "testset")
    for what, ending in files:
        SubElement(testset, f"{what}-path-pattern").text = f"{pattern}{ending}"
    return SubElement(testset, "tests")


def _add(package: PackageFiles, node: Element, program: Sources, stem: str) -> None:
    suffix = PurePosixPath(program.name).suffix
    for name, source in program.files.items():
        package.add(f"files/{stem}{suffix}" if name == program.name else f"files/{name}", source)
    SubElement(node, "source", path=f"files/{stem}{suffix}", type=type_of(program.name) or "")


def group_of(test: TestCase) -> str:
    """The group in a package of Polygon, which its validators get."""
    match test.input_validator_args:
        case ("--group", group, *_):
            return group
    return ""


def _common(package: PackageFiles, whose: str, said: Iterable[Args]) -> Args:
    """The arguments of all tests; if they differ, the first test's."""
    found = list(said)
    if any(one != found[0] for one in found):
        package.lose(f"the arguments of {whose} by test: all tests have those of the first")
    return found[0]
