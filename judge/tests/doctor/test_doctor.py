"""`judge doctor` as a whole: its checks on a good machine, its exit status, how it reads without colour."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console

import judge.doctor.tools
from judge.base.records import replace
from judge.commands import doctor as command
from judge.doctor.cgroups import check_cgroups
from judge.doctor.diagnosis import Diagnosis, Health, judged
from judge.doctor.gpu import check_gpu
from judge.doctor.isolation import ISOLATION, check_isolation
from judge.doctor.kernel import check_kernel
from judge.doctor.load import check_load
from judge.doctor.memory import check_memory
from judge.doctor.privileges import check_privileges
from judge.doctor.processor import check_processor
from judge.doctor.tools import check_cccl, check_languages, check_tools
from judge.languages.compiler import version_line
from judge.languages.language import Language
from judge.languages.table import LANGUAGES, absent_languages, is_emulated_here, language_of
from judge.machine.probe import Machine, this_machine
from judge.project.host import JudgeHost, this_host
from judge.project.installation import Installation, this_installation
from judge.tests.machines import GOOD_FILES, machine_of

pytestmark = pytest.mark.built


def all_checks(machine: Machine) -> Iterator[Diagnosis]:
    yield from check_load(machine, 4, 4)
    for check in (check_processor, check_memory, check_kernel, check_cgroups, check_privileges, check_gpu):
        yield from check(machine)


def test_a_good_machine_has_nothing_to_complain_of() -> None:
    findings = list(all_checks(machine_of()))
    assert len(findings) > 20
    assert [finding for finding in findings if finding.state is not Health.GOOD] == []


def test_a_machine_that_shows_nothing_breaks_no_check() -> None:
    blind = Machine(lambda _: None, lambda _: [], lambda _: False, lambda _: None, user_id=1000)
    findings = list(all_checks(blind))
    assert findings
    assert all(finding.found for finding in findings)


def test_this_machine_breaks_no_check_and_every_complaint_has_a_reason() -> None:
    findings = list(all_checks(this_machine()))
    assert len(findings) > 20
    assert all(finding.why and finding.advice for finding in findings if finding.state is Health.WEAK)
    assert all(finding.state is not Health.BAD for finding in findings)


def test_judged_keeps_reason_and_advice_for_what_is_not_good() -> None:
    assert judged("x", True, "found", "why", "advice") == Diagnosis("x", Health.GOOD, "found")
    assert judged("x", False, "found", "why", "advice") == Diagnosis(
        "x", Health.WEAK, "found", "why", "advice"
    )


@pytest.mark.parametrize(("state", "status"), [(Health.WEAK, 0), (Health.NOTE, 0), (Health.BAD, 1)])
def test_only_what_judging_needs_makes_the_command_fail(
    state: Health, status: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    finding = Diagnosis("the thing", state, "[red]as found", "because [b]", "run --this [c] " + 60 * "long ")
    monkeypatch.setattr(command, "examine", lambda _: {"Heading": [finding]})
    assert command.doctor(this_host()) == status
    printed = capsys.readouterr().out
    assert re.search(rf"the thing +{state.value[0]} +\[red\]as found", printed), "markup in a text is text"
    assert f"the thing ({state.value[0]})\n  why  because [b]" in printed
    assert finding.advice.rstrip() in printed, "a command stays on one line"
    assert f"1 finding: 1 {state.value[0]}" in printed


def test_an_unbuilt_runner_is_a_note_with_the_command_that_builds_it(tmp_path: Path) -> None:
    (finding,) = check_isolation(JudgeHost(Installation(tmp_path, tmp_path)).installation)
    assert finding.state is Health.NOTE
    assert "judge verify" in finding.advice


def test_without_clang_only_the_emulated_gpu_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    findings = {finding.what: finding for finding in check_tools(builds=True)}
    assert findings["g++"].state is Health.BAD
    assert findings["clang++"].state is Health.WEAK
    assert findings["clang++"].advice == "apt-get install clang"
    # A wheel has its programs.
    assert [finding.what for finding in check_tools(builds=False)] == ["clang++"]
    machine = machine_of(changes={path: None for path in GOOD_FILES if path.startswith("/dev/nvidia")})
    by_gpu = [list(check_gpu(machine, "nvcc", why))[-1] for why in ("no clang", None)]
    assert ["skipped" in finding.found for finding in by_gpu] == [True, False]
    assert "no clang" in by_gpu[0].found


def test_without_cccls_headers_the_package_is_named_that_the_project_asks_for(tmp_path: Path) -> None:
    (found,) = check_cccl(tmp_path)
    assert (found.state, found.found) == (Health.GOOD, str(tmp_path))
    (missing,) = check_cccl(None)
    assert missing.state is Health.NOTE
    pinned = re.search(
        r"nvidia-cuda-cccl==[\d.]+", (this_installation().root / "pyproject.toml").read_text("utf-8")
    )
    assert pinned
    assert missing.advice.endswith(f"-m pip install {pinned[0]}")


def test_a_runner_that_fails_is_fatal_and_its_message_is_shown(tmp_path: Path) -> None:
    runner = tmp_path / "runner"
    runner.write_text("#!/bin/sh\necho runner: no such luck >&2\nexit 2\n")
    runner.chmod(0o755)
    (finding,) = check_isolation(JudgeHost(Installation(tmp_path, tmp_path)).installation)
    assert finding.state is Health.BAD
    assert "no such luck" in finding.found


def test_an_outdated_runner_does_not_end_the_doctor(tmp_path: Path) -> None:
    runner = tmp_path / "runner"
    runner.write_text("#!/bin/sh\necho runner: unknown: --hide >&2\nexit 2\n")
    runner.chmod(0o755)
    findings = list(check_languages(JudgeHost(Installation(tmp_path, tmp_path))))
    assert findings
    assert all("unknown: --hide" in finding.found for finding in findings if finding.state is Health.WEAK)
    assert any(finding.state is Health.WEAK for finding in findings)


def test_languages_that_nobody_asked_for_are_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "runner").touch()
    absent = [one for one in LANGUAGES if one.id in ("go", "rust")]
    monkeypatch.setattr(judge.doctor.tools, "absent_languages", lambda: absent)
    monkeypatch.setattr(judge.doctor.tools, "self_test", lambda *_: None)
    findings = {one.what: one for one in check_languages(JudgeHost(Installation(tmp_path, tmp_path)))}
    assert len(findings) == len(LANGUAGES) - 2 + 1
    assert findings["other languages"].state is Health.GOOD
    assert findings["other languages"].found.startswith("go, rust: ")


def test_cuda_is_not_absent_where_it_is_emulated(monkeypatch: pytest.MonkeyPatch) -> None:
    missing = {"cuda": ["nvcc"], "go": ["go"]}
    monkeypatch.setattr(Language, "missing_tools", property(lambda one: missing.get(one.id, [])))
    assert [one.id for one in absent_languages()] == ["go"]
    assert is_emulated_here(next(one for one in LANGUAGES if one.id == "cuda"))
    missing["cuda-emulated"] = ["clang"]
    assert {one.id for one in absent_languages()} == set(missing)


def test_without_a_toolkit_cuda_is_said_to_be_emulated_by_both_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "runner").touch()
    monkeypatch.setattr(
        judge.doctor.tools, "self_test", lambda _, language: "no nvcc" if language.id == "cuda" else None
    )
    (language,) = (
        one
        for one in check_languages(JudgeHost(Installation(tmp_path, tmp_path)))
        if one.what == "language cuda"
    )
    nowhere = str(tmp_path / "nvcc")
    toolkit = next(iter(check_gpu(this_machine(), nowhere)))
    assert "submissions run on the emulated GPU alone" in language.why
    assert "submissions run on the emulated GPU alone" in toolkit.why
    assert language.advice == toolkit.advice
    assert "--with-cuda doctor (it downloads 0.9 GB)" in toolkit.advice


def test_every_part_of_the_isolation_says_what_it_prevents_and_how_to_get_it() -> None:
    assert len(ISOLATION) > 20
    assert all(part.prevents and part.how for part in ISOLATION.values())


def test_doctor_docs_and_runner_know_the_same_parts_of_the_isolation() -> None:
    root = this_installation().root
    table = (root / "docs/security.md").read_text(encoding="utf-8").partition("## The parts")[2]
    assert set(re.findall(r"^\| `([a-z-]+)` \|", table, re.MULTILINE)) == set(ISOLATION)
    sources = "".join(path.read_text(encoding="utf-8") for path in (root / "runner/sandbox").rglob("*.cpp"))
    named = re.findall(r'(?:add|lack)\("([a-z-]+)"|"([a-z]+-namespace)"', sources)
    assert {one or other for one, other in named} == set(ISOLATION)


def test_the_version_of_a_language_is_the_line_that_has_one() -> None:
    said = ["sh", "-c", "echo 'The Compiler (C) 2026'; echo; echo 'release 4.7, today'; echo 'with 1.2'"]
    language = replace(language_of("x.c"), version=tuple(said))
    assert version_line(language) == "release 4.7, today"
    assert version_line(replace(language, version=("no-such-program",))) is None
    assert version_line(replace(language, version=("sh", "-c", "echo 3.1 >&2"))) == "3.1"


@pytest.mark.parametrize("width", [40, 120])
def test_what_was_found_keeps_its_words_on_any_screen(monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    """A column of four letters would be the rest of a narrow screen."""
    screen = Console(width=width, highlight=False)
    monkeypatch.setattr(command, "out", screen)
    found = "full: process-ids, mount-namespace, [private] filesystem"
    finding = Diagnosis("chroot or container", Health.WEAK, found)
    with screen.capture() as capture:
        command._print_table("This machine", {"Isolation": [finding]})
    text = capture.get()
    assert {"chroot", "weak", *found.split()} <= {*text.split()}
    assert max(map(len, text.splitlines())) <= width
