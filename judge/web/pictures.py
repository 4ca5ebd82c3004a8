"""Pictures of numbers, as coordinates in an SVG: the place of one's own time among all, and the waiting jobs in the
queue."""

import math
from collections.abc import Sequence

from msgspec import Struct

from judge.store.queue_records import Lane, Resource

WIDTH, HEIGHT = 600.0, 120.0
"""The size of the plot, in the units of the drawing."""
MOST_BINS = 30
GAP = 2.0


class Bin(Struct, frozen=True):
    x: float
    y: float
    width: float
    height: float
    count: int
    from_ns: float
    to_ns: float
    is_own: bool


class Distribution(Struct, frozen=True):
    bins: Sequence[Bin]
    own_x: float | None
    first_ns: int
    last_ns: int
    count: int
    faster_than: int | None
    """The percentage of the others' times that the own best one is shorter than; None: there is none."""


def distribution(times_ns: Sequence[int], own_ns: int | None = None) -> Distribution | None:
    """The distribution of times on a logarithmic scale; None: there are none. `own_ns`: the viewer's best one, which
    is among them."""
    times = sorted(max(1, one) for one in times_ns)
    if not times:
        return None
    first, last = times[0], times[-1]
    span = math.log(last / first)
    bins = max(1, min(MOST_BINS, math.ceil(math.sqrt(len(times)) * 2))) if span else 1

    def index(time_ns: int) -> int:
        return min(bins - 1, int(math.log(time_ns / first) / span * bins)) if span else 0

    counts = [0] * bins
    for one in times:
        counts[index(one)] += 1
    own_bin = None if own_ns is None else index(min(max(own_ns, first), last))
    width = WIDTH / bins
    drawn = []
    for number, count in enumerate(counts):
        height = round(HEIGHT * count / max(counts), 1)
        edges = [first * math.exp(span * at / bins) for at in (number, number + 1)]
        x, y = round(number * width + GAP / 2, 1), round(HEIGHT - height, 1)
        is_own = number == own_bin
        drawn.append(Bin(x, y, round(width - GAP, 1), height, count, edges[0], edges[1], is_own))
    faster = None
    if own_ns is not None:
        slower, others = sum(one > own_ns for one in times), max(1, len(times) - 1)
        faster = round(100 * slower / others)
    own_x = None if own_bin is None else round((own_bin + 0.5) * width, 1)
    return Distribution(drawn, own_x, first, last, len(times), faster)


class LanePiece(Struct, frozen=True):
    x: float
    width: float
    count: int
    is_running: bool
    priority: int


class DrawnLane(Struct, frozen=True):
    resource: Resource
    pieces: Sequence[LanePiece]
    running: int
    waiting: int


LANE_WIDTH = 560.0
"""The width of the longest lane, in the drawing's units."""


def drawn_lanes(lanes: Sequence[Lane]) -> list[DrawnLane]:
    """A lane for each resource that jobs need, on one scale: jobs in progress first, then waiting ones."""
    found: list[DrawnLane] = []
    totals = {one: sum(lane.count for lane in lanes if lane.resource is one) for one in Resource}
    longest = max([*totals.values(), 1])
    for resource in (one for one in Resource if totals[one]):
        of_it = sorted(
            (lane for lane in lanes if lane.resource is resource),
            key=lambda lane: (not lane.is_running, lane.priority),
        )
        x, pieces = 0.0, []
        for lane in of_it:
            width = LANE_WIDTH * lane.count / longest
            pieces.append(
                LanePiece(
                    round(x, 1), round(max(width - 1, 1), 1), lane.count, lane.is_running, lane.priority
                )
            )
            x += width
        running = sum(lane.count for lane in of_it if lane.is_running)
        found.append(DrawnLane(resource, pieces, running, totals[resource] - running))
    return found
