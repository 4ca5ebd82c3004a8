"""A site that listens on loopback, for browsers and clients that are programs of their own, and a worker beside it."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn

from judge.service.worker import Worker
from judge.tests.web.sites import SiteUnderTest


@contextmanager
def running(site: SiteUnderTest, port: int = 0, **settings: Any) -> Iterator[str]:
    """Its address. `port` 0: any free one."""
    config = uvicorn.Config(site.app, port=port, log_level="error", timeout_graceful_shutdown=1, **settings)
    server = uvicorn.Server(config)
    serving = threading.Thread(target=server.run)
    site.site.feed.is_closing, site.listens = False, True
    serving.start()
    try:
        while not server.started:
            assert serving.is_alive()
            time.sleep(0.01)
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        site.site.feed.is_closing = server.should_exit = True
        serving.join()
        site.listens = False


@contextmanager
def judging(site: SiteUnderTest) -> Iterator[None]:
    """Judges all submissions meanwhile."""
    worker = Worker(site.host, site.site.store, "worker")
    working = threading.Thread(target=worker.run)
    working.start()
    try:
        yield
    finally:
        worker.stop()
        working.join()
