"""Links in packages: what is read through one must lie in the user's own repository; others are harmless."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from judge.base.errors import JudgeError
from judge.base.outside_folders import files_below, files_of_package, reach_of
from judge.judging.stored import stored_submissions
from judge.problems.formats.find import load_package
from judge.project.host import this_host
from judge.tests.packages import DOMJUDGE, LEGACY, PLAIN, VERSION_2025_09, Files, written, zipped
from judge.tests.polygon import POLYGON

UNREAD: Mapping[str, tuple[Any, ...]] = {
    "legacy": (
        LEGACY,
        "generators/gen.py",
        "solution/a.tex",
        "attachments/a/b",
        "README.md",
        "problem.pdf",
        "data/x.png",
    ),
    "2025-09": (
        VERSION_2025_09,
        "generators/gen.py",
        "solution/a.md",
        "attachments/a.txt",
        "data/secret/fig.png",
    ),
    "domjudge": (DOMJUDGE, "problem.pdf", "generators/x", "README"),
    "plain": (PLAIN, "README", "notes.txt"),
    "polygon": (POLYGON, "doc/x", "scripts/gen.sh", "statements/english/example.01"),
}
ASTRAY = ("nothing", "/etc/passwd", "/etc")


def linked(folder: Path, links: dict[str, str]) -> Path:
    for name, target in links.items():
        link = folder / name
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(target)
    return folder


@pytest.mark.parametrize("kind", UNREAD)
@pytest.mark.parametrize("target", ASTRAY)
def test_a_link_that_nothing_reads_refuses_nothing(tmp_path: Path, kind: str, target: str) -> None:
    files, *names = UNREAD[kind]
    if target == "/etc":  # a folder may hold tests
        names = [name for name in names if not name.startswith("data/") and kind != "plain"]
    folder = linked(written(tmp_path / "double", files), dict.fromkeys(names, target))
    problem = load_package(str(folder))
    assert problem.package
    assert problem.package.tests
    archive = zipped(tmp_path / "double.zip", files, links=dict.fromkeys(names, target))
    assert load_package(str(archive)).package


READ: Mapping[str, tuple[Any, ...]] = {
    "legacy": (
        LEGACY,
        "problem.yaml",
        "input_validators/other.py",
        "data/secret/testdata.yaml",
        "include/cpp/a.h",
    ),
    "2025-09": (
        VERSION_2025_09,
        "output_validator/a.h",
        "data/secret/test_group.yaml",
        "data/secret/1-two.files/a",
    ),
    "domjudge": (DOMJUDGE, ".timelimit", "domjudge-problem.ini", "data/secret/3.in"),
    "plain": (PLAIN, "3.in", "1.ans", "folder"),
    "polygon": (POLYGON, "problem.xml", "files/check.py"),
}


@pytest.mark.parametrize(
    ("kind", "name"), [(kind, name) for kind, (_, *names) in READ.items() for name in names]
)
def test_a_link_out_that_is_read_is_named(tmp_path: Path, kind: str, name: str) -> None:
    files = READ[kind][0]
    folder = written(tmp_path / "double", files)
    (folder / name).unlink(missing_ok=True)
    target = "/etc" if name == "folder" else "/etc/hostname"
    with pytest.raises(JudgeError, match=f"{name} is a link that leads out") as caught:
        load_package(str(linked(folder, {name: target})))
    assert Path("/etc/hostname").read_text().strip() not in str(caught.value)


def test_one_submission_that_is_a_link_out_does_not_stop_the_others(tmp_path: Path) -> None:
    folder = written(tmp_path / "double", LEGACY)
    linked(folder, {"submissions/accepted/out.py": "/etc/passwd", "submissions/accepted/gone.py": "nothing"})
    found = {one.name: one.obstacle for one in stored_submissions(this_host(), load_package(str(folder)))}
    assert found["accepted/right.py"] is None
    assert "leads out" in (found["accepted/out.py"] or "")
    assert "leads nowhere" in (found["accepted/gone.py"] or "")


@pytest.mark.parametrize(
    "sign", [".git/HEAD", ".hg/x", "contest.yaml", "problems.yaml", "other/problem.yaml"]
)
def test_a_link_may_lead_to_a_neighbour_in_the_users_own_repository(tmp_path: Path, sign: str) -> None:
    repository = written(tmp_path / "repository", {sign: "", "headers/validation.h": "#define A\n"})
    folder = written(repository / "prob", LEGACY, **{"input_validators/v2/v.cpp": "int main() {}\n"})
    linked(folder, {"input_validators/v2/validation.h": "../../../headers/validation.h"})
    problem = load_package(str(folder))
    assert problem.package
    assert [one.name for one in problem.package.input_validators] == ["v2", "validate.py"]


@pytest.mark.parametrize(
    ("files", "target"),
    [
        ({}, "../headers/a.h"),
        ({".git/HEAD": ""}, "../../outside.h"),
        ({".git/HEAD": "", ".ssh/key": "x"}, "../.ssh/key"),
        ({".git/HEAD": ""}, "../.git/HEAD"),
        ({".made-from": "", "../.git/HEAD": ""}, "../../outside.h"),
    ],
)
def test_a_link_may_lead_nowhere_else(tmp_path: Path, files: Files, target: str) -> None:
    repository = written(tmp_path / "up/repository", {"headers/a.h": "", "../outside.h": "", **files})
    folder = linked(written(repository / "prob", LEGACY), {"include/cpp/a.h": target})
    with pytest.raises(JudgeError, match=r"include/cpp/a\.h is a link that leads"):
        load_package(str(folder))


def test_the_home_folder_is_no_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    package = written(tmp_path / "prob", {"problem.yaml": ""})
    written(tmp_path, {".git/HEAD": "", "other/problem.yaml": ""})
    assert reach_of(package) == package


def test_a_zip_file_reaches_no_further_than_its_own_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = zipped(tmp_path / "double.zip", LEGACY, links={"include/cpp/a.h": "/etc/hostname"})
    with pytest.raises(JudgeError, match=r"include/cpp/a\.h is a link that leads out"):
        load_package(str(file))


def test_pictures_beside_a_statement_are_those_within_the_package(tmp_path: Path) -> None:
    folder = written(
        tmp_path / "double", {"statement/a.png": "", "attachments/b.png": "", "problem.yaml": ""}
    )
    linked(folder / "statement", {"b.png": "../attachments/b.png", "c.png": "/etc/passwd", "d": "/etc"})
    found = files_below(folder / "statement", root=folder)
    assert [path.name for path in found] == ["a.png", "b.png"]
    assert [path.name for path in files_below(folder / "statement")] == ["a.png"]


def test_the_files_of_a_package_are_those_that_its_format_reads(tmp_path: Path) -> None:
    files = {".timelimit": "2\n", ".git/config": "", "data/.x": "", "data/secret/1.in": "", "shared/2.in": ""}
    folder = linked(
        written(tmp_path / "double", files),
        {
            "data/more": "../shared",
            "data/3.in": "../shared/2.in",
            "data/back": "..",
            "out": "/etc",
            "gone": "no",
        },
    )
    found = [str(path.relative_to(folder)) for path in files_of_package(folder)]
    assert found == [".timelimit", "data/3.in", "data/more/2.in", "data/secret/1.in", "shared/2.in"]
