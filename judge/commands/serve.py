"""`judge serve`: the online judge, with all its data in one folder."""

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
from judge.base.scratch import scratch_folder
from judge.base.units import DAY_MS, plural
from judge.base.whole_files import write_in_one_step
from judge.commands.doctor_serve import findings, plan_of
from judge.commands.full_isolation import require_full_isolation
from judge.commands.notify import ALIVE, READY, STOPPING, notify
from judge.commands.options.serve import ServeOptions, engine_words
from judge.commands.serve_addresses import address_of, listen, server_settings, site_options
from judge.commands.serve_building import Building
from judge.commands.serve_folder import LOCK, default_data
from judge.commands.serve_institution import institution_of
from judge.commands.serve_mail import mail_of
from judge.commands.serve_store import ServedStore
from judge.commands.serve_users import TwoUsers, users_for
from judge.commands.serve_worker import ServedWorker, WorkerProcess
from judge.contest.layouts import load_contest, require_contest
from judge.machine.gpus import Gpus
from judge.project.host import JudgeHost
from judge.service.contest_import import Imported, end_import, import_contest, unfinished_imports
from judge.service.institution import Institution
from judge.service.machine import Examination
from judge.service.online import OnlineJudge
from judge.service.package_files import DROPPED
from judge.service.preparing import ask_for
from judge.service.room import RoomBounds
from judge.service.visibility import Feedback
from judge.store.acting import CONSOLE, Actor, acting
from judge.store.catalogue_records import ContestRecord, Role, User
from judge.store.settings import Registration
from judge.store.store import Store
from judge.web.app import make_app
from judge.web.mailer import Mailer
from judge.web.site import Site
from judge.web.tokens import new_token, token_sha256

LINK_MS = DAY_MS
ADMIN = "admin"
METRICS_HOST = "127.0.0.1"
SIGN_IN_LINK = "sign-in-link"
"""A file of the data folder."""
ALIVE_TICKS = 100
"""The number of ticks after which systemd is notified: every ten seconds."""
STREAMS_END_S = 5
"""The time for answers in progress, once the server ends."""


def serve(host: JudgeHost, options: ServeOptions) -> int:
    contests = [folder.absolute() for folder in options.contests]
    for folder in contests:
        require_contest(folder)
    settings, institution, mail = server_settings(options), institution_of(options), mail_of(options)
    require_full_isolation(host)
    data = (options.data or default_data()).absolute()
    served = ServedStore(data, options.store)
    with _held(data, is_shared=options.store is not None):
        listening = listen(options.host, options.port)
        sockets = [listening]
        if options.metrics_port is not None:
            sockets.append(listen(METRICS_HOST, options.metrics_port))
        plan = plan_of(host, options, options.store)
        users = users_for(host, data, options.users)
        gpus = host.policy.gpus.here
        worker = ServedWorker(served.words, gpus, engine_words(options), logs_json=options.log_json)
        two = TwoUsers(host, served, users, worker) if users else None
        # From here on root has no rights, if there are two users.
        host = two.begin() if two else host.with_installation(builds=False)
        examination = Examination(partial(findings, host, plan))
        with Store.open(served.address) as store:
            address = address_of(options, listening)
            with acting(Actor(None, CONSOLE, is_staff=True)):
                link = sign_in_link(store, address)
                _change_accounts(store, options)
            site = _site(host, store, served, options, institution, examination)
            _end_imports(site)
            for folder in contests:
                _import(site, folder)
            # Only now: a contest that cannot be imported ends the judge.
            _print_link(data, address, link, logs_json=options.log_json)
            if mail:
                site.mailer = Mailer(store, mail, site.key, address, host.tell)
            # If the store is on a server, other machines may have what a problem needs.
            is_alone = host.policy.gpus.obstacle and options.store is None
            if is_alone and (moved := store.queue.without_gpus()):
                say(f"there is no GPU here any more: {plural(moved, 'job')} will be done on the emulated one")
            if shared := shared_gpus(host.policy.gpus, options.gpu_jobs):
                say(shared)
            server = _server(site, settings | ({"log_config": None} if options.log_json else {}))
            with _judging(two, worker, site, server):
                server.run(sockets=sockets)
    say("the judge has stopped; what is left is judged when it starts again")
    return 1 if two and two.has_failed else 0


def _site(
    host: JudgeHost,
    store: Store,
    served: ServedStore,
    options: ServeOptions,
    institution: Institution,
    examination: Examination,
) -> Site:
    data = served.data
    (data / DROPPED).mkdir(exist_ok=True)
    feedback = Feedback[options.feedback.upper()]
    bounds = RoomBounds(options.least_free, options.most_data)
    online = OnlineJudge(host, store, feedback=feedback, data=data, bounds=bounds)
    return Site(
        online,
        site_options(options),
        tell=host.tell,
        key=pages_key(data),
        store_address=served.address,
        examination=examination,
        institution=institution,
    )


