"""Packages for Polygon: problem.xml and the files that it names, as in the full packages that Polygon itself
writes."""

from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from judge.base.errors import JudgeError
from judge.base.outside_folders import files_below
from judge.base.units import plural
from judge.problems.about import About
from judge.problems.constants import filled
from judge.problems.export.content import Content
from judge.problems.export.filling import fill_constants
from judge.problems.export.left_out import lose_of_test
from judge.problems.export.limits import limit_keys
from judge.problems.export.package_files import PackageFiles, listed
from judge.problems.export.polygon_programs import add_checker, add_validators, group_of
from judge.problems.export.polygon_solutions import add_solutions
from judge.problems.export.polygon_statements import (
    FOLDER,
    NAME,
    parts_of,
    polygon_language,
    polygon_text,
    stored_parts,
)
from judge.problems.export.tex import escaped, markdown_as_tex
from judge.problems.formats.polygon import MANIFEST, OUTPUT_BYTES, RULE
from judge.problems.model import Problem
from judge.problems.statement_content import statement_text
from judge.problems.time_rule import LimitSource

TYPES = {".tex": "application/x-tex", ".html": "text/html", ".pdf": "application/pdf"}
"""The types of statements."""
LIMITS_KNOWN = ("memory",)


def export_polygon(content: Content) -> PackageFiles:
    """Raises JudgeError for what cannot be judged in this format."""
    problem = content.problem
    _refuse(problem)
    package = PackageFiles()
    top = Element("problem", {"revision": "1", "short-name": problem.id})
    names = SubElement(top, "names")
    for language, name in sorted({"en": problem.title, **problem.names}.items()):
        SubElement(names, "name", language=polygon_language(language), value=name)
    _add_statements(package, content, SubElement(top, "statements"))
    _add_tests(package, content, SubElement(top, "judging", _judged_files(problem)))
    resources = SubElement(SubElement(top, "files"), "resources")
    assets = SubElement(top, "assets")
    add_checker(package, content, assets)
    add_validators(package, content, assets)
    for name in sorted(package.files):
        if name.startswith("files/") and name.endswith((".h", ".hpp")):
            SubElement(resources, "file", path=name, type="h.g++")
    add_solutions(package, content, assets)
    if problem.about.keywords:
        tags = SubElement(top, "tags")
        for word in problem.about.keywords:
            SubElement(tags, "tag", value=word)
    fill_constants(package, problem, [name for name in package.files if _is_filled(name)])
    ElementTree.indent(top)
    head = '<?xml version="1.0" encoding="utf-8" standalone="no"?>\n'
    package.add(MANIFEST, head + ElementTree.tostring(top, encoding="unicode") + "\n")
    _lose_the_rest(package, content)
    return package


def _is_filled(name: str) -> bool:
    """Whether the values of constants are inserted."""
    return name.startswith(("solutions/", "statements/", FOLDER)) or (
        name.startswith("files/") and name.count("/") == 1
    )


def _refuse(problem: Problem) -> None:
    if problem.is_interactive or problem.passes > 1:
        kind = "interactive" if problem.is_interactive else "multi-pass"
        raise JudgeError(
            f"{problem.id}: {kind} problems cannot be exported to Polygon: its interactors follow other rules."
        )
    if problem.scoring:
        raise JudgeError(f"{problem.id}: scoring problems cannot be exported to Polygon.")
    if problem.is_submit_answer:
        raise JudgeError(
            f"{problem.id} is a submit-answer problem, which only the format 2025-09 can express."
        )
    if problem.package and problem.package.included:
        raise JudgeError(
            f"{problem.id}: include/ cannot be exported to Polygon: submissions there are compiled as they are."
        )


def _judged_files(problem: Problem) -> dict[str, str]:
    named = problem.package.named_files if problem.package else None
    return {"input-file": named.input if named else "", "output-file": named.output if named else ""}


def _add_tests(package: PackageFiles, content: Content, judging: Element) -> None:
    limits = content.problem.limits
    if limits.time_source is LimitSource.UNKNOWN:
        package.lose(
            f"the time limit: none is known here, so {limits.time_s:g} s are used; `judge limits` measures one"
        )
    testset = SubElement(judging, "testset", name="tests")
    digits = max(2, len(str(len(content.tests))))
    for tag, text in (
        ("time-limit", str(round(limits.time_s * 1000))),
        ("memory-limit", str(limits.memory_bytes)),
        ("test-count", str(len(content.tests))),
        ("input-path-pattern", f"tests/%0{digits}d"),
        ("answer-path-pattern", f"tests/%0{digits}d.a"),
    ):
        SubElement(testset, tag).text = text
    tests = SubElement(testset, "tests")
    for number, test in enumerate(content.tests, start=1):
        name = f"tests/{number:0{digits}}"
        package.add(name, test.input)
        package.add(f"{name}.a", test.answer)
        said = {"method": "manual", "description": test.name}
        if test.is_sample:
            said["sample"] = "true"
        if group := group_of(test):
            said["group"] = group
        SubElement(tests, "test", said)
        lose_of_test(package, test)


