"""The effect of contests on a problem and its viewers: pure functions for every page, feed and answer.

Until its contest starts, only the staff sees a problem. During the contest, only its teams submit, their feedback is
the contest's, and nobody else tries out the secret tests.
"""

from collections.abc import Iterable
from enum import StrEnum

from judge.base.units import DAY_MS
from judge.contest import api, api_objects
from judge.contest.times import short_text
from judge.service.refusals import Unfit
from judge.service.visibility import Feedback, Viewer
from judge.store.catalogue_records import ContestRecord
from judge.store.contest_records import HeldContest
from judge.store.contests import OpenContest

LONGEST_DAYS = 366
LONGEST_MS = LONGEST_DAYS * DAY_MS
"""The longest duration of a contest."""
NEVER_MS = 1 << 62
"""The end of a contest whose clock stands, where ends are compared."""


class Phase(StrEnum):
    UNSCHEDULED = "unscheduled"
    BEFORE = "before"
    RUNNING = "running"
    OVER = "over"
    """Over for every team."""
    FINAL = "final"


def require_times(duration_ms: int, freeze_ms: int | None) -> None:
    """Raises Unfit for a duration that no contest has, and for a freeze that is longer than it."""
    duration = short_text(duration_ms)
    if not 0 < duration_ms <= LONGEST_MS:
        raise Unfit("contest_duration_unfit", most=LONGEST_DAYS, duration=duration)
    if freeze_ms is not None and not 0 <= freeze_ms <= duration_ms:
        raise Unfit("contest_freeze_unfit", duration=duration, freeze=short_text(freeze_ms))


def phase_of(contest: ContestRecord, held: HeldContest, now_ms: int, longest_extension_ms: int = 0) -> Phase:
    if contest.start_utc_ms is None:
        return Phase.UNSCHEDULED
    if now_ms < contest.start_utc_ms:
        return Phase.BEFORE
    end = contest.end_utc_ms(longest_extension_ms)
    if end is None or now_ms < end:
        return Phase.RUNNING
    return Phase.OVER if held.finalized_utc_ms is None else Phase.FINAL


def frozen_from_utc_ms(contest: ContestRecord) -> int | None:
    """The time of the freeze; None: there is none, or its time is unknown."""
    if contest.clock is None or contest.freeze_ms is None:
        return None
    return contest.clock.utc_ms(contest.duration_ms - contest.freeze_ms)


def is_frozen(contest: ContestRecord, held: HeldContest, now_ms: int) -> bool:
    """Whether results since the freeze are hidden from the public."""
    since = frozen_from_utc_ms(contest)
    is_thawed = held.thawed_utc_ms is not None and now_ms >= held.thawed_utc_ms
    return since is not None and now_ms >= since and not is_thawed


def state_of(
    contest: ContestRecord, held: HeldContest, now_ms: int, longest_extension_ms: int
) -> api_objects.StateObject:
    """The state of the contest, as the Contest API has it."""
    clock, frozen_from = contest.clock, frozen_from_utc_ms(contest)
    if clock is None or now_ms < clock.start_utc_ms:
        return api.state_object(api.StateTimes(has_freeze=contest.freeze_ms is not None))
    end = contest.end_utc_ms(longest_extension_ms)
    ended = end if end is not None and now_ms >= end else None
    was_frozen = frozen_from is not None and now_ms >= frozen_from
    thawed = None if is_frozen(contest, held, now_ms) else held.thawed_utc_ms
    if was_frozen and thawed is not None and ended is None:
        was_frozen = False  # opened again before the end, which counts as never having been frozen
    times = api.StateTimes(
        clock.start_utc_ms,
        frozen_from if was_frozen else None,
        ended,
        None if ended is None or not was_frozen or thawed is None else max(thawed, ended),
        None if ended is None or held.finalized_utc_ms is None else max(held.finalized_utc_ms, ended),
        contest.freeze_ms is not None,
        api.removed_intervals(clock),
    )
    return api.state_object(times)


def hidden_problems(viewer: Viewer, contests: Iterable[OpenContest]) -> frozenset[int]:
    """Problems that do not exist for this viewer yet."""
    if viewer.is_staff:
        return frozenset()
    return frozenset().union(*(one.problem_ids for one in contests if not one.is_running))


def contest_of(
    problem_id: int, contests: Iterable[OpenContest], own_ids: frozenset[int]
) -> OpenContest | None:
    """The running contest for which a team submits to a problem; of several, the one that ends first. `own_ids`: the
    team's contests."""
    found = [
        one
        for one in contests
        if one.is_running and problem_id in one.problem_ids and one.contest.id in own_ids
    ]
    return min(found, key=lambda one: one.contest.end_utc_ms() or NEVER_MS, default=None)


def closed_by(viewer: Viewer, problem_id: int, contests: Iterable[OpenContest]) -> OpenContest | None:
    """The running contest that lets only its teams submit to a problem; None: there is none."""
    if viewer.is_staff:
        return None
    return next((one for one in contests if one.is_running and problem_id in one.problem_ids), None)


def policy_in_contests(problem_id: int, contests: Iterable[OpenContest], policy: Feedback) -> Feedback:
    """The feedback for submissions to a problem, which is no more than any of its contests permits."""
    levels = [Feedback[one.held.feedback.upper()] for one in contests if problem_id in one.problem_ids]
    return min([policy, *levels])
