"""The launcher: valid POSIX sh, and no set-up work at a second start."""

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest

from judge.project.installation import this_installation
from judge.selftest.at_length import LONG_STEPS
from judge.selftest.steps import STEPS
from judge.tests.watching import PATIENCE_S, killed_on_failure

SET_UP = "\nif ! is_set_up "
"""The text with which the launcher begins to install things."""
LAUNCHER = this_installation().root / "judge" / "judge"


def test_it_is_posix_shell() -> None:
    assert subprocess.run(["sh", "-n", LAUNCHER], check=False).returncode == 0
    assert LAUNCHER.read_text().startswith("#!/bin/sh\n")


def test_setup_off_starts_the_package_from_any_folder() -> None:
    environment = {**os.environ, "PATH": path_with_python(), "WARP_JUDGE_SETUP": "off"}
    done = subprocess.run(
        [LAUNCHER, "--help"], cwd="/", env=environment, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "verify" in done.stdout


def test_it_is_found_by_its_name_alone() -> None:
    done = subprocess.run(
        ["sh", LAUNCHER.name, "--version"],
        cwd=LAUNCHER.parent, env={**os.environ, "WARP_JUDGE_SETUP": "off", "PATH": path_with_python()},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout.startswith("Warp Judge "), done.stderr


@pytest.mark.parametrize("relative", [False, True])
def test_a_link_to_it_starts_the_tree_that_it_lies_in(tmp_path: Path, relative: bool) -> None:
    """A link to a link works as well, from any folder, by its name on PATH."""
    (tmp_path / "tree/judge").mkdir(parents=True)
    for name in ("judge", "apt-packages.txt"):
        shutil.copy(LAUNCHER.parent / name, tmp_path / "tree/judge" / name)
    (tmp_path / "tree/judge/__main__.py").write_text("print('started')\n")
    for folder in ("first", "second"):
        (tmp_path / folder).mkdir()
    up = Path("..") if relative else tmp_path
    (tmp_path / "first/judge").symlink_to(up / "tree/judge/judge")
    (tmp_path / "second/warp-judge").symlink_to(up / "first/judge")
    done = subprocess.run(
        ["warp-judge"],
        cwd="/", env={"PATH": f"{tmp_path}/second:{path_with_python()}", "WARP_JUDGE_SETUP": "off"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout == "started\n", done.stderr


def test_bytecode_is_kept_also_where_the_environment_forbids_it(tmp_path: Path) -> None:
    for name in ("judge", "apt-packages.txt"):
        (tmp_path / "judge").mkdir(exist_ok=True)
        shutil.copy(LAUNCHER.parent / name, tmp_path / "judge" / name)
    (tmp_path / "judge" / "__main__.py").write_text(
        f"import sys\nsys.path.insert(0, {str(tmp_path)!r})\nimport judge.other\n"
    )
    (tmp_path / "judge" / "other.py").write_text("print('started')\n")
    done = subprocess.run(
        [tmp_path / "judge/judge"],
        env={"PATH": path_with_python(), "WARP_JUDGE_SETUP": "off", "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout == "started\n", done.stderr
    assert list(tmp_path.glob("judge/__pycache__/other.*.pyc"))


def test_an_interrupt_that_comes_before_the_judge_hears_it_is_heard(tmp_path: Path) -> None:
    """Ctrl-C while Python itself starts: without the launcher that would be a traceback."""
    (tmp_path / "sitecustomize.py").write_text("import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n")
    environment = {
        **os.environ,
        "PYTHONPATH": str(tmp_path),
        "PATH": path_with_python(),
        "WARP_JUDGE_SETUP": "off",
    }
    done = subprocess.run(
        [LAUNCHER, "doctor"], env=environment, capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stderr) == (130, "judge: interrupted\n")


def test_no_file_of_the_users_folder_is_taken_for_a_module(tmp_path: Path) -> None:
    (tmp_path / "random.py").write_text("raise SystemExit('the solution of a user was run')\n")
    environment = {**os.environ, "PATH": path_with_python(), "WARP_JUDGE_SETUP": "off"}
    environment.pop("PYTHONPATH", None)  # a relative one would lead into that folder
    done = subprocess.run(
        [LAUNCHER, "statement", "transpose"],
        cwd=tmp_path, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


def test_the_environment_of_its_own_heeds_no_variable_of_the_callers(tmp_path: Path) -> None:
    """Python's own variables, and the folder that CDPATH would lead to. `print` stands for the whole judge."""
    tree = tmp_path / "tree"
    (tree / "judge").mkdir(parents=True)
    for name in ("judge", "apt-packages.txt"):
        shutil.copy(LAUNCHER.parent / name, tree / "judge" / name)
    (tree / "pyproject.toml").touch()
    (tree / "judge/python-lock.txt").touch()
    (tree / "judge/__main__.py").write_text(
        "import os, sys, random; print(sys.stdout.encoding, __debug__, os.environ.get('LD_PRELOAD'))\n"
    )
    (tree / ".venv/bin").mkdir(parents=True)
    (tree / ".venv/bin/python").symlink_to(sys.executable)
    for name in ("packages", "python"):
        listed = tree / ("judge/apt-packages.txt" if name == "packages" else "pyproject.toml")
        with listed.open("rb") as stdin:
            said = subprocess.run(["cksum"], stdin=stdin, capture_output=True, text=True, check=True).stdout
        (tree / f".venv/{name}-{said.split()[0]}").touch()
    (tree / ".venv/slurm").touch()
    shadow = tmp_path / "shadow"
    (shadow / "judge").mkdir(parents=True)
    (shadow / "random.py").write_text("raise SystemExit('a module of the caller was run')\n")
    done = subprocess.run(
        ["judge/judge", "list"],
        cwd=tree,
        env={
            **os.environ, "PYTHONPATH": str(shadow), "PYTHONIOENCODING": "utf-16", "PYTHONOPTIMIZE": "2",
            "PYTHONHOME": "/no/such/folder", "CDPATH": str(shadow), "LD_PRELOAD": "/no/such/library.so",
            "PATH": "/no/such/folder",
        },
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout == "utf-8 True None\n", done.stderr


def path_with_python() -> str:
    """A PATH on which python3 is the one that runs the tests."""
    return f"{Path(sys.executable).parent}:{os.environ['PATH']}"


def test_every_package_line_gives_its_reason_or_is_in_a_named_group() -> None:
    lines = (this_installation().root / "judge/apt-packages.txt").read_text().splitlines()
    assert lines[0].startswith("#")
    packages = [line.partition("#")[0].strip() for line in lines if line.partition("#")[0].strip()]
    assert len(set(packages)) == len(packages) > 5


@pytest.mark.parametrize(
    "option", ["--with-cuda", "--with-browser", "--with-slurm", "--with-postgresql", "--with-institution"]
)
def test_more_is_set_up_only_with_set_up(option: str) -> None:
    environment = {**os.environ, "WARP_JUDGE_SETUP": "off"}
    done = subprocess.run(
        [LAUNCHER, option, "--version"], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert f"{option} is a part of the set-up" in done.stderr
    environment["PATH"] = path_with_python()
    for word in ("--help", "-h"):  # who asks wants nothing installed
        asked = [str(LAUNCHER), option, "verify", word]
        done = subprocess.run(asked, env=environment, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("command", "stamps", "is_set_up"),
    [
        ("serve", ["institution"], True),
        ("test", ["test", "institution"], False),
        ("test", ["test", "institution", "provider"], True),
        ("test", ["test", "provider"], False),
    ],
)
def test_an_institution_that_was_set_up_to_serve_lacks_what_its_tests_need(
    tmp_path: Path, command: str, stamps: list[str], is_set_up: bool
) -> None:
    names = ("packages", "python", "serve", "cuda", "browser", "slurm", "postgresql")
    for name in (*names, *stamps):
        (tmp_path / f"{name}-1").touch()
    all_stamps = "".join(
        f"{name}_stamp={tmp_path}/{name}-1\n" for name in (*names, "test", "institution", "provider")
    )
    question = f"\nvenv={tmp_path}\nwith_institution=--with-institution\n{all_stamps}is_set_up {command}"
    done = subprocess.run(["sh", "-c", functions_of_the_launcher() + question, LAUNCHER], check=False)
    assert (done.returncode == 0) is is_set_up


@pytest.mark.parametrize(
    ("made_with", "link", "is_another"),
    [
        ("python3.0", "python3.1", True),
        ("python3.1", "python3.1", False),
        ("python3.0", "alternatives", True),
        ("python3.1", "alternatives", False),
        ("python3.0", None, False),  # of which nothing tells the version
    ],
)
def test_another_python_than_that_of_the_environment_sets_all_up_again(
    tmp_path: Path, made_with: str, link: str | None, is_another: bool
) -> None:
    """An upgrade of the system brings one; only the parts that there were are installed again."""
    programs, venv = tmp_path / "bin", tmp_path / "venv"
    programs.mkdir()
    (programs / "python3.1").touch()
    (programs / "python3.1-config").touch()
    (programs / "alternatives").symlink_to("python3.1")
    if link:
        (programs / "python3").symlink_to(link)
    else:
        (programs / "python3").touch()
    (venv / "lib" / made_with).mkdir(parents=True)
    for name in ("packages", "python", "test"):
        (venv / f"{name}-1").touch()
    stamps = "".join(
        f"{name}_stamp={venv}/{name}-1\n"
        for name in (
            "packages", "python", "test", "serve", "cuda", "browser", "slurm", "postgresql", "institution", "provider"
        )
    )  # fmt: skip
    question = (
        f"\nvenv={venv}\n{stamps}wants_cuda() {{ return 1; }}\nwants_browser() {{ return 1; }}\n"
        "wants_slurm() { return 1; }\npip_install() { echo pip $1; }\n"
        "install_python() { echo python; : >$python_stamp; }\n"
        "set_up verify\n"
    )
    launcher = functions_of_the_launcher().replace("/usr/bin/python3", f"{programs}/python3")
    done = subprocess.run(
        ["sh", "-c", launcher + question, LAUNCHER], capture_output=True, text=True, check=False
    )
    installed = done.stdout.split("\n")
    assert ("python" in installed, "pip test" in installed) == (is_another, is_another), done.stderr
    assert (venv / "test-1").exists()
    assert not (venv / "serve-1").exists() or "pip web" in installed


@pytest.mark.parametrize(
    ("system", "chromium", "apt"),
    [("debian", False, True), ("debian", True, False), ("ubuntu", False, False)],
)
def test_chromium_is_installed_where_it_is_a_package_and_missing(
    tmp_path: Path, system: str, chromium: bool, apt: bool
) -> None:
    for tool in ("sh", "dirname", "cksum", "cut", "grep"):
        (tmp_path / tool).symlink_to(f"/usr/bin/{tool}")
    if chromium:
        (tmp_path / "chromium").symlink_to("/bin/true")
    (tmp_path / "os-release").write_text(f"NAME=x\nID={system}\n")
    text = functions_of_the_launcher().replace("/etc/os-release", str(tmp_path / "os-release"))
    question = (
        "\napt_install() { echo apt $@; }\npip_install() { echo pip $@; }\n"
        f"venv={tmp_path}\nwants_browser && install_browser"
    )
    done = subprocess.run(
        ["sh", "-c", text + question, LAUNCHER, "--with-browser"],
        env={"PATH": str(tmp_path)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (
        done.stdout.split("\n")[:-1] == ["pip browser", "apt default-jre-headless"] + ["apt chromium"] * apt
    ), done.stderr
    assert ("snap install chromium" in done.stderr) == (system == "ubuntu")


def test_postgresql_is_installed_with_what_speaks_to_it(tmp_path: Path) -> None:
    for tool in ("sh", "dirname", "cksum", "cut", "sed"):
        (tmp_path / tool).symlink_to(f"/usr/bin/{tool}")
    question = (
        "\napt_install() { echo apt $@; }\npip_install() { echo pip $@; }\n"
        f"venv={tmp_path}\nwants_postgresql && install_postgresql"
    )
    for options, stamp, done_for_it in (
        (["--with-postgresql"], False, "pip postgresql\napt postgresql\n"),
        ([], False, ""),
        (
            [],
            True,
            "pip postgresql\napt postgresql\n",
        ),  # by an older list: what was asked for once is kept up to date
    ):
        if stamp:
            (tmp_path / "postgresql-123").touch()
        done = subprocess.run(
            ["sh", "-c", functions_of_the_launcher() + question, LAUNCHER, *options],
            env={"PATH": str(tmp_path)},
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.stdout == done_for_it, done.stderr


@pytest.mark.parametrize(
    ("command", "stamp", "wanted"),
    [
        ("verify", False, False),
        ("test", False, True),
        ("test --help", False, False),
        *((f"test --quick {step.name}", False, True) for step in STEPS),
        *((f"test --long {step.name}", False, True) for step in LONG_STEPS),
        ("test --long --seconds 600", False, True),
        ("test --mutants 10 --seed 3", False, True),
        ("test --mutants all", False, True),
        ("test vector-add mine.cu", False, False),
        ("test unit mine.cu", False, False),
        ("verify", True, True),
        ("", False, False),
    ],
)
def test_tools_of_tests_are_installed_where_they_are_asked_for(
    tmp_path: Path, command: str, stamp: bool, wanted: bool
) -> None:
    if stamp:
        (tmp_path / "test-123").touch()
    question = f'\nvenv={tmp_path}\nwants_test_tools "$@" && echo wanted || echo "not wanted"\n'
    done = subprocess.run(
        ["sh", "-c", functions_of_the_launcher() + question, LAUNCHER, *command.split()],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout.strip() == ("wanted" if wanted else "not wanted"), done.stderr


@pytest.mark.parametrize(
    ("command", "stamp", "wanted"),
    [
        ("serve --port 0", None, True),
        ("serve --help", None, False),
        ("verify", None, False),
        ("verify", "serve-123", True),
        ("test", None, True),
        ("verify", "test-123", True),
    ],
)
def test_what_the_pages_need_is_installed_where_they_are_served_or_tested(
    tmp_path: Path, command: str, stamp: str | None, wanted: bool
) -> None:
    if stamp:
        (tmp_path / stamp).touch()
    question = f'\nvenv={tmp_path}\nwants_serve "$@" && echo wanted || echo "not wanted"\n'
    done = subprocess.run(
        ["sh", "-c", functions_of_the_launcher() + question, LAUNCHER, *command.split()],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout.strip() == ("wanted" if wanted else "not wanted"), done.stderr


@pytest.mark.parametrize("pip_works", [True, False])
def test_pip_works_beside_apt(tmp_path: Path, pip_works: bool) -> None:
    """A failure there ends the set-up, too."""
    question = (
        f"\nvenv={tmp_path}\npython_stamp={tmp_path}/python-1\n"
        "apt_install() { echo apt; }\n"
        f"install_python() {{ {'echo pip' if pip_works else 'die failed'}; }}\n"
        "install_packages\necho done\n"
    )
    done = subprocess.run(
        ["sh", "-c", functions_of_the_launcher() + question, LAUNCHER],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    reported = done.stdout.split()
    assert (done.returncode, reported.count("apt")) == (0 if pip_works else 2, 2), done.stderr
    assert ("pip" in reported, "done" in reported) == (pip_works, pip_works)


def apt_install(tmp_path: Path, apt: str, *, terminal: bool = False) -> tuple[int, str]:
    """The exit status and what is said when it installs two packages, with this for an apt-get. A second lasts no
    longer than a moment."""
    for tool, script in (
        ("apt-get", apt),
        ("dpkg-query", "echo absent"),
        ("id", "echo 0"),
        ("sleep", f"echo >>{tmp_path}/slept; exec /usr/bin/sleep 0.1"),
    ):
        (tmp_path / tool).write_text(f"#!/bin/sh\n{script}\n")
        (tmp_path / tool).chmod(0o755)
    text = functions_of_the_launcher() + f"\nvenv={tmp_path}\napt_install one two\necho done >&2\n"
    command = ["sh", "-c", text, str(LAUNCHER)]
    environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    if terminal:
        command = ["script", "-qec", shlex.join(command), "/dev/null"]
    done = subprocess.run(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    return done.returncode, done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("terminal", [False, True])
def test_what_apt_installs_is_told_with_its_progress_and_its_log(tmp_path: Path, terminal: bool) -> None:
    # It ends once its message has been told: after each sleep.
    many = f"$(wc -l <{tmp_path}/slept)"
    told_in = f"before={many}; while [ {many} -lt $((before + 3)) ]; do /usr/bin/sleep 0.05; done"
    apt = f'case "$*" in *install*) >>{tmp_path}/slept; echo "Unpacking one (1.2)"; {told_in} ;; esac'
    status, said = apt_install(tmp_path, apt, terminal=terminal)
    assert status == 0
    assert "judge: installing system packages: one two" in said
    assert f"all that apt-get says: {tmp_path}/apt.log" in said
    seconds = 1 if terminal else 15
    told = re.search(r"judge: installing, (\d+) s: Unpacking one \(1\.2\)", said)
    assert told is not None, said
    assert int(told[1]) % seconds == 0
    assert said.splitlines()[-1].endswith("done")
    assert (tmp_path / "apt.log").read_text() == "Unpacking one (1.2)\n"


def test_where_apt_fails_the_end_of_its_log_is_shown(tmp_path: Path) -> None:
    apt = 'case "$*" in *install*) seq 30; echo "E: Unable to locate package two"; exit 100 ;; esac'
    status, said = apt_install(tmp_path, apt)
    assert status == 2
    lines = [
        line for line in said.splitlines() if not line.startswith("judge: installing, ")
    ]  # if it takes long
    assert lines[2] == "12"
    assert said.splitlines()[-2:] == [
        "E: Unable to locate package two",
        f"judge: apt-get failed; its whole output: {tmp_path}/apt.log",
    ]


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_interrupted_installation_says_so(tmp_path: Path, number: signal.Signals, status: int) -> None:
    """A signal to all of it, as Ctrl-C sends it."""
    # A signal may come while the shell starts a program, which then does not end by it: the next one is soon there.
    installing = "apt_install() { echo begun; while :; do sleep 0.05; done; echo installed; }"
    command = launcher_with(f"{installing}\nstart() {{ echo started; }}", tmp_path)
    environment = {name: value for name, value in os.environ.items() if name != "WARP_JUDGE_SETUP"}
    installation = subprocess.Popen(
        command,
        env=environment,
        text=True,
        start_new_session=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    with killed_on_failure(installation) as launcher:
        assert launcher.stdout
        assert launcher.stdout.readline() == "begun\n"
        os.killpg(launcher.pid, number)
        reported, complaint = launcher.communicate(timeout=PATIENCE_S)
    assert launcher.returncode == status
    assert reported == ""
    *_, last = complaint.splitlines()  # a shell may have told of what was killed
    assert last == "judge: interrupted during the installation; the next run goes on with it"
    again = launcher_with(
        "install_packages() { :>$python_stamp; }\nwants_cuda() { return 1; }\nstart() { echo started; }",
        tmp_path,
    )
    done = subprocess.run(
        again, env=environment, capture_output=True, text=True, check=False, timeout=PATIENCE_S
    )
    assert done.stdout == "started\n", "the lock is free"


def launcher_with(functions: str, tmp_path: Path) -> list[str]:
    """The command of a launcher in a tree of its own, with these instead of its functions of the same names."""
    (tmp_path / "judge").mkdir(exist_ok=True)
    for file in ("judge/apt-packages.txt", "judge/python-lock.txt", "pyproject.toml"):
        shutil.copy(this_installation().root / file, tmp_path / file)
    before, marker, rest = LAUNCHER.read_text().partition(SET_UP)
    assert marker, "else all of it would be run before these are defined"
    return ["sh", "-c", f"{before}\n{functions}\n{marker}{rest}", str(tmp_path / "judge/judge")]


def test_a_second_launcher_waits_for_the_installation_of_the_first(tmp_path: Path) -> None:
    command = launcher_with(
        'install_packages() { echo begun >>"$venv/log"; '
        'while [ ! -e "$venv/go" ]; do sleep 0.05; done; echo done >>"$venv/log"; : >"$python_stamp"; }\n'
        "wants_test_tools() { return 1; }\nwants_cuda() { return 1; }\nstart() { echo started; }",
        tmp_path,
    )
    environment = {name: value for name, value in os.environ.items() if name != "WARP_JUDGE_SETUP"}
    log = tmp_path / ".venv/log"
    with killed_on_failure(
        subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    ) as first:
        while first.poll() is None and not log.exists():
            time.sleep(0.01)
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        with killed_on_failure(subprocess.Popen(command, env=environment, **pipes)) as second:  # type: ignore[call-overload]
            assert second.stderr
            waiting = second.stderr.readline()
            assert waiting == f"judge: waiting for another judge's installation (pid {first.pid})\n"
            (tmp_path / ".venv/go").touch()
            assert second.communicate(timeout=PATIENCE_S) == ("started\n", "")
        assert first.communicate(timeout=PATIENCE_S)[0] == "started\n"
    assert log.read_text() == "begun\ndone\n"


def test_a_checkout_that_cannot_be_written_to_is_said_with_what_to_do(tmp_path: Path) -> None:
    command = launcher_with("start() { echo started; }", tmp_path)
    (tmp_path / ".venv").write_text("a file, into which not even root can put another one\n")
    environment = {name: value for name, value in os.environ.items() if name != "WARP_JUDGE_SETUP"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert f" cannot write to {tmp_path}/.venv: use a checkout of your own (git config " in done.stderr
    assert len(done.stderr.splitlines()) == 1


def functions_of_the_launcher() -> str:
    """Its text up to where it begins to install things."""
    before, marker, _ = LAUNCHER.read_text().partition(SET_UP)
    assert marker
    return before.replace("set -eu", "set -u")


@pytest.mark.parametrize(
    ("driver", "nvcc", "stamp", "asked", "wanted"),
    [
        ("NVIDIA UNIX Open Kernel Module for x86_64  580.159.04  Release Build", False, False, False, True),
        (
            "NVIDIA UNIX x86_64 Kernel Module  590.44.01  Sat Aug 19 01:15:15 UTC 2028",
            False,
            False,
            False,
            True,
        ),
        (
            "NVIDIA UNIX x86_64 Kernel Module  535.104.05  Sat Aug 19 01:15:15 UTC 2023",
            False,
            False,
            False,
            False,
        ),
        ("NVIDIA UNIX Open Kernel Module for x86_64  580.159.04  Release Build", True, False, False, False),
        (None, False, False, False, False),
        (None, False, True, False, True),
        (None, True, False, True, True),
    ],
)
def test_a_toolkit_is_installed_where_it_is_wanted(
    tmp_path: Path, driver: str | None, nvcc: bool, stamp: bool, asked: bool, wanted: bool
) -> None:
    for tool in ("sh", "dirname", "cksum", "cut", "sed"):
        (tmp_path / tool).symlink_to(f"/usr/bin/{tool}")
    if nvcc:
        (tmp_path / "nvcc").write_text("#!/bin/sh\n")
        (tmp_path / "nvcc").chmod(0o755)
    if driver is not None:
        (tmp_path / "version").write_text(f"NVRM version: {driver}\nGCC version:  gcc version 12.3.0\n")
    if stamp:
        (tmp_path / "cuda-123").touch()
    text = functions_of_the_launcher().replace("/usr/local/cuda/bin/nvcc", str(tmp_path / "nvcc"))
    question = (
        f'\nvenv={tmp_path}\ndriver_file={tmp_path}/version\nwants_cuda && echo wanted || echo "not wanted"\n'
    )
    options = ["--with-cuda"] if asked else []
    done = subprocess.run(
        ["sh", "-c", text + question, LAUNCHER, *options],
        env={"PATH": str(tmp_path)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout.strip() == ("wanted" if wanted else "not wanted"), done.stderr


def test_the_toolkits_packages_are_pinned_and_of_one_release() -> None:
    packages = tomllib.loads((this_installation().root / "pyproject.toml").read_text())
    cuda = packages["project"]["optional-dependencies"]["cuda"]
    versions = dict(package.split("==") for package in cuda)
    assert all(version.startswith("13.") for version in versions.values())
    compilers = {versions[name] for name in ("nvidia-cuda-nvcc", "nvidia-cuda-crt", "nvidia-nvvm")}
    assert len(compilers) == 1


@pytest.mark.parametrize("stderr", ["2>/dev/full", "2>&-"])
def test_a_message_that_nobody_can_be_shown_is_no_verdict(stderr: str) -> None:
    script = f"{functions_of_the_launcher()}\nset -e\nsay one\necho went on\ndie two\n"
    done = subprocess.run(
        ["sh", "-c", f'sh -c "$1" sh {stderr}', "sh", script], capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.returncode) == ("went on\n", 2)
