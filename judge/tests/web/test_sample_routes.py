"""Samples for strangers' tools: a zip file for `oj test`, and a problem as Competitive Companion sends it."""

import io
import zipfile

from judge.tests.web.api_clients import api
from judge.tests.web.sites import SiteUnderTest

PAGE = "/problems/double"


def test_samples_in_a_zip_file(site: SiteUnderTest) -> None:
    answer = api(site).get(f"{PAGE}/samples.zip")
    assert answer.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        found = {name: archive.read(name).decode() for name in archive.namelist()}
    names = sorted(found)
    assert names == [f"{names[0][:-3]}.in", f"{names[0][:-3]}.out"]
    given, expected = found[names[0]], found[names[1]]
    assert int(expected) == 2 * int(given)
    told = api(site).get(f"{PAGE}/companion").json()
    assert told["tests"] == [{"input": given, "output": expected}]


def test_a_problem_as_competitive_companion_sends_it(site: SiteUnderTest) -> None:
    told = api(site).get(f"{PAGE}/companion").json()
    page = api(site).get(PAGE).json()
    assert told["name"] == page["title"]
    assert told["url"].endswith("/problems/double")
    assert (told["timeLimit"], told["memoryLimit"]) == (
        round(page["time_limit_s"] * 1000),
        page["memory_bytes"] // 2**20,
    )
    assert (told["interactive"], told["batch"]["size"], told["testType"]) == (False, 1, "single")
    assert {"input", "output", "languages", "group"} <= told.keys()


def test_a_problem_that_is_not_there(site: SiteUnderTest) -> None:
    for what in ("samples.zip", "companion"):
        assert api(site).get(f"/problems/none/{what}").status_code == 404
