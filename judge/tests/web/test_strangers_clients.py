"""Programs that strangers wrote against our Contest API, unchanged, where the folder WARP_JUDGE_STRANGERS has them:
docs/contest-api.md says how to get them."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.store.catalogue_records import User
from judge.store.tokens import TokenScope
from judge.tests.web.api_clients import token_of
from judge.tests.web.contest_sites import MANIFEST, Cup
from judge.tests.web.replayed_contests import ReplaySize, open_problems
from judge.tests.web.running import judging, running
from judge.tests.web.sites import RIGHT, WRONG, SiteUnderTest
from judge.tests.web.strangers import cup_with_pictures, folder_of, home_of, ran

PASSED = re.compile(r"[\w/?=&-]+: (OK( \(returned \d+\))?|Optional, not present)|Validating .*\.\.\.|")
COMMENTARY = re.compile(r"commentary: .*fail: \(root\): Invalid type\. Expected: object, given: array")
NOT_OURS = {
    "languages and extensions are in help output",
    "options override detection of problem name and language",
    "binary file emits warning",
    "submit print job",
}
"""Tests of DOMjudge's client of what is not the server's or only DOMjudge has: C++ called so and no more, Python's
`magic` for binary files, and printers."""


@pytest.fixture
def cup(site: SiteUnderTest, tmp_path: Path) -> Cup:
    return cup_with_pictures(site, tmp_path / "cup")


@pytest.fixture
def address(cup: Cup) -> Iterator[str]:
    with running(cup.site) as address:
        yield address


@pytest.mark.slow
@pytest.mark.parametrize(("who", "removed"), [("boss", False), ("boss", True), ("ada", True), ("", False)])
def test_the_specifications_own_check_finds_nothing(
    cup: Cup, address: str, who: str, removed: bool, tmp_path: Path
) -> None:
    """check-api.sh with all that it checks: shapes, nothing empty, errors, the feed against the endpoints.

    It ends with 0 whatever a schema says, so its words count. Two faults are its own: it holds the list of the
    commentary against the schema of one comment, which is checked here in its place, and with -C and -p together it
    calls a command "1"."""
    check = folder_of("ccs-specs", "check-api.sh")
    if removed:
        assert cup.remove(cup.staff(), 12, 19) == 303
    for needed in ("php", "jq", "yajsv", "curl"):
        if shutil.which(needed) is None:
            pytest.skip(f"no {needed} here: WARP_JUDGE_STRANGERS")
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "1").write_text('#!/bin/sh\nexec "$@"\n', encoding="utf-8")
    (programs / "1").chmod(0o755)
    home = home_of(cup, who, tmp_path / "home")
    path = f"{programs}:{os.environ['PATH']}"
    found = ran([check, "-n", "-e", "-C", "-p", "-t", "4", f"{address}/api"], home, PATH=path)
    assert found.returncode == 0, found.stdout
    wrong = [line.strip() for line in found.stdout.splitlines() if not PASSED.fullmatch(line.strip())]
    assert [COMMENTARY.fullmatch(line) is not None for line in wrong] == [True], found.stdout
    listed = home / "commentary.json"
    got = ran(["curl", "-s", "-n", "-o", listed, f"{address}/api/contests/cup/commentary"], home)
    assert got.returncode == 0, got.stdout
    schemas = check.parent / "json-schema"
    told = ran(["yajsv", "-s", schemas / "commentaries.json", "-r", f"{schemas}/*.json", listed], home)
    assert (told.returncode, "pass" in told.stdout) == (0, True), told.stdout


@pytest.mark.slow
def test_domjudges_client_submits(cup: Cup, address: str, tmp_path: Path) -> None:
    client = folder_of("domjudge", "submit", "submit")
    (tmp_path / "A.py").write_text(RIGHT, encoding="utf-8")
    before = len(cup.site.site.store.contests.judged(cup.seen().contest.id))
    home = home_of(cup, "ada", tmp_path / "home")
    found = ran(["python3", client, "-y", "-u", address, "-c", "cup", tmp_path / "A.py"], home)
    assert found.returncode == 0, found.stdout
    assert "Submission received: id = s" in found.stdout
    kept = cup.site.site.store.contests.judged(cup.seen().contest.id)
    assert len(kept) == before + 1
    [file] = cup.site.site.store.submissions.files(kept[-1].id)
    assert (file.name, file.content.decode()) == ("A.py", RIGHT)


@pytest.mark.slow
def test_domjudges_own_tests_of_its_client_pass_against_us(site: SiteUnderTest, tmp_path: Path) -> None:
    """submit_online.bats, but for what is said of DOMjudge's own languages and of its printers."""
    if shutil.which("bats") is None:
        pytest.skip("no bats here: WARP_JUDGE_STRANGERS")
    given = folder_of("domjudge", "example_problems", "hello").parents[1]
    shutil.copytree(given, tmp_path / "domjudge")
    open_problems(site, ReplaySize(teams=0, problems=1, submissions=0))
    problems = "label: A\n    name: Hello World\n  - id: p0\n    label: C"
    demo = MANIFEST.replace("id: cup", "id: demo").replace("label: A", problems)
    cup = Cup(site, tmp_path / "cup", demo)
    cup.at(10)
    with running(site) as address:
        (tmp_path / "domjudge/paths.mk").write_text(f"BASEURL = {address}\n", encoding="utf-8")
        home = home_of(cup, "ada", tmp_path / "home")
        suite = ["bats", "--tap", "submit_online.bats"]
        told = ran(suite, home, tmp_path / "domjudge/submit", BATS_TMPDIR=str(tmp_path)).stdout
    failed = re.findall(r"^not ok \d+ (.*)$", told, re.MULTILINE)
    assert failed[-1:] == ["submit print job"], told
    assert set(failed) <= NOT_OURS, told


