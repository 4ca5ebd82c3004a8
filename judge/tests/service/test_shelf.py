"""The problems that are ready to be judged: what is measured in whose time, and what is not here."""

from pathlib import Path

import pytest

from judge.base.records import replace
from judge.limits import find
from judge.problems.time_rule import LimitSource
from judge.project.host import JudgeHost
from judge.service.online import OnlineJudge
from judge.service.shelf import NotHere, Shelf
from judge.service.visibility import Viewer
from judge.store.catalogue_records import ProblemRecord, Role, User
from judge.store.records import FileRecord, Submission
from judge.store.store import Store

pytestmark = pytest.mark.built


def without_a_limit(tree: JudgeHost) -> None:
    file = tree.installation.problems / "double" / "problem.yaml"
    file.write_text(file.read_text().replace("  time_limit: 0.5\n", ""))


def test_nobody_who_submits_waits_until_limits_are_measured(
    tree: JudgeHost, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_a_limit(tree)
    with Store.open(tmp_path / "store.sqlite") as store:
        problem = Shelf(tree).prepare(store, "double")
        here = tree.with_installation(data_path=tmp_path / "other")
        monkeypatch.setenv(
            "XDG_STATE_HOME", str(tmp_path / "elsewhere")
        )  # another machine, with the same store

        def measured(*_: object) -> None:
            raise AssertionError("limits are measured while somebody waits")

        monkeypatch.setattr(find, "measure_records", measured)
        online = OnlineJudge(here, store)
        anna = Viewer(store.catalogue.put(User("anna")).id, Role.TEAM)
        assert online.submit(anna, "double", {"mine.py": b"print(2 * int(input()))\n"}, None).id == 1
        shelf = Shelf(here, measures=False)
        assert shelf.prepared(problem).problem.limits.time_source is LimitSource.UNKNOWN
        with pytest.raises(AssertionError, match="measured"):  # the control
            Shelf(here).prepared(problem)
        monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
        known = shelf.prepared(problem).problem.limits.time_source
        assert known is LimitSource.MEASURED, "once it is known, it is told"


def test_a_package_in_a_data_folder_that_is_not_here_is_left_to_others(
    tree: JudgeHost, tmp_path: Path
) -> None:
    problem = ProblemRecord("treble", "a" * 64, origin="packages/7/treble")
    with pytest.raises(NotHere, match="--data"):
        Shelf(tree).where(problem)
    assert Shelf(tree, tmp_path).where(problem) == str(tmp_path / "packages/7/treble")
    assert Shelf(tree).where(replace(problem, origin="")) == "treble"


@pytest.mark.parametrize("counts_for", ["contest_id", "assignment_id", None])
def test_no_test_is_left_out_of_what_counts(tree: JudgeHost, tmp_path: Path, counts_for: str | None) -> None:
    """A submission that hangs on a large test is not accepted in a contest or a class, on the emulated GPU either."""
    with Store.open(tmp_path / "store.sqlite") as store:
        problem = Shelf(tree).prepare(store, "double")
        given = Submission(problem_id=problem.id, name="mine.cu", language="cuda")
        given = replace(given, **{counts_for: 1}) if counts_for else given
        ready = Shelf(tree, measures=False).ready(given, problem, [FileRecord("mine.cu", b"int main() {}")])
        assert not ready.job.solution.device.is_timed
        assert (ready.job.emulated_bound is None) is (counts_for is not None)
