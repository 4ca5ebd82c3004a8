"""`judge serve`: the online judge, with all that it keeps in one folder."""

import fcntl
import os
import secrets
import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import uvicorn

from judge.base.console import out, say, warn
from judge.base.errors import JudgeError
from judge.base.interruption import leave_signals_to
from judge.base.records import replace
from judge.base.units import plural
from judge.base.user_state import state_folder
from judge.base.whole_files import write_in_one_step
from judge.commands.doctor_serve import findings, plan_of
from judge.commands.notify import ALIVE, READY, STOPPING, notify
from judge.commands.options.serve import ServeOptions
from judge.commands.serve_addresses import address_of, listen, server_settings, site_options
from judge.commands.serve_worker import WorkerProcess
from judge.contest.layouts import load_contest
from judge.doctor.diagnosis import Health
from judge.doctor.isolation import check_isolation
from judge.problems.formats.own import problem_ids
from judge.project.build import PACKAGES, SOLVERS, build
from judge.project.host import JudgeHost
from judge.service.contest_import import import_contest
from judge.service.machine import Examination
from judge.service.online import OnlineJudge
from judge.service.package_files import DROPPED
from judge.service.preparing import ask_for
from judge.service.room import RoomBounds
from judge.service.visibility import Feedback
from judge.store.acting import CONSOLE, Actor, acting
from judge.store.catalogue_records import Contest, Role, User
from judge.store.settings import Registration
from judge.store.store import Store
from judge.web.app import make_app
from judge.web.site import Site
from judge.web.tokens import new_token, token_sha256

LINK_MS = 24 * 3_600_000
ADMIN = "admin"
METRICS_HOST = "127.0.0.1"
SIGN_IN_LINK = "sign-in-link"
"""A file of the data folder."""
ALIVE_TICKS = 100
"""So that systemd hears of it every ten seconds."""
STREAMS_END_S = 5
"""For answers under way, once it is to end."""


def serve(host: JudgeHost, options: ServeOptions) -> int:
    """The command. Returns the exit status."""
    settings = server_settings(options)
    require_full_isolation(host)
    data = options.data or state_folder() / "serve"
    with _held(data), Store.open(data / "store.sqlite") as store:
        listening = listen(options.host, options.port)
        address = address_of(options, listening)
        with acting(Actor(None, CONSOLE, is_staff=True)):
            link = sign_in_link(store, address)
            _change_accounts(store, options)
        _greet(data, address, link, logs_json=options.log_json)
        (data / DROPPED).mkdir(exist_ok=True)
        ask_for(store, problem_ids(host.installation))
        feedback = Feedback[options.feedback.upper()]
        bounds = RoomBounds(options.least_free, options.most_data)
        own_host = host.with_installation(builds=False)
        online = OnlineJudge(own_host, store, feedback=feedback, data=data, bounds=bounds)
        site = Site(
            online,
            site_options(options),
            contests=data / "contests",
            tell=host.tell,
            key=pages_key(data),
            examination=Examination(partial(findings, host, plan_of(host, options))),
        )
        for folder in options.contests:
            _import(site, folder)
        sockets = [listening]
        if options.metrics_port is not None:
            sockets.append(listen(METRICS_HOST, options.metrics_port))
        with WorkerProcess(data / "store.sqlite", logs_json=options.log_json):
            _run(site, sockets, settings | ({"log_config": None} if options.log_json else {}))
    say("the judge has ended; what was not judged yet will be when it starts again")
    return 0


def _import(site: Site, folder: Path) -> None:
    """Raises JudgeError where it cannot be held. What was imported once is left as it is."""
    name = load_contest(folder).id
    if site.store.catalogue.named(Contest, name):
        say(f"contest {name} is here already: it is left as it is")
        return
    assert site.contests
    made = import_contest(site.online.host, site.store, site.contests, folder)
    for line in made.left_out:
        warn(f"not taken in: {line}")
    say(f"contest {name} is here, with {plural(made.submissions, 'submission')}")


