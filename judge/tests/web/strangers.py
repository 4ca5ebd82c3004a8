"""Programs that strangers wrote against our Contest API, where the folder WARP_JUDGE_STRANGERS has them: how tests find
and run them. docs/contest-api.md says how to get them."""

import asyncio
import json
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from judge.store.catalogue_records import Role, User
from judge.tests.contest.test_picture_size import png
from judge.tests.packages import written
from judge.tests.web.contest_sites import Cup
from judge.tests.web.sites import QUICK_PASSWORDS, SiteUnderTest
from judge.tests.web.test_contest_api import held

PASSWORD = "long-enough-for-all"


def cup_with_pictures(site: SiteUnderTest, folder: Path) -> Cup:
    """A contest under way, with persons and pictures as its folder has them."""
    cup = Cup(site, folder)
    assert site.site.contests
    persons = [{"id": "ute", "name": "Ute", "role": "coach", "team_ids": ["ada"]}]
    pictures = {"contest/logo.png": png(64, 64), "teams/ada/photo.png": png(80, 60)}
    written(site.site.contests / "cup", {"persons.json": json.dumps(persons), **pictures})
    return held(cup)


def folder_of(*names: str) -> Path:
    """A file below the folder of untrusted programs; else the test is skipped."""
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


def ran(
    command: Sequence[str | Path], home: Path, folder: Path | None = None, **more: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        env={"PATH": os.environ["PATH"], "HOME": str(home), **more},
        cwd=folder or home,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
        check=False,
    )
