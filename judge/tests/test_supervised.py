"""The children of a process, which may end while they are listed."""

import os
import subprocess
from typing import Any

import pytest

from judge.tests.supervised import children_of


def test_the_children_of_a_process_are_listed_as_long_as_they_are_there() -> None:
    child = subprocess.Popen(["sleep", "600"])
    assert child.pid in children_of(os.getpid())
    child.kill()
    child.wait()
    assert child.pid not in children_of(os.getpid())
    assert children_of(child.pid) == []


@pytest.mark.parametrize("listing", ["scandir", "listdir"])
def test_a_process_that_ends_while_it_is_listed_has_none(
    listing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = f"/proc/{os.getpid()}/task"
    list_folder = getattr(os, listing)

    def list_unless_ended(path: Any = ".") -> Any:
        if os.fspath(path) == ended:
            raise FileNotFoundError(ended)
        return list_folder(path)

    monkeypatch.setattr(os, listing, list_unless_ended)
    children_of(os.getpid())
