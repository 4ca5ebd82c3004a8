"""What Kattis' client asks for: a token for a cookie, files for a number, and how far the judging is."""

from typing import Any

import pytest
from litestar.testing import TestClient

from judge.service.online import OnlineJudge
from judge.store.catalogue_records import User
from judge.store.tokens import TokenScope
from judge.tests.web.api_clients import token_of
from judge.tests.web.sites import BROKEN, RIGHT, WRONG, SiteUnderTest, new_client
from judge.web.api.kattis_routes import language_by
from judge.web.rates import Rates

pytestmark = pytest.mark.built

AT = "/api/kattis"


def client_of(site: SiteUnderTest, name: str, *scopes: TokenScope) -> TestClient[Any]:
    """Logged in as somebody who is new."""
    user = site.site.store.accounts.sign_up(User(name))
    client = new_client(site.app)
    answer = client.post(f"{AT}/login", data={"user": name, "token": token_of(site, user, *scopes)})
    assert (answer.status_code, answer.text) == (200, "Login successful\n")
    return client


def sent(client: TestClient[Any], source: str, name: str = "mine.py", **fields: str) -> Any:
    data = {"problem": "double", "language": "Python 3", **fields}
    return client.post(f"{AT}/submit", data=data, files=[("sub_file[]", (name, source.encode()))])


@pytest.mark.slow
def test_each_verdict_in_kattis_numbers(site: SiteUnderTest) -> None:
    client = client_of(site, "kim", *TokenScope)
    numbers = []
    for source, name in ((RIGHT, "a.py"), (WRONG, "b.py"), (BROKEN, "c.cpp")):
        answer = sent(client, source, name, language="C++" if name == "c.cpp" else "Python 3")
        assert answer.text.startswith("Submission received. Submission ID: "), answer.text
        numbers.append(answer.text.partition("ID: ")[2].partition(".")[0])
    waiting = client.get(f"{AT}/submissions/{numbers[0]}?json").json()
    assert (waiting["status_id"], waiting["testcase_index"]) == (2, 0)
    site.judge()
    found = [client.get(f"{AT}/submissions/{number}?json").json() for number in numbers]
    assert [one["status_id"] for one in found] == [16, 14, 8]
    assert found[0]["row_html"].count("<i") - 1 == found[0]["testcase_index"] == 3
    assert found[0]["row_html"].count("is-accepted") == 3
    assert "is-rejected" in found[1]["row_html"]
    assert "<pre>" in found[2]["feedback_html"]


def test_what_is_refused(site: SiteUnderTest) -> None:
    client = client_of(site, "kim", *TokenScope)
    assert sent(client, RIGHT, problem="none").text.startswith("Not submitted: ")
    assert "found none" in client.post(f"{AT}/submit", data={"problem": "double"}).text
    twice = [("sub_file[]", ("a.py", b"1")), ("sub_file[]", ("a.py", b"2"))]
    assert "the same name" in client.post(f"{AT}/submit", data={"problem": "double"}, files=twice).text
    cross = client.post(f"{AT}/submit", data={}, headers={"sec-fetch-site": "cross-site"})
    assert cross.status_code == 403
    number = sent(client, RIGHT).text.partition("ID: ")[2].partition(".")[0]
    other = client_of(site, "lea", *TokenScope)
    assert other.get(f"{AT}/submissions/{number}").status_code == 404
    assert sent(client_of(site, "max", TokenScope.READ), RIGHT).status_code == 403


def test_a_token_is_of_its_account_and_its_cookie_of_these_addresses(site: SiteUnderTest) -> None:
    user = site.site.store.accounts.sign_up(User("kim"))
    token = token_of(site, user, *TokenScope)
    client = new_client(site.app)
    for name, given in (("kim", "wrong"), ("lea", token), ("kim", ""), ("kim", "x" * 5000)):
        assert client.post(f"{AT}/login", data={"user": name, "token": given}).status_code == 403
    answer = client.post(f"{AT}/login", data={"user": "kim", "password": token})
    kept = answer.headers["set-cookie"].lower()
    assert "path=/api/kattis" in kept
    assert "httponly" in kept
    assert "samesite=strict" in kept
    assert client.get("/api/me").status_code == 401, "elsewhere it counts for nothing"


def test_requests_are_counted_by_token(site: SiteUnderTest) -> None:
    """All students of a class have one address."""
    site.site.rates = Rates(lambda: 0.0)
    kim, lea = (client_of(site, name, TokenScope.READ, TokenScope.SUBMIT) for name in ("kim", "lea"))
    polled = [kim.get(f"{AT}/submissions/1").status_code for _ in range(Rates.API.burst)]
    assert polled == [404] * (Rates.API.burst - 1) + [429], "one was the login"
    assert sent(lea, RIGHT).text.startswith("Submission received.")
    nobody = new_client(site.app)
    asked = [nobody.get(f"{AT}/submissions/1").status_code for _ in range(Rates.API.burst + 1)]
    assert asked == [401] * Rates.API.burst + [429]


def test_languages_as_kattis_calls_them(site: SiteUnderTest) -> None:
    online: OnlineJudge = site.site.online
    assert language_by(online, "C++") == "cpp"
    assert language_by(online, "C") == "c"
    assert language_by(online, "cpp") == "cpp"
    assert language_by(online, "Algol 68") is None
