"""The documents as they are written: each says first what it answers, tables are whole, and links lead somewhere."""

import ast
import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from judge.cli import judge as command_line
from judge.judging.verdicts import Verdict
from judge.project.installation import this_installation

ROOT = this_installation().root
PAGES = sorted((ROOT / "docs").glob("*.md"))
DOCUMENTS = [*(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "HACKING.md", "SECURITY.md")), *PAGES]
STATEMENTS = sorted((ROOT / "docs/lessons").glob("*/statement/*.en.md"))
CODE = re.compile(r"^```.*?^```|(?<!`)`[^`\n]+`(?!`)", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")
README_LINES = 200
BETWEEN = "\n.\n"
"""What separates strings, so that no phrase spans two of them."""


def without_code(text: str) -> str:
    return CODE.sub("CODE", text)


def ragged_rows(text: str) -> list[str]:
    """Rows of a table that have more or fewer cells than its head."""
    found, cells = [], 0
    for line in without_code(text).replace("\\|", "").splitlines():
        if not line.startswith("|"):
            cells = 0
            continue
        cells = cells or line.count("|")
        if line.count("|") != cells:
            found.append(line)
    return found


def crowded_headings(text: str) -> list[str]:
    """Headings without a blank line above, as a failed merge leaves them."""
    return re.findall(r"[^\n]\n(#+ .+)$", re.sub(r"^```.*?^```", "", text, flags=re.M | re.DOTALL), re.M)


def anchors(text: str) -> set[str]:
    """The names by which headings are linked to, as forges make them."""
    headings = re.findall(
        r"^#+ (.+)$", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL), re.M
    )
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def dead_links(page: Path) -> list[str]:
    found = []
    for link in LINK.findall(without_code(page.read_text(encoding="utf-8"))):
        if "://" in link or link.startswith("mailto:"):
            continue
        name, _, anchor = link.partition("#")
        target = page.parent / name if name else page
        if not target.exists() or (
            anchor and target.suffix == ".md" and anchor not in anchors(target.read_text(encoding="utf-8"))
        ):
            found.append(link)
    return found


def first_words(text: str) -> str:
    """What follows the heading, up to the first blank line."""
    return text.split("\n\n", 2)[1]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_tables_are_whole_and_links_lead_somewhere(document: Path) -> None:
    assert ragged_rows(document.read_text(encoding="utf-8")) == []
    assert crowded_headings(document.read_text(encoding="utf-8")) == []
    assert dead_links(document) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_a_page_begins_with_what_it_answers(page: Path) -> None:
    """The beginning is a sentence, neither an example nor a table."""
    words = first_words(page.read_text(encoding="utf-8"))
    assert not words.startswith(("```", "    ", "|", "- ", "!"))
    assert "." in words or ":" in words


def private_words(text: str) -> set[str]:
    """The words and phrases for which CONTRIBUTING.md names others to write instead."""
    section = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("\n## English\n")[2]
    cells = re.findall(r"^\| (`[^|]*`) \|", section.partition("\n## ")[0], re.MULTILINE)
    refused = re.findall(r"`([\w ]+)`", " ".join(cells))
    assert refused
    words = " ".join(without_code(text).lower().split())
    return {phrase for phrase in refused if re.search(rf"\b{phrase}\b", words)}


def texts_of_pages() -> str:
    """The English texts of the online judge's pages."""
    files = sorted((ROOT / "judge/web/words").glob("*.toml"))
    return "\n".join(
        texts["en"] for file in files for texts in tomllib.loads(file.read_text("utf-8")).values()
    )


def texts_of_help() -> str:
    """What the help of every command says."""
    commands = command_line.commands.items()
    return "\n".join(
        [*(command.help or "" for _, command in commands)]
        + [
            getattr(parameter, "help", None) or ""
            for command in command_line.whole().values()
            for parameter in command.params
        ]
    )


@pytest.mark.parametrize("document", [*DOCUMENTS, *STATEMENTS], ids=lambda path: str(path.relative_to(ROOT)))
def test_a_document_has_none_of_the_private_words(document: Path) -> None:
    assert private_words(document.read_text(encoding="utf-8")) == set()


def texts_of_strings() -> str:
    """The docstrings and messages of the judge's own modules."""
    modules = [path for path in (ROOT / "judge").rglob("*.py") if "tests" not in path.relative_to(ROOT).parts]
    return BETWEEN.join(
        node.value
        for module in modules
        for node in ast.walk(ast.parse(module.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def texts_of_code() -> str:
    """The comments and messages of C++, CUDA and CMake, without programs that stand for other people's."""
    found = []
    for folder in ("base", "runner", "kernels", "problems"):
        for path in (ROOT / folder).rglob("*"):
            if {"submissions", "programs"} & {*path.relative_to(ROOT).parts}:
                continue
            if path.suffix in {".cpp", ".hpp", ".cu", ".cuh", ".h"}:
                text = path.read_text("utf-8")
                found += re.findall(r"(?<!:)///?<? (.*)$", text, re.MULTILINE)
                found += re.findall(r'"((?:[^"\\\n]|\\.)*)"', re.sub(r'"\s*\n\s*"', "", text))
            elif path.suffix == ".cmake" or path.name == "CMakeLists.txt":
                found += re.findall(r"# (.*)$", path.read_text("utf-8"), re.MULTILINE)
    return "\n".join(found)


@pytest.mark.parametrize("texts", [texts_of_pages, texts_of_help, texts_of_strings, texts_of_code])
def test_neither_code_nor_what_it_shows_has_a_private_word(texts: Callable[[], str]) -> None:
    assert len(texts()) > 10_000
    assert private_words(texts()) == set()


def test_the_readme_is_read_in_a_minute() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= README_LINES
    roles = re.findall(r"^\| an? (\w+)", text, re.MULTILINE)
    assert {"student", "teacher", "setter", "organiser"} <= {*roles}
    assert text.index("| you are |") < text.index("\n## ")


def test_the_document_has_the_titles_of_the_verdicts() -> None:
    text = (ROOT / "docs/judging.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| ([A-Z]{2,4}) \| ([^|]*) \|", text, re.MULTILINE))
    assert {verdict.code: rows[verdict.code][: len(verdict.title)] for verdict in Verdict} == {
        verdict.code: verdict.title for verdict in Verdict
    }


def test_what_is_wrong_is_found(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(
        "# A b\n\n[one](a.md#a-b) [two](#c) [three](b.md) `[four](c.md)`\n", "utf-8"
    )
    assert dead_links(tmp_path / "a.md") == ["#c", "b.md"]
    assert private_words("Made Anew, `heed`, or may be\nhad by handy means.") == {"anew", "may be had"}
    assert ragged_rows("| a | b |\n|---|---|\n| `x|y` | c |\n| d |\n") == ["| d |"]
    assert crowded_headings("# A\n\nb\n## C\n\n## D\n") == ["## C"]
    assert first_words("# A\n\n```sh\nls\n```\n") == "```sh\nls\n```\n"
