"""Packages of the same name from different places are different problems in the history."""

from pathlib import Path

import pytest

from judge.commands.options.submit import SubmitOptions
from judge.commands.submit import submit
from judge.project.host import JudgeHost
from judge.store.user_store import user_store_file
from judge.tests.history.rows import read
from judge.tests.packages import PLAIN, RIGHT, written, zipped

pytestmark = pytest.mark.built

QUICK = SubmitOptions(time_limit_s=2, quiet=True)


@pytest.fixture(autouse=True)
def _own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def judged(tree: JudgeHost, package: Path, folder: Path) -> str:
    """The name under which the newest attempt is kept."""
    source = folder / "right.py"
    source.write_text(RIGHT)
    assert submit(tree, str(package), str(source), QUICK) == 0
    with read(user_store_file()) as transaction:
        [[name]] = transaction.rows("SELECT problem FROM judgements ORDER BY id DESC LIMIT 1")
    return str(name)


def test_the_same_name_from_another_place_is_another_problem(tree: JudgeHost, tmp_path: Path) -> None:
    one, other = (written(tmp_path / place / "sums", PLAIN) for place in ("a", "b"))
    archive = zipped(tmp_path / "sums.zip", PLAIN)
    names = [judged(tree, package, tmp_path) for package in (one, other, one, other, archive, archive)]
    assert names == ["sums", "sums-2", "sums", "sums-2", "sums-3", "sums-3"]


def test_one_of_our_own_keeps_its_name(tree: JudgeHost, tmp_path: Path) -> None:
    assert judged(tree, written(tmp_path / "a/double", PLAIN), tmp_path) == "double-2"
