"""The pages of a store in a process of their own, for benchmarks that ask them from this one."""

import multiprocessing
import socket
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from msgspec import Struct

from judge.commands.serve_addresses import listen
from judge.project.host import this_host
from judge.service.online import OnlineJudge
from judge.store.store import Store
from judge.web.app import make_app
from judge.web.site import Site


class ServedPages(Struct, frozen=True):
    port: int
    process: int
    """The id of the process that serves."""


@contextmanager
def pages_served(address: str) -> Iterator[ServedPages]:
    """Serves the pages of the store at this address for the `with` block."""
    listening = listen("127.0.0.1", 0)
    server = multiprocessing.get_context("fork").Process(target=_serve, args=(address, listening))
    server.start()
    try:
        assert server.pid
        yield ServedPages(listening.getsockname()[1], server.pid)
    finally:
        server.terminate()
        server.join()
        listening.close()


def _serve(address: str, listening: socket.socket) -> None:
    with Store.open(address) as store:
        site = Site(OnlineJudge(this_host().with_installation(builds=False), store), store_address=address)
        uvicorn.Server(uvicorn.Config(make_app(site), log_level="error")).run(sockets=[listening])
