"""Whether an online judge can be served here: each check with what is good, and what it must notice."""

import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.doctor import serving
from judge.doctor.diagnosis import Diagnosis, Health
from judge.doctor.serving import (
    ServePlan,
    check_serving,
    clock,
    data_folder,
    listening,
    reached,
    room,
    served_by,
)
from judge.doctor.tls import check_tls
from judge.service.room import RoomBounds
from judge.store.store import Store


def states(found: Iterator[Diagnosis]) -> dict[str, Health]:
    return {one.what: one.state for one in found}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    (folder := tmp_path / "data").mkdir(mode=0o700)
    Store.open(folder / "store.sqlite").close()
    return folder


def test_a_good_folder_and_port_are_good(data: Path) -> None:
    found = [*check_serving(ServePlan(data, ports=(0,)))]
    bad = [one for one in found if one.state is Health.BAD and one.what != "libraries of serve"]
    assert bad == []
    for one in found:
        assert one.state is Health.GOOD or one.advice, one


def test_the_data_folder_is_private_and_its_store_can_be_read(data: Path, tmp_path: Path) -> None:
    assert set(states(data_folder(data)).values()) == {Health.GOOD}
    assert states(data_folder(tmp_path / "new/folder")) == {"data folder": Health.GOOD}
    data.chmod(0o750)
    assert states(data_folder(data))["private data"] is Health.BAD
    data.chmod(0o3770)  # as two users have it, whose group is theirs alone, where it is root's
    assert states(data_folder(data))["private data"] is (Health.GOOD if os.geteuid() == 0 else Health.BAD)
    data.chmod(0o3775)
    assert states(data_folder(data))["private data"] is Health.BAD
    data.chmod(0o700)
    (data / "store.sqlite").write_bytes(b"something else" * 100)
    [store] = [one for one in data_folder(data) if one.what == "store"]
    assert store.state is Health.BAD
    assert "restore" in store.advice


def test_a_folder_of_the_network_is_noticed(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "may_be_shared", lambda _: True)
    assert states(data_folder(data))["place of data"] is Health.BAD
    assert "place of data" not in states(data_folder(data, "postgresql://db.example/judge"))


def test_room_is_noticed_by_its_bounds(data: Path) -> None:
    for bounds, state in (
        (RoomBounds(0), Health.GOOD),
        (RoomBounds(0, 1 << 20), Health.GOOD),
        (RoomBounds(1 << 60), Health.BAD),
        (RoomBounds(0, 1), Health.BAD),
    ):
        found = states(room(ServePlan(data, bounds=bounds)))
        assert found["room"] is (state if bounds.most_data_bytes != 1 << 20 else found["room"]), bounds


def test_a_port_that_is_taken_is_bad_unless_by_the_judge_itself() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert listening("127.0.0.1", port, "").state is Health.BAD
        assert listening("127.0.0.1", port, "4711").state is Health.GOOD
    assert listening("127.0.0.1", port, "").state is Health.GOOD
    assert listening("192.0.2.1", port, "4711").state is Health.BAD  # an address of nobody's


def test_who_serves_the_folder_is_known_by_its_lock(data: Path) -> None:
    import fcntl

    assert served_by(data) == ""
    with (data / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        lock.write("4711\n")
        lock.flush()
        assert served_by(data) == "4711"
    assert served_by(data) == ""


@pytest.mark.parametrize(
    ("plan", "state"),
    [
        (ServePlan(Path()), Health.GOOD),
        (ServePlan(Path(), host="0.0.0.0"), Health.BAD),
        (ServePlan(Path(), host="0.0.0.0", tls_cert=Path("a"), tls_key=Path("b")), Health.GOOD),
        (ServePlan(Path(), url="https://judge.example"), Health.GOOD),
        (ServePlan(Path(), url="http://judge.example"), Health.BAD),
        (ServePlan(Path(), host="0.0.0.0", url="https://judge.example"), Health.WEAK),
    ],
)
def test_what_crosses_the_network_in_the_clear_is_noticed(plan: ServePlan, state: Health) -> None:
    assert reached(plan).state is state


def test_a_clock_before_this_program_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    assert clock().state is not Health.BAD
    monkeypatch.setattr("time.time", lambda: 1e9)
    assert clock().state is Health.BAD


def certificate(folder: Path, name: str, days: int) -> tuple[Path, Path]:
    if not shutil.which("openssl"):
        pytest.skip("no openssl here")
    cert, key = folder / f"{name}{days}.pem", folder / f"{name}{days}.key"
    command = "openssl req -x509 -newkey rsa:2048 -nodes".split()
    command += ["-keyout", str(key), "-out", str(cert)]
    command += ["-days", str(abs(days)), "-subj", f"/CN={name}", "-addext", f"subjectAltName=DNS:{name}"]
    subprocess.run(command, check=True, capture_output=True)
    key.chmod(0o600)
    return cert, key


AUTHORITY = """
[ca]
default_ca = own
[own]
database = index.txt
new_certs_dir = .
serial = serial
default_md = sha256
policy = any
[any]
commonName = supplied
"""


def expired(folder: Path) -> tuple[Path, Path]:
    """A certificate of January 2020."""
    for name, text in (("ca.cnf", AUTHORITY), ("index.txt", ""), ("serial", "01")):
        (folder / name).write_text(text)
    asked = "req -new -newkey rsa:2048 -nodes -keyout old.key -out old.csr -subj /CN=judge.example"
    made = "ca -batch -selfsign -notext -config ca.cnf -keyfile old.key -in old.csr -out old.pem"
    dates = ["-startdate", "20200101000000Z", "-enddate", "20200201000000Z"]
    for command in (asked.split(), [*made.split(), *dates]):
        subprocess.run(["openssl", *command], cwd=folder, check=True, capture_output=True)
    return folder / "old.pem", folder / "old.key"


def test_a_certificate_is_tried_as_browsers_do(tmp_path: Path) -> None:
    cert, key = certificate(tmp_path, "judge.example", 90)
    soon, soon_key = certificate(tmp_path, "judge.example", 5)
    good = {"certificate": Health.GOOD, "private key": Health.GOOD}
    assert states(check_tls(cert, key, "judge.example")) == good
    assert states(check_tls(cert, key, None)) == good
    assert states(check_tls(cert, key, "other.example"))["certificate"] is Health.BAD
    assert states(check_tls(cert, soon_key, None))["certificate"] is Health.BAD  # not its key
    assert states(check_tls(soon, soon_key, None))["certificate"] is Health.WEAK
    assert states(check_tls(tmp_path / "missing", key, None)) == {"certificate": Health.BAD}
    key.chmod(0o644)
    assert states(check_tls(cert, key, None))["private key"] is Health.WEAK
    key.chmod(0o600)

    old, old_key = expired(tmp_path)
    [found] = [one for one in check_tls(old, old_key, None) if one.what == "certificate"]
    assert found.state is Health.BAD
    assert "expired" in found.found
