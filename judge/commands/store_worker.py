"""`judge worker --store`: judges what is submitted to a store, until it is told to stop."""

import os
import platform

from judge.base.console import say
from judge.base.interruption import leave_signals_to
from judge.project.paths import Project
from judge.service.worker import Worker
from judge.store.store import Store


def store_worker(project: Project, address: str, name: str | None, *, until_empty: bool) -> int:
    """The command. The first signal lets it end what it has begun, for a while; the second ends it at once, and what it
    has begun goes to another worker. Returns the exit status."""
    name = name or f"{platform.node()}-{os.getpid()}"
    with Store.open(address) as store:
        worker = Worker(project.with_settings(builds=False), store, name)
        leave_signals_to(worker.stop)
        say(f"worker {name} judges what {address} has queued; Ctrl-C ends it")
        worker.run(until_empty=until_empty)
    say(f"worker {name} has ended")
    return 0
