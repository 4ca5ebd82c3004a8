"""Packages of Polygon: problem.xml, with testlib checkers, validators and generators.

Polygon publishes no specification: the elements are those of the packages that it writes, with the meaning that its
own scripts in a package (doall.sh) give them.
"""

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

from judge.base.errors import JudgeError
from judge.base.records import replace
from judge.problems.about import About
from judge.problems.formats.naming import id_of
from judge.problems.formats.polygon_files import DataFiles
from judge.problems.formats.polygon_programs import Programs
from judge.problems.formats.polygon_resources import solution_resources
from judge.problems.formats.polygon_solutions import Solutions
from judge.problems.formats.polygon_tests import TestSet
from judge.problems.formats.tree import Tree, unknown_entries
from judge.problems.formats.xml_nodes import Node, read_xml
from judge.problems.manifest import sha256_of
from judge.problems.model import MIB, Limits, Package, Problem, Remark
from judge.problems.time_rule import LimitSource, TimeRule
from judge.sandbox.work_files import NamedFiles

NAME = "Polygon"
MANIFEST = "problem.xml"
KNOWN = (
    MANIFEST, "files", "tests", "solutions", "statements", "statement-sections", "scripts", "stresses", "documents",
    "materials", "tutorial", "check.cpp", "check.exe", "check.pas", "check.java", "interactor.cpp", "doall.sh",
    "doall.bat", "wipe.sh", "wipe.bat", "tags", "problem-properties.json", "README", "README.md", "README.txt",
    "LICENSE",
)  # fmt: skip
ELEMENTS = {
    "problem": "names statements tutorials judging files assets properties stresses documents materials tags",
    "judging": "testset",
    "testset": "time-limit memory-limit test-count input-path-pattern output-path-pattern answer-path-pattern tests "
    "groups",
    "groups": "group",
    "files": "resources executables attachments",
    "executable": "source binary",
    "assets": "checker interactor validators solutions",
    "checker": "source binary copy testset",
    "interactor": "source binary",
    "validators": "validator",
    "validator": "source binary testset",
    "solutions": "solution",
    "solution": "source binary extra-tags",
}
"""Elements that Polygon writes within those that are read. The content of others only informs."""
LANGUAGES = {
    "albanian": "sq", "arabic": "ar", "armenian": "hy", "azerbaijani": "az", "belarusian": "be",
    "bengali": "bn", "bosnian": "bs", "bulgarian": "bg", "catalan": "ca", "chinese": "zh", "croatian": "hr",
    "czech": "cs", "danish": "da", "dutch": "nl", "english": "en", "estonian": "et", "finnish": "fi",
    "french": "fr", "galician": "gl", "georgian": "ka", "german": "de", "greek": "el", "hebrew": "he",
    "hindi": "hi", "hungarian": "hu", "icelandic": "is", "indonesian": "id", "italian": "it",
    "japanese": "ja", "kazakh": "kk", "korean": "ko", "kyrgyz": "ky", "latvian": "lv", "lithuanian": "lt",
    "macedonian": "mk", "malay": "ms", "mongolian": "mn", "norwegian": "no", "persian": "fa", "polish": "pl",
    "portuguese": "pt", "romanian": "ro", "russian": "ru", "serbian": "sr", "slovak": "sk", "slovenian": "sl",
    "spanish": "es", "swedish": "sv", "tajik": "tg", "tamil": "ta", "thai": "th", "turkish": "tr",
    "turkmen": "tk", "ukrainian": "uk", "urdu": "ur", "uzbek": "uz", "vietnamese": "vi",
}  # fmt: skip
RULE = TimeRule(ac_to_time_limit=1.0, time_limit_to_tle=1.0)
"""Presentation: the format has no margins."""
OUTPUT_BYTES = 64 * MIB
"""The size of a submission; the format has no limit."""
FILE_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}")
WHOLE = re.compile(r"[0-9]{1,18}")
MILLISECONDS_AT_MOST, BYTES_AT_MOST = 10**9, 1 << 50


