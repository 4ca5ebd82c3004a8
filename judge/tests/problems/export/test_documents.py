"""Statements as Markdown, TeX and PDF."""

import re
import sys
import tomllib
from base64 import b64decode
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from judge.base.errors import JudgeError
from judge.base.next_steps import RunProgram
from judge.commands.options.statement import StatementForm, StatementOptions
from judge.commands.statement import statement
from judge.problems.export import converters, documents
from judge.project.host import JudgeHost
from judge.project.installation import this_installation
from judge.tests.packages import LEGACY, VERSION_2025_09, Files, written
from judge.tests.polygon import POLYGON

pytestmark = pytest.mark.built

MARKDOWN: Files = {
    **VERSION_2025_09,
    "problem.yaml": str(VERSION_2025_09["problem.yaml"]).replace(
        "name: Double", "name: {en: Double, zh: Double}"
    ),
    "statement/problem.en.md": "Double $x_1 \\le 10^6$, 50% _off_.\n\n## Input\n\n- `a_b`\n\n"
    "{{remainingsamples}}\n\nEnd.\n",
    "statement/problem.zh.md": "加倍 $x$。\n",
    "data/sample/1.in": '1 "2" \\ # $\n',
}
TEX: Files = {
    **LEGACY,
    "problem_statement/problem.en.tex": "\\problemname{Dou{}ble}\n\\section*{Input}\nOne $x^2$ of \\emph{all}.\n",
}
WITHOUT_STATEMENT = {name: text for name, text in LEGACY.items() if "statement" not in name}
HTML: Files = {
    **WITHOUT_STATEMENT,
    "problem_statement/problem.en.html": "<h2>Input</h2><p>One <i>number</i>.</p>",
}
SECTIONS: Files = {
    **POLYGON,
    "tests/01.a": "6\n",
    "statements/english/problem.tex": "\\begin{problem}{a}{b}{c}{d}{e}\n\\end{problem}\n",
    "statement-sections/english/legend.tex": "Double it.\n",
    "statement-sections/english/input.tex": "A number.\n",
}


def written_as(
    tree: JudgeHost, folder: Path, files: Files, form: StatementForm, language: str = "en"
) -> bytes:
    package = written(folder / "double", files)
    target = folder / f"out.{form}"
    assert statement(tree, StatementOptions(str(package), language, form, target)) == 0
    return target.read_bytes()


def test_markdown_stays_as_it_was_written_with_its_samples(tree: JudgeHost, tmp_path: Path) -> None:
    text = written_as(tree, tmp_path, MARKDOWN, "markdown").decode()
    assert text.startswith(
        "# Double\n\n- Time limit: 2 s\n- Memory limit: 2048 MiB\n\nDouble $x_1 \\le 10^6$, 50% _off_"
    )
    assert '### Sample input 1\n\n```\n1 "2" \\ # $\n```\n' in text
    assert text.rstrip().endswith("End.")


def test_tex_is_a_whole_document(tree: JudgeHost, tmp_path: Path) -> None:
    text = written_as(tree, tmp_path, MARKDOWN, "tex").decode()
    assert "\\problemname{Double}\n" in text
    assert "Time limit: 2 s \\\\\nMemory limit: 2048 MiB" in text
    assert "Double $x_1 \\le 10^6$, 50\\% \\emph{off}." in text
    assert '\\subsection*{Sample input 1}\n\\begin{verbatim}\n1 "2" \\ # $\n\\end{verbatim}\n' in text
    assert "ctex" not in text
    assert text.startswith("\\documentclass")
    assert text.endswith("\\end{document}\n")
    assert "\\usepackage{ctex}" in written_as(tree, tmp_path, MARKDOWN, "tex", "zh").decode()


@pytest.mark.parametrize(
    ("said", "package"),
    [
        ("\\toprule", "\\usepackage{booktabs}\n"),
        ("\\begin{longtable}{l}a\\end{longtable}", "\\usepackage{longtable}\n"),
        ("\\sout{no}", "\\usepackage[normalem]{ulem}\n"),
        ("\\url{https://example.org}", "\\usepackage[hidelinks]{hyperref}\n"),
        ("\\includegraphics[width=3cm]{a.png}", "\\usepackage{graphicx}\n"),
        ("plain", ""),
    ],
)
def test_tex_loads_only_what_the_statement_needs(
    tree: JudgeHost, tmp_path: Path, said: str, package: str
) -> None:
    """A small TeX has not all of these packages."""
    path = "problem_statement/problem.en.tex"
    text = written_as(tree, tmp_path, {**TEX, path: f"{TEX[path]!s}{said}\n"}, "tex").decode()
    optional = ("booktabs", "longtable", "ulem", "graphicx", "hyperref")
    loaded = [
        line for line in text.splitlines(keepends=True) if any(f"{{{one}}}" in line for one in optional)
    ]
    assert "".join(line for line in loaded if "usepackage" in line) == package


