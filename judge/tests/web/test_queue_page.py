"""The queue's page: its GPUs, what each does as far as the visitor may know, and what is said where there is none."""

from judge.store.catalogue_records import Role
from judge.store.heartbeats import GPU_WORKER
from judge.store.queue_records import Resource
from judge.store.records import FileRecord, Submission
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
