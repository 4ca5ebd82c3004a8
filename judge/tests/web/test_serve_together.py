"""Several `judge serve` of one store on a server, with one data folder."""

import json
import os
import urllib.request
from pathlib import Path
from threading import Barrier, Thread

import click
import pytest

from judge.commands.options.serve import ServeOptions, engine_words, server_store
from judge.commands.serve import pages_key
from judge.commands.serve_store import ServedStore
from judge.store.addresses import without_password
from judge.store.store import Store
from judge.tests.checkout import Checkout
from judge.tests.store import postgresql_server
from judge.tests.store.postgresql_server import empty_schema
from judge.tests.watching import soon
from judge.tests.web.serving import serving
from judge.tests.web.test_serve import judged, submitted

pytestmark = pytest.mark.built


@pytest.mark.slow
def test_two_have_one_store_and_one_folder_and_each_judges_what_the_other_took(
    checkout: Checkout, tmp_path: Path
) -> None:
    programs = postgresql_server.programs()
    if programs is None:
        pytest.skip(postgresql_server.MISSING)
    data = tmp_path / "data"
    (tmp_path / "second").mkdir()
    with postgresql_server.server(programs) as server:
        address = empty_schema(server)
        options = ("--store", address, "--users", "one")
        with (
            serving(checkout, data, *options, "--only-pages") as first,
            Store.open(address) as store,
        ):
            number = submitted(store)
            alone = checkout.run("serve", "--data", str(data), "--port", "0")
            assert alone.returncode == 2
            assert "already served" in alone.stderr, "a store in the folder has it alone"
            ready = urllib.request.Request(f"{first.address}/api/problems")
            assert "double" in json.dumps(json.loads(urllib.request.urlopen(ready).read()))
            with serving(checkout, data, *options) as second:
                assert second.address != first.address
                assert judged(store, number) == "AC"
                [judgement] = store.judgements.of(number)
                assert judgement.job_id is not None
                worker = store.queue.job(judgement.job_id).worker
                assert worker == f"serve-{os.uname().nodename}-{second.process.pid}", (
                    "the first judges nothing"
                )
                beating = {one.name for one in store.heartbeats.heard("pages", 60_000)}
                assert soon(lambda: len(store.heartbeats.heard("pages", 60_000)) == 2), beating
    assert not (data / "store.sqlite").exists()
    assert len((data / "pages.key").read_bytes()) == 32


def test_both_have_one_key_whoever_is_faster(tmp_path: Path) -> None:
    together, found = Barrier(8), []

    def make() -> None:
        together.wait()
        found.append(pages_key(tmp_path))

    threads = [Thread(target=make) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(found) == {(tmp_path / "pages.key").read_bytes()}
    assert len(found) == 8
    assert (tmp_path / "pages.key").stat().st_mode & 0o777 == 0o600


def test_a_store_in_a_file_is_that_of_the_data_folder() -> None:
    assert server_store(None, None, "postgresql://judge@db/judge") == "postgresql://judge@db/judge"
    with pytest.raises(click.BadParameter, match="--data"):
        server_store(None, None, "/var/lib/other.sqlite")
    data = Path("/data")
    assert ServedStore(data).words == ["--store", "/data/store.sqlite"]
    there = ServedStore(data, "postgresql://db/judge")
    assert there.words == ["--store", "postgresql://db/judge", "--data", "/data"]


def test_who_has_pages_alone_leaves_judging_to_others() -> None:
    assert engine_words(ServeOptions(only_pages=True)) == ["--only-ready"]
    assert engine_words(ServeOptions()) == []


def test_no_password_of_a_store_is_shown() -> None:
    for address in (
        "postgresql://judge:secret@db.example/judge",
        "postgres://db.example/judge?password=secret",
    ):
        assert without_password(address) == "postgresql://db.example/judge"
    assert without_password("/data/store.sqlite") == "/data/store.sqlite"
