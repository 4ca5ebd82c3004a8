"""Programs in each language of the table, in the sandbox: that they are judged, and that errors name the line."""

import re
import tomllib
from pathlib import Path

import pytest

from judge.base.records import replace
from judge.judging.evaluate import judge
from judge.judging.job import Job
from judge.judging.results import Result
from judge.judging.solutions import submission
from judge.languages.compile import headline
from judge.languages.language import Language
from judge.languages.sources import SourceFile
from judge.languages.table import LANGUAGES
from judge.problems import model
from judge.problems.formats.own import load_problem
from judge.project.host import JudgeHost

pytestmark = pytest.mark.built

PROGRAMS = tomllib.loads((Path(__file__).parent / "programs.toml").read_text("utf-8"))
TIMED = [row for row in LANGUAGES if not row.device.needs_gpu and row.device.is_timed]
IN_PARTS = [row for row in TIMED if "parts" in PROGRAMS.get(row.id, {})]
SUFFIXES = [(row, suffix) for row in TIMED for suffix in row.suffixes[1:] if suffix not in (".ads", ".pm")]
"""Suffixes of whole programs, other than the first ones."""
each_language = pytest.mark.parametrize("language", TIMED, ids=lambda row: row.id)


def test_each_language_has_programs() -> None:
    assert [*PROGRAMS] == [row.id for row in TIMED]


def judged(
    tree: JudgeHost,
    language: Language,
    source: str | list[SourceFile],
    given: str = "",
    expected: str = "hello\n",
    suffix: str | None = None,
) -> Result:
    """Judges on one test, with time enough for a busy machine."""
    if language.missing_tools:
        pytest.skip(f"no {', '.join(language.missing_tools)} here; {language.install}")
    problem = load_problem(tree.installation.problems / "double")
    problem = replace(problem, limits=replace(problem.limits, time_s=60, memory_bytes=64 << 20))
    for name, text in (("one.in", given), ("one.ans", expected)):
        (tree.installation.root / name).write_text(text)
    test = model.TestCase("secret/one", tree.installation.root / "one.in", tree.installation.root / "one.ans")
    name = f"mine{suffix or language.suffixes[0]}" if isinstance(source, str) else "mine"
    solution = submission(tree, problem, source, name, language_id=language.id)
    return judge(tree, Job(solution, [test]), [[]])


def marked_line(text: str) -> int:
    return next(number for number, line in enumerate(text.splitlines(), start=1) if "HERE" in line)


def reason(result: Result) -> str:
    return result.compile_error or "; ".join(
        f"{one.decision.reason} {one.stderr_excerpt}" for one in result.tests
    )


@pytest.mark.slow
@each_language
def test_it_adds_and_greets_within_a_small_limit(tree: JudgeHost, language: Language) -> None:
    """64 MiB are the program's own: what the run-time system needs is not counted."""
    result = judged(tree, language, PROGRAMS[language.id]["hello"])
    assert result.verdict.code == "AC", reason(result)
    result = judged(tree, language, language.self_test, "20 22\n", "42\n")
    assert result.verdict.code == "AC", reason(result)
    result = judged(tree, language, language.self_test, "20 22\n", "43\n")
    assert result.verdict.code == "WA"


@pytest.mark.slow
@each_language
def test_a_crash_names_its_line(tree: JudgeHost, language: Language) -> None:
    text = PROGRAMS[language.id]["crash"]
    result = judged(tree, language, text)
    assert result.verdict.code == "RTE", reason(result)
    if "HERE" in text:
        assert result.tests[0].decision.reason.startswith(f"line {marked_line(text)}: "), reason(result)


@pytest.mark.slow
@each_language
def test_what_does_not_compile_names_its_line(tree: JudgeHost, language: Language) -> None:
    text = PROGRAMS[language.id]["broken"]
    result = judged(tree, language, text)
    assert result.verdict.code == "CE", reason(result)
    said = headline(result.compile_error or "")
    place = rf"\bmine\{language.suffixes[0]}(:|\(| on line | line ){marked_line(text)}\b"
    assert re.search(place, said), f"{said}\n{result.compile_error}"


@pytest.mark.slow
@pytest.mark.parametrize("language", IN_PARTS, ids=lambda row: row.id)
def test_several_files_are_one_program(tree: JudgeHost, language: Language) -> None:
    files = [SourceFile(name, text) for name, text in PROGRAMS[language.id]["parts"].items()]
    result = judged(tree, language, files)
    assert result.verdict.code == "AC", reason(result)


@pytest.mark.slow
@pytest.mark.parametrize(("language", "suffix"), SUFFIXES, ids=[suffix for _, suffix in SUFFIXES])
def test_each_suffix_is_of_programs_that_run(tree: JudgeHost, language: Language, suffix: str) -> None:
    source = PROGRAMS[language.id]["hello"]
    if suffix == ".mjs":
        source = (
            'import { EOL } from "os";\nprocess.stdout.write("hello" + EOL);\n'  # only modules may import
        )
    result = judged(tree, language, source, suffix=suffix)
    assert result.verdict.code == "AC", reason(result)


def test_what_came_after_kotlin_1_3_is_skipped_with_the_reason() -> None:
    """The source is right elsewhere; what the newest version does not know either is still CE."""
    said = "mine.kt:3:13: error: unresolved reference: "
    kotlin = next(row for row in LANGUAGES if row.id == "kotlin")
    assert "readLine() does the same" in str(kotlin.refusal(f"{said}readln\n"))
    assert str(kotlin.refusal(f"{said}sumOf")).startswith("sumOf needs a newer Kotlin")
    for wrong in ("readlnn", "sumOfAll", "it"):
        assert kotlin.refusal(said + wrong) is None


@pytest.mark.slow
def test_readln_is_skipped_where_kotlin_is_too_old(tree: JudgeHost) -> None:
    kotlin = next(row for row in LANGUAGES if row.id == "kotlin")
    result = judged(tree, kotlin, "fun main() {\n    println(readln())\n}\n", "hello\n")
    assert result.verdict.code in ("SKIP", "AC"), reason(result)
