"""`judge clean`: what it finds, what it removes, and what it never does."""

import fcntl
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.base.scratch import PREFIX
from judge.cli import judge
from judge.commands.clean import clean
from judge.commands.install import files_installed, install
from judge.commands.options.clean import CleanOptions
from judge.project import kept
from judge.project.data_folder import DataFolder
from judge.project.host import JudgeHost
from judge.project.kept import kept_folders, size_of

Cleaned = Callable[..., str]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's home with something in each folder."""
    home = tmp_path / "home"
    for place in (
        ".cache/warp-judge/ccache",
        ".local/state/warp-judge/headers",
        ".local/state/warp-judge/serve",
        ".config/warp-judge/logins",
    ):
        (home / place).mkdir(parents=True)
        (home / place / "file").write_bytes(b"x" * 100_000)
    (home / ".local/state/warp-judge/store.sqlite").write_bytes(b"x" * 50_000)
    monkeypatch.setenv("HOME", str(home))
    for variable in ("XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(variable, raising=False)
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr(
        "tempfile.tempdir", str(temporary)
    )  # no other judge of this machine has a folder there
    return home


@pytest.fixture
def cleaned(tree: JudgeHost, home: Path, capsys: pytest.CaptureFixture[str]) -> Cleaned:
    def run(**options: bool) -> str:
        capsys.readouterr()
        assert clean(tree.installation, CleanOptions(**options)) == 0
        return " ".join(capsys.readouterr().out.split())

    return run


def files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def test_it_shows_what_is_there_and_removes_nothing(cleaned: Cleaned, home: Path) -> None:
    before = files(home)
    printed = cleaned()
    folder_kib = (home / ".config/warp-judge/logins").stat().st_blocks // 2  # in memory it takes none
    logins = f"{100 + folder_kib} KiB logins"
    for size in ("100 KiB objects of earlier builds", "100 KiB precompiled headers", logins):
        assert size in printed
    assert "52 KiB the history" in printed, "without the headers and the online judge that lie below"
    assert "clean --cache frees" in printed
    assert files(home) == before


def test_the_cache_goes_and_what_lasts_stays(cleaned: Cleaned, home: Path) -> None:
    printed = cleaned(cache=True, yes=True)
    assert "freed" in printed
    assert files(home) == {
        ".local/state/warp-judge/store.sqlite",
        ".local/state/warp-judge/serve/file",
        ".config/warp-judge/logins/file",
    }


def test_all_goes_but_an_online_judge_and_the_judge_itself(
    cleaned: Cleaned, home: Path, tree: JudgeHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("judge.commands.install.default_prefix", lambda: home / ".local")
    install(tree.installation, None, judge)
    assert len(files_installed(tree.installation)) == 5
    printed = cleaned(all=True, yes=True)
    assert files(home) == {".local/state/warp-judge/serve/file"}
    assert f"rm -r {home}/.local/state/warp-judge/serve" in printed
    assert f"rm -r {tree.installation.root}" in printed
    assert tree.installation.root.is_dir()
    assert cleaned(all=True, yes=True), "there is nothing left, and that is no error"


def test_a_link_to_another_judge_stays(home: Path, tree: JudgeHost, tmp_path: Path) -> None:
    link = home / ".local/bin/judge"
    link.parent.mkdir()
    link.symlink_to(tmp_path / "other/judge")
    assert files_installed(tree.installation, home / ".local") == []


def test_what_a_link_leads_to_stays(cleaned: Cleaned, home: Path, tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.mkdir()
    (precious / "thesis").touch()
    (home / ".cache/warp-judge/link").symlink_to(precious)
    cleaned(all=True, yes=True)
    assert (precious / "thesis").exists()


def test_nothing_is_removed_while_a_judge_runs(cleaned: Cleaned, home: Path) -> None:
    before = files(home)
    folder = Path(tempfile.gettempdir()) / f"{PREFIX}1-of-another"
    folder.mkdir()
    lock = os.open(folder, os.O_RDONLY)
    fcntl.flock(lock, fcntl.LOCK_EX)
    with pytest.raises(JudgeError, match=r"judges are running \(pid 1\).* Wait until they have ended"):
        cleaned(cache=True, yes=True)
    assert files(home) == before
    os.close(lock)
    cleaned(cache=True, yes=True)
    assert files(home) != before


def test_data_that_a_generator_replaced_is_no_cache(cleaned: Cleaned, tree: JudgeHost, home: Path) -> None:
    """Replaced data stay where everything that judging writes lies in a cache, as for a wheel."""
    data = DataFolder(home / ".cache/warp-judge/checkouts/mine")
    for place in (data.replaced_data("double") / "1", data.package_data):  # the latter is the control
        place.mkdir(parents=True)
        (place / "02.in").write_text("2\n")
    cleaned(cache=True, yes=True)
    assert (data.replaced_data("double") / "1/02.in").read_text() == "2\n"
    assert not data.package_data.exists()
    assert DataFolder(tree.installation.build).replaced_data("double").is_relative_to(tree.installation.build)


def test_nobody_at_a_terminal_is_no_agreement(cleaned: Cleaned, home: Path) -> None:
    before = files(home)
    with pytest.raises(JudgeError, match="expected a yes from somebody at a terminal"):
        cleaned(all=True)
    assert files(home) == before


def test_counting_ends(
    cleaned: Cleaned, home: Path, tree: JudgeHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(5):
        (home / f".cache/warp-judge/ccache/{number}").touch()
    (ccache,) = (one.path for one in kept_folders(tree.installation) if one.path.name == "ccache")
    assert size_of(ccache).is_whole
    monkeypatch.setattr(kept, "MOST_ENTRIES", 3)
    assert not size_of(ccache).is_whole
    assert "over" in cleaned()
