"""A self-test that passed is not run again, unless something has changed that it rests on."""

import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from judge.base.records import replace
from judge.languages.known_to_work import SYSTEM, is_known_to_work, keep_that_it_works
from judge.languages.language import Language
from judge.languages.self_test import language_obstacle, self_test
from judge.languages.table import language_of
from judge.project.host import JudgeHost
from judge.project.installation import Installation

pytestmark = pytest.mark.built

CPP = language_of("x.cpp")


@pytest.fixture
def host(tmp_path: Path) -> JudgeHost:
    """One with a runner that only its file is looked at."""
    build = tmp_path / "build"
    build.mkdir()
    (build / "runner").write_text("runner")
    return JudgeHost(Installation(tmp_path, build))


def change_runner(host: JudgeHost, _: Path) -> None:
    host.installation.runner.write_text("RUNNER, changed")


def replace_runner(host: JudgeHost, _: Path) -> None:
    """Replaces the runner by one of the same size and time."""
    found = host.installation.runner.stat()
    other = host.installation.build / "other"
    other.write_text("RUNNER")
    os.utime(other, ns=(found.st_atime_ns, found.st_mtime_ns))
    other.replace(host.installation.runner)


def install_package(_: JudgeHost, status: Path) -> None:
    status.write_text("two packages")


@pytest.mark.parametrize("change", [change_runner, replace_runner, install_package])
def test_what_changed_is_noticed(
    change: Callable[[JudgeHost, Path], None], host: JudgeHost, tmp_path: Path
) -> None:
    status = tmp_path / "status"
    status.write_text("one package")
    assert not is_known_to_work(host, CPP, [status]), "nothing was tried yet"
    keep_that_it_works(host, CPP, [status])
    assert is_known_to_work(host, CPP, [status])
    change(host, status)
    assert not is_known_to_work(host, CPP, [status])


def other_options(language: Language) -> Language:
    return replace(language, compile=(*language.compile, "-g"))


def other_self_test(language: Language) -> Language:
    return replace(language, self_test=f"{language.self_test}\n")


@pytest.mark.parametrize("change", [other_options, other_self_test])
def test_another_row_of_the_table_is_another_language(
    change: Callable[[Language], Language], host: JudgeHost
) -> None:
    keep_that_it_works(host, CPP)
    assert is_known_to_work(host, CPP)
    assert not is_known_to_work(host, change(CPP))


def test_stricter_isolation_is_tried_anew(host: JudgeHost) -> None:
    keep_that_it_works(host, CPP)
    assert not is_known_to_work(host.with_policy(require_isolation=True), CPP)


def test_a_new_version_of_a_tool_is_noticed(
    host: JudgeHost, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tool = tmp_path / "tool"
    tool.write_text("#!/bin/sh\necho version 1\n")
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    language = replace(CPP, tools=("tool",))
    keep_that_it_works(host, language)
    assert is_known_to_work(host, language)
    tool.write_text("#!/bin/sh\necho version 2.0\n")
    assert not is_known_to_work(host, language)


def test_the_system_is_what_packages_change() -> None:
    assert any(path.exists() for path in SYSTEM)


def test_another_start_of_the_machine_is_noticed(host: JudgeHost, tmp_path: Path) -> None:
    boot = tmp_path / "boot_id"
    boot.write_text("1")
    keep_that_it_works(host, CPP, boot=boot)
    assert is_known_to_work(host, CPP, boot=boot)
    boot.write_text("2")
    assert not is_known_to_work(host, CPP, boot=boot)


def test_it_runs_once_and_again_after_a_change(fresh_tree: JudgeHost) -> None:
    tried: list[str] = []

    def try_it(host: JudgeHost, language: Language) -> str | None:
        tried.append(language.id)
        return None if len(tried) > 1 else "it failed"

    assert "it failed" in (language_obstacle(fresh_tree, CPP, try_it) or "")
    assert language_obstacle(fresh_tree, CPP, try_it) is None, "a failure is not kept"
    assert language_obstacle(fresh_tree, CPP, try_it) is None
    assert tried == ["cpp", "cpp"]
    assert language_obstacle(fresh_tree.with_policy(require_isolation=True), CPP, try_it) is None
    assert len(tried) == 3


def test_threads_that_need_a_language_at_once_try_it_once(fresh_tree: JudgeHost) -> None:
    tried: list[str] = []

    def try_slowly(host: JudgeHost, language: Language) -> str | None:
        tried.append(language.id)
        time.sleep(0.2)
        return None

    with ThreadPoolExecutor(4) as threads:
        assert (
            list(threads.map(lambda _: language_obstacle(fresh_tree, CPP, try_slowly), range(4)))
            == [None] * 4
        )
    assert tried == ["cpp"]


def test_doctor_asks_for_the_test_itself(fresh_tree: JudgeHost) -> None:
    keep_that_it_works(fresh_tree, CPP)
    broken = replace(CPP, self_test="int main() { return 1; }")
    assert self_test(fresh_tree, broken) is not None
