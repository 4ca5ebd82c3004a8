"""The documents: they name commands that there are, docs/commands.md names each, and docs/README.md names each page."""

import re
from pathlib import Path

import pytest

from judge.cli import GROUPS, judge
from judge.project.installation import this_installation

ROOT = this_installation().root
CALL = re.compile(r"^(?:\$ )?(?:\./judge/)?judge ((?:-\S+ )*)([a-z-]+)", re.MULTILINE)
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]


def commands_called(text: str) -> set[str]:
    """Commands in blocks of code and in backquotes."""
    blocks = re.findall(r"^```\w*\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    inline = re.findall(r"(?<!`)`([^`\n]+)`(?!`)", re.sub(r"^```.*?^```", "", text, flags=re.M | re.S))
    return {name for part in (*blocks, *inline) for _, name in CALL.findall(part)}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_each_command_that_is_named_exists(document: Path) -> None:
    assert commands_called(document.read_text(encoding="utf-8")) - set(judge.commands) == set()


def test_each_command_stands_under_its_title() -> None:
    sections = re.split(r"^## ", (ROOT / "docs/commands.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    shown = {
        section.partition("\n")[0]: {
            name
            for cell in re.findall(r"^\| (`[^|]*)", section, re.MULTILINE)
            for name in re.findall(r"`([a-z]+)", cell)
        }
        for section in sections
    }
    assert {
        title: {*names} - shown[title] for title, names in GROUPS.items() if {*names} - shown[title]
    } == {}


def test_the_index_names_each_page_once() -> None:
    index = (ROOT / "docs/README.md").read_text(encoding="utf-8")
    linked = re.findall(r"\]\(([a-z0-9-]+\.md)\)", index)
    pages = [path.name for path in sorted((ROOT / "docs").glob("*.md")) if path.name != "README.md"]
    assert sorted(linked) == pages


def test_a_command_that_is_not_there_is_found() -> None:
    block = "```sh\n./judge/judge --with-cuda swim\njudge runs the tests\n```\n"
    text = f"Call `judge fly PROBLEM`.\n\n{block}the judge sits\n"
    assert commands_called(text) == {"fly", "swim", "runs"}
