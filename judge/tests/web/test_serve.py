"""`judge serve` as a process: what it refuses, what it survives, and that nothing is lost with it."""

import os
import signal
import socket
import struct
import time
import urllib.request
from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.base.submission_state import State as Submitted
from judge.commands import full_isolation
from judge.commands import serve as serve_module
from judge.commands.full_isolation import require_full_isolation
from judge.commands.options.serve import ServeOptions
from judge.commands.serve import sign_in_link
from judge.commands.serve_addresses import address_of, listen
from judge.doctor.diagnosis import Diagnosis, Health
from judge.project.host import JudgeHost
from judge.service.online import OnlineJudge
from judge.service.preparing import Preparation
from judge.store import catalogue_records as catalogue
from judge.store.catalogue_records import Role
from judge.store.queue_records import JobState
from judge.store.records import FileRecord, Submission
from judge.store.store import Store
from judge.tests.checkout import Checkout
from judge.tests.watching import PATIENCE_S
from judge.tests.web.contest_sites import MANIFEST, contest_folder
from judge.tests.web.serving import serving
from judge.tests.web.sites import RIGHT
from judge.web.tokens import token_sha256

pytestmark = pytest.mark.built


def submitted(store: Store) -> int:
    """Submits once the problem is open."""
    until_s = time.monotonic() + PATIENCE_S
    while not (problem := store.catalogue.named(catalogue.ProblemRecord, "double")):
        assert time.monotonic() < until_s
        time.sleep(0.1)
    submission = Submission(problem.id, "mine.py", "python3")
    return store.submissions.submit(submission, [FileRecord("mine.py", RIGHT.encode())]).id


def judged(store: Store, number: int) -> str | None:
    """Its verdict, once there is one."""
    until_s = time.monotonic() + PATIENCE_S
    while (found := store.submissions.get(number)).state is not Submitted.DONE:
        assert time.monotonic() < until_s
        time.sleep(0.1)
    assert found.judgement_id
    return store.judgements.get(found.judgement_id).verdict


