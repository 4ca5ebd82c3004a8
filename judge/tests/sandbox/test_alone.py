"""A run alone has every core of the machine that its judge may use."""

import os
from contextlib import suppress
from pathlib import Path
from threading import Thread

import pytest

from judge.base.processes import Stopped
from judge.machine import cores
from judge.problems.limits import GENERATION
from judge.project.host import JudgeHost
from judge.sandbox import run as sandbox


@pytest.mark.parametrize("alone", [True, False])
def test_it_has_them_from_a_thread_that_may_use_one(
    tree: JudgeHost, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, alone: bool
) -> None:
    """Where verify makes what comes next, its threads may use half of the cores, and so may those that they start."""
    monkeypatch.setattr(cores, "PREFIX", f"\0test-{os.getpid()}-")
    everything = cores.usable_cores()
    own, another = everything[-1:], everything[:1]
    held: list[list[int]] = []

    def call(*_: object, **__: object) -> int:
        held.append([core for core in everything if cores.is_taken(core)])
        raise Stopped

    def run_narrowed() -> None:
        os.sched_setaffinity(0, another)
        with suppress(Stopped):
            sandbox.run(tree, ["program"], GENERATION, tmp_path, cores=own, alone=alone)

    monkeypatch.setattr(sandbox, "call", call)
    thread = Thread(target=run_narrowed)
    thread.start()
    thread.join()
    assert held == [everything if alone else own]
