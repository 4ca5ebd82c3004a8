"""Fixtures: a site with the problem "double" open."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.project.host import JudgeHost
from judge.service.online import OnlineJudge
from judge.tests.opened import open_problem
from judge.tests.store.new_stores import open_new
from judge.tests.web.sites import QUICK_PASSWORDS, SiteUnderTest
from judge.web.site import Site


@pytest.fixture
def site(tree: JudgeHost, tmp_path: Path) -> Iterator[SiteUnderTest]:
    with open_new(tmp_path / "store.sqlite") as store:
        online = OnlineJudge(tree, store, data=tmp_path)
        open_problem(online, "double")
        under_test = SiteUnderTest(Site(online, passwords=QUICK_PASSWORDS, tell=print), tree)
        yield under_test
        under_test.end()
