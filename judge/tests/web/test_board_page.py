"""The pages of times and of the queue: a picture, a text for anyone who does not see it, and the place of one's own."""

import pytest

from judge.store.catalogue_records import Role
from judge.tests.web.sites import RIGHT, WRONG, SiteUnderTest

pytestmark = pytest.mark.built


def test_accepted_times_are_on_the_board_with_the_own_place_and_wrong_ones_are_not(
    site: SiteUnderTest,
) -> None:
    anna, ben = site.browser(Role.TEAM, "anna"), site.browser(Role.TEAM, "ben")
    anna.submitted(RIGHT, "python3")
    ben.submitted(WRONG, "python3")
    site.judge()
    pages = {
        name: browser.get("/problems/double/board").text for name, browser in (("anna", anna), ("ben", ben))
    }
    for page in pages.values():
        assert page.count('<th scope="row">') == 1
        assert page.count('role="img" aria-label="1 times') == 1
    assert ['class="own-place"' in page for page in pages.values()] == [True, False]
    assert ['href="/submissions/1"' in page for page in pages.values()] == [True, False]
    jury = site.browser(Role.JURY)
    assert jury.post("/problems/double/manage", {"state": "open", "feedback": "verdict"}).status_code == 303
    assert '<th scope="row">' not in ben.get("/problems/double/board").text
    assert '<th scope="row">' in jury.get("/problems/double/board").text


def test_what_waits_is_a_picture_with_a_text(site: SiteUnderTest) -> None:
    student = site.browser(Role.TEAM)
    assert "<svg" not in student.get("/queue").text
    student.submitted(RIGHT, "python3")
    assert 'aria-label="a core: 0 under way, 1 waiting."' in student.get("/queue").text
