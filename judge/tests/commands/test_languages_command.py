"""`judge languages`: what it lists, and when it refuses to install."""

import json
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.base.next_steps import RunProgram
from judge.base.records import replace
from judge.commands import languages as command
from judge.commands.options.languages import LanguagesOptions
from judge.languages import installing
from judge.languages.installing import AptPlan, apt_get, apt_plan
from judge.languages.language import Language
from judge.languages.table import LANGUAGES, language_of
from judge.project.host import JudgeHost
from judge.tests.conftest import WithoutTools

pytestmark = pytest.mark.built


@pytest.fixture
def listed(tree: JudgeHost, tmp_path: Path) -> Callable[..., list[dict[str, object]]]:
    def read(*names: str, check: bool = False) -> list[dict[str, object]]:
        file = tmp_path / "languages.json"
        command.languages(tree, LanguagesOptions(names, check=check, json=file))
        content = json.loads(file.read_text())
        assert content["format_version"] == command.FORMAT_VERSION
        return list(content["languages"])

    return read


def test_all_are_listed_and_some_are_checked(listed: Callable[..., list[dict[str, object]]]) -> None:
    assert [row["id"] for row in listed()] == [row.id for row in LANGUAGES]
    [python] = listed("python3", check=True)
    assert python["works"] is True
    assert str(python["version"]).startswith("Python 3.")
    assert listed("python3")[0]["works"] is None


def test_one_that_is_missing_names_its_command_and_fails_when_checked(
    tree: JudgeHost, without_tools: WithoutTools, capsys: pytest.CaptureFixture[str]
) -> None:
    without_tools("rustc")
    assert command.languages(tree, LanguagesOptions(("rust",))) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert "not installed" in printed
    assert "./judge/judge languages --install rust" in printed
    assert "1 language, 0 installed" in printed
    assert command.languages(tree, LanguagesOptions(("rust",), check=True)) == 1


def test_a_program_that_no_sandbox_finds_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tool = tmp_path / "own-compiler"
    tool.write_text("#!/bin/sh\n")
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    assert replace(language_of("x.rs"), tools=("own-compiler",)).missing_tools == ["own-compiler"]
    assert replace(language_of("x.rs"), tools=("sh",)).missing_tools == []


def test_what_is_to_be_installed_must_be_named(tree: JudgeHost) -> None:
    with pytest.raises(JudgeError, match=r"--install: expected languages, found none\. For example: "):
        command.languages(tree, LanguagesOptions(install=True))
    with pytest.raises(JudgeError, match="rsut"):
        command.languages(tree, LanguagesOptions(("rsut",), install=True))


def test_installing_says_what_it_downloads_and_installs_that(
    monkeypatch: pytest.MonkeyPatch, without_tools: WithoutTools, capsys: pytest.CaptureFixture[str]
) -> None:
    without_tools("rustc", "go")
    called: list[tuple[str, ...]] = []
    monkeypatch.setattr(command, "apt_get", lambda _, *arguments: called.append(arguments))
    monkeypatch.setattr(command, "apt_plan", lambda _: AptPlan("55.2 MB", "190 MB"))
    rows: list[Language] = [language_of("x.rs"), language_of("x.go"), language_of("x.py")]
    command.install_languages(rows, yes=True)
    assert called == [("update", "-q"), (*installing.INSTALL, "golang-go", "rustc")]
    said = capsys.readouterr().err
    assert "apt-get install golang-go rustc: downloads 55.2 MB, takes 190 MB of the disk" in said
    monkeypatch.setattr(command, "apt_plan", lambda _: AptPlan(problem="Unable to locate package rustc"))
    with pytest.raises(JudgeError, match="Nothing is installed: Unable to locate package rustc"):
        command.install_languages(rows, yes=True)


def test_what_comes_in_another_way_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    cuda = replace(language_of("x.cu"), tools=("no-such-tool",))
    with pytest.raises(JudgeError, match=r"is installed in another way: .*--with-cuda"):
        command.install_languages([cuda], yes=True)


def test_without_root_sudo_or_apt_the_command_is_told(
    monkeypatch: pytest.MonkeyPatch, without_tools: WithoutTools
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    without_tools("sudo", "apt-get")
    with pytest.raises(JudgeError, match="not Debian or Ubuntu"):
        apt_get(sys.stderr, "install", "rustc")
    assert "no apt-get" in (apt_plan(["rustc"]).problem or "")
    monkeypatch.setattr(shutil, "which", lambda tool: None if tool == "sudo" else "/usr/bin/apt-get")
    with pytest.raises(JudgeError, match="sudo is missing") as caught:
        apt_get(sys.stderr, "install", "rustc")
    assert caught.value.next_step == RunProgram(("apt-get", "install", "rustc"), "As root")
