"""The times of a test that was run again near its limit, on the page of its submission and in the API."""

import pytest

from judge.base.records import replace
from judge.service.visibility import Feedback
from judge.store.catalogue_records import Role
from judge.store.records import Run
from judge.store.tokens import TokenScope
from judge.tests.web.api_clients import api
from judge.tests.web.sites import RIGHT, SiteUnderTest

CLOSE = {"runs": 3, "low_ns": 960_000_000, "high_ns": 1_000_000_000, "limit_ns": 1_000_000_000}
FAR = {"runs": 2, "low_ns": 1_400_000_000, "high_ns": 1_500_000_000, "limit_ns": 1_000_000_000}
SAID_CLOSE, SAID_FAR = (
    "0.98 ± 0.02 s of 1.00 s: too close, run 3 times",
    "1.45 ± 0.05 s of 1.00 s, run 2 times",
)


@pytest.mark.parametrize(
    ("feedback", "is_told"),
    [(Feedback.VERDICT, False), (Feedback.TEST, True), (Feedback.DIFFERENCE, True), (Feedback.INPUT, True)],
)
def test_how_close_it_was_is_told_where_times_are(
    site: SiteUnderTest, feedback: Feedback, is_told: bool
) -> None:
    online, store = site.site.online, site.site.store
    online._policies._feedback = online.coursework._feedback = feedback
    anna = site.browser(Role.TEAM, "anna")
    number = anna.submitted(RIGHT, "python3")
    lease = store.queue.claim("worker", 60_000)
    assert lease
    assert lease.judgement
    times = {"secret/1": CLOSE, "secret/2": FAR, "secret/3": None, "secret/4": {"runs": "of another version"}}
    runs = [Run(at, test, "AC", "", 1, 5, 5, 4096) for at, test in enumerate(times, start=1)]
    details = {at: {"repeated_time": one} for at, one in enumerate(times.values(), start=1)}
    store.judgements.finish(lease, replace(lease.judgement, verdict="AC", tests_total=4), runs, details)
    page = anna.get(f"/submissions/{number}").text
    assert page.count(SAID_CLOSE) == (2 if is_told else 0)  # in the head and in its row
    assert page.count(SAID_FAR) == (1 if is_told else 0)
    assert page.count(" ± ") == (3 if is_told else 0)
    found = api(site, TokenScope.READ, user=anna.user).get(f"/submissions/{number}").json()["runs"]
    assert [one["repeated_time"] for one in found] == (
        [
            {**CLOSE, "is_too_close": True, "text": SAID_CLOSE},
            {**FAR, "is_too_close": False, "text": SAID_FAR},
            None,
            None,
        ]
        if is_told
        else []
    )
