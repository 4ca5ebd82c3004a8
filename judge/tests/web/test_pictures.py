"""Pictures: what they are made of, and their texts for anyone who does not see them."""

import re

import pytest

from judge.base.records import replace
from judge.service.gpu_view import gpu_view
from judge.service.visibility import SeenJudgement, SeenRun
from judge.store.queue_records import Lane, Resource
from judge.store.records import Judgement, Submission
from judge.tests.store.stores import run
from judge.web.pictures import LANE_WIDTH, WIDTH, distribution, drawn_lanes
from judge.web.templates_of import template

MS = 1_000_000


def test_each_time_is_in_one_bin_and_the_own_one_is_marked() -> None:
    times = [MS * number for number in (1, 2, 3, 5, 8, 100)]
    found = distribution(times, own_ns=2 * MS)
    assert found
    assert sum(one.count for one in found.bins) == len(times)
    [own] = [one for one in found.bins if one.is_own]
    assert own.from_ns <= 2 * MS <= own.to_ns
    assert found.own_x is not None
    assert own.x <= found.own_x <= own.x + own.width + 2
    assert (found.first_ns, found.last_ns, found.faster_than) == (MS, 100 * MS, 80)
    assert all(one.x >= 0 and one.x + one.width <= WIDTH for one in found.bins)


@pytest.mark.parametrize("times", [[5], [5, 5, 5], [0, 0], [1, 10**12]])
def test_a_few_times_make_a_picture(times: list[int]) -> None:
    found = distribution(times, own_ns=times[0])
    assert found
    assert sum(one.count for one in found.bins) == len(times)
    assert distribution(times).own_x is None  # type: ignore[union-attr]
    assert distribution([]) is None


def test_the_queue_is_drawn_by_what_its_jobs_need_on_one_scale() -> None:
    lanes = [
        Lane(Resource.CORE, False, 2, 6),
        Lane(Resource.CORE, True, 0, 2),
        Lane(Resource.GPU, False, 1, 4),
    ]
    core, gpu = drawn_lanes(lanes)
    assert [(one.resource, one.running, one.waiting) for one in (core, gpu)] == [
        ("core", 2, 6),
        ("gpu", 0, 4),
    ]
    assert [piece.is_running for piece in core.pieces] == [True, False]
    assert core.pieces[-1].x + core.pieces[-1].width <= LANE_WIDTH
    assert gpu.pieces[0].width == pytest.approx(LANE_WIDTH / 2, abs=2)
    assert drawn_lanes([]) == []


SHARE = {"share": 0.5, "text": "50% of the copy ceiling", "achieved_gflops": 10.0, "impossible": False}


def test_shares_and_the_roofline_are_of_what_may_be_seen() -> None:
    submission, judgement = Submission(1, "mine.cu", "cuda"), Judgement(1, "d" * 64, None, "AC")
    first = SeenRun(run(1, kernels_ns=MS), {"share": SHARE, "work": {"flop": 10**6, "least_bytes": 10**5}})
    hidden = SeenRun(replace(run(2), kernels_ns=None), {})
    found = gpu_view(submission, SeenJudgement(judgement, [first, hidden], {"impossible": True}), on_gpu=True)
    [share] = found.shares
    assert (share.kernels_ns, share.text, share.filled) == (MS, "50% of the copy ceiling", 50.0)
    assert found.roofline
    assert [point.device for point in found.roofline.points] == ["GPU"]
    assert found.impossible
    assert gpu_view(submission, SeenJudgement(judgement, [hidden], {}), on_gpu=True).is_empty
    assert gpu_view(submission, None, on_gpu=True).is_empty


def test_kernels_that_took_longest_come_first_in_the_unit_of_their_size() -> None:
    submission, judgement = Submission(1, "mine.cu", "cuda"), Judgement(1, "d" * 64, None, "AC")
    times_ns = {1: 1_920, 2: None, 3: 84_000, 4: 12_345_678, 5: 700}
    impossible = SHARE | {"impossible": True}
    runs = [
        SeenRun(run(number, kernels_ns=ns), {"share": impossible if number == 5 else SHARE})
        for number, ns in times_ns.items()
    ]
    view = gpu_view(submission, SeenJudgement(judgement, runs, {}), on_gpu=True)
    assert [one.kernels_ns for one in view.shares] == [700, 12_345_678, 84_000, 1_920, None]
    shown = template("gpu_shares").render(gpu=view, t=lambda key, **values: key)
    assert re.findall(r'<td class="figure">(.*?)</td>', shown) == [
        "700 ns",
        "12.3 ms",
        "84 µs",
        "1.92 µs",
        "",
    ]