def load_polygon(tree: Tree, name: str, made: Path) -> Problem:
    """`made`: a folder for the tests to generate. Raises JudgeError for faults, and for what the judge cannot obey."""
    top = read_xml(tree / MANIFEST)
    if top.tag != "problem":
        raise JudgeError(f"{top.place}: expected the element problem, found {top.tag}.")
    judging = top.first("judging")
    if judging is None:
        raise JudgeError(f"{top.place}: the element judging is missing, which says what the tests are.")
    named = _named_files(judging)
    data = DataFiles(tree, made / _digest(tree))
    programs = Programs(tree, top, data)
    solutions = Solutions(tree, top)
    if programs.interactor and named:
        raise JudgeError(
            f"{judging.place}: input-file and output-file of an interactive problem are not supported."
        )
    tests = TestSet(tree, judging, programs, solutions.answering, data)
    limits = _limits(tests.node)
    return Problem(
        id=id_of(top.attributes.get("short-name") or name),
        names=_names(top) or {"en": name},
        limits=limits,
        time_rule=replace(RULE, time_limit_s=limits.time_s),
        folder=tree.root,
        statements=_statements(tree, top),
        output_validators=(programs.checker,) if programs.checker else (),
        is_interactive=programs.interactor is not None,
        interactor=programs.interactor,
        about=About(keywords=tuple(node.attributes.get("value", "") for node in top.all("tags/tag"))),
        scoring=tests.scoring,
        package=Package(
            tells_closing=True,
            format=NAME,
            tests=tests.tests,
            rules=solutions.rules(tests),
            submissions=solutions.paths,
            refused=tree.refused,
            named_files=named,
            included=solution_resources(tree, top),
            input_validators=programs.validators,
            valid_inputs=programs.valid_inputs,
            invalid_inputs=programs.invalid_inputs,
            judged_outputs=programs.judged_outputs,
            recipes=tests.recipes,
            copies=data.copies,
            charsets={
                tree / node.attributes.get("path", ""): node.attributes["charset"]
                for node in top.all("statements/statement")
                if "charset" in node.attributes
            },
            notes=(
                *unknown_entries(tree, KNOWN),
                *_unknown(top, {"problem"}),
                *programs.remarks,
                *tests.remarks,
                *solutions.remarks,
            ),
        ),
    )


def _digest(tree: Tree) -> str:
    """The digest of everything that tests are made from."""
    names = [MANIFEST, *tree.listed("files"), *tree.listed("tests"), *tree.listed("solutions")]
    total = hashlib.sha256()
    for name in names:
        content = sha256_of(tree / name)
        total.update(f"{name}\0{content}\n".encode())
    return total.hexdigest()[:32]


def _named_files(judging: Node) -> NamedFiles | None:
    """None: standard input and output."""
    names = []
    for key in ("input-file", "output-file"):
        name = judging.attributes.get(key, "")
        if name and not FILE_NAME.fullmatch(name):
            raise JudgeError(f"{judging.place}: expected the name of a file for {key}, found {name!r}.")
        names.append(name)
    if judging.attributes.get("run-count", "1") != "1":
        runs = judging.attributes["run-count"]
        raise JudgeError(
            f"{judging.place}: run-count '{runs}' is not supported: a submission is run once on a test."
        )
    return NamedFiles(*names) if any(names) else None


def _limits(testset: Node) -> Limits:
    time_ms = _whole(testset, "time-limit", MILLISECONDS_AT_MOST)
    memory_bytes = _whole(testset, "memory-limit", BYTES_AT_MOST)
    return Limits(
        time_s=time_ms / 1000,
        overrun_factor=TimeRule().time_limit_to_tle,
        time_source=LimitSource.PACKAGE,
        memory_bytes=memory_bytes,
        output_bytes=OUTPUT_BYTES,
    )


def _whole(testset: Node, tag: str, most: int) -> int:
    node = testset.first(tag)
    if node is None:
        raise JudgeError(f"{testset.place}: the element {tag} is missing.")
    text = node.text.strip()
    if not (WHOLE.fullmatch(text) and 0 < int(text) <= most):
        raise JudgeError(
            f"{node.place}: expected a {tag}, a whole number from 1 to {most}, found {text[:40]!r}."
        )
    return int(text)


def _names(top: Node) -> dict[str, str]:
    found = {}
    for node in top.all("names/name"):
        language = node.attributes.get("language", "english")
        found[LANGUAGES.get(language, language)] = node.attributes.get("value", "")
    return {language: name for language, name in found.items() if name}


def _statements(tree: Tree, top: Node) -> dict[str, Path]:
    """Statements: in TeX if there is one, else in HTML or PDF."""
    order = ("application/x-tex", "text/html", "application/pdf")
    found: dict[str, tuple[int, Path]] = {}
    for node in top.all("statements/statement"):
        path, kind = node.attributes.get("path", ""), node.attributes.get("type", "")
        language = LANGUAGES.get(node.attributes.get("language", ""), node.attributes.get("language", ""))
        if kind in order and tree.has(path):
            rank = order.index(kind)
            if language not in found or rank < found[language][0]:
                found[language] = (rank, tree / path)
    for folder in tree.entries("statement-sections"):
        legend = f"statement-sections/{folder}/legend.tex"
        if LANGUAGES.get(folder, folder) not in found and tree.has(legend):
            found[LANGUAGES.get(folder, folder)] = (len(order), tree / legend)
    return {language: path for language, (_, path) in sorted(found.items())}


def _unknown(node: Node, seen: set[str]) -> Iterator[Remark]:
    """A remark for each kind of element that Polygon is not known to write there."""
    for child in node.children:
        if node.tag in ELEMENTS and child.tag not in ELEMENTS[node.tag].split():
            if child.tag not in seen:
                part = f"the element {child.tag}"
                text = f"{MANIFEST}, line {child.line}: {part} is not used: it is not supported"
                yield Remark(text, part)
            seen.add(child.tag)
        else:
            yield from _unknown(child, seen)
