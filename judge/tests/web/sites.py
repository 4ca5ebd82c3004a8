"""A site with something on it, and browsers that ask for its pages as people do."""

import re
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import cache
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

import anyio
import pytest
from anyio.from_thread import BlockingPortal
from litestar import Litestar, Request
from litestar.testing import TestClient

from judge.project.host import JudgeHost
from judge.service.comparing import Comparer
from judge.service.preparing import Preparer
from judge.service.shelf import Shelf
from judge.service.version_check import VersionCheck
from judge.service.worker import Worker
from judge.store.catalogue_records import Role, User
from judge.store.queue_records import JobKind
from judge.web.app import make_app
from judge.web.passwords import Passwords
from judge.web.site import Site
from judge.web.tokens import new_token, token_sha256

ADDRESS = "http://127.0.0.1:8000"
TOKEN = re.compile(r'name="token" value="([0-9a-f]{64})"')
RIGHT = "n = int(input())\nprint(2 * n)\n"
WRONG = "n = int(input())\nprint(2 * n if n < 5 else 0)\n"
BROKEN = "int main() {\n  return 0\n}\n"
WASTEFUL = """#include <cstdio>
__global__ void turn(const float* in, float* out) {
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  out[x * 128 + y] = in[y * 128 + x];
}
int main() {
  long long n;
  if (scanf("%lld", &n) != 1) return 1;
  float *in, *out, first;
  cudaMalloc(&in, 65536);
  cudaMalloc(&out, 65536);
  cudaMemset(in, 0, 65536);
  turn<<<dim3(4, 16), dim3(32, 8)>>>(in, out);
  cudaMemcpy(&first, out, 4, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  printf("%lld\\n", 2 * n + static_cast<long long>(first));
}
"""
"""A CUDA program that is right, and writes column by column."""
QUICK_PASSWORDS = Passwords(memory_kib=64)
"""Password hashing for all sites of a process: a test asks what becomes of a password, not what it costs to guess
one."""
_apps: list[Litestar] = []
"""Applications whose sites have ended. To make one takes 0.15 s, nearly all of it for the routes, which know no
site."""


@cache
def event_loop() -> BlockingPortal:
    """The event loop of all clients of a process: by itself each starts a thread with a loop for a request."""
    ready: Future[BlockingPortal] = Future()

    async def serve() -> None:
        async with BlockingPortal() as portal:
            ready.set_result(portal)
            await portal.sleep_until_stopped()

    Thread(target=anyio.run, args=[serve], daemon=True).start()
    return ready.result()


def new_client(app: Litestar, base_url: str = ADDRESS, **options: Any) -> TestClient[Any]:
    """A client of a site's application."""
    client = TestClient(app, base_url=base_url, **options)
    client.blocking_portal = event_loop()
    return client


def bodies_read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Fills with the address of each request from now on whose body is read."""
    found: list[str] = []
    stream = Request.stream

    def noted(request: Request[Any, Any, Any]) -> Any:
        found.append(request.scope["path"])
        return stream(request)

    monkeypatch.setattr(Request, "stream", noted)
    return found


@dataclass
class Browser:
    """Signed in or not, it keeps its cookies."""

    client: TestClient[Any]
    user: User | None = None
    landed: str = ""
    """The address to which a form has led, as far as a test says so."""
    look: Callable[[], None] = lambda: None
    """Called before it asks for a page."""

    def get(self, path: str, **options: Any) -> Any:
        self.look()
        return self.client.get(path, follow_redirects=False, **options)

    def token(self, path: str = "/sign-in") -> str:
        """The token of a form on this page."""
        found = TOKEN.search(self.get(path).text)
        assert found
        return found[1]

    def post(self, path: str, fields: Mapping[str, Any] | None = None, **options: Any) -> Any:
        """Sends it as a form of ours does."""
        data = {"token": self.token(), **(fields or {})}
        return self.client.post(path, data=data, follow_redirects=False, **options)

    def submit(self, source: str, language: str, problem: str = "double", **fields: str) -> Any:
        form = {"source": source, "language": language, **fields}
        return self.post(f"/problems/{problem}/submit", form)

    def submitted(self, source: str, language: str) -> int:
        """The number of the new submission."""
        answer = self.submit(source, language)
        assert answer.status_code == 303, answer.text
        return int(urlsplit(answer.headers["location"]).path.rpartition("/")[2])

    def ran(self, source: str, language: str, typed: str) -> int:
        """The number of the new own run."""
        form = {"source": source, "language": language, "input": typed}
        answer = self.post("/problems/double/run", form)
        assert answer.status_code == 303, answer.text
        return int(urlsplit(answer.headers["location"]).path.rpartition("/")[2])


@dataclass
class SiteUnderTest:
    site: Site
    host: JudgeHost
    app: Any = field(init=False)
    listens: bool = False
    """Whether it has a server and with that a feed that runs."""

    def __post_init__(self) -> None:
        self.app = _apps.pop() if _apps else make_app(self.site)
        self.app.state["site"] = self.site

    def end(self) -> None:
        """Leaves the application to the next site. `app.state` is all that one remembers."""
        _apps.append(self.app)

    def browser(self, role: Role | None = None, name: str = "", **options: Any) -> Browser:
        """A browser in which somebody of that role is signed in; without a role, nobody is."""
        browser = Browser(new_client(self.app, **options), look=self.look)
        if role is None:
            return browser
        accounts = self.site.store.accounts
        user = accounts.sign_up(User(name or f"{role}-{new_token()[:6].strip('-_')}", role=role))
        token = new_token()
        accounts.put_link(user.id, token_sha256(token), 60_000)
        assert browser.post(f"/sign-in/{token}").status_code == 303
        browser.user = user
        return browser

    def look(self) -> None:
        """What the feed does by itself where it runs."""
        if not self.listens:
            self.site.feed.spread(self.site.store.events.after(self.site.feed.seen))

    def judge(self) -> None:
        """All that is queued."""
        Worker(self.host, self.site.store, "worker", self._shelf()).run(until_empty=True)

    def check(self) -> None:
        """All packages that wait for it."""
        shelf, store = self._shelf(), self.site.store
        assert shelf.data
        versions = VersionCheck(self.host, store, shelf, shelf.data)
        Preparer(shelf, store, "preparer", versions).run(until_empty=True)

    def compare(self) -> list[int]:
        """All that waits for it; the numbers of the jobs."""
        before = {job.id for job in self.site.store.queue.of_kind(JobKind.COMPARE) if job.state == "queued"}
        Comparer(self.host, self.site.store, "comparer").run(until_empty=True)
        return sorted(before)

    def _shelf(self) -> Shelf:
        return Shelf(self.host, self.site.online.data)
