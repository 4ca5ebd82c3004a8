"""Workers that know a server's address and a token alone: over a socket, as another machine would."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.base.events import Event
from judge.base.records import replace
from judge.base.submission_state import State
from judge.client.connection import RemoteJudge
from judge.client.failures import RefusedThere
from judge.client.remote_desk import RemoteDesk
from judge.client.remote_shelf import RemoteShelf, require_harmless
from judge.machine.hardware import Hardware
from judge.service.background import LEASE_MS
from judge.service.desk import StoreDesk
from judge.service.remote_workers import BundledFile, PackageBundle
from judge.service.shelf import NotHere
from judge.service.visibility import Viewer
from judge.service.worker import KINDS, Worker
from judge.store.catalogue_records import ProblemRecord, Role, User
from judge.store.errors import LeaseLost, Unavailable
from judge.store.queue_records import JobState, Lease, Resource
from judge.store.tokens import TokenScope
from judge.tests.opened import open_problem
from judge.tests.packages import HIDDEN_LIMIT, LEGACY, written
from judge.tests.web.api_clients import token_of
from judge.tests.web.running import running
from judge.tests.web.sites import SiteUnderTest
from judge.web.api import worker_routes
from judge.web.routing import handlers_of

pytestmark = pytest.mark.built

RIGHT = b"n = int(input())\nprint(2 * n)\n"
WRONG = b"n = int(input())\nprint(2 * n if n < 5 else 0)\n"
ELSEWHERE = Hardware("a slow processor", 2, 1 << 30, "6.1", None, None, None)


class Elsewhere:
    """Another machine, with a folder of its own."""

    def __init__(
        self, site: SiteUnderTest, address: str, folder: Path, scope: TokenScope = TokenScope.WORKER
    ) -> None:
        self.admin = site.site.store.accounts.sign_up(User(f"admin-{folder.name}", role=Role.ADMIN))
        self.token = token_of(site, self.admin, scope)
        self.heard: list[Event] = []
        host = replace(site.host.with_installation(data_path=folder), tell=self.heard.append)
        self.host = host.with_engine(nodes=None)
        self.judge = RemoteJudge(address, self.token)
        self.desk = RemoteDesk(self.judge)
        self.shelf = RemoteShelf(self.host, self.judge, self.desk)

    def work(self) -> None:
        Worker(self.host, self.desk, "lab", self.shelf).run(until_empty=True)

    def claim(self, held: tuple[int, ...] = ()) -> Lease | None:
        return self.desk.claim("lab", LEASE_MS, KINDS, (Resource.CORE, Resource.ALL_CORES), held)


@pytest.fixture
def elsewhere(site: SiteUnderTest, tmp_path: Path) -> Iterator[Elsewhere]:
    (tmp_path / "other").mkdir()
    with running(site) as address:
        other = Elsewhere(site, address, tmp_path / "other")
        with other.judge:
            yield other


def submitted(site: SiteUnderTest, source: bytes, problem: str = "double") -> int:
    store = site.site.store
    anna = store.catalogue.put(User("anna"))
    return site.site.online.submit(Viewer(anna.id, Role.TEAM), problem, {"mine.py": source}, None).id


def test_what_is_submitted_is_judged_elsewhere_and_no_person_has_done_it(
    site: SiteUnderTest, elsewhere: Elsewhere
) -> None:
    numbers = [submitted(site, RIGHT), submitted(site, WRONG)]
    elsewhere.work()
    store = site.site.store
    judgements = [store.judgements.counting([number])[number] for number in numbers]
    assert [one.verdict for one in judgements] == ["AC", "WA"]
    for one in judgements:
        assert one.host_id is not None
        assert one.job_id is not None
        assert store.queue.job(one.job_id).worker == f"lab@{store.tokens.of(elsewhere.admin.id)[0].id}"
        assert len(store.judgements.runs(one.id)) == one.tests_total or one.verdict == "WA"
    told = [event for event in store.events.after(0) if event.submission_id in numbers]
    assert {event.actor_id for event in told if event.judgement_id} == {None}
    assert {event.address for event in told if event.judgement_id} == {None}


def test_an_own_run_is_done_elsewhere(site: SiteUnderTest, elsewhere: Elsewhere) -> None:
    number = site.browser(Role.TEAM, "bert").ran(RIGHT.decode(), "python3", "21\n")
    elsewhere.work()
    outcome = site.site.store.own_runs.outcome(number)
    assert outcome
    assert outcome.stdout.text == "42\n"


def test_a_package_travels_once_by_its_content(
    site: SiteUnderTest, elsewhere: Elsewhere, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = written(tmp_path / "packages-here" / "treble", LEGACY)
    problem = open_problem(site.site.online, str(package))
    asked: list[str] = []
    content = elsewhere.judge.content

    def counted(path: str, size_bytes: int) -> Iterator[bytes]:
        asked.append(path)
        return content(path, size_bytes)

    monkeypatch.setattr(elsewhere.judge, "content", counted)
    for number in range(2):
        submitted(site, RIGHT + b"# %d\n" % number, problem.name)
        elsewhere.work()
    assert len(asked) == len(set(asked)) > 0
    store = site.site.store
    assert {store.submissions.get(one.id).state for one in store.submissions.newest()} == {State.DONE}
    place = Path(elsewhere.shelf.where(problem))
    assert place.is_relative_to(tmp_path / "other")
    assert (place / "problem.yaml").read_bytes() == (package / "problem.yaml").read_bytes()


def test_a_package_travels_with_its_hidden_limit_and_its_linked_folders(
    site: SiteUnderTest, elsewhere: Elsewhere, tmp_path: Path
) -> None:
    package = written(
        tmp_path / "packages-here" / "treble", {**HIDDEN_LIMIT, "more/3.in": "1\n", "more/3.ans": "2\n"}
    )
    (package / "data/secret/more").symlink_to("../../more")
    problem = open_problem(site.site.online, str(package))
    number = submitted(site, RIGHT, problem.name)
    elsewhere.work()
    assert site.site.store.submissions.get(number).state is State.DONE
    assert elsewhere.shelf.prepared(problem).sha256 == problem.data_sha256


def test_a_problem_that_differs_here_is_left_to_others(site: SiteUnderTest, elsewhere: Elsewhere) -> None:
    number = submitted(site, RIGHT)
    store = site.site.store
    problem = store.catalogue.named(ProblemRecord, "double")
    assert problem
    with store.database.write() as transaction:
        transaction.update("problems", {"data_sha256": "a" * 64}, problem.id)
    with pytest.raises(NotHere, match="double"):
        elsewhere.work()
    [job] = [store.queue.job(one) for one in (1,)]
    assert (store.submissions.get(number).state, job.losses) == (State.QUEUED, 0)


def test_a_claim_whose_answer_was_lost_is_given_again(site: SiteUnderTest, elsewhere: Elsewhere) -> None:
    first, second = submitted(site, RIGHT), submitted(site, WRONG)
    lost = elsewhere.claim()
    again = elsewhere.claim()
    assert lost
    assert again
    assert lost.submission
    assert lost.submission.id == first
    assert (again.job.id, again.job.attempt) == (lost.job.id, lost.job.attempt)
    other = elsewhere.claim((again.job.id,))
    assert other
    assert other.submission
    assert other.submission.id == second
    assert elsewhere.claim((again.job.id, other.job.id)) is None


def test_a_lease_is_its_token_s_and_ends_with_its_attempt(
    site: SiteUnderTest, elsewhere: Elsewhere, tmp_path: Path
) -> None:
    submitted(site, RIGHT)
    lease = elsewhere.claim()
    assert lease
    (tmp_path / "third").mkdir()
    other = Elsewhere(site, elsewhere.judge.server, tmp_path / "third")
    for use in (other.desk.heartbeat, other.desk.release, other.desk.given):
        with pytest.raises(RefusedThere) as refused:
            use(lease)
        assert refused.value.status == 404
    elsewhere.desk.heartbeat(lease)
    elsewhere.desk.release(lease)
    with pytest.raises(LeaseLost):
        elsewhere.desk.heartbeat(lease)
    assert site.site.store.queue.job(lease.job.id).state is JobState.QUEUED


@pytest.mark.parametrize("role", [Role.TEAM, Role.JURY])
def test_who_is_no_administrator_any_more_has_no_workers(
    site: SiteUnderTest, elsewhere: Elsewhere, role: Role
) -> None:
    with site.site.store.database.write() as transaction:
        transaction.update("users", {"role": role.value}, elsewhere.admin.id)
    with pytest.raises(RefusedThere) as refused:
        elsewhere.claim()
    assert refused.value.status == 403


def test_machines_of_different_speed_are_named(site: SiteUnderTest, elsewhere: Elsewhere) -> None:
    elsewhere.host = elsewhere.host.with_engine(nodes=ELSEWHERE)
    here, there = StoreDesk(site.site.store).host_id(site.host.hardware), elsewhere.desk.host_id(ELSEWHERE)
    assert here != there
    assert site.site.store.catalogue.host(there).cpu == ELSEWHERE.cpu


def test_while_the_server_is_away_what_was_found_out_is_kept(
    site: SiteUnderTest, elsewhere: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = submitted(site, RIGHT)
    left = [3]
    ask = elsewhere.judge.ask

    def away(method: str, path: str, *more: object) -> object:
        if path.endswith("/judgement") and left[0]:
            left[0] -= 1
            raise Unavailable("the cable is cut.") if left[0] % 2 else ConnectionGone()
        return ask(method, path, *more)  # type: ignore[arg-type]

    monkeypatch.setattr("judge.service.full_disk.LOOK_S", 0.01)
    monkeypatch.setattr(elsewhere.judge, "ask", away)
    elsewhere.work()
    [judgement] = site.site.store.judgements.of(number)
    assert (judgement.verdict, judgement.counts, left) == ("AC", True, [0])


class ConnectionGone(Unavailable):
    def __init__(self) -> None:
        super().__init__("the connection is gone.")


def test_the_documented_requests_are_those_that_there_are() -> None:
    text = (Path(__file__).parents[3] / "docs" / "cluster.md").read_text()
    told = set(re.findall(r"^\| `(GET|POST) /api(/worker/\S+)` \|", text, re.MULTILINE))
    routes = {
        (method, re.sub(r"\{(\w+):\w+\}", lambda found: found[1].upper(), path))
        for route in handlers_of(worker_routes)
        for path in route.paths
        for method in route.http_methods & {"GET", "POST"}
    }
    assert told == routes


@pytest.mark.parametrize("path", ["../else.txt", "/etc/else.txt", "a/../../else.txt"])
def test_no_path_of_a_package_leads_out_of_its_folder(path: str) -> None:
    bundle = PackageBundle("double", (BundledFile(path, "a" * 64, 1),))
    with pytest.raises(JudgeError, match="within the package"):
        require_harmless(bundle)
