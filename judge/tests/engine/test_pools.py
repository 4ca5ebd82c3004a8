"""What holds of every pool, of this machine or of a cluster: who goes first, and what is cancelled. Nothing here runs a
program."""

import errno
import os
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.base.events import Event, Waiting
from judge.base.priority import Priority
from judge.base.records import replace
from judge.base.submission_state import State
from judge.engine.slurm import pool as slurm_pool
from judge.engine.slurm import queued_arrays
from judge.engine.slurm.session import ClusterSession
from judge.judging.job import Job
from judge.project.host import JudgeHost
from judge.tests.engine.gated import Gated, GatedCluster, GatedHere, finish
from judge.tests.engine.slurm_stand_in import slurm_stand_in
from judge.tests.watching import PATIENCE_S, soon

MakeJob = Callable[..., Job]


@pytest.fixture
def on_cluster(tree: JudgeHost, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[GatedCluster]:
    """Two jobs of an array are one task."""
    (tmp_path / "engine.yaml").write_text(f"shared: {tmp_path}\njobs_per_task: 2\n")
    monkeypatch.setattr(slurm_pool, "LOOK_FOR_RESULTS_S", 0.002)
    monkeypatch.setattr(queued_arrays, "ASK_SLURM_S", 0.0)
    host = tree.with_engine(file=tmp_path / "engine.yaml", session="mine")
    with slurm_stand_in(host) as slurm:
        yield (gated := GatedCluster(host, slurm))
        gated.pool.close(cancel=True)


@pytest.fixture(params=["here", "cluster"])
def gated(request: pytest.FixtureRequest) -> Iterator[Gated]:
    if request.param == "cluster":
        yield request.getfixturevalue("on_cluster")
        return
    yield (here := GatedHere())
    here.pool.close(cancel=True)


def test_the_higher_priority_goes_first_and_equals_in_the_order_of_submission(
    gated: Gated, job: MakeJob
) -> None:
    first = gated.pool.submit(job("first"))
    gated.wait_for("first")
    order = [Priority.MEASURING, Priority.CLASS, Priority.CONTEST, Priority.CLASS, Priority.REJUDGING]
    others = [gated.pool.submit(job(f"{number}"), priority) for number, priority in enumerate(order)]
    gated.wait_for_waiting(len(others))
    gated.let("first", "0", "1", "2", "3", "4")
    finish(gated, first, *others)
    assert gated.begun == ["first", "2", "1", "3", "4", "0"]


def test_what_waits_is_cancelled_at_once_and_what_runs_is_stopped(gated: Gated, job: MakeJob) -> None:
    ended: list[str] = []
    running, waiting, last = (
        gated.pool.submit(job(name), priority, on_end=lambda one: ended.append(one.job.solution.name))
        for name, priority in zip(("running", "waiting", "last"), Priority, strict=False)
    )
    gated.wait_for("running")
    gated.wait_for_waiting(2)
    assert gated.pool.cancel(waiting)
    assert (waiting.state, ended) == (State.CANCELLED, ["waiting"])
    assert gated.pool.cancel(running)
    with pytest.raises(CancelledError):
        running.result(PATIENCE_S)
    gated.wait_for_stopped("running")
    finish(gated, last)
    assert gated.begun == ["running", "last"]
    assert [gated.pool.cancel(one) for one in (running, waiting, last)] == [False] * 3
    assert soon(lambda: ended == ["waiting", "running", "last"])  # told after the result


def test_how_far_each_is_is_known(gated: Gated, job: MakeJob) -> None:
    one, two = (
        gated.pool.submit(job(name), priority)
        for name, priority in zip(("one", "two"), Priority, strict=False)
    )
    gated.wait_for("one")
    assert soon(lambda: one.state is State.JUDGING)
    assert two.state is State.QUEUED
    finish(gated, one)
    assert soon(lambda: two.state is State.JUDGING)
    assert one.state is State.DONE


def test_a_closed_pool_ends_what_it_has_and_takes_no_more(gated: Gated, job: MakeJob) -> None:
    handles = [gated.pool.submit(job(name)) for name in ("one", "two")]
    gated.let("one", "two")
    gated.pool.close()
    assert [one.state for one in handles] == [State.DONE] * 2
    with pytest.raises(CancelledError):
        gated.pool.submit(job("three"))


def test_a_pool_is_closed_at_once_if_asked_to(gated: Gated, job: MakeJob) -> None:
    handles = [gated.pool.submit(job(name)) for name in ("one", "two")]
    gated.wait_for("one")
    gated.pool.close(cancel=True)
    assert [one.state for one in handles] == [State.CANCELLED] * 2
    assert gated.begun == ["one"]


def test_of_a_task_of_several_only_the_cancelled_one_is_not_judged(
    on_cluster: GatedCluster, job: MakeJob
) -> None:
    """A task ends as a whole: the others in it are queued again, as often as they may be."""
    pool, slurm = on_cluster.on_cluster, on_cluster.slurm
    names = ["first", "second", "third", "fourth"]
    first, second, third, fourth = on_cluster.submitted_at_once([job(name) for name in names])
    on_cluster.wait_for("first")
    assert slurm.names == names
    assert pool.cancel(second)
    assert soon(lambda: sorted(slurm.names) == ["first", "fourth", "third"])
    assert slurm.cancelled == ["1_0", "2_0"]
    on_cluster.let(*names)
    finish(on_cluster, first, third, fourth)
    assert [one.tries for one in (first, third, fourth)] == [1, 1, 1]
    assert second.state is State.CANCELLED


@pytest.mark.parametrize(
    "words",
    [
        "Unable to contact slurm controller (connect failure)",
        "slurm_load_jobs error: Zero Bytes were transmitted or received",
        "Slurm backup controller in standby mode",
        "Munge encode failed: Failed to access socket",
    ],
)
def test_what_is_cancelled_ends_once_slurm_answers_again(
    on_cluster: GatedCluster, job: MakeJob, words: str
) -> None:
    pool, slurm = on_cluster.on_cluster, on_cluster.slurm
    slurm.away = words
    running = pool.submit(job("running"))
    on_cluster.wait_for("running")
    slurm.is_away = True
    waiting = pool.submit(job("waiting"))
    assert soon(lambda: waiting.place.batch == 2)
    assert pool.cancel(running)
    assert pool.cancel(waiting)
    assert running.state is waiting.state is State.CANCELLED
    asked = slurm.asked_in_vain
    assert soon(lambda: slurm.asked_in_vain > asked + 2)
    assert slurm.names == ["running"]
    slurm.is_away = False
    assert soon(lambda: not slurm.names)
    finish(on_cluster, pool.submit(job("other")))
    assert slurm.cancelled == ["1_0"]
    assert on_cluster.begun == ["running", "other"], "what Slurm had not taken is never queued"
    assert soon(lambda: not pool._arrays.is_ending), "nothing is left to be ended"


def test_what_slurm_refuses_to_end_is_asked_for_again_unless_it_has_ended(
    on_cluster: GatedCluster, job: MakeJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queued_arrays, "WORTH_TELLING_S", 0.0)
    told: list[Event] = []
    on_cluster.on_cluster._arrays._host = replace(on_cluster.host, tell=told.append)
    pool, slurm = on_cluster.on_cluster, on_cluster.slurm
    running = pool.submit(job("running"))
    on_cluster.wait_for("running")
    slurm.refusal_to_end = "Access/permission denied"
    assert pool.cancel(running)
    assert soon(lambda: slurm.asked_to_end > 2)
    assert pool._arrays.is_ending
    assert any(isinstance(one, Waiting) and "Access/permission denied" in one.reason for one in told)
    slurm.refusal_to_end = "Kill job error on job id 1_0: Job/step already completing or completed"
    assert soon(lambda: not pool._arrays.is_ending)


def test_what_slurm_has_is_ended_while_it_takes_no_more(on_cluster: GatedCluster, job: MakeJob) -> None:
    """What waits for room in its queue may wait for that."""
    pool, slurm = on_cluster.on_cluster, on_cluster.slurm
    running = pool.submit(job("running"))
    on_cluster.wait_for("running")
    slurm.refusal = "Slurm temporarily unable to accept job, sleeping and retrying"
    waiting = pool.submit(job("waiting"))
    assert soon(lambda: waiting.place.batch == 2)
    assert pool.cancel(running)
    assert soon(lambda: slurm.cancelled == ["1_0"])
    slurm.refusal = ""
    finish(on_cluster, waiting)


def test_without_its_shared_folder_each_job_has_the_error(
    on_cluster: GatedCluster, job: MakeJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stale(*_: object) -> None:
        raise OSError(errno.ESTALE, os.strerror(errno.ESTALE))

    pool, slurm = on_cluster.on_cluster, on_cluster.slurm
    handles = [pool.submit(job(name)) for name in ("one", "two")]
    on_cluster.wait_for("one")
    monkeypatch.setattr(ClusterSession, "withdraw", stale)
    slurm.on_look = stale
    for handle in handles:
        with pytest.raises(OSError, match="Stale file handle"):
            handle.result(PATIENCE_S)
    with pytest.raises(OSError, match="Stale file handle"):
        pool.submit(job("three"))
    pool.close(cancel=True)
    assert slurm.cancelled, "Slurm is asked to end what it has"


def test_what_was_lost_together_is_queued_one_by_one_for_its_last_try(
    on_cluster: GatedCluster, job: MakeJob
) -> None:
    slurm = on_cluster.slurm
    handles = on_cluster.submitted_at_once([job(name) for name in ("first", "second")])
    on_cluster.wait_for("first")
    assert len({(one.array, one.task) for one in slurm.waiting}) == 1
    for tries, tasks in ((2, 1), (3, 2)):
        slurm.lose()
        assert soon(lambda: len(slurm.waiting) == 2)
        assert len({(one.array, one.task) for one in slurm.waiting}) == tasks
        assert {one.tries for one in handles} == {tries}
    finish(on_cluster, *handles)


@pytest.mark.parametrize(
    ("refusal_ends_all", "tool_killed"),
    [(True, False), (False, False), (True, True)],
    ids=["command", "service", "killed tool"],
)
def test_what_nodes_refuse_is_an_error_of_the_command_or_of_the_job(
    on_cluster: GatedCluster, job: MakeJob, refusal_ends_all: bool, tool_killed: bool
) -> None:
    """A tool that was killed there, thrice, is one of the job, as on one machine."""
    slurm = on_cluster.slurm
    pool = slurm_pool.SlurmPool(on_cluster.host, refusal_ends_all=refusal_ends_all)
    slurm.on_look = lambda: None
    refused = pool.submit(job("refused"))
    for tries in (1, 2, 3):
        assert soon(lambda: bool(slurm.waiting))
        assert refused.tries == tries
        slurm.refuse("no such language", tool_killed=tool_killed)
    try:
        if refusal_ends_all and not tool_killed:
            with pytest.raises(JudgeError, match="node1: no such language"):
                refused.result(PATIENCE_S)
            return
        lost = refused.result(PATIENCE_S).lost
        assert lost == "no result, queued 3 times; last node1: no such language"
        other = pool.submit(job("other"))
        assert soon(lambda: bool(slurm.waiting))
        slurm.do()
        assert other.result(PATIENCE_S).lost is None
    finally:
        pool.close(cancel=True)


def test_a_job_that_was_cancelled_is_judged_where_it_comes_again(
    on_cluster: GatedCluster, job: MakeJob
) -> None:
    pool = on_cluster.on_cluster
    first = pool.submit(job("same"))
    on_cluster.wait_for("same")
    assert pool.cancel(first)
    finish(on_cluster, again := pool.submit(job("same")))
    assert (again.tries, again.place.batch) == (1, 2)


def test_equal_jobs_are_judged_once_and_each_has_its_result(on_cluster: GatedCluster, job: MakeJob) -> None:
    pool = on_cluster.on_cluster
    handles = [pool.submit(job("same")) for _ in range(3)]
    on_cluster.wait_for("same")
    assert pool.cancel(handles[1])
    finish(on_cluster, handles[0], handles[2])
    assert handles[1].state is State.CANCELLED
    assert on_cluster.slurm.queued_jobs == 1
