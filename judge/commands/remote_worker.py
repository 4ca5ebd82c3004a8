"""`judge worker --to`: judges submissions to a remote online judge, until it is stopped."""

import os
import platform
import re
import threading

from judge.base.console import say
from judge.base.interruption import leave_signals_to
from judge.base.secret_files import secret_in
from judge.client.connection import RemoteJudge
from judge.client.remote_desk import RemoteDesk
from judge.client.remote_shelf import RemoteShelf
from judge.client.servers import server_address
from judge.commands.full_isolation import require_full_isolation
from judge.commands.options.worker import WorkerOptions
from judge.commands.store_worker import keep_house, running
from judge.engine.gpu_places import distances_from
from judge.machine.cores import usable_cores
from judge.project.host import JudgeHost
from judge.service.housekeeping import Housekeeping
from judge.service.room import RoomToWork, folders_of_work
from judge.service.work_places import work_places
from judge.service.worker import Worker

CREDENTIAL = "worker-token"


def remote_worker(host: JudgeHost, url: str, options: WorkerOptions) -> int:
    """The command. It ends as a worker of a store does. Returns the exit status."""
    server = server_address(url, insecure=options.insecure)
    lacking = "--to: name the file with the token by --token"
    token = secret_in(options.token, "a token", CREDENTIAL, lacking)
    require_full_isolation(host)
    host = host.with_installation(builds=False)
    name = re.sub(r"[^A-Za-z0-9._-]", "-", options.name or f"{platform.node()}-{os.getpid()}")[:60]
    room = RoomToWork(folders_of_work(host.installation.data.path))
    with RemoteJudge(server, token) as judge:
        desk = RemoteDesk(judge)
        workers = [
            Worker(host, desk, name, RemoteShelf(place.host(host), judge, desk), room.lack, place)
            for place in work_places(host.policy.gpus, usable_cores(), distances_from, options.gpu_jobs)
        ]

        def stop() -> None:
            for worker in workers:
                worker.stop()

        leave_signals_to(stop)
        house = Housekeeping(host.installation.data.compile_cache, None, room.lack)
        threading.Thread(target=keep_house, args=(host, house), daemon=True).start()
        say(f"worker {name} judges what {server} has queued; Ctrl-C stops it")
        first, *others = workers
        with running(others, stop, until_empty=options.until_empty):
            first.run(until_empty=options.until_empty)
        say(f"worker {name} has ended")
    return 0