@contextmanager
def _judging(two: TwoUsers | None, worker: ServedWorker, site: Site, server: "_Server") -> Iterator[None]:
    """Judges for the `with` block, and makes the installation's problems ready."""

    def on_built(name: str) -> None:
        ask_for(site.store, [name])

    if two:
        with two.judging(on_built, server.stop):
            yield
    else:
        with Building().heard(on_built), WorkerProcess(worker.start):
            yield


def shared_gpus(gpus: Gpus, jobs: int) -> str:
    """A warning about shared GPUs; empty: none is shared."""
    if jobs == 1:
        return ""
    if gpus.obstacle:
        return f"--gpu-jobs {jobs} changes nothing: {gpus.obstacle}"
    return (
        f"up to {jobs} submissions share a GPU: while they do, its memory is not limited, and one can slow "
        "down or starve the others; what fails then is run again alone"
    )


def _import(site: Site, folder: Path) -> None:
    """Imports a contest. Raises JudgeError if it cannot be held. One that was imported before is left as it is."""
    name = load_contest(folder).id
    if site.store.catalogue.named(ContestRecord, name):
        say(f"contest {name} already exists and is left unchanged")
        return
    assert site.contests
    made = import_contest(site.online.host, site.store, site.contests, folder)
    _say_left_out(made)
    say(f"contest {name} is here, with {plural(made.submissions, 'submission')}")


def _end_imports(site: Site) -> None:
    """Ends the imports that were interrupted, such as by the end of the judge."""
    assert site.contests
    for name in unfinished_imports(site.contests):
        try:
            made = end_import(site.online.host, site.store, site.contests, name)
        except (JudgeError, OSError) as error:
            warn(f"contest {name} is still not imported as a whole: {error}")
            continue
        if made:
            _say_left_out(made)
            say(f"contest {name} is complete now, with {plural(made.submissions, 'more submission')}")


def _say_left_out(made: Imported) -> None:
    for line in made.left_out:
        warn(f"not imported: {line}")


def _print_link(data: Path, address: str, link: str, *, logs_json: bool) -> None:
    """Prints the sign-in link. Others may read a JSON log, so then the link goes to a file that only its owner can
    read."""
    if not logs_json:
        out.print(f"Warp Judge serves {address}/", soft_wrap=True)
        out.print(f"Sign in as {ADMIN}, once, within a day: {link}", soft_wrap=True)
        out.print(f"Everything is stored in {data}; Ctrl-C stops it.", soft_wrap=True)
        return
    file = data / SIGN_IN_LINK
    write_in_one_step(file, f"{link}\n".encode(), mode=0o600)
    say(f"Warp Judge serves {address}/; the link that signs {ADMIN} in, once, within a day, is in {file}")


def _server(site: Site, settings: Mapping[str, Any]) -> "_Server":
    config = uvicorn.Config(
        make_app(site),
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=STREAMS_END_S,
        lifespan="on",
        **settings,
    )
    return _Server(config, site)


class _Server(uvicorn.Server):
    """A server that ends gracefully at the first signal, and at once at the second."""

    def __init__(self, config: uvicorn.Config, site: Site) -> None:
        super().__init__(config)
        self._site = site

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        leave_signals_to(self.stop)
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        notify(READY)

    async def on_tick(self, counter: int) -> bool:
        """Called ten times a second, unless something blocks the loop: then systemd's watchdog restarts it."""
        if counter % ALIVE_TICKS == 0:
            notify(ALIVE)
        return await super().on_tick(counter)

    def stop(self) -> None:
        notify(STOPPING)
        self._site.feed.is_closing = True
        self.should_exit = True


def sign_in_link(store: Store, address: str) -> str:
    """Creates the administrator's account if there is none. The link is shown once: the store has only its hash."""
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
    """The pages' own secret: made once, and kept next to the store."""
    file = data / "pages.key"
    with suppress(FileNotFoundError):
        return file.read_bytes()
    with scratch_folder(data) as own:
        write_in_one_step(own / file.name, secrets.token_bytes(32), mode=0o600)
        with suppress(FileExistsError):  # another `judge serve` of this folder was faster: both use its key
            os.link(own / file.name, file)
    return file.read_bytes()


@contextmanager
def _held(data: Path, *, is_shared: bool) -> Iterator[None]:
    """The data folder, for one `judge serve` at a time; with `is_shared`, for any number whose store is on a server.
    Only the owner can read it, as it contains sources and hashes."""
    data.mkdir(parents=True, exist_ok=True, mode=0o700)
    flags = os.O_RDWR | os.O_APPEND | os.O_NOFOLLOW
    try:  # not to be created again if another user owns it: fs.protected_regular
        descriptor = os.open(data / LOCK, flags)
    except FileNotFoundError:
        descriptor = os.open(data / LOCK, flags | os.O_CREAT, 0o640)
    with os.fdopen(descriptor, "a+", encoding="utf-8") as lock:
        try:
            fcntl.flock(lock, (fcntl.LOCK_SH if is_shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except BlockingIOError as error:
            lock.seek(0)
            raise JudgeError(
                f"{data} is already served by process {lock.read().strip() or '?'}: stop it, or choose another "
                "folder with --data."
            ) from error
        lock.truncate(0)
        lock.write(f"{os.getpid()}\n")
        lock.flush()
        yield