def _add_statements(package: PackageFiles, content: Content, statements: Element) -> None:
    problem = content.problem
    for language, path in sorted(problem.statements.items()):
        folder = polygon_language(language)
        title = problem.names.get(language, problem.title)
        stored = stored_parts(problem, language)
        if stored:
            title, parts, place = stored
            others = [file for file in files_below(place, root=problem.folder) if file.suffix != ".tex"]
            for file in others:
                package.add(f"{FOLDER}/{folder}/{file.relative_to(place)}", file)
        elif path.suffix in (".md", ".tex"):
            text = statement_text(path, problem.package.charsets.get(path) if problem.package else None)
            if path.suffix == ".md":
                text = markdown_as_tex(filled(text, problem.constants), title)
            parts = parts_of(text, language)
            _add_pictures(package, problem, language, folder)
        elif path.suffix in TYPES:
            name = f"statements/{folder}/problem{path.suffix}"
            package.add(name, path)
            SubElement(
                statements, "statement", charset="UTF-8", language=folder, path=name, type=TYPES[path.suffix]
            )
            continue
        else:
            package.lose(f"{path.name}: a statement that is neither in TeX, HTML nor PDF")
            continue
        _add_parts(package, content, folder, escaped(title) if not stored else title, parts)
        name = f"statements/{folder}/problem.tex"
        SubElement(statements, "statement", charset="UTF-8", language=folder, path=name, type=TYPES[".tex"])


def _add_parts(
    package: PackageFiles, content: Content, folder: str, title: str, parts: dict[str, str]
) -> None:
    limits = content.problem.limits
    samples = [test for test in content.tests if test.is_sample]
    names = [f"example.{number:02}" for number in range(1, len(samples) + 1)]
    for name, test in zip(names, samples, strict=True):
        for place in (f"{FOLDER}/{folder}", f"statements/{folder}"):
            package.add(f"{place}/{name}", test.input)
            package.add(f"{place}/{name}.a", test.answer)
    package.add(f"{FOLDER}/{folder}/{NAME}.tex", title)
    for part, text in parts.items():
        package.add(f"{FOLDER}/{folder}/{part}.tex", text)
    said = (f"{limits.time_s:g} seconds", f"{limits.memory_bytes >> 20} megabytes")
    package.add(f"statements/{folder}/problem.tex", polygon_text(title, parts, said, names))


def _add_pictures(package: PackageFiles, problem: Problem, language: str, folder: str) -> None:
    place = problem.statements[language].parent
    if place == problem.folder:
        return
    for file in files_below(place, root=problem.folder):
        if not file.name.startswith("problem."):
            for kind in ("statements", FOLDER):
                package.add(f"{kind}/{folder}/{file.relative_to(place)}", file)


def _lose_the_rest(package: PackageFiles, content: Content) -> None:
    if content.static_validator:
        package.lose("static_validator/: that the files of submissions are judged")
    problem, about = content.problem, content.problem.about
    for key in ("uuid", "version", "license", "rights_owner", "embargo_until"):
        if (value := getattr(about, key)) != getattr(About(), key):
            package.lose(f"{key}: {value}")
    if _people(about.credits):
        package.lose("credits")
    if about.source:
        package.lose("source")
    if problem.languages is not None:
        package.lose(f"languages: {listed(problem.languages)}")
    given = limit_keys(problem.limits)
    if problem.limits.output_bytes == OUTPUT_BYTES or problem.package is None:
        del given["output"]
    for key in sorted(given.keys() - {*LIMITS_KNOWN}):
        package.lose(f"limits.{key}: {given[key]}")
    rule = problem.time_rule
    if (rule.ac_to_time_limit, rule.time_limit_to_tle) != (RULE.ac_to_time_limit, RULE.time_limit_to_tle):
        package.lose("limits: how the time limit is measured; it is exported as it is here")
    if problem.package:
        if problem.package.interactions:
            package.lose(f"{plural(len(problem.package.interactions), 'sample interaction')}")
        if any(one.generator for one in problem.package.recipes):
            package.lose("generators: the tests that they made are in the package")
    package.lose(*content.unused_parts())


def _people(credits: object) -> bool:
    return any(map(bool, credits.values())) if isinstance(credits, dict) else bool(credits)
