"""Cores and GPUs by NUMA node, on a machine of two sockets with a GPU each."""

import pytest

from judge.machine.core_lists import cores_in
from judge.machine.numa import core_distances
from judge.tests.machines import machine_of

DRIVER, DEVICES, NODES = "/proc/driver/nvidia/gpus", "/sys/bus/pci/devices", "/sys/devices/system/node"
TWO_SOCKETS = {
    f"{DRIVER}/0000:17:00.0/information": "Model: \t\t NVIDIA H200\nBus Location: \t 0000:17:00.0\nDevice Minor: \t 1",
    f"{DRIVER}/0000:AB:00.0/information": "Model: \t\t NVIDIA H200\nBus Location: \t 0000:ab:00.0\nDevice Minor: \t 0",
    f"{DEVICES}/0000:17:00.0/numa_node": "0",
    f"{DEVICES}/0000:ab:00.0/numa_node": "1",
    f"{NODES}/node0/distance": "10 21",
    f"{NODES}/node1/distance": "21 10",
    f"{NODES}/node0/cpulist": "0-1,4",
    f"{NODES}/node1/cpulist": "2-3",
    f"{NODES}/possible": "0-1",
}


def test_cores_of_the_gpus_own_node_are_nearest() -> None:
    machine = machine_of(TWO_SOCKETS)
    assert core_distances(machine, 0) == {0: 21, 1: 21, 4: 21, 2: 10, 3: 10}
    assert core_distances(machine, 1) == {0: 10, 1: 10, 4: 10, 2: 21, 3: 21}


@pytest.mark.parametrize(
    "changes",
    [
        {f"{DRIVER}/0000:AB:00.0/information": None},
        {f"{DRIVER}/0000:AB:00.0/information": "no such lines"},
        {f"{DEVICES}/0000:ab:00.0/numa_node": None},
        {f"{DEVICES}/0000:ab:00.0/numa_node": "-1"},  # a machine without NUMA
        {f"{DEVICES}/0000:ab:00.0/numa_node": "one"},
    ],
)
def test_where_the_node_is_not_known_all_cores_are_alike(changes: dict[str, str | None]) -> None:
    assert core_distances(machine_of({**TWO_SOCKETS, **changes}), 0) == {}


def test_without_distances_the_devices_own_list_says_which_are_near() -> None:
    changes = {f"{NODES}/node1/distance": None, f"{DEVICES}/0000:ab:00.0/local_cpulist": "2-3"}
    assert core_distances(machine_of({**TWO_SOCKETS, **changes}), 0) == {2: 10, 3: 10}


def test_lists_of_cores() -> None:
    assert cores_in("0-2,5,7-8") == {0, 1, 2, 5, 7, 8}
    assert cores_in("") == set()
