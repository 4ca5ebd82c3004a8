"""The runner as a program of its own: what is installed, what its page says, and callers in three languages."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from judge.project.installation import this_installation
from judge.sandbox.facts_schema import schema_text

pytestmark = pytest.mark.built

CPU_S = "1.5"
"""A time beyond the examples' limit of a second."""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder where it is installed, after it was moved: nothing of it knows the place where it was made."""
    made, moved = tmp_path_factory.mktemp("made") / "here", tmp_path_factory.mktemp("moved") / "a place"
    command = [
        "cmake",
        "--install",
        str(this_installation().build),
        "--component",
        "runner",
        "--prefix",
        str(made),
    ]
    subprocess.run(command, check=True, capture_output=True)
    made.rename(moved)
    return moved


@pytest.fixture(scope="module")
def callers(package: Path) -> dict[str, list[str]]:
    examples = package / "share/doc/judge-runner/examples"
    program = package / "run_limited"
    subprocess.run(
        ["cc", "-Wall", "-Wextra", "-Werror", "-o", program, examples / "run_limited.c"], check=True
    )
    return {
        "c": [str(program)],
        "python": [sys.executable, str(examples / "run_limited.py")],
        "sh": [str(examples / "run_limited.sh")],
    }


def busy(seconds: str) -> list[str]:
    """A program that uses so much CPU time."""
    return ["/usr/bin/perl", "-e", f"while ((times)[0] < {seconds}) {{}} print qq(done\\n)"]


@pytest.mark.parametrize("language", ["c", "python", "sh"])
@pytest.mark.parametrize(
    ("program", "stdout", "status"),
    [
        (busy("0"), "done\noutcome: exited\n", 0),
        (busy(CPU_S), "outcome: cpu-limit\n", 1),
        (["/no/such/program"], "outcome: start-failed\n", 1),
    ],
    ids=["ends", "too-long", "missing"],
)
def test_a_caller_learns_how_a_program_ended(
    package: Path, callers: dict[str, list[str]], language: str, program: list[str], stdout: str, status: int
) -> None:
    environment = os.environ | {"JUDGE_RUNNER": str(package / "bin/judge-runner")}
    done = subprocess.run(
        [*callers[language], *program], env=environment, capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.returncode) == (stdout, status), done.stderr


@pytest.mark.parametrize("mode", ["wb", "ab"], ids=["written", "appended"])
def test_a_log_that_the_caller_writes_keeps_what_is_in_it(package: Path, tmp_path: Path, mode: str) -> None:
    log = tmp_path / "log"
    log.write_text("earlier\n" if mode == "ab" else "")
    run = '"$0" run --facts - --stdout - --stderr - -- /usr/bin/perl -e "print qq(out\n); warn qq(err\n)"'
    with log.open(mode) as opened:
        command = ["/bin/sh", "-c", f"echo before; {run}; echo after", str(package / "bin/judge-runner")]
        subprocess.run(command, stdout=opened, stderr=opened, check=True)
    text = log.read_text(encoding="utf-8")
    lines = text.splitlines()
    assert lines[: lines.index("before") + 1] == [*(["earlier"] if mode == "ab" else []), "before"]
    assert lines[-1] == "after"
    facts = text[text.index("{") : text.rindex("}") + 1]
    assert json.loads(facts)["outcome"] == "exited"
    assert sorted(text.replace(facts, "").split()) == sorted(
        [*(["earlier"] if mode == "ab" else []), "before", "out", "err", "after"]
    )


def facts_of(package: Path, folder: Path, *arguments: str) -> Any:
    facts = folder / "facts.json"
    run = [str(package / "bin/judge-runner"), "run", "--facts", str(facts), *arguments]
    subprocess.run(run, check=True, capture_output=True)
    return json.loads(facts.read_bytes())


def test_the_facts_are_as_the_schema_says_and_others_are_not(package: Path, tmp_path: Path) -> None:
    text = (package / "share/warp-judge/facts.schema.json").read_text(encoding="utf-8")
    assert text == schema_text(), (
        "write it again: python -m judge.sandbox.facts_schema runner/package/facts.schema.json"
    )
    validator = Draft202012Validator(json.loads(text))
    for arguments in (
        ("--", "/bin/true"),
        ("--", "/usr/bin/perl", "-e", "kill 9, $$"),
        ("--cpu-limit-ms", "50", "--", *busy(CPU_S)),
        ("--", "/no/such/program"),
    ):
        facts = facts_of(package, tmp_path, *arguments)
        assert [error.message for error in validator.iter_errors(facts)] == []
        for wrong in (facts | {"wall_ns": -1}, facts | {"more": 1}, facts | {"outcome": "bored"}):
            assert not validator.is_valid(wrong)
        for key in facts:
            assert not validator.is_valid({name: value for name, value in facts.items() if name != key}), key


def test_the_manual_page_has_every_option(package: Path) -> None:
    helped = subprocess.run(
        [package / "bin/judge-runner", "run", "--help"], capture_output=True, text=True, check=True
    )
    page = (package / "share/man/man1/judge-runner.1").read_text(encoding="utf-8").replace("\\-", "-")
    options = set(re.findall(r"--[a-z-]+", helped.stdout))
    assert len(options) > 20
    assert options - set(re.findall(r"--[a-z-]+", page)) == set()
    assert set(re.findall(r"--[a-z-]+[a-z]", page)) - options - {"--version"} == set()
