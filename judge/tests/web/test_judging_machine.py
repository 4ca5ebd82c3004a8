"""What a submission's page says of the machine that judged it, and of times that mean nothing."""

import pytest

from judge.base.records import replace
from judge.service.board import ON_GPU
from judge.service.visibility import Feedback
from judge.store.catalogue_records import Role, host_of
from judge.store.records import FileRecord, Run, Submission
from judge.tests.web.sites import SiteUnderTest

CPU, GPU = "Epyc <9>", "NVIDIA H900"


def page_of(site: SiteUnderTest, language: str, *, is_emulated: bool = False) -> str:
    """The page for who has submitted."""
    store, anna = site.site.store, site.browser(Role.TEAM)
    assert anna.user
    new = Submission(1, "mine.x", language, user_id=anna.user.id)
    number = store.submissions.submit(new, [FileRecord("mine.x", b"1")]).id
    lease = store.queue.claim("worker", 60_000)
    assert lease
    assert lease.judgement
    host = store.catalogue.put_host(host_of(replace(site.host.hardware, cpu=CPU, cores=7, gpu=GPU)))
    done = replace(lease.judgement, verdict="AC", tests_total=1, host_id=host.id, is_emulated=is_emulated)
    run = Run(1, "secret/1", "AC", "", 1, 5, 12_300_000, 4096)
    store.judgements.finish(lease, done, [run])
    text: str = anna.get(f"/submissions/{number}").text
    return text


def test_it_names_processor_and_gpu(site: SiteUnderTest) -> None:
    on_cpu, on_gpu = (page_of(site, language) for language in ("cpp", min(ON_GPU)))
    assert "Epyc &lt;9&gt;, 7 cores" in on_cpu
    assert GPU not in on_cpu
    assert f"Epyc &lt;9&gt;, 7 cores, {GPU}" in on_gpu
    assert on_cpu.count("12.3 ms") == 1


def test_what_was_emulated_has_no_time_and_says_so(site: SiteUnderTest) -> None:
    page = page_of(site, min(ON_GPU), is_emulated=True)
    assert "7 cores, emulated GPU" in page
    assert GPU not in page
    assert "12.3 ms" not in page
    assert '<td class="figure">not timed</td>' in page


@pytest.mark.parametrize("feedback", [Feedback.NONE, Feedback.VERDICT])
def test_where_no_times_are_told_neither_is_the_machine(site: SiteUnderTest, feedback: Feedback) -> None:
    online = site.site.online
    online._policies._feedback = online.coursework._feedback = feedback
    assert "Epyc" not in page_of(site, "cpp")
