"""`judge doctor --engine slurm`: what a node says of itself, judged."""

import pytest
from msgspec.structs import astuple

from judge.base.records import replace
from judge.doctor.cluster import kinds_in, node_findings
from judge.doctor.diagnosis import Health
from judge.engine.slurm.nodes import NodeFacts
from judge.machine.hardware import Hardware
from judge.sandbox.isolation import Isolation, Missing

GOOD = NodeFacts(
    node="node1",
    hardware=Hardware("a processor", 2, 1 << 30, "6.1", None, None, None),
    isolation=Isolation(cgroup="v2", in_force=("seccomp",), missing=()),
    python="3.11.2",
    version="1a2b3c4",
    clock_s=1000.0,
    free_bytes=2 << 30,
    temporary="/tmp",
    gpu_obstacle=None,
)


def states(facts: NodeFacts) -> dict[str, Health]:
    return {one.what: one.state for one in node_findings(facts, 1000.5, "1a2b3c4", asks_gpu=True)}


def test_a_node_that_is_as_it_should_be() -> None:
    assert set(states(GOOD).values()) == {Health.GOOD}


@pytest.mark.parametrize(
    ("facts", "what", "state"),
    [
        (replace(GOOD, version="9999999"), "node1: judge", Health.BAD),
        (replace(GOOD, clock_s=900.0), "node1: clock", Health.WEAK),
        (replace(GOOD, clock_s=1100.0), "node1: clock", Health.WEAK),
        (
            replace(GOOD, isolation=Isolation(None, (), (Missing("seccomp", "old"),))),
            "node1: isolation",
            Health.WEAK,
        ),
        (replace(GOOD, isolation=None), "node1: isolation", Health.NOTE),
        (replace(GOOD, free_bytes=1000), "node1: room", Health.WEAK),
        (replace(GOOD, gpu_obstacle="no GPU here"), "node1: GPU", Health.BAD),
    ],
    ids=["version", "behind", "ahead", "isolation", "not-built", "room", "GPU"],
)
def test_each_defect_is_named(facts: NodeFacts, what: str, state: Health) -> None:
    found = states(facts)
    assert found.pop(what) is state
    assert set(found.values()) == {Health.GOOD}


def test_nodes_of_a_kind_are_asked_once() -> None:
    listing = """\
a|2|1000|(null)|gpu:1|idle
b|2|1000|(null)|gpu:1|down*
c|8|1000|fast|(null)|mixed
a|2|1000|(null)|gpu:1|idle
"""
    kinds = kinds_in(listing)
    assert [astuple(kind) for kind in kinds] == [("2 cores, gpu:1", ("a",), 1), ("8 cores, fast", ("c",), 0)]