def leave_in_the_middle(address: str) -> None:
    """Asks as browsers do that are gone before the answers."""
    host, _, port = address.rpartition("/")[2].partition(":")
    for number in range(40):
        with socket.create_connection((host, int(port))) as visitor:
            visitor.send(f"GET /sign-in HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode() * 20)
            if number % 2:  # all at once, as where a process is killed
                visitor.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            time.sleep(0.002 * (number % 10))
    assert urllib.request.urlopen(f"{address}/health").read() == b"ok\n"


@pytest.mark.slow
def test_it_goes_on_where_its_worker_is_killed_and_where_it_is_killed_itself(
    checkout: Checkout, tmp_path: Path
) -> None:
    data = tmp_path / "data"
    with serving(checkout, data, is_killed=True) as first, Store.open(data / "store.sqlite") as store:
        assert urllib.request.urlopen(f"{first.address}/health").read() == b"ok\n"
        one = submitted(store)
        worker = first.worker()
        os.kill(worker, signal.SIGKILL)
        another = submitted(store)
        assert [judged(store, number) for number in (one, another)] == ["AC", "AC"]
        worker_again = first.worker()
        assert worker_again != worker
        first.process.kill()
        first.process.wait(PATIENCE_S)
        until_s = time.monotonic() + PATIENCE_S
        while Path(f"/proc/{worker_again}").exists():  # it ends with the one who has started it
            assert time.monotonic() < until_s
            time.sleep(0.05)
        left = submitted(store)
        with serving(checkout, data) as second:
            assert second.link != first.link
            assert judged(store, left) == "AC"
        begun = len([event for event in store.events.after(0) if event.kind == "judged"])
        assert begun == 3


def test_what_is_not_built_is_built_behind_the_pages(checkout: Checkout, tmp_path: Path) -> None:
    program, elsewhere, may_build = checkout.root / "build/double", tmp_path / "double", tmp_path / "go"
    program.rename(elsewhere)
    cmake = checkout.root.parent / "tools" / "cmake"
    cmake.unlink()
    cmake.write_text(f"""\
#!/bin/sh
[ "$1" = --build ] || exit 0
for _ in $(seq 2400); do [ -e '{may_build}' ] && break; sleep 0.05; done
cp '{elsewhere}' '{program}'
""")
    cmake.chmod(0o755)
    data = tmp_path / "data"
    with serving(checkout, data) as served, Store.open(data / "store.sqlite") as store:
        assert OnlineJudge(checkout.host, store).waiting() == [Preparation("double", JobState.QUEUED, "")]
        waiting = urllib.request.urlopen(f"{served.address}/").read().decode()
        assert "double" in waiting
        assert 'class="state WA"' not in waiting  # not told of as broken
        may_build.touch()
        assert judged(store, submitted(store)) == "AC"


@pytest.mark.slow
def test_one_folder_is_served_once_at_a_time_whatever_its_visitors_do(
    checkout: Checkout, tmp_path: Path
) -> None:
    data = tmp_path / "data"
    with serving(checkout, data) as served:
        leave_in_the_middle(served.address)
        assert oct(data.stat().st_mode)[-3:] == "700"
        again = checkout.run("serve", "--data", str(data), "--port", "0")
        assert again.returncode == 2
        assert str(served.process.pid) in again.stderr
        port = served.address.rpartition(":")[2]
        taken = checkout.run("serve", "--data", str(tmp_path / "other"), "--port", port)
        assert taken.returncode == 2
        assert port in taken.stderr


def test_it_does_not_start_without_full_isolation(tree: JudgeHost, monkeypatch: pytest.MonkeyPatch) -> None:
    good = Diagnosis("isolation", Health.GOOD, "all")
    weak = Diagnosis(
        "no seccomp", Health.WEAK, "not built in", "system calls", "apt-get install libseccomp-dev"
    )
    monkeypatch.setattr(full_isolation, "check_isolation", lambda _: iter([good]))
    require_full_isolation(tree)
    monkeypatch.setattr(full_isolation, "check_isolation", lambda _: iter([good, weak]))
    with pytest.raises(JudgeError, match=r"seccomp: not built in[\s\S]*apt-get install libseccomp-dev"):
        require_full_isolation(tree)


def test_a_contest_that_does_not_exist_is_refused_before_anything_is_bound_or_stored(
    tree: JudgeHost, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(serve_module, "listen", pytest.fail)
    data = tmp_path / "data"
    (empty := tmp_path / "empty").mkdir()
    for given, why in (
        (tmp_path / "nosuch", "nosuch is not a folder"),
        (empty, "contest.yaml is missing"),
        (tmp_path / "nosuch.zip", "nosuch.zip is not a folder"),
    ):
        with pytest.raises(JudgeError, match=why):
            serve_module.serve(tree, ServeOptions(data=data, port=0, contests=(given,)))
    assert not data.exists()
    assert capsys.readouterr().out == ""


def test_a_contest_that_cannot_be_imported_is_refused_before_an_address_is_shown(
    checkout: Checkout, tmp_path: Path
) -> None:
    cup = contest_folder(tmp_path / "cup", MANIFEST.replace("id: double", "id: nothing"))
    options = ("--data", str(tmp_path / "data"), "--port", "0", "--contest", str(cup))
    refused = checkout.run("serve", *options)
    assert refused.returncode == 2
    assert "no problem here is called nothing" in " ".join(refused.stderr.split())
    assert "http://" not in refused.stdout + refused.stderr


def test_each_start_makes_a_link_for_the_one_administrator(tmp_path: Path) -> None:
    with Store.open(tmp_path / "store.sqlite") as store:
        links = [sign_in_link(store, "http://127.0.0.1:8000") for _ in range(2)]
        assert len(set(links)) == 2
        [admin] = store.catalogue.all(catalogue.User)
        assert admin.role is Role.ADMIN
        for link in links:
            token = link.rpartition("/")[2]
            signed_in = store.accounts.take_link(token_sha256(token), token_sha256(f"session {token}"))
            assert signed_in
            assert signed_in.user_id == admin.id


def test_any_free_port_may_be_had() -> None:
    with listen("127.0.0.1", 0) as listening:
        port = listening.getsockname()[1]
        assert address_of(ServeOptions(), listening) == f"http://127.0.0.1:{port}"
        with pytest.raises(JudgeError, match=str(port)):
            listen("127.0.0.1", port)
    with listen("0.0.0.0", 0) as listening:
        assert socket.gethostname() in address_of(ServeOptions(host="0.0.0.0"), listening)
