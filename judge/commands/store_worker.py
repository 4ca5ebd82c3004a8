"""`judge worker --store`: judges submissions in a store, until it is stopped."""

import hashlib
import os
import platform
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

from judge.base.children import ask_children_to_end, end_children
from judge.base.console import say
from judge.base.errors import JudgeError
from judge.base.events import Warned
from judge.base.interruption import CHILDREN_S, leave_signals_to
from judge.base.scratch import remove_folders
from judge.commands.engine_choice import cluster_for, engine_file_of, on_nodes
from judge.commands.options.worker import WorkerOptions
from judge.engine.gpu_places import distances_from
from judge.machine.cores import usable_cores
from judge.project.host import JudgeHost
from judge.service.background import Background
from judge.service.comparing import Comparer
from judge.service.housekeeping import Housekeeping
from judge.service.preparing import Preparer
from judge.service.room import RoomToWork, folders_of_work
from judge.service.shelf import Shelf
from judge.service.version_check import VersionCheck
from judge.service.work_places import whole_machine, work_places
from judge.service.worker import KINDS, Worker
from judge.store.addresses import SERVERS, without_password
from judge.store.queue_records import JobKind
from judge.store.store import Store

HOUSE_S = 30.0
"""The time between two looks for old data."""
MOST_VERSIONS = 1000


def store_worker(host: JudgeHost, address: str, options: WorkerOptions) -> int:
    """The command. The first signal lets it finish its current jobs, for a while; the second ends it at once, and
    other workers get the jobs. A worker of `serve` also makes problems ready and compares submissions, and ends when
    its standard input does, with the process that started it. Returns the exit status."""
    of_serve = options.of_serve
    name = options.name or f"{platform.node()}-{os.getpid()}"
    with Store.open(address) as store:
        host = host.with_installation(builds=False)
        data = options.data if address.startswith(SERVERS) else Path(address).resolve().parent
        shelf = Shelf(host, data)
        room = RoomToWork(folders_of_work(host.installation.data.path, data))
        workers = [] if options.only_ready else _workers(host, store, name, room, address, shelf, options)
        versions = VersionCheck(host, store, shelf, data) if data else None
        behind: list[Background] = []
        if of_serve:
            behind = [
                Preparer(shelf, store, f"{name}-preparing", versions, room.lack),
                Comparer(host, store, f"{name}-comparing", room.lack),
            ]

        is_over = threading.Event()

        def stop() -> None:
            is_over.set()
            for at_work in workers:
                at_work.stop()
            for one in behind:
                threading.Thread(target=one.stop, daemon=True).start()

        leave_signals_to(stop)
        for one in behind:
            threading.Thread(target=_run, args=(one, stop), daemon=True).start()
        if of_serve:
            threading.Thread(target=_when_input_ends, args=(stop,), daemon=True).start()
            compiled = host.installation.data.compile_cache
            house = Housekeeping(compiled, data, room.lack, lambda place: _is_offered(store, place))
            threading.Thread(target=keep_house, args=(host, house), daemon=True).start()
        does = "judges" if workers else "makes ready"
        say(f"worker {name} {does} what {without_password(address)} has queued; Ctrl-C stops it")
        if workers:
            with running(workers[1:], stop, until_empty=options.until_empty):
                workers[0].run(until_empty=options.until_empty)
        else:
            is_over.wait()
        say(f"worker {name} has ended")
        for one in behind:
            one.stop()
        if of_serve:
            _leave()
    return 0


def _workers(
    host: JudgeHost,
    store: Store,
    name: str,
    room: RoomToWork,
    address: str,
    shelf: Shelf,
    options: WorkerOptions,
) -> list[Worker]:
    """The workers: one for the cores, one for each GPU, and perhaps one that judges through Slurm. Runs on a user's own
    input are always done here."""
    keys = cluster_for(host.installation, options.engine, options.engine_file)
    kinds = (JobKind.RUN,) if keys else KINDS
    first, *others = work_places(host.policy.gpus, usable_cores(), distances_from, options.gpu_jobs)
    workers = [Worker(host, store, name, shelf, room.lack, first, kinds=kinds)]
    for place in others:
        of_place = Shelf(place.host(host), shelf.data)
        workers.append(Worker(host, store, name, of_place, room.lack, place, kinds=kinds))
    if keys is None:
        return workers
    from judge.service.cluster_pool import ClusterPool  # most workers need none of its modules

    pool_name = f"store-{hashlib.sha256(address.encode()).hexdigest()[:12]}"
    file = engine_file_of(host.installation, options.engine_file)
    there = on_nodes(host, keys, file, f"{pool_name}-0")
    pool, place = ClusterPool(there, keys, pool_name), whole_machine(there)
    shelf = Shelf(there, shelf.data)
    judging = Worker(there, store, f"{name}-slurm", shelf, room.lack, place, pool, (JobKind.JUDGE,))
    return [*workers, judging]


@contextmanager
def running(workers: Sequence[Worker], stop: Callable[[], None], *, until_empty: bool) -> Iterator[None]:
    """Runs them for the `with` block, each in a thread. If one fails, all stop, and its error is raised."""
    failures: list[BaseException] = []

    def work(worker: Worker) -> None:
        try:
            worker.run(until_empty=until_empty)
        except BaseException as error:
            failures.append(error)
            stop()

    threads = [threading.Thread(target=work, args=(one,), name=one.name) for one in workers]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        if not until_empty:
            stop()
        for thread in threads:
            thread.join()
    if failures:
        raise failures[0]


def _run(background: Background, stop: Callable[[], None]) -> None:
    """If that fails, the worker ends and is restarted."""
    try:
        background.run()
    finally:
        stop()


def keep_house(host: JudgeHost, house: Housekeeping) -> NoReturn:
    while True:
        try:
            house.look()
        except (JudgeError, OSError) as error:
            host.tell(Warned(f"old data could not be removed: {error}"))
        time.sleep(HOUSE_S)


def _is_offered(store: Store, place: str) -> bool:
    """Whether an uploaded version of a problem is there that has not been unpacked yet."""
    return any(one.origin.startswith(place) for one in store.packages.newest(MOST_VERSIONS))


def _when_input_ends(stop: Callable[[], None]) -> None:
    while sys.stdin.buffer.read(1):
        pass
    stop()


def _leave() -> NoReturn:
    """Ends the process: a preparation that was returned may be in the middle of something that takes minutes."""
    ask_children_to_end()
    end_children(time.monotonic() + CHILDREN_S)
    remove_folders()
    os._exit(0)
