"""Two programs in a conversation: when each is started, and what becomes of one whose other failed."""

import json
from pathlib import Path
from threading import Event

import pytest

from judge.base.errors import JudgeError
from judge.sandbox.conversation import ConversationPart, converse
from judge.sandbox.facts import Facts, facts_from_json
from judge.sandbox.run import Pipes
from judge.sandbox.transcript import Transcript
from judge.tests.sandbox.test_facts import SAMPLE

FACTS = facts_from_json(json.dumps(SAMPLE).encode())
SHORT_S, LONG_S = 0.1, 60


def test_the_second_begins_when_the_first_has_its_cores(tmp_path: Path) -> None:
    second_began = Event()

    def first(pipes: Pipes) -> Facts:
        assert not second_began.wait(SHORT_S)
        pipes.begun.set()
        assert second_began.wait(LONG_S)
        return FACTS

    def second(_: Pipes) -> Facts:
        second_began.set()
        return FACTS

    converse(tmp_path, ConversationPart(first, ">", 10), ConversationPart(second, "<", 10), Transcript())
    assert second_began.is_set()


def test_one_whose_other_cannot_run_is_ended(tmp_path: Path) -> None:
    def first(_: Pipes) -> Facts:
        raise JudgeError("no runner")

    def second(pipes: Pipes) -> Facts:
        with pipes.end.open("rb") as end:  # as a runner waits for it
            assert end.read(1)
        return FACTS

    with pytest.raises(JudgeError, match="no runner"):
        converse(tmp_path, ConversationPart(first, ">", 10), ConversationPart(second, "<", 10), Transcript())