def test_tex_stays_as_it_was_written(tree: JudgeHost, tmp_path: Path) -> None:
    text = written_as(tree, tmp_path, TEX, "tex").decode()
    assert text.count("\\problemname{Dou{}ble}") == 1
    assert "\\section*{Input}\nOne $x^2$ of \\emph{all}.\n" in text


def test_the_parts_of_a_polygon_statement_are_joined(tree: JudgeHost, tmp_path: Path) -> None:
    text = written_as(tree, tmp_path, SECTIONS, "tex").decode()
    assert "Double it.\n\n\\section*{Input}\n\nA number." in text
    assert "begin{problem}" not in text


def test_tex_and_html_become_markdown(tree: JudgeHost, tmp_path: Path) -> None:
    pytest.importorskip("pypandoc")
    text = written_as(tree, tmp_path / "tex", TEX, "markdown").decode()
    assert "Input\n\nOne $x^2$ of *all*.\n" in text
    assert "### Sample output 1\n\n```\n6\n```\n" in text
    assert "One *number*." in written_as(tree, tmp_path / "html", HTML, "markdown").decode()


@pytest.mark.parametrize("files", [MARKDOWN, TEX, HTML, SECTIONS], ids=["Markdown", "TeX", "HTML", "Polygon"])
def test_every_kind_of_statement_becomes_a_pdf(tree: JudgeHost, tmp_path: Path, files: Files) -> None:
    pytest.importorskip("typst")
    pdf = written_as(tree, tmp_path, files, "pdf")
    assert pdf.startswith(b"%PDF-")
    assert pdf.rstrip().endswith(b"%%EOF")


