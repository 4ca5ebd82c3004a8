"""Leases of GPUs: shared or exclusive, of one GPU or of several; GPUs of different kinds are refused."""

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.base.processes import Stop, Stopped
from judge.machine.gpus import GpuLeases, Gpus
from judge.machine.hardware import hardware_of
from judge.tests.machines import machine_of
from judge.tests.watching import PATIENCE_S, soon


@contextmanager
def taking(
    leases: GpuLeases, order: list[str], name: str, numbers: Sequence[int], *, shared: bool
) -> Iterator[threading.Thread]:
    """A thread that takes a GPU and gives it back at once, and writes its name down meanwhile."""

    def take() -> None:
        with leases.lease(numbers, shared):
            order.append(name)

    thread = threading.Thread(target=take)
    thread.start()
    yield thread
    thread.join(PATIENCE_S)
    assert not thread.is_alive()


def test_who_wants_a_gpu_exclusively_waits_for_those_who_share_it_and_goes_before_others() -> None:
    leases = GpuLeases()
    order: list[str] = []
    with ExitStack() as threads, leases.lease([0], True), leases.lease([0], True):
        threads.enter_context(taking(leases, order, "exclusive", [0], shared=False))
        while not leases._gpus[0].waiting:
            pass
        late = threads.enter_context(taking(leases, order, "late", [0], shared=True))
        late.join(0.05)
        assert order == []
    assert order == ["exclusive", "late"]


def test_the_least_used_of_several_is_taken() -> None:
    leases = GpuLeases()
    with leases.lease([0, 1], True) as first, leases.lease([0, 1], True) as second:
        assert (first, second) == (0, 1)
        with leases.lease([0, 1, 2], False) as third, leases.lease([0, 1, 2], True) as fourth:
            assert third == 2
            assert fourth in (0, 1), "that one is taken"


def test_two_exclusive_leases_of_two_gpus_do_not_wait_for_each_other() -> None:
    leases = GpuLeases()
    with leases.lease([4, 7], False) as first, leases.lease([4, 7], False) as second:
        assert {first, second} == {4, 7}


def test_a_gpu_that_somebody_waits_for_is_not_shared_anew_while_another_is_free() -> None:
    leases = GpuLeases()
    order: list[str] = []
    with ExitStack() as threads, leases.lease([0], True):
        threads.enter_context(taking(leases, order, "exclusive", [0], shared=False))
        while not leases._gpus[0].waiting:
            pass
        with leases.lease([0, 1], True) as chosen:
            assert chosen == 1
        assert order == []
    assert order == ["exclusive"]


@pytest.mark.parametrize("shared", [False, True])
def test_who_waits_for_a_gpu_can_be_stopped(shared: bool) -> None:
    """And those who waited behind it go on."""
    leases = GpuLeases()
    order: list[str] = []
    ended: list[type[BaseException]] = []
    is_waiting = threading.Event()
    with Stop() as stop, leases.lease([0], not shared):

        def wait() -> None:
            is_waiting.set()
            try:
                with leases.lease([0], shared, stop):
                    order.append("stopped")
            except Stopped:
                ended.append(Stopped)

        waiting = threading.Thread(target=wait)
        waiting.start()
        is_waiting.wait()
        assert shared or soon(lambda: leases._gpus[0].waiting == 1)
        with ExitStack() as threads:
            if not shared:
                threads.enter_context(taking(leases, order, "behind it", [0], shared=True))
            stop.say()
            waiting.join(PATIENCE_S)
        assert (ended, order) == ([Stopped], [] if shared else ["behind it"])
    with Stop() as unused, leases.lease([0], shared, unused) as number:  # the control
        assert number == 0


def test_the_gpus_that_are_named_are_looked_for(tmp_path: Path) -> None:
    assert Gpus((200,)).obstacle == "no GPU 200 here (/dev/nvidia200 does not exist)"
    (tmp_path / "nvidia3").touch()
    assert Gpus((3,), tmp_path).obstacle is None
    assert Gpus((0,), tmp_path).obstacle == f"no GPU here ({tmp_path}/nvidia0 does not exist)"
    assert Gpus((3, 4), tmp_path).obstacle == f"no GPU 4 here ({tmp_path}/nvidia4 does not exist)"


def gpus(*names: str) -> Mapping[str, str]:
    query = "nvidia-smi --id={} --query-gpu=name --format=csv,noheader"
    return {query.format(",".join(map(str, range(len(names))))): "\n".join(names) + "\n"}


def test_equal_gpus_have_one_name_and_different_ones_are_refused() -> None:
    second = {"/dev/nvidia1": ""}
    equal = machine_of(second, gpus("NVIDIA H200", "NVIDIA H200"))
    assert hardware_of(equal, (0, 1)).gpu == "NVIDIA H200"
    assert hardware_of(machine_of(second, gpus("NVIDIA H200")), (0,)).gpu == "NVIDIA H200"
    different = machine_of(second, gpus("NVIDIA H200", "NVIDIA L4"))
    with pytest.raises(JudgeError, match=r"GPU 0: NVIDIA H200, GPU 1: NVIDIA L4.*--gpu"):
        hardware_of(different, (0, 1))
    assert hardware_of(machine_of(None, gpus("NVIDIA H200", "NVIDIA H200")), (0, 1)).gpu is None
