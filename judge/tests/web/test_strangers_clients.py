"""Programs that strangers wrote against our Contest API, unchanged, where the folder WARP_JUDGE_STRANGERS has them:
docs/contest-api.md says how to get them."""

import asyncio
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.store.catalogue_records import Role, User
from judge.tests.web.contest_sites import Cup
from judge.tests.web.running import running
from judge.tests.web.sites import QUICK_PASSWORDS, RIGHT, SiteUnderTest
from judge.tests.web.test_contest_api import held

PASSED = re.compile(r"[\w/?=&-]+: (OK( \(returned \d+\))?|Optional, not present)|Validating .*\.\.\.|")
COMMENTARY = re.compile(r"commentary: .*fail: \(root\): Invalid type\. Expected: object, given: array")
PASSWORD = "long-enough-for-all"


@pytest.fixture
def cup(site: SiteUnderTest, tmp_path: Path) -> Cup:
    return held(Cup(site, tmp_path / "cup"))


@pytest.fixture
def address(cup: Cup) -> Iterator[str]:
    with running(cup.site) as address:
        yield address


def folder_of(*names: str) -> Path:
    """A file below the folder of strangers' programs; else the test is skipped."""
    folder = os.environ.get("WARP_JUDGE_STRANGERS")
    if folder is None or not Path(folder, *names).exists():
        pytest.skip(f"no {names[0]} here: WARP_JUDGE_STRANGERS")
    return Path(folder, *names)


def home_of(cup: Cup, who: str, folder: Path) -> Path:
    """A folder with the .netrc of an account; of nobody, where `who` is empty."""
    folder.mkdir()
    if not who:
        return folder
    accounts = cup.site.site.store.accounts
    user = accounts.user_named(who) or accounts.sign_up(User(who, role=Role.ADMIN))
    accounts.set_password(user.id, asyncio.run(QUICK_PASSWORDS.hashed(PASSWORD)))
    netrc = folder / ".netrc"
    netrc.write_text(f"machine 127.0.0.1 login {who} password {PASSWORD}\n", encoding="utf-8")
    netrc.chmod(0o600)
    return folder


def ran(command: list[str | Path], home: Path, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        env={"PATH": os.environ["PATH"], "HOME": str(home), **more},
        cwd=home,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.slow
@pytest.mark.parametrize("who", ["boss", "ada", ""])
def test_the_specifications_own_check_finds_nothing(cup: Cup, address: str, who: str, tmp_path: Path) -> None:
    """check-api.sh with all that it checks: shapes, nothing empty, errors, the feed against the endpoints.

    It ends with 0 whatever a schema says, so its words count. Two faults are its own: it holds the list of the
    commentary against the schema of one comment, which is checked here in its place, and with -C and -p together it
    calls a command "1"."""
    check = folder_of("ccs-specs", "check-api.sh")
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
def test_domjudges_own_tests_of_its_client_pass(tmp_path: Path) -> None:
    if shutil.which("bats") is None:
        pytest.skip("no bats here: WARP_JUDGE_STRANGERS")
    tests = folder_of("domjudge", "submit", "submit_standalone.bats")
    found = subprocess.run(
        ["bats", tests], cwd=tests.parent, capture_output=True, text=True, timeout=120, check=False
    )
    assert found.returncode == 0, found.stdout