@pytest.mark.slow
def test_domjudges_own_tests_of_its_client_pass(tmp_path: Path) -> None:
    if shutil.which("bats") is None:
        pytest.skip("no bats here: WARP_JUDGE_STRANGERS")
    tests = folder_of("domjudge", "submit", "submit_standalone.bats")
    found = subprocess.run(
        ["bats", tests], cwd=tests.parent, capture_output=True, text=True, timeout=120, check=False
    )
    assert found.returncode == 0, found.stdout


@pytest.mark.slow
def test_kattis_own_client_submits_and_shows_the_verdict(site: SiteUnderTest, tmp_path: Path) -> None:
    client = folder_of("kattis-cli", "submit.py")
    for needed in ("requests", "lxml"):
        if ran(["/usr/bin/python3", "-c", f"import {needed}"], tmp_path).returncode:
            pytest.skip(f"no {needed} here: WARP_JUDGE_STRANGERS")
    user = site.site.store.accounts.sign_up(User("kim"))
    token = token_of(site, user, TokenScope.READ, TokenScope.SUBMIT)
    with running(site) as address, judging(site):
        told = {}
        for name, text in (("right", RIGHT), ("wrong", WRONG), ("broken", "def")):
            (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
            at = f"{address}/api/kattis"
            (tmp_path / ".kattisrc").write_text(
                f"[user]\nusername: kim\ntoken: {token}\n[kattis]\nhostname: x\nloginurl: {at}/login\n"
                f"submissionurl: {at}/submit\nsubmissionsurl: {at}/submissions\n",
                encoding="utf-8",
            )
            told[name] = ran(
                ["/usr/bin/python3", client, "-f", "-p", "double", tmp_path / f"{name}.py"], tmp_path
            )
    assert (told["right"].returncode, "Accepted" in told["right"].stdout) == (0, True), told["right"].stdout
    assert "3 / 3" in told["right"].stdout
    assert (told["wrong"].returncode, "Wrong Answer" in told["wrong"].stdout) == (1, True), told[
        "wrong"
    ].stdout
    assert told["broken"].returncode == 1


@pytest.mark.slow
def test_oj_tests_a_solution_on_our_samples(site: SiteUnderTest, tmp_path: Path) -> None:
    oj = folder_of("oj", "bin", "oj")
    (tmp_path / "right.py").write_text(RIGHT, encoding="utf-8")
    (tmp_path / "wrong.py").write_text("print(7)\n", encoding="utf-8")
    with running(site) as address:
        at = f"{address}/api/problems/double/samples.zip"
        assert ran(["curl", "-s", "-f", "-o", "samples.zip", at], tmp_path).returncode == 0
    assert ran(["unzip", "-q", "samples.zip", "-d", "test"], tmp_path).returncode == 0
    right = ran([oj, "test", "-c", "python3 right.py"], tmp_path)
    assert (right.returncode, "test success: 1 cases" in right.stdout) == (0, True), right.stdout
    wrong = ran([oj, "test", "-c", "python3 wrong.py"], tmp_path)
    assert (wrong.returncode, "WA" in wrong.stdout) == (1, True), wrong.stdout
