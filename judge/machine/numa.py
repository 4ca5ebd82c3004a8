"""The distance of cores from a GPU, by the NUMA nodes of both."""

from collections.abc import Mapping

from judge.machine.core_lists import cores_in
from judge.machine.probe import Machine

DRIVERS_LIST = "/proc/driver/nvidia/gpus"
DEVICES = "/sys/bus/pci/devices"
NODES = "/sys/devices/system/node"


def core_distances(machine: Machine, gpu: int) -> Mapping[int, int]:
    """The distance of each core from /dev/nvidiaN, as the firmware states it: 10 is its own node. Empty: unknown."""
    bus = _bus_of(machine, gpu)
    node = _number(machine.text(f"{DEVICES}/{bus}/numa_node")) if bus else None
    if bus is None or node is None or node < 0:
        return {}
    distances = [_number(word) for word in (machine.text(f"{NODES}/node{node}/distance") or "").split()]
    nodes = sorted(
        int(name.removeprefix("node"))
        for name in machine.names(NODES)
        if name.removeprefix("node").isdecimal() and name.startswith("node")
    )
    if len(distances) != len(nodes):
        return dict.fromkeys(cores_in(machine.text(f"{DEVICES}/{bus}/local_cpulist") or ""), 10)
    return {
        core: distance
        for other, distance in zip(nodes, distances, strict=True)
        if distance is not None
        for core in cores_in(machine.text(f"{NODES}/node{other}/cpulist") or "")
    }


def _bus_of(machine: Machine, gpu: int) -> str | None:
    """The GPU's name on the bus: 0000:17:00.0."""
    for bus in machine.names(DRIVERS_LIST):
        lines = (machine.text(f"{DRIVERS_LIST}/{bus}/information") or "").splitlines()
        facts = {key.strip(): value.strip() for key, _, value in (line.partition(":") for line in lines)}
        if facts.get("Device Minor") == str(gpu):
            return bus.lower()
    return None


def _number(text: str | None) -> int | None:
    try:
        return int(text or "")
    except ValueError:
        return None
