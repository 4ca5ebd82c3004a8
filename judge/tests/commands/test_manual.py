"""The manual page, and what shells complete: every command and every option is in both."""

import re
import shutil
import subprocess
from pathlib import Path

import click
import pytest
from click.shell_completion import ShellComplete

from judge.cli import judge
from judge.commands.install import install
from judge.commands.manual import manual_page
from judge.project.installation import this_installation

SHOWN = [name for name, command in judge.whole().items() if not command.hidden]
OPTIONS = [
    (name, option)
    for name, command in judge.whole().items()
    if not command.hidden
    for parameter in command.params
    if isinstance(parameter, click.Option) and not parameter.hidden
    for option in parameter.opts
]


def plain(page: str) -> str:
    """The text without macros and escapes."""
    return re.sub(r"\\f[A-Z]|\\&", "", page).replace("\\-", "-").replace("\\(dq", '"').replace("\\(ga", "`")


def sections() -> dict[str, str]:
    """Sections by command."""
    parts = re.split(r"^\.SS judge (\S+)$", plain(manual_page(judge)), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def test_every_command_and_option_is_in_the_manual_with_its_words() -> None:
    found = sections()
    assert [*found] == SHOWN
    for name, option in OPTIONS:
        assert re.search(rf"(?<![\w-]){re.escape(option)}(?![\w-])", found[name]), f"{name} {option}"
    assert "Judge only solvers with this name; repeatable." in found["verify"]
    assert "Exit status: 0 all as expected or accepted" in plain(manual_page(judge))


@pytest.mark.parametrize(("name", "option"), OPTIONS)
def test_every_option_is_completed(name: str, option: str) -> None:
    offered = ShellComplete(judge, {}, "judge", "_JUDGE_COMPLETE").get_completions([name], option)
    assert option in {item.value for item in offered}


def test_every_command_is_completed() -> None:
    offered = ShellComplete(judge, {}, "judge", "_JUDGE_COMPLETE").get_completions([], "")
    assert {item.value for item in offered} >= {*SHOWN}


def warnings(page: str) -> str:
    done = subprocess.run(
        ["groff", "-ww", "-man", "-Tutf8", "-z"], input=page, capture_output=True, text=True, check=False
    )
    return done.stderr


def test_the_manual_has_no_mistake_that_groff_finds(tmp_path: Path) -> None:
    if shutil.which("groff") is None:
        pytest.skip("no groff here; apt-get install groff")
    page = manual_page(judge)
    assert warnings(page) == ""
    assert "warning" in warnings(page.replace(".SH NAME", ".SX NAME"))


def test_it_is_installed_for_man(tmp_path: Path) -> None:
    assert install(this_installation(), tmp_path, judge) == 0
    assert (tmp_path / "share/man/man1/judge.1").read_text().startswith(".TH JUDGE 1")