def _greet(data: Path, address: str, link: str, *, logs_json: bool) -> None:
    """A log as JSON is read by others, too: the link goes into a file that its owner alone can read."""
    if not logs_json:
        out.print(f"Warp Judge serves {address}/", soft_wrap=True)
        out.print(f"Sign in as {ADMIN}, once, within a day: {link}", soft_wrap=True)
        out.print(f"Everything is kept in {data}; Ctrl-C ends it.", soft_wrap=True)
        return
    file = data / SIGN_IN_LINK
    write_in_one_step(file, f"{link}\n".encode(), mode=0o600)
    say(f"Warp Judge serves {address}/; the link that signs {ADMIN} in, once, within a day, is in {file}")


def _run(site: Site, sockets: list[socket.socket], settings: Mapping[str, Any]) -> None:
    config = uvicorn.Config(
        make_app(site),
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=STREAMS_END_S,
        lifespan="on",
        **settings,
    )
    _Server(config, site).run(sockets=sockets)


class _Server(uvicorn.Server):
    """Ends at the first signal as gracefully as may be, at the second at once."""

    def __init__(self, config: uvicorn.Config, site: Site) -> None:
        super().__init__(config)
        self._site = site

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        leave_signals_to(self._stop)
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        notify(READY)

    async def on_tick(self, counter: int) -> bool:
        """Called ten times a second, unless something holds the loop up: then systemd's watchdog starts it anew."""
        if counter % ALIVE_TICKS == 0:
            notify(ALIVE)
        return await super().on_tick(counter)

    def _stop(self) -> None:
        notify(STOPPING)
        self._site.feed.is_closing = True
        self.should_exit = True


def require_full_isolation(host: JudgeHost) -> None:
    """Strangers' programs are run: raises JudgeError where anything that keeps them apart is missing."""
    if not host.installation.runner.exists():
        build(host, SOLVERS, problems=[PACKAGES])
    missing = [one for one in check_isolation(host.installation) if one.state is not Health.GOOD]
    if missing:
        lines = [f"  {one.what}: {one.found}\n    {one.why}; to have it: {one.advice}" for one in missing]
        raise JudgeError(
            "strangers' programs are run here only where they are fully isolated from this machine. Missing:\n"
            + "\n".join(lines)
        )


def sign_in_link(store: Store, address: str) -> str:
    """Makes the administrator's account if there is none. The link is shown once: the store knows its hash."""
    admin = store.accounts.user_named(ADMIN)
    if admin is None:
        admin = store.accounts.sign_up(User(ADMIN, role=Role.ADMIN))
    token = new_token()
    store.accounts.put_link(admin.id, token_sha256(token), LINK_MS)
    return f"{address}/sign-in/{token}"


def _change_accounts(store: Store, options: ServeOptions) -> None:
    if options.sign_up is not None:
        rule = Registration(options.sign_up)
        store.settings.put(replace(store.settings.get(), registration=rule))
    if name := options.forget_second_factor:
        user = store.accounts.user_named(name)
        if user is None:
            raise JudgeError(f"--forget-second-factor: there is no user called {name}.")
        store.second_factors.remove(user.id)


def pages_key(data: Path) -> bytes:
    """The pages' own secret: made once, and kept beside the store."""
    file = data / "pages.key"
    with suppress(FileNotFoundError):
        return file.read_bytes()
    write_in_one_step(file, secrets.token_bytes(32), mode=0o600)
    return file.read_bytes()


@contextmanager
def _held(data: Path) -> Iterator[None]:
    """The data folder, for one `judge serve` at a time. It is the owner's alone: sources and hashes lie in it."""
    data.mkdir(parents=True, exist_ok=True, mode=0o700)
    with (data / "lock").open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            lock.seek(0)
            raise JudgeError(
                f"{data} is served already, by process {lock.read().strip() or '?'}: end that one, or choose another "
                "folder with --data."
            ) from error
        lock.truncate(0)
        lock.write(f"{os.getpid()}\n")
        lock.flush()
        yield
