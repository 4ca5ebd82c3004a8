"""The place of a task in Slurm's queue, by what squeue prints."""

import pytest

from judge.engine.slurm.queue_place import QueuePlace, place_in

NOW_S = 1_000_000.0
WAITING = """\
12|3-5|test|100|1000090|Resources
10|0-1|test|100|N/A|Priority
11|7|test|300|N/A|Priority
13|0-99|other|900|N/A|Priority
14|2|test|20|999000|Priority
9|N/A|test|100|N/A|Priority
"""


@pytest.mark.parametrize(
    ("job", "task", "place"),
    [
        ("12", 3, QueuePlace(4, 90.0, "Resources")),
        ("12", 5, QueuePlace(6, 90.0, "Resources")),
        ("11", 7, QueuePlace(0, None, "Priority")),
        ("9", 0, QueuePlace(1, None, "Priority")),
        ("14", 2, QueuePlace(7, 0.0, "Priority")),
        ("13", 99, QueuePlace(99, None, "Priority")),
        ("12", 2, None),
        ("15", 0, None),
    ],
)
def test_what_is_more_urgent_or_older_goes_before_in_the_same_partition(
    job: str, task: int, place: QueuePlace | None
) -> None:
    assert place_in(WAITING, job, task, NOW_S) == place


def test_what_the_command_says_of_it() -> None:
    assert str(QueuePlace(1, 90.0, "Resources")) == "1 task before it, expected to begin in 90 s (Resources)"
    assert str(QueuePlace(2, None, "Priority")) == "2 tasks before it (Priority)"
