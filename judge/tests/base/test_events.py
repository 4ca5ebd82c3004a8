"""A task, as a listener hears of it."""

import pytest

from judge.base.events import Advanced, Began, Ended, Event, task


def test_a_task_is_told_from_its_beginning_to_its_end() -> None:
    told: list[Event] = []
    with task(told.append, "building", takes_minutes=True) as progress:
        progress.reach(1, 3)
        progress.go_on_to("linking")
        progress.go_on_to("linking")
        progress.advance()
    [began, *advanced, ended] = told
    assert isinstance(began, Began)
    work = began.task
    assert work.title == "building"
    assert work.total is None
    assert work.takes_minutes
    assert advanced == [
        Advanced(work, 1, 3, "building"),
        Advanced(work, 1, 3, "linking"),
        Advanced(work, 2, 3, "linking"),
    ]
    assert ended == Ended(work)


def test_a_task_that_fails_has_ended() -> None:
    told: list[Event] = []
    with pytest.raises(KeyError), task(told.append, "building"):
        raise KeyError
    assert [type(event) for event in told] == [Began, Ended]


def test_two_tasks_are_never_the_same() -> None:
    told: list[Event] = []
    for _ in range(2):
        with task(told.append, "building"):
            pass
    assert told[0] != told[2]
