"""What makes a release: the workflow runs scripts that are here, and the lock fits pyproject.toml.

With podman and an image the image is tried."""

import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from judge.project.installation import this_installation
from judge.project.version import release_of

ROOT = this_installation().root
SCRIPTS = ROOT / ".ci/release"
CHANGES = """# Changelog

## Unreleased

- Something new.

## 1.0.0, 2026-12-01

- Something old.
"""


def test_each_line_of_the_workflow_is_a_script_that_is_here() -> None:
    workflow = yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text())
    lines = [step["run"] for job in workflow["jobs"].values() for step in job["steps"] if "run" in step]
    scripts = [line.removeprefix("sudo ").split()[0] for line in lines if not line.startswith("apt-get ")]
    assert len(scripts) > 7
    for script in scripts:
        assert os.access(ROOT / script, os.X_OK), script


@pytest.mark.parametrize("script", sorted(SCRIPTS.iterdir()), ids=lambda path: path.name)
def test_each_script_is_valid_and_says_what_it_does(script: Path) -> None:
    first, *rest = script.read_text().splitlines()
    if first == "#!/bin/sh":
        assert rest[0].startswith(f"# {script.name}")
        assert subprocess.run(["sh", "-n", script], check=False).returncode == 0
    else:
        assert not os.access(script, os.X_OK)


def test_the_lock_names_a_release_of_each_package_that_may_be_asked_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = [wanted for name, wanted in project["optional-dependencies"].items() if name != "cuda"]
    lines = (ROOT / "judge/python-lock.txt").read_text().splitlines()
    locked = dict(line.split("==") for line in lines if not line.startswith("#"))
    locked = {canonicalize_name(name): version for name, version in locked.items()}
    for requirement in map(
        Requirement, (*project["dependencies"], *(one for extra in extras for one in extra))
    ):
        version = locked[canonicalize_name(requirement.name)]
        assert version in requirement.specifier, (
            f"{requirement}: the lock has {version}; write it again: .ci/lock"
        )


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A repository with the scripts and a short changelog."""
    shutil.copytree(SCRIPTS, tmp_path / ".ci/release")
    (tmp_path / "CHANGELOG.md").write_text(CHANGES)
    return tmp_path


def run(checkout: Path, script: str, *words: str) -> subprocess.CompletedProcess[str]:
    command = [str(checkout / ".ci/release" / script), *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_a_release_has_its_own_notes(checkout: Path) -> None:
    assert run(checkout, "notes", "1.0.0").stdout.strip() == "- Something old."
    missing = run(checkout, "notes", "1.1.0")
    assert (missing.returncode, missing.stdout) == (2, "")
    assert ".ci/release/cut 1.1.0" in missing.stderr
    assert run(checkout, "cut", "1.1.0").returncode == 0
    assert run(checkout, "notes", "1.1.0").stdout.strip() == "- Something new."
    assert "## Unreleased\n\n## 1.1.0, 20" in (checkout / "CHANGELOG.md").read_text()


@pytest.mark.parametrize(
    ("version", "complaint"),
    [("v1.1.0", "expected a version like 1.2.3"), ("1.0.0", "has a release 1.0.0 already")],
)
def test_no_release_is_cut_twice_or_by_another_name(checkout: Path, version: str, complaint: str) -> None:
    done = run(checkout, "cut", version)
    assert done.returncode == 2
    assert complaint in done.stderr
    assert (checkout / "CHANGELOG.md").read_text() == CHANGES


def test_the_changelog_can_be_cut() -> None:
    assert "\n## Unreleased\n" in (ROOT / "CHANGELOG.md").read_text()


def test_checksums_are_those_of_the_files(checkout: Path) -> None:
    folder = checkout / "dist"
    folder.mkdir()
    (folder / "a.whl").write_text("a")
    (folder / "b.tar.gz").write_text("b")
    for _ in range(2):  # its own file is not among them
        assert run(checkout, "checksums", str(folder)).returncode == 0
    sums = (folder / "SHA256SUMS").read_text().splitlines()
    assert [line.split()[1] for line in sums] == ["a.whl", "b.tar.gz"]
    (folder / "a.whl").write_text("changed")
    checked = subprocess.run(
        ["sha256sum", "--check", "SHA256SUMS"], cwd=folder, capture_output=True, check=False
    )
    assert checked.returncode != 0


def test_an_image_of_another_wheel_is_another_image(checkout: Path, tmp_path: Path) -> None:
    """The build's cache does not see what is in the folder of the wheel, only the arguments."""
    dist, tools = tmp_path / "dist", tmp_path / "tools"
    dist.mkdir()
    tools.mkdir()
    (tools / "podman").write_text('#!/bin/sh\n[ "$1" = build ] && echo "$@"\nexit 0\n')
    (tools / "podman").chmod(0o755)
    arguments = []
    for content in ("one", "another"):
        (dist / "warp_judge-1.0.0-py3-none-any.whl").write_text(content)
        done = subprocess.run(
            [checkout / ".ci/release/image", dist],
            env=os.environ | {"PATH": f"{tools}:{os.environ['PATH']}"},
            capture_output=True,
            text=True,
            check=True,
        )
        arguments.append(done.stdout)
    assert arguments[0] != arguments[1]
    (name,) = re.findall(r"--build-arg (\w+)=\w{64}", arguments[0])
    assert re.search(
        rf"^ARG {name}\nRUN .*\${name}", (SCRIPTS / "Containerfile").read_text(), re.MULTILINE | re.DOTALL
    )


def test_the_version_is_that_of_the_last_tag(tmp_path: Path) -> None:
    def git(*words: str) -> None:
        who = ["-c", "user.name=a", "-c", "user.email=a@b.example"]
        subprocess.run(["git", *who, "-C", tmp_path, *words], check=True, capture_output=True)

    tree = this_installation().__class__(tmp_path, tmp_path / "build")
    assert release_of(tree) == "0.1.0"
    git("init")
    for number, tag in enumerate(("v1.2.3", "nightly", None)):
        git("commit", "--allow-empty", "-m", str(number))
        if tag:
            git("tag", tag)
    assert release_of(tree) == "1.2.3"


def test_an_image_judges_and_serves_as_the_page_says() -> None:
    """The page and the script name the same options."""
    page, script = (ROOT / "docs/container.md").read_text(), (SCRIPTS / "try-image").read_text()
    for option in (
        "--cap-add SYS_ADMIN",
        "-v /sys/fs/cgroup:/sys/fs/cgroup:rw",
        "unmask=ALL",
        "systempaths=unconfined",
    ):
        assert option in page
        assert option in script
    image = os.environ.get("WARP_JUDGE_IMAGE")
    if not (shutil.which("podman") or shutil.which("docker")) or not image:
        pytest.skip("no container image here: WARP_JUDGE_IMAGE")
    done = subprocess.run([SCRIPTS / "try-image", image], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^200 http", done.stdout, re.MULTILINE)
