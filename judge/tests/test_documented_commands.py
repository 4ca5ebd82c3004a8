"""The README and the documents name commands that there are, and the README names each."""

import re
from pathlib import Path

import pytest

from judge.cli import judge
from judge.project.installation import this_installation

ROOT = this_installation().root
CALL = re.compile(r"^(?:\$ )?(?:\./judge/)?judge ((?:-\S+ )*)([a-z-]+)", re.MULTILINE)
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]


def commands_called(text: str) -> set[str]:
    """By the calls in blocks of code, and by those that stand in backquotes."""
    blocks = re.findall(r"^```\w*\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    inline = re.findall(r"(?<!`)`([^`\n]+)`(?!`)", re.sub(r"^```.*?^```", "", text, flags=re.M | re.S))
    return {name for part in (*blocks, *inline) for _, name in CALL.findall(part)}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_each_command_that_is_named_exists(document: Path) -> None:
    assert commands_called(document.read_text(encoding="utf-8")) - set(judge.commands) == set()


def test_the_table_of_the_readme_has_each_command() -> None:
    cells = re.findall(r"^\| (`[^|]*)", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    rows = [name for cell in cells for name in re.findall(r"`([a-z]+)", cell)]
    shown = {name for name, command in judge.commands.items() if not command.hidden}
    assert shown - set(rows) == set()


def test_a_command_that_is_not_there_is_found() -> None:
    block = "```sh\n./judge/judge --with-cuda swim\njudge runs the tests\n```\n"
    text = f"Call `judge fly PROBLEM`.\n\n{block}the judge sits\n"
    assert commands_called(text) == {"fly", "swim", "runs"}
