"""What a client of the Contest API may see of a contest: pure functions for its endpoints, its files and its feed.

The public sees no judgement of submissions since the freeze, a team sees its own, and the staff sees all. Runs show
secret tests, and so are shown only as far as the contest's feedback permits.
"""

import re
from collections.abc import Hashable, Mapping

from msgspec import Struct

from judge.base.records import replace
from judge.service.visibility import SAMPLE, Feedback
from judge.store.records import Run

TOKEN = re.compile(r"(\d{1,18})\.([01])([01])\.([0-4]*)(?:\.(\d{1,15}))?", re.ASCII)
"""The token of a notification: the number of the last event, and the rules of visibility at that time."""


class ContestSight(Struct, frozen=True):
    """The decision about a client's view: clients with the same sight see the same."""

    contest_id: int
    is_staff: bool
    team_user_id: int | None
    """The account of the client's own team; None: it has none, or sees everything."""
    has_begun: bool
    is_frozen: bool
    """Whether results since the freeze are hidden from the public."""
    frozen_from_utc_ms: int | None
    levels: Mapping[int, Feedback]
    """The feedback about secret tests, by the number of the problem, in the order of the scoreboard."""
    hidden_user_ids: frozenset[int]
    """Teams on no scoreboard."""

    @property
    def rules(self) -> str:
        """The rules by which existing objects may be seen, in a token's form."""
        levels = "".join(str(int(level)) for level in self.levels.values())
        since = f".{self.frozen_from_utc_ms}" if self.is_frozen else ""
        return f"{int(self.has_begun)}{int(self.is_frozen)}.{levels}{since}"

    @property
    def key(self) -> Hashable:
        """Sights with the same key see the same."""
        hidden = tuple(sorted(self.hidden_user_ids))
        return self.contest_id, self.is_staff, self.team_user_id, self.rules, self.frozen_from_utc_ms, hidden

    def by_rules(self, rules: str) -> "ContestSight":
        """The earlier sight."""
        flags, levels, *since = rules.split(".")
        known = {number: Feedback(int(one)) for number, one in zip(self.levels, levels, strict=True)}
        return replace(
            self,
            has_begun=flags[0] == "1",
            is_frozen=flags[1] == "1",
            levels=known,
            frozen_from_utc_ms=int(since[0]) if since else self.frozen_from_utc_ms,
        )

    def sees_team(self, user_id: int) -> bool:
        return self.is_staff or user_id == self.team_user_id or user_id not in self.hidden_user_ids

    def sees_sources(self, user_id: int) -> bool:
        return self.is_staff or user_id == self.team_user_id

    def sees_judgement(self, user_id: int, problem_id: int, submitted_utc_ms: int) -> bool:
        """Whether the client sees judgements of this team's submissions to this problem."""
        if self.is_staff:
            return True
        if not self.has_begun or not self.sees_team(user_id):
            return False
        if self.levels.get(problem_id, Feedback.NONE) is Feedback.NONE:
            return False
        is_late = self.frozen_from_utc_ms is not None and submitted_utc_ms >= self.frozen_from_utc_ms
        return user_id == self.team_user_id or not (self.is_frozen and is_late)

    def sees_run(self, problem_id: int, run: Run) -> bool:
        """Whether the client sees a run of a judgement that it sees."""
        return run.test.startswith(SAMPLE) or self.sees_tests(problem_id)

    def sees_tests(self, problem_id: int) -> bool:
        """Whether the client sees what became of this problem's secret tests, and the times that they took."""
        return self.is_staff or self.levels.get(problem_id, Feedback.NONE) >= Feedback.TEST


def token_of(number: int, sight: ContestSight) -> str:
    return f"{number}.{sight.rules}"


def parsed_token(token: str, sight: ContestSight) -> tuple[int, ContestSight] | None:
    """The last event that its client knows, and the sight that it had; None: it is not a token of this contest."""
    match = TOKEN.fullmatch(token)
    if match is None or len(match[4]) != len(sight.levels):
        return None
    return int(match[1]), sight.by_rules(token.partition(".")[2])
