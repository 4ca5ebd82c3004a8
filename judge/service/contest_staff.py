"""The staff's actions on a contest: times, feedback, pauses, the freeze, the end. All of them are logged."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from judge.base.records import replace
from judge.base.submission_state import State
from judge.base.text import UNLIKE_LETTERS
from judge.contest.api import time_text
from judge.contest.differences import Move
from judge.contest.judgements import outcome_of
from judge.contest.times import short_text
from judge.service.contest_board import moves_by
from judge.service.contest_rules import LONGEST_MS, Phase, frozen_from_utc_ms, require_times
from judge.service.contests import SeenContest, require_staff, team_of
from judge.service.refusals import NotNow, Refused, refusing
from judge.service.visibility import Feedback, Viewer, may_end
from judge.store.catalogue_records import ContestProblemRecord, ContestRecord, User
from judge.store.contest_clock import RemovedInterval
from judge.store.contest_records import ContestTeam, HeldContest
from judge.store.errors import ChangedMeanwhile
from judge.store.events import ContestAction, Event
from judge.store.records import Judgement
from judge.store.rejudgings import Rejudging
from judge.store.store import Store

SOON_MS = 30_000
"""The period before the start in which clients of the Contest API may rely on it."""


class ContestStaff:
    """The staff's side of a contest, for any number of threads."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def schedule(
        self,
        viewer: Viewer,
        seen: SeenContest,
        start_utc_ms: int | None,
        duration_ms: int,
        freeze_ms: int | None,
    ) -> None:
        """Sets the times of a contest that has not begun."""
        _require_changeable(viewer, seen)
        if seen.has_begun:
            raise Refused("the contest has begun: extend it instead.")
        require_times(duration_ms, freeze_ms)
        if start_utc_ms is not None and start_utc_ms < seen.now_ms - 60_000:
            raise Refused("this start has passed: choose a later one, or start the contest now.")
        changed = replace(
            seen.contest, start_utc_ms=start_utc_ms, duration_ms=duration_ms, freeze_ms=freeze_ms
        )
        self._change(seen, changed, ContestAction.SCHEDULED)

    def start_now(self, viewer: Viewer, seen: SeenContest) -> None:
        _require_changeable(viewer, seen)
        if seen.has_begun:
            raise Refused("the contest has begun already.")
        started = replace(seen.contest, start_utc_ms=seen.now_ms)
        self._change(seen, started, ContestAction.STARTED)

    def set_feedback(self, viewer: Viewer, seen: SeenContest, feedback: str) -> None:
        _require_changeable(viewer, seen)
        if feedback.upper() not in Feedback.__members__:
            raise Refused(f"{feedback!r}: expected one of {', '.join(one.name.lower() for one in Feedback)}.")
        held = replace(seen.held, feedback=feedback)
        data = {"feedback": feedback}
        self._keep(seen, ContestAction.FEEDBACK, held=held, data=data)

    def extend(self, viewer: Viewer, seen: SeenContest, by_ms: int) -> None:
        """Changes the end of the whole contest, by a negative amount too. The time of a freeze that has begun stays:
        results that were hidden once are not shown."""
        _require_changeable(viewer, seen)
        contest = seen.contest
        duration_ms = contest.duration_ms + by_ms
        elapsed_ms = max(0, seen.since_start_ms)
        if not max(0, elapsed_ms if seen.phase is Phase.RUNNING else 0) < duration_ms <= LONGEST_MS:
            begun = short_text(elapsed_ms)
            raise Refused(f"the contest would have ended already: it has lasted {begun}, choose a later end.")
        freeze_ms = contest.freeze_ms
        frozen_from = frozen_from_utc_ms(contest)
        if freeze_ms is not None:
            has_frozen = frozen_from is not None and seen.now_ms >= frozen_from
            freeze_ms = max(0, freeze_ms + by_ms) if has_frozen else min(freeze_ms, duration_ms)
        changed = replace(contest, duration_ms=duration_ms, freeze_ms=freeze_ms)
        self._change(seen, changed, ContestAction.EXTENDED, {"by_ms": by_ms})

    def extend_team(self, viewer: Viewer, seen: SeenContest, team_id: str, extension_ms: int) -> None:
        """The team's total time beyond the end; 0: none."""
        _require_changeable(viewer, seen)
        team = team_of(self._store, seen, team_id)
        if not 0 <= extension_ms <= LONGEST_MS:
            raise Refused("expected a time of 0 or more.")
        contests = self._store.contests
        contests.extend_team(seen.contest, team.user_id, extension_ms)

    def freeze_now(self, viewer: Viewer, seen: SeenContest) -> None:
        _require_changeable(viewer, seen)
        contest = seen.contest
        if seen.phase is not Phase.RUNNING or seen.is_frozen:
            raise Refused("only a running contest whose scoreboard is not frozen yet can be frozen.")
        left_ms = max(0, contest.duration_ms - seen.since_start_ms)
        held = replace(seen.held, thawed_utc_ms=None)
        changed = replace(contest, freeze_ms=left_ms)
        self._keep(seen, ContestAction.FROZEN, changed, held)

    def thaw(self, viewer: Viewer, seen: SeenContest) -> None:
        """Opens the scoreboard: everybody sees everything from now on, also in a final contest."""
        require_staff(viewer)
        if not seen.is_frozen:
            raise Refused("the scoreboard is not frozen.")
        held = replace(seen.held, thawed_utc_ms=seen.now_ms)
        self._keep(seen, ContestAction.THAWED, held=held)

    def plan_start(
        self, viewer: Viewer, seen: SeenContest, start_utc_ms: int | None, pause_ms: int | None
    ) -> None:
        """Sets or removes the start, by the Contest API's rules: nothing changes within SOON_MS of either.

        `pause_ms`: the remaining time, as long as the start is unknown.
        """
        _require_changeable(viewer, seen)
        known = seen.contest.start_utc_ms
        if known is not None and known < seen.now_ms + SOON_MS:
            raise NotNow("the contest has started or starts within 30 seconds: its start does not change.")
        if start_utc_ms is not None and start_utc_ms < seen.now_ms + SOON_MS:
            raise NotNow("this start has passed or is within 30 seconds: choose a later one.")
        if start_utc_ms is not None and pause_ms is not None:
            raise Refused("countdown_pause_time: expected null next to a start time.")
        changed = replace(seen.contest, start_utc_ms=start_utc_ms)
        paused = replace(seen.held, countdown_pause_ms=pause_ms)
        self._change(seen, changed, ContestAction.SCHEDULED, held=paused)

    def plan_thaw(self, viewer: Viewer, seen: SeenContest, at_utc_ms: int) -> bool:
        """Schedules the opening of the scoreboard; False: the time is past, so it was opened now."""
        require_staff(viewer)
        thawed = seen.held.thawed_utc_ms
        if seen.contest.start_utc_ms is None or seen.contest.freeze_ms is None:
            raise NotNow("the scoreboard of this contest is never frozen.")
        if thawed is not None and thawed <= seen.now_ms:
            raise NotNow("the scoreboard is open already.")
        end_ms = seen.contest.end_utc_ms(seen.longest_extension_ms)
        if end_ms is None or at_utc_ms < end_ms:
            raise NotNow("the scoreboard opens once the contest has ended for every team, not before.")
        is_planned = at_utc_ms > seen.now_ms
        held = replace(seen.held, thawed_utc_ms=max(at_utc_ms, seen.now_ms))
        did = ContestAction.THAW_PLANNED if is_planned else ContestAction.THAWED
        self._keep(seen, did, held=held, data={"thaw_utc_ms": held.thawed_utc_ms})
        return is_planned

    def stop_clock(self, viewer: Viewer, seen: SeenContest) -> None:
        """Begins an interval that does not count: contest time stands, and submissions are still taken."""
        _require_changeable(viewer, seen)
        if seen.phase is not Phase.RUNNING or seen.stopped:
            raise Refused("only the clock of a running contest can be stopped, and it does not run now.")
        if any(one.start_utc_ms > seen.now_ms for one, _ in seen.removed):
            raise Refused("an interval is planned for later: undo its removal first.")
        made = RemovedInterval(seen.now_ms, frozen_utc_ms=_frozen_utc_ms(seen))
        intervals, about = [*seen.contest.removed_intervals, made], {"at_ms": seen.since_start_ms}
        self._set_intervals(seen, intervals, ContestAction.CLOCK_STOPPED, about)

    def resume_clock(self, viewer: Viewer, seen: SeenContest) -> None:
        """Ends the interval in which the clock stands."""
        _require_changeable(viewer, seen)
        stopped = seen.stopped
        if stopped is None:
            raise Refused("the contest's clock runs already.")
        intervals = [one for one in seen.contest.removed_intervals if one is not stopped]
        if stopped.start_utc_ms < seen.now_ms:
            intervals.append(replace(stopped, end_utc_ms=seen.now_ms))
        intervals.sort(key=lambda one: one.start_utc_ms)
        about = {"at_ms": seen.since_start_ms, "stopped_ms": seen.now_ms - stopped.start_utc_ms}
        self._set_intervals(seen, intervals, ContestAction.CLOCK_RESUMED, about)

    def remove_interval(self, viewer: Viewer, seen: SeenContest, start_utc_ms: int, end_utc_ms: int) -> None:
        """Removes an interval, past or planned: submissions in it have the contest time of its start, later ones are
        earlier by its length, and the contest ends later. Results that are hidden by the freeze stay hidden."""
        _require_changeable(viewer, seen)
        if seen.start_utc_ms is None or not seen.has_begun:
            raise Refused("the contest has not begun: move its start instead.")
        if not seen.start_utc_ms <= start_utc_ms < end_utc_ms:
            raise Refused(
                "the interval must start after the contest does, and end after it starts: found "
                f"{time_text(start_utc_ms)} to {time_text(end_utc_ms)}."
            )
        ends_ms = seen.contest.end_utc_ms(seen.longest_extension_ms)
        if ends_ms is not None and start_utc_ms >= ends_ms:
            raise Refused(f"the interval must start before the contest ends, at {time_text(ends_ms)}.")
        if end_utc_ms - start_utc_ms > LONGEST_MS or end_utc_ms > seen.now_ms + LONGEST_MS:
            raise Refused("the interval must not be longer than a year.")
        for one, _ in seen.removed:
            if start_utc_ms < (one.end_utc_ms or end_utc_ms) and one.start_utc_ms < end_utc_ms:
                raise Refused("the interval overlaps one that is removed already.")
        made = RemovedInterval(start_utc_ms, end_utc_ms, _frozen_utc_ms(seen))
        ordered = sorted([*seen.contest.removed_intervals, made], key=lambda one: one.start_utc_ms)
        about = _since_start(seen, made)
        self._set_intervals(seen, ordered, ContestAction.INTERVAL_REMOVED, about, made.frozen_utc_ms)

    def restore_interval(self, viewer: Viewer, seen: SeenContest, start_utc_ms: int) -> None:
        """Makes the interval with this start count again, as if it had never been removed."""
        _require_changeable(viewer, seen)
        found = [one for one in seen.contest.removed_intervals if one.start_utc_ms == start_utc_ms]
        if not found:
            raise Refused("there is no removed interval with this start.")
        left = [one for one in seen.contest.removed_intervals if one not in found]
        about = _since_start(seen, found[0])
        self._set_intervals(seen, left, ContestAction.INTERVAL_RESTORED, about, found[0].frozen_utc_ms)

    def _set_intervals(
        self,
        seen: SeenContest,
        intervals: Sequence[RemovedInterval],
        did: ContestAction,
        about: Mapping[str, int],
        frozen_utc_ms: int | None = None,
    ) -> None:
        """`about`: the amounts for the log; `frozen_utc_ms`: the moment of the freeze, so that what it hides stays
        hidden; None: it is at its time in the contest."""
        changed = replace(seen.contest, removed_intervals=tuple(intervals))
        if frozen_utc_ms is not None and changed.clock is not None:
            freeze_ms = changed.duration_ms - changed.clock.contest_ms(frozen_utc_ms)
            changed = replace(changed, freeze_ms=max(0, freeze_ms))
        self._change(seen, changed, did, about)

    def pause(self, viewer: Viewer, seen: SeenContest, label: str, *, resume: bool = False) -> None:
        """Pauses a problem: submissions to it are stored, pending on the scoreboard, and judged once it is resumed."""
        _require_changeable(viewer, seen)
        contests = self._store.contests
        act = contests.resume if resume else contests.pause
        act(seen.contest, self._problem(seen, label).problem_id)

    def rejudge(self, viewer: Viewer, seen: SeenContest, label: str, verdict: str, reason: str) -> Rejudging:
        """Opens a rejudging of a problem, or of all if `label` is empty, and of one verdict unless that is empty."""
        _require_changeable(viewer, seen)
        problem_id = self._problem(seen, label).problem_id if label else None
        chosen = [
            one.id
            for one in self._store.contests.judged(seen.contest.id)
            if (problem_id is None or one.problem_id == problem_id)
            and (not verdict or one.verdict == verdict or (verdict == "rejected" and one.verdict != "AC"))
        ]
        with refusing():
            return self._store.rejudgings.open(chosen, reason)

    def moves(self, changed: Sequence[Judgement]) -> Mapping[str, Sequence[Move]]:
        """Who would move in which contest, by its title, if these judgements counted."""
        by_contest: dict[int, list[Judgement]] = {}
        for one in changed:
            contest_id = self._store.submissions.get(one.submission_id).contest_id
            if contest_id is not None:
                by_contest.setdefault(contest_id, []).append(one)
        found = {}
        for contest, _ in self._store.contests.all():
            if contest.id in by_contest:
                found[contest.title] = moves_by(self._store, contest, by_contest[contest.id])
        return found

    def final_contest_of(self, submission_ids: Sequence[int]) -> ContestRecord | None:
        """A contest with final results that has one of these submissions."""
        final = {contest.id: contest for contest, held in self._store.contests.all() if held.finalized_utc_ms}
        if not final:
            return None
        of = (self._store.submissions.get(number).contest_id for number in submission_ids)
        return next((final[contest_id] for contest_id in of if contest_id in final), None)

    def end_rejudging(self, viewer: Viewer, number: int, *, apply: bool) -> Rejudging:
        """Raises Refused for one that cannot end in this way: final results stay as they are."""
        rejudgings = self._store.rejudgings
        with refusing():
            if not may_end(viewer, rejudgings.get(number)):
                raise Refused("only the jury may end rejudgings, and teachers their own.")
            if not apply:
                return rejudgings.drop(number)
            changed = [one.submission_id for one in rejudgings.preview(number)]
            if final := self.final_contest_of(changed):
                raise Refused(f"the results of {final.title} are final: drop this rejudging.")
            return rejudgings.apply(number)

    def deliver(self, viewer: Viewer, seen: SeenContest, team_id: str, label: str) -> None:
        require_staff(viewer)
        team, problem = team_of(self._store, seen, team_id), self._problem(seen, label)
        contests = self._store.contests
        contests.deliver(seen.contest, team.user_id, problem.problem_id)

    def obstacles(self, seen: SeenContest) -> list[tuple[str, int]]:
        """The reasons why the results cannot be final: a key, and a count for each."""
        found = []
        if seen.phase not in (Phase.OVER, Phase.FINAL):
            found.append(("running", 1))
        judged = self._store.contests.judged(seen.contest.id)
        failed = sum(one.state == State.FAILED for one in judged)
        pending = sum(outcome_of(one) is None for one in judged) - failed
        for what, count in (
            ("pending", pending),
            ("failed", failed),
            ("rejudgings", len(self._store.contests.open_rejudgings(seen.contest.id))),
            ("questions", self._store.clarifications.open_count(seen.contest.id)),
            ("paused", len(seen.paused)),
        ):
            if count:
                found.append((what, count))
        return found

    def finalize(self, viewer: Viewer, seen: SeenContest, approval: str) -> None:
        """Raises Refused while anything is open."""
        _require_changeable(viewer, seen)
        if found := self.obstacles(seen):
            listed = ", ".join(f"{what}: {count}" for what, count in found)
            raise Refused(f"the results cannot be final yet: {listed}.")
        held = replace(seen.held, finalized_utc_ms=seen.now_ms, approval=approval.strip()[:200])
        data = {"approval": held.approval}
        self._keep(seen, ContestAction.FINALIZED, held=held, data=data)

    def teams(self, viewer: Viewer, seen: SeenContest) -> list[tuple[ContestTeam, User]]:
        require_staff(viewer)
        return [(team, user) for team, _, user in self._store.contests.teams(seen.contest.id)]

    def log(self, viewer: Viewer, seen: SeenContest) -> list[tuple[Event, User | None]]:
        """The staff's actions, the newest first, each with its actor."""
        require_staff(viewer)
        events = self._store.contests.events(seen.contest.id)
        users = self._store.catalogue.by_id(User, {one.actor_id for one in events if one.actor_id})
        return [(one, users.get(one.actor_id or 0)) for one in events]

    def _problem(self, seen: SeenContest, label: str) -> ContestProblemRecord:
        for one, _ in seen.problems:
            if one.label == label:
                return one
        raise Refused(f"there is no problem {label} in this contest.")

    def _change(
        self,
        seen: SeenContest,
        changed: ContestRecord,
        did: ContestAction,
        about: Mapping[str, int] | None = None,
        *,
        held: HeldContest | None = None,
    ) -> None:
        """A plan for a time that is past or too early now is cancelled."""
        held, start = held or seen.held, changed.start_utc_ms
        if start is not None:
            held = replace(held, countdown_pause_ms=None)
        thaw, end = held.thawed_utc_ms, changed.end_utc_ms()
        if thaw is not None and thaw > seen.now_ms and (end is None or thaw < end):
            held = replace(held, thawed_utc_ms=None)
        self._keep(seen, did, changed, held, about)

    def _keep(
        self,
        seen: SeenContest,
        did: ContestAction,
        contest: ContestRecord | None = None,
        held: HeldContest | None = None,
        data: Mapping[str, Any] | None = None,
    ) -> None:
        """Stores what changes of the contest that was seen. Raises NotNow if another action has changed it since."""
        before = seen.contest, seen.held
        after = contest or seen.contest, held or seen.held
        try:
            self._store.contests.change(before, after, did, data=data)
        except ChangedMeanwhile as error:
            raise NotNow(error.message) from error


def _frozen_utc_ms(seen: SeenContest) -> int | None:
    """The moment of the freeze; None: the scoreboard is not frozen."""
    return frozen_from_utc_ms(seen.contest) if seen.is_frozen else None


def _since_start(seen: SeenContest, interval: RemovedInterval) -> dict[str, int]:
    """The bounds of an interval on the wall's clock; one that lasts still has lasted until now."""
    begun_ms, end_ms = seen.start_utc_ms or 0, interval.end_utc_ms or seen.now_ms
    return {"from_ms": interval.start_utc_ms - begun_ms, "to_ms": end_ms - begun_ms}


def new_password() -> str:
    """A password that is easy to type from paper, and too long to guess: 60 bits."""
    letters = [secrets.choice(UNLIKE_LETTERS) for _ in range(12)]
    return "-".join("".join(letters[at : at + 4]) for at in (0, 4, 8))


def _require_changeable(viewer: Viewer, seen: SeenContest) -> None:
    require_staff(viewer)
    if seen.phase is Phase.FINAL:
        raise Refused("the results are final: the contest cannot be changed any more.")
