"""`judge install`, and the completion that it sets up."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.cli import judge
from judge.commands.install import COMPLETIONS, install
from judge.project.host import JudgeHost
from judge.project.installation import this_installation


def completed(line: str) -> list[str]:
    """What bash is offered for the last word of a command line."""
    words = line.split(" ")
    done = subprocess.run(
        [sys.executable, "-m", "judge"],
        cwd="/", capture_output=True, text=True, check=True,
        env={**os.environ, "PYTHONPATH": str(this_installation().root), "COMP_WORDS": line,
             "COMP_CWORD": str(len(words) - 1), "_JUDGE_COMPLETE": "bash_complete"},
    )  # fmt: skip
    return [row.partition(",")[2] for row in done.stdout.split()]


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("judge ver", ["verify"]),
        ("judge submit vector-", ["vector-add", "vector-sum"]),
        ("judge verify --problem larg", ["largest-prime"]),
        ("judge history matm", ["matmul"]),
        ("judge verify --device emu", ["emulated"]),
        ("judge submit no-such", []),
    ],
)
def test_words_are_completed(line: str, offered: list[str]) -> None:
    assert completed(line) == offered


def test_it_is_found_on_path_and_completed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    prefix = tmp_path / "prefix"
    for _ in range(2):  # again instead of itself
        assert install(this_installation(), prefix, judge) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert f'{prefix}/bin is not on PATH: export PATH="{prefix}/bin:$PATH"' in printed
    assert (prefix / "bin/judge").resolve() == this_installation().root / "judge/judge"
    for shell, place in COMPLETIONS.items():
        file = prefix / "share" / place
        assert "_JUDGE_COMPLETE" in file.read_text()
        if shutil.which(shell):
            assert subprocess.run([shell, "-n", file], check=False).returncode == 0


def test_what_goes_onto_path_is_absolute(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert install(this_installation(), Path("prefix"), judge) == 0
    assert f'export PATH="{tmp_path}/prefix/bin:$PATH"' in capsys.readouterr().out


def test_what_is_no_link_of_ours_stays(tmp_path: Path, tree: JudgeHost) -> None:
    program = tmp_path / "bin/judge"
    program.parent.mkdir()
    program.write_text("somebody's")
    with pytest.raises(JudgeError, match="is there already, and is not a link: remove it, or choose another"):
        install(tree.installation, tmp_path, judge)
    assert program.read_text() == "somebody's"


def test_a_link_to_another_program_stays_and_one_to_another_checkout_does_not(
    tmp_path: Path, tree: JudgeHost
) -> None:
    other, link = tmp_path / "other/judge/judge", tmp_path / "bin/judge"
    other.parent.mkdir(parents=True)
    other.touch()
    link.parent.mkdir()
    link.symlink_to(other)
    with pytest.raises(
        JudgeError, match=r"is there already, and leads to .*other/judge/judge: remove it, or"
    ):
        install(tree.installation, tmp_path, judge)
    assert link.resolve() == other
    (other.parent / "apt-packages.txt").touch()
    assert install(tree.installation, tmp_path, judge) == 0
    assert link.readlink() == tree.installation.root / "judge/judge"


def test_a_folder_that_cannot_be_written_is_told(tree: JudgeHost) -> None:
    with pytest.raises(JudgeError, match=r"/proc/bin/judge: .*; choose another folder with --prefix"):
        install(tree.installation, Path("/proc"), judge)
