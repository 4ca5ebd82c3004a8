"""The API is asked whatever its description allows, and much that it does not: no answer is an internal error,
has a status that is not described, or a content of another shape."""

import itertools
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from judge.project.host import JudgeHost
from judge.service.online import OnlineJudge
from judge.store.catalogue_records import Role
from judge.store.store import Store
from judge.store.tokens import TokenScope
from judge.tests.fuzzing.driving import SECONDS, SEED
from judge.tests.opened import open_problem
from judge.tests.web.api_clients import api
from judge.tests.web.sites import ADDRESS, RIGHT, SiteUnderTest
from judge.web.rates import Rates
from judge.web.site import Site

pytestmark = pytest.mark.built

DESCRIPTION = "/api/schema/openapi.json"
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
EXAMPLES, EXAMPLES_AT_LENGTH = 3, 100
"""The number of examples of each operation, for each seed."""


class Unlimited(Rates):
    """Nothing comes too often."""

    def take_all(self, *buckets: Any) -> float:
        return 0.0


@pytest.fixture
def served(tree: JudgeHost, tmp_path: Path) -> Any:
    with Store.open(tmp_path / "store.sqlite") as store:
        online = OnlineJudge(tree, store)
        open_problem(online, "double")
        site = SiteUnderTest(Site(online, tell=print, rates=Unlimited()), tree)
        site.browser(Role.TEAM, "anna").submitted(RIGHT, "python3")
        site.judge()
        yield site


def ask_all(site: SiteUnderTest, number: int, examples: int) -> int:
    """The number of requests."""
    token = api(site, *TokenScope, role=Role.ADMIN).token
    schema = schemathesis.openapi.from_asgi(DESCRIPTION, site.app, headers={"host": "127.0.0.1"})
    count = 0
    for found in schema.get_all_operations():
        count += asking(found.ok(), token, number, examples)()  # type: ignore[union-attr]
    return count


def asking(operation: Any, token: str, number: int, examples: int) -> Callable[[], int]:
    count = 0

    @seed(number)
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy())
    def ask(case: Any) -> None:
        nonlocal count
        count += 1
        # The token that is used is not to be given back by the first who tries it.
        bears = {} if operation.path == "/api/token" else {"authorization": f"Bearer {token}"}
        case.call_and_validate(base_url=ADDRESS, headers={"host": "127.0.0.1", **bears}, checks=CHECKS)

    def run() -> int:
        ask()
        return count

    return run


@pytest.mark.slow
def test_no_answer_that_its_description_has_not(served: SiteUnderTest) -> None:
    seconds = float(os.environ.get(SECONDS, "0"))
    end_s = time.monotonic() + seconds
    for number in itertools.count(int(os.environ.get(SEED, "1"))):
        print(f"{SEED}={number}", flush=True)
        asked = ask_all(served, number, EXAMPLES_AT_LENGTH if seconds else EXAMPLES)
        assert asked >= 14
        if time.monotonic() >= end_s:
            return


@pytest.mark.slow
def test_a_fault_would_be_found(served: SiteUnderTest, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(OnlineJudge, "languages", broken)
    with pytest.raises(BaseException, match=r"[Ss]erver error"):
        ask_all(served, 1, 2)
