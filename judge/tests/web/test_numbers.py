"""Numbers in addresses that no row of a database can have."""

from collections.abc import Iterator

import pytest

from judge.store.catalogue_records import Role
from judge.store.tokens import TokenScope
from judge.tests.web.api_clients import api
from judge.tests.web.sites import SiteUnderTest
from judge.tests.web.test_roles import TABLE, path_of

TOO_LARGE = (2**63, -(2**63) - 1)
PLACES = ("{number:int}", "{user:int}", "{problem:int}", "{pair:int}", "{invitation:int}")
OF_API = ("/submissions/{number:int}", "/submissions/{number:int}/events", "/runs/{number:int}")


def with_such_numbers(template: str) -> Iterator[str]:
    """The address with each number in each of its places, and small ones in the others."""
    for place in PLACES:
        for number in TOO_LARGE:
            if place in template:
                yield path_of(template.replace(place, str(number), 1))


@pytest.mark.slow
def test_no_page_has_a_number_beyond_a_databases(site: SiteUnderTest) -> None:
    routes = [(method, path) for method, template in TABLE for path in with_such_numbers(template)]
    assert len(routes) > 80
    admin = site.browser(Role.ADMIN)
    form = {"token": admin.token()}
    for method, path in routes:
        answer = admin.get(path) if method == "GET" else admin.client.post(path, data=form)
        assert answer.status_code == 404, (method, path)


def test_the_api_has_none_either(site: SiteUnderTest) -> None:
    client = api(site, *TokenScope, role=Role.ADMIN)
    for path in [path for template in OF_API for path in with_such_numbers(template)]:
        answer = client.get(path)
        assert answer.status_code == 404, path
        assert answer.headers["content-type"] == "application/problem+json"
