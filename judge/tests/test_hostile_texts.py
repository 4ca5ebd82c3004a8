"""Texts in which strangers name themselves, their files and problems, and which their programs and tools print: no
command lets one act on a terminal, begin a line of its own, or compute in a spreadsheet."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import click
import pytest

from judge import cli
from judge.base.console import out
from judge.commands.entry import exit_status_of
from judge.commands.options import here
from judge.project.host import JudgeHost
from judge.tests.contest.feeds import CUP, feed_of
from judge.tests.hostile import (
    HOSTILE,
    NAME,
    SHOWN,
    acting_in,
    class_in,
    contest_in,
    harm_in,
    package_in,
)

pytestmark = pytest.mark.built

Run = Callable[..., str]


@pytest.fixture
def run(
    tree: JudgeHost, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> Run:
    """Runs a command as typed, in this process; returns all that it prints to stdout and stderr."""
    monkeypatch.setattr(here, "this_host", lambda: tree)
    monkeypatch.setattr(out, "stderr", False)  # as `--csv -` leaves it
    monkeypatch.chdir(tmp_path)

    def run(*typed: object) -> str:
        arguments = [str(word) for word in typed]
        capfd.readouterr()
        exit_status_of(lambda: cli.judge.main(arguments, prog_name="judge", standalone_mode=False))
        printed = capfd.readouterr()
        return printed.err + printed.out  # so that it ends with the last line of the results

    return run


def test_the_texts_are_harmful() -> None:
    """The control: what is looked for would be found."""
    assert len(harm_in(HOSTILE)) > 10
    assert harm_in("AC\n") == []


def test_submissions(run: Run, tmp_path: Path) -> None:
    package = package_in(tmp_path / "package")
    for file in class_in(tmp_path / "class"):
        printed = run("submit", package, file)
        assert SHOWN in printed.splitlines()[-1]
        assert harm_in(printed) == []
        assert harm_in(run("submit", "double", file, "-v")) == []


def test_a_class_and_what_is_kept_of_it(run: Run, tmp_path: Path) -> None:
    files = class_in(tmp_path / "class")
    written = [tmp_path / f"report.{kind}" for kind in ("json", "html", "junit", "csv")]
    options = [word for file in written for word in (f"--{file.suffix[1:]}", file)]
    printed = run("submit", "double", *files, "-v", "--all", *options)
    assert printed.count(SHOWN) > len(files)
    assert harm_in(printed) == []
    for file in written:
        assert SHOWN in file.read_text()
        assert acting_in(file.read_text("utf-8-sig")) == [], file
    for typed in (
        ["history"],
        ["history", "double"],
        ["history", "--by-author"],
        ["history", "--session", 1],
        ["best"],
        ["report", written[0]],
        ["report", written[0], "--csv", "-"],
        ["history", "double", "--json", "-"],
    ):
        printed = run(*typed)
        assert harm_in(printed) == [], typed


@pytest.mark.slow
def test_a_package(run: Run, tmp_path: Path) -> None:
    package = package_in(tmp_path / "package")
    for typed in (
        ["list", package],
        ["statement", package],
        ["verify", package, "-v", "--html", "page.html", "--junit", "junit.xml"],
        ["check", package],
        ["limits", package],
        ["generate", "--check", package],
        ["samples", package, "samples"],
        ["export", package, "--format", "legacy", "--output", "out"],
    ):
        printed = run(*typed)
        assert printed, typed
        assert harm_in(printed) == [], typed
    for form in ("markdown", "tex"):
        assert SHOWN in (printed := run("statement", package, "--format", form))
        assert acting_in(printed) == []
    for file in (tmp_path / "page.html", tmp_path / "junit.xml"):
        assert acting_in(file.read_text("utf-8-sig")) == [], file


def test_a_problem_of_this_project(run: Run, tree: JudgeHost, tmp_path: Path) -> None:
    manifest = tree.installation.problems / "double/problem.yaml"
    text = manifest.read_text()
    title = next(line for line in text.splitlines() if line.startswith("name:"))
    manifest.write_text(text.replace(title, f"name: {json.dumps(HOSTILE)}"))
    printed = run("list")
    assert SHOWN in printed
    assert harm_in(printed) == []


@pytest.mark.parametrize(
    "typed",
    [
        ["submit", NAME, "x.py"],
        ["submit", "double", NAME],
        ["submit", "double", "x.py", "--language", NAME],
        ["submit", "double", "x.py", "--author", NAME],
        ["submit", "double", "x.py", "--test", NAME],
        ["submit", "double", "x.py", f"{NAME}.py"],
        ["submit", "double", "x.py", "--html", f"{NAME}/x"],
        ["verify", NAME],
        ["verify", "double", "--solver", NAME],
        ["contest", NAME],
        ["shadow", NAME, "shadow"],
        ["shadow", f"http://127.0.0.1:1/{NAME}", "shadow"],
        ["run", "double", NAME],
        ["run", "double", "x.py", "--test", NAME],
        ["cuda", NAME],
        ["lesson", NAME],
        ["lesson", "coalescing", NAME],
        ["lesson", "coalescing", "--language", NAME],
        ["cuda", "x.py", "--files", NAME],
        ["cuda", "x.py", "--html", f"{NAME}/x"],
        ["samples", "double", f"x.py/{NAME}"],
        ["list", NAME],
        ["statement", "double", "--language", NAME],
        ["new", NAME],
        ["export", "double", "--output", f"{NAME}/x.zip"],
        ["stress", "double", NAME, "x.py"],
        ["check", NAME],
        ["generate", NAME],
        ["bench", NAME],
        ["bench", "--from", NAME],
        ["limits", NAME],
        ["history", NAME],
        ["history", "--since", NAME],
        ["history", "--name", NAME],
        ["history", "--author", NAME],
        ["best", NAME],
        ["report", NAME],
        ["doctor", "--engine-file", NAME, "--engine", "slurm"],
        ["languages", NAME],
        ["help", NAME],
        ["install", "--prefix", f"x.py/{NAME}"],
        ["clean", NAME],
        ["calibrate", "--gpu", NAME],
        ["serve", "--feedback", NAME],
        ["worker", NAME],
        ["login", NAME],
        ["login", "http://127.0.0.1:1", "--name", NAME],
        ["logout", NAME],
        ["status", "--to", NAME],
        ["submit", "--to", NAME, "double", "x.py"],
        ["similar", NAME],
        ["similar", "x.py", "--template", NAME],
        ["backup", f"{NAME}.tar.gz", "--data", NAME],
        ["restore", NAME, "--data", f"{NAME}/x"],
        ["test", NAME],
        [NAME],
    ],
    ids=lambda typed: " ".join(word if SHOWN not in word else "NAME" for word in typed),
)
def test_what_is_typed(run: Run, tmp_path: Path, typed: Sequence[str]) -> None:
    (tmp_path / "x.py").write_text("print(2 * int(input()))\n")
    printed = run(*typed)
    assert printed
    assert harm_in(printed) == []


def test_every_command_is_tried() -> None:
    """The control: a new command is added above."""
    tried = {str(mark.args[1]) for mark in test_what_is_typed.pytestmark if mark.name == "parametrize"}  # type: ignore[attr-defined]
    without_names = {"manual"}
    assert isinstance(cli.judge, click.Group)
    missing = [name for name in cli.judge.commands if f"'{name}'" not in "".join(tried)]
    assert set(missing) == without_names


def test_a_shadow(run: Run, tmp_path: Path) -> None:
    lines = [{**one, "data": {**one["data"], **worse(one["type"])}} for one in feed_of(CUP)]
    lines += [
        {"type": "teams", "id": HOSTILE, "data": {"id": HOSTILE}},
        {"type": HOSTILE, "id": None, "data": 3},
    ]
    feed = tmp_path / "feed.json"
    feed.write_text("".join(f"{json.dumps(one)}\n" for one in [*lines, HOSTILE]))
    printed = run("shadow", feed, "shadow", "--json", "found.json")
    assert SHOWN in printed
    assert harm_in(printed) == []
    assert acting_in((tmp_path / "found.json").read_text()) == []


def worse(kind: str) -> dict[str, object]:
    """What a system can call the objects of a type."""
    if kind == "problems":
        return {"label": HOSTILE, "name": HOSTILE}
    return {"name": HOSTILE} if kind in ("contest", "teams", "languages") else {}


def test_a_contest(run: Run, tmp_path: Path) -> None:
    folder = contest_in(tmp_path / "cup")
    printed = run("contest", folder, "--html", "page.html", "--json", "all.json", "--api", "api")
    assert SHOWN in printed
    assert harm_in(printed) == []
    for file in (tmp_path / "page.html", tmp_path / "all.json", *(tmp_path / "api").rglob("*.json")):
        assert acting_in(file.read_text("utf-8-sig")) == [], file
