"""`judge worker --store`: judges what is submitted to a store, until it is told to stop."""

import os
import platform
import sys
import threading
import time
from contextlib import suppress

from judge.base.children import ask_children_to_end, end_children
from judge.base.console import say
from judge.base.interruption import CHILDREN_S, leave_signals_to
from judge.project.paths import Project
from judge.service.worker import Worker
from judge.store.errors import StoreError
from judge.store.queue_records import Lease
from judge.store.store import Store


def store_worker(
    project: Project, address: str, name: str | None, *, until_empty: bool, of_serve: bool = False
) -> int:
    """The command. The first signal lets it end what it has begun, for a while; the second ends it at once, and what it
    has begun goes to another worker. `of_serve`: it also makes problems ready, and ends when its standard input does,
    with whoever has started it. Returns the exit status."""
    name = name or f"{platform.node()}-{os.getpid()}"
    with Store.open(address) as store:
        worker = Worker(project.with_settings(builds=of_serve), store, name, prepares=of_serve)
        leave_signals_to(lambda: _stop(worker, store))
        if of_serve:
            threading.Thread(target=_stop_with_input, args=(worker, store), daemon=True).start()
        say(f"worker {name} judges what {address} has queued; Ctrl-C ends it")
        worker.run(until_empty=until_empty)
    say(f"worker {name} has ended")
    return 0


def _stop(worker: Worker, store: Store) -> None:
    worker.stop()
    if lease := worker.preparing:
        threading.Thread(target=_leave, args=(store, lease), daemon=True).start()


def _leave(store: Store, lease: Lease) -> None:
    """In the middle of a preparation, which takes minutes and can be begun again at any time."""
    with suppress(StoreError):
        store.queue.release(lease)
    ask_children_to_end()
    end_children(time.monotonic() + CHILDREN_S)
    os._exit(0)


def _stop_with_input(worker: Worker, store: Store) -> None:
    while sys.stdin.buffer.read(1):
        pass
    _stop(worker, store)