def test_a_statement_in_chinese_needs_a_font(
    tree: JudgeHost, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    typst = pytest.importorskip("typst")
    monkeypatch.setattr(documents, "CHINESE_FONTS", ("No Such Font",))
    with pytest.raises(JudgeError, match="no font for Chinese is installed here") as caught:
        written_as(tree, tmp_path, MARKDOWN, "pdf", "zh")
    assert isinstance(caught.value.next_step, RunProgram)
    monkeypatch.setattr(documents, "CHINESE_FONTS", tuple(typst.Fonts().families()))
    assert written_as(tree, tmp_path, MARKDOWN, "pdf", "zh").startswith(b"%PDF-")


def test_what_is_missing_is_told_with_the_command_that_installs_it(
    tree: JudgeHost, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(converters, "find_spec", lambda _: None)
    install = rf"{re.escape(sys.executable)} -m pip install pypandoc-binary==\S+ typst==\S+"
    with pytest.raises(JudgeError, match=rf"(pandoc|typst) is missing.* {install}"):
        written_as(tree, tmp_path, MARKDOWN, "pdf")
    assert not (tmp_path / "out.pdf").exists()


def test_a_statement_that_is_a_pdf_is_copied_and_nothing_else(tree: JudgeHost, tmp_path: Path) -> None:
    files = {**WITHOUT_STATEMENT, "problem_statement/problem.en.pdf": b"%PDF-1.7 as it is"}
    assert written_as(tree, tmp_path, files, "pdf") == b"%PDF-1.7 as it is"
    with pytest.raises(JudgeError, match=r"problem\.en\.pdf: a statement of this kind has no text"):
        written_as(tree, tmp_path, files, "tex")


def test_the_wheels_that_are_named_are_those_that_are_tested() -> None:
    settings = tomllib.loads((this_installation().root / "pyproject.toml").read_text())
    extras = settings["project"]["optional-dependencies"]
    assert {*converters.WHEELS} == {*extras["statements"], *extras["pdf"]}


CLASSES: Files = {
    **LEGACY,
    "problem_statement/problem.en.tex": (
        "\\problemname{\\problemyamlname}\n\\illustration{0.3}{dot}{A dot}\n\\begin{Input}\n"
        "In \\timelimit{}: one.\\nextsample\n\\end{Input}\n\\includegraphics[width=3cm]{dot}\n"
    ),
    "problem_statement/dot.png": b64decode(
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    ),
}


def test_what_the_classes_of_other_judges_bring_is_defined_where_it_is_used(
    tree: JudgeHost, tmp_path: Path
) -> None:
    text = written_as(tree, tmp_path / "uses", CLASSES, "tex").decode()
    preamble, body = text.split("\\begin{document}")
    assert "\\newcommand{\\illustration}[3]" in preamble
    assert "\\newcommand{\\problemyamlname}{Double}" in preamble
    assert "\\newcommand{\\timelimit}" in preamble
    assert "\\newenvironment{Input}" in preamble
    assert "\\newcommand{\\nextsample}{}" in preamble
    assert "\\usepackage{graphicx}" in preamble
    assert "\\includegraphics[width=3cm]{dot.png}" in body
    assert "\\illustration{0.3}{dot.png}{A dot}" in body
    plain = written_as(tree, tmp_path / "plain", TEX, "tex").decode()
    assert "\\illustration" not in plain
    assert "\\newenvironment" not in plain


def test_what_a_statement_defines_itself_is_left_to_it(tree: JudgeHost, tmp_path: Path) -> None:
    own = "\\newcommand{\\timelimit}{one}\n\\problemname{Double}\n\\timelimit\n"
    files = {**LEGACY, "problem_statement/problem.en.tex": own}
    assert written_as(tree, tmp_path, files, "tex").decode().count("{\\timelimit}") == 1


def test_a_whole_document_stays_as_it_is(tree: JudgeHost, tmp_path: Path) -> None:
    whole = "\\documentclass{article}\n\\begin{document}\nDouble it.\n\\end{document}\n"
    files = {**LEGACY, "problem_statement/problem.en.tex": whole}
    assert written_as(tree, tmp_path, files, "tex").decode() == whole


def test_pictures_without_a_suffix_and_illustrations_are_in_the_markdown_and_in_the_pdf(
    tree: JudgeHost, tmp_path: Path
) -> None:
    pytest.importorskip("pypandoc")
    pytest.importorskip("typst")
    text = written_as(tree, tmp_path / "markdown", CLASSES, "markdown").decode()
    assert text.count("dot.png") == 2
    assert "A dot" in text
    assert "Input" in text
    assert written_as(tree, tmp_path / "pdf", CLASSES, "pdf").startswith(b"%PDF")


@pytest.mark.parametrize("sample", ["1 2", "1 2\n", "```\n1\n", "````"])
def test_a_sample_is_whole_whatever_it_contains(tree: JudgeHost, tmp_path: Path, sample: str) -> None:
    files = {**MARKDOWN, "data/sample/1.in": sample}
    text = written_as(tree, tmp_path, files, "markdown").decode()
    blocks = [one.content for one in MarkdownIt().parse(text) if one.type == "fence"]
    assert sample.rstrip("\n") + "\n" in blocks
    assert "Sample output 1" not in "".join(blocks)


@pytest.mark.parametrize(
    ("begins", "kind"),
    [
        ("- One.\n- Two.\n", "bullet_list_open"),
        ("  - One.\n", "bullet_list_open"),
        ("   1. One.\n", "ordered_list_open"),
        ("\n  One.\n", "paragraph_open"),
        ("    one();\n", "code_block"),
        ("* One.\n", "bullet_list_open"),
        ("One.\n", "paragraph_open"),
    ],
)
def test_what_a_statement_begins_with_is_no_part_of_the_list_of_limits(
    tree: JudgeHost, tmp_path: Path, begins: str, kind: str
) -> None:
    path = next(name for name in MARKDOWN if name.endswith(".en.md"))
    text = written_as(tree, tmp_path, {**MARKDOWN, path: begins}, "markdown").decode()
    blocks = [one for one in MarkdownIt().parse(text) if one.level == 0 and one.type != "html_block"]
    ends = next(number for number, one in enumerate(blocks) if one.type == "bullet_list_close")
    assert blocks[ends + 1].type == kind
    assert ("<!-- -->" in text) is begins.startswith((" ", "-", "\n"))
