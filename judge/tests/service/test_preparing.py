"""Problems are made ready behind the pages: in turn, each told of, and one that is broken keeps no other from it."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.project.host import JudgeHost
from judge.service.online import OnlineJudge
from judge.service.preparing import Preparation, Preparer, ask_for, preparations
from judge.service.shelf import Shelf
from judge.service.visibility import Viewer
from judge.store.catalogue_records import Role
from judge.store.queue_records import JobKind, JobState
from judge.store.store import Store

NOBODY = Viewer(None, Role.VISITOR)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "store.sqlite") as opened:
        yield opened


def test_each_problem_is_made_ready_and_a_broken_one_says_why(tree: JudgeHost, store: Store) -> None:
    shutil.copytree(tree.installation.problems / "double", tree.installation.problems / "broken")
    (tree.installation.problems / "broken/problem.yaml").write_text("name: [\n")
    ask_for(store, ["broken", "double", "missing"])
    assert {one.state for one in preparations(store)} == {JobState.QUEUED}
    assert OnlineJudge(tree, store).problems(NOBODY) == []
    Preparer(Shelf(tree), store, "preparer").run(until_empty=True)
    broken, double, missing = preparations(store)
    assert double == Preparation("double", JobState.DONE, "")
    assert [one.name for one in OnlineJudge(tree, store).problems(NOBODY)] == ["double"]
    for one in (broken, missing):
        assert one.state is JobState.FAILED
        assert one.name in one.failure


def test_what_is_asked_for_twice_is_done_once_and_again_when_it_was_done(
    tree: JudgeHost, store: Store
) -> None:
    for jobs in (1, 1):
        ask_for(store, ["double"])
        assert len(store.queue.of_kind(JobKind.PREPARE)) == jobs
    Preparer(Shelf(tree), store, "preparer").run(until_empty=True)
    ask_for(store, ["double"])
    assert len(store.queue.of_kind(JobKind.PREPARE)) == 2
    assert [one.state for one in preparations(store)] == [JobState.QUEUED]


def test_who_is_stopped_gives_back_what_it_prepares(
    tree: JudgeHost, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask_for(store, ["double"])
    shelf = Shelf(tree)
    preparer = Preparer(shelf, store, "preparer")
    ready = Shelf.prepare

    def stopped(self: Shelf, store: Store, name: str) -> object:
        preparer.stop()
        return ready(self, store, name)

    monkeypatch.setattr(Shelf, "prepare", stopped)
    preparer.run()
    [one] = preparations(store)
    assert one.state is JobState.QUEUED
    monkeypatch.undo()
    Preparer(shelf, store, "another").run(until_empty=True)
    [one] = preparations(store)
    assert one.state is JobState.DONE
