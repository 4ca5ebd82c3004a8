"""Contests that stay in memory between two looks at a scoreboard: only changes are read again."""

import threading
from collections.abc import Iterable

from msgspec import Struct, field

from judge.base.submission_state import State
from judge.service.contest_board import BoardEntry, Loaded, Placing, loaded_of, model_of
from judge.store.catalogue_records import ContestRecord
from judge.store.contest_records import JudgedSubmission
from judge.store.events import AT_MOST
from judge.store.store import Store

MOST_CONTESTS = 4
"""The number of contests in memory: the most recently used ones."""


class KeptSubmissions(Struct):
    seen: int
    """The last event that they certainly include; they may include later ones, too."""
    judged: dict[int, JudgedSubmission]
    """Submissions by number, in the order in which they were submitted."""
    placing: Placing | None = None
    entries: dict[int, BoardEntry | None] = field(default_factory=dict)
    """The results of this placing."""

    def change(self, numbers: Iterable[int], found: Iterable[JudgedSubmission]) -> None:
        """Updates submissions. `found`: those of the numbers that exist."""
        for number in numbers:
            self.judged.pop(number, None)
            self.entries.pop(number, None)
        self.judged |= {one.id: one for one in found if one.state != State.CANCELLED}
        in_order = sorted(self.judged.values(), key=lambda one: (one.submitted_utc_ms, one.id))
        self.judged = {one.id: one for one in in_order}

    def placed(self, placing: Placing) -> list[BoardEntry]:
        if placing != self.placing:
            self.placing, self.entries = placing, {}
        for number, one in self.judged.items():
            if number not in self.entries:
                self.entries[number] = placing.entry(one)
        return [entry for number in self.judged if (entry := self.entries[number]) is not None]


class KeptContests:
    """Contests kept in memory, for any number of threads."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: dict[int, KeptSubmissions] = {}
        self._lock = threading.Lock()

    def load(self, contest: ContestRecord) -> Loaded:
        """The result of `contest_board.load`, which reads everything."""
        configured = model_of(self._store, contest)
        with self._lock:
            kept = self._kept.pop(contest.id, None)
            if kept is None or not self._refresh(contest.id, kept):
                kept = self._read(contest.id)
            self._kept[contest.id] = kept
            if len(self._kept) > MOST_CONTESTS:
                del self._kept[next(iter(self._kept))]
            return loaded_of(configured, kept.placed(Placing.of(configured)))

    def _read(self, contest_id: int) -> KeptSubmissions:
        seen = self._store.contests.last_event(contest_id)  # first: concurrent events are read twice
        return KeptSubmissions(seen, {one.id: one for one in self._store.contests.judged(contest_id)})

    def _refresh(self, contest_id: int, kept: KeptSubmissions) -> bool:
        """Updates it; False: so much has happened that everything must be read. Every change of a submission is an
        event of it."""
        news = self._store.events.after(kept.seen, contest_id=contest_id)
        if len(news) == AT_MOST:
            return False
        if changed := {event.submission_id for event in news if event.submission_id is not None}:
            kept.change(changed, self._store.contest_judgements.submissions(changed))
        if news:
            kept.seen = news[-1].id
        return True
