"""The GPUs that `serve` and `worker` are given: one that was named must be here."""

import pytest

from judge.base.errors import JudgeError
from judge.commands.options.judging import gpus_here
from judge.machine import gpus


def test_without_a_choice_it_is_gpu_0_whether_it_is_here_or_not() -> None:
    assert gpus_here(()).numbers == (0,)


def test_each_that_was_named_is_taken_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpus.Gpus, "obstacle", None)
    assert gpus_here(((2,), (0, 1), (2,))).numbers == (2, 0, 1)


def test_one_that_was_named_and_is_not_here_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpus.Gpus, "obstacle", "no GPU 7 here")
    with pytest.raises(JudgeError, match="--gpu: no GPU 7 here"):
        gpus_here(((7,),))
