"""The place where the judge writes: the build folder, or another one where that cannot be written."""

import os
from pathlib import Path

import pytest

from judge.project.data_folder import VARIABLE, data_folder_of
from judge.project.host import JudgeHost
from judge.project.installation import Installation


def test_it_is_the_build_folder_unless_another_one_is_named(tmp_path: Path) -> None:
    build = tmp_path / "build"
    assert data_folder_of(tmp_path, build, {}).path == build  # which is yet to be made
    assert data_folder_of(tmp_path, build, {VARIABLE: str(tmp_path / "data")}).path == tmp_path / "data"


def test_a_checkout_that_cannot_be_written_has_one_among_the_users_caches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(os, "access", lambda *_, **__: False)
    places = {data_folder_of(Path(root), Path(root) / "build", {}).path for root in ("/opt/one", "/opt/two")}
    assert len(places) == 2
    assert all(place.is_relative_to(tmp_path / "cache") for place in places)


def test_no_program_sees_it_wherever_it_lies(tmp_path: Path) -> None:
    root, data = tmp_path / "root", tmp_path / "data"
    assert JudgeHost(Installation(root, root / "build")).installation.hidden == (root,)
    assert set(JudgeHost(Installation(root, root / "build", data_path=data)).installation.hidden) == {
        root,
        data,
    }
    assert set(JudgeHost(Installation(root, tmp_path / "build", data_path=data)).installation.hidden) == {
        root,
        tmp_path / "build",
        data,
    }


def test_data_that_were_made_into_the_build_folder_are_used(tmp_path: Path) -> None:
    host = JudgeHost(Installation(tmp_path, tmp_path / "build", data_path=tmp_path / "data"))
    assert host.installation.generated_data("double") == tmp_path / "data/testdata/double"
    (tmp_path / "build/testdata/double").mkdir(parents=True)
    assert host.installation.generated_data("double") == tmp_path / "build/testdata/double"
