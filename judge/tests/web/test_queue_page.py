"""The queue's page: its GPUs, what each does as far as the visitor may know, what they judge a minute, and what is said
where there is none."""

import re

import pytest

from judge.base.records import replace
from judge.store.catalogue_records import ProblemRecord, ProblemState, Role
from judge.store.heartbeats import GPU_WORKER
from judge.store.queue_records import Resource
from judge.store.records import FileRecord, Run, Submission
from judge.tests.gpu_stand_in import ANYWHERE, NOWHERE
from judge.tests.web.sites import RIGHT, SiteUnderTest

EMULATED, NONE_AT_WORK, JUDGES = "judged on the emulated one", "No GPU is working now", "judges a submission"


def test_without_a_gpu_the_page_says_that_one_is_emulated(site: SiteUnderTest) -> None:
    site.site.online.host = site.host.with_policy(gpus=NOWHERE)
    page = site.browser().get("/queue").text
    assert EMULATED in page
    assert NONE_AT_WORK not in page


def test_each_gpu_is_shown_with_what_it_does(site: SiteUnderTest) -> None:
    site.site.online.host = site.host.with_policy(gpus=ANYWHERE)
    store, anna = site.site.store, site.browser(Role.TEAM, "anna")
    assert anna.user
    assert NONE_AT_WORK in site.browser().get("/queue").text
    store.heartbeats.beat("w-gpu0", GPU_WORKER, "GPU 0: <b>fast</b>")
    store.heartbeats.beat("w-gpu1", GPU_WORKER, "GPU 1")
    for _ in range(2):
        given = Submission(1, "mine.cu", "cuda", user_id=anna.user.id)
        store.submissions.submit(given, [FileRecord("mine.cu", RIGHT.encode())], resource=Resource.GPU)
    assert store.queue.claim("w-gpu0", 60_000, resources=[Resource.GPU])
    link = '<a href="/submissions/1">#1</a>'
    for browser, knows in ((anna, True), (site.browser(Role.JURY), True), (site.browser(), False)):
        page = browser.get("/queue").text
        row = page[page.index("GPU 0: &lt;b&gt;fast") : page.index("GPU 1")]
        assert (link in row, JUDGES in row) == (knows, not knows)
        assert "idle" in page[page.index("GPU 1") :]
        assert "1 waiting for one of them" in page
        assert EMULATED not in page


@pytest.mark.parametrize(
    ("state", "who_sees_it"),
    [
        (ProblemState.OPEN, {None, Role.TEAM, Role.JURY}),
        (ProblemState.HIDDEN, {Role.JURY}),
        (ProblemState.DELETED, set()),
    ],
)
def test_a_problem_is_named_to_those_alone_for_whom_it_exists(
    site: SiteUnderTest, state: ProblemState, who_sees_it: set[Role | None]
) -> None:
    site.browser(Role.JURY).submitted(RIGHT, "python3")
    store = site.site.store
    problem = store.catalogue.named(ProblemRecord, "double")
    assert problem
    store.catalogue.put(replace(problem, title="The Unheard-of"))
    store.packages.set_problem(problem.id, state=state, feedback=None)
    pages = {role: site.browser(role).get("/queue").text for role in (None, Role.TEAM, Role.JURY)}
    assert {role for role, page in pages.items() if "Unheard-of" in page} == who_sees_it


def judged(site: SiteUnderTest, worker: str, begun_s: int, ended_s: int, resource: Resource) -> None:
    """Has the worker judge a submission on two tests in this time."""
    store = site.site.store
    given = Submission(1, "mine.cu", "cuda", user_id=1)
    store.submissions.submit(given, [FileRecord("mine.cu", RIGHT.encode())], resource=resource)
    lease = store.queue.claim(worker, 60_000, resources=[resource])
    assert lease
    assert lease.judgement
    runs = [Run(number, f"secret/{number}", "AC", "", 1, 1, 1, 1) for number in (1, 2)]
    store.judgements.finish(lease, replace(lease.judgement, verdict="AC"), runs)
    with store.database.write() as transaction:
        times = (1000 * begun_s, 1000 * ended_s, lease.job.id)
        transaction.change("UPDATE jobs SET claimed_utc_ms = ?, ended_utc_ms = ? WHERE id = ?", *times)


def pace(site: SiteUnderTest, language: str = "en") -> list[float]:
    """The numbers of the line about it: minutes, submissions, runs, submissions a minute."""
    page = site.browser().get("/queue", headers={"accept-language": language}).text
    assert f'lang="{language}"' in page
    [line] = re.findall(r'<p class="pace">(.*)</p>', page)
    return [float(number) for number in re.findall(r"\d+(?:\.\d+)?", line)]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_page_says_what_a_machine_judges_a_minute(site: SiteUnderTest, language: str) -> None:
    site.site.online.host = site.host.with_policy(gpus=ANYWHERE)
    site.site.store.heartbeats.beat("w-gpu0", GPU_WORKER, "GPU 0")
    site.browser(Role.TEAM, "anna")
    judged(site, "w-gpu0", 1000, 1030, Resource.GPU)
    assert pace(site, language) == []  # half a minute
    judged(site, "w-gpu1", 1010, 1060, Resource.GPU)  # at the same time, on the machine's other GPU
    judged(site, "w-gpu0", 9000, 9030, Resource.GPU)
    assert pace(site, language) == [1.5, 3, 6, 2.0]
    judged(site, "x-gpu0", 9000, 9090, Resource.GPU)  # on another machine
    assert pace(site, language) == [3.0, 4, 8, 1.3]
    judged(site, "w", 9000, 9900, Resource.CORE)
    assert pace(site, language) == [3.0, 4, 8, 1.3]


def test_only_the_last_minutes_of_work_count(site: SiteUnderTest) -> None:
    site.site.online.host = site.host.with_policy(gpus=ANYWHERE)
    site.site.store.heartbeats.beat("w-gpu0", GPU_WORKER, "GPU 0")
    site.browser(Role.TEAM, "anna")
    for minute in range(3):  # slow ones of long ago
        judged(site, "w-gpu0", 600 * minute, 600 * minute + 300, Resource.GPU)
    for number in range(20):
        judged(site, "w-gpu0", 9000 + 30 * number, 9030 + 30 * number, Resource.GPU)
    assert pace(site) == [10.0, 20, 40, 2.0]


def test_without_work_on_a_gpu_no_pace_is_shown(site: SiteUnderTest) -> None:
    site.site.online.host = site.host.with_policy(gpus=ANYWHERE)
    site.site.store.heartbeats.beat("w-gpu0", GPU_WORKER, "GPU 0")
    site.browser(Role.TEAM, "anna")
    assert pace(site) == []
    judged(site, "w", 1000, 2000, Resource.CORE)
    assert pace(site) == []
