"""A contest that is replayed minute by minute over the Contest API, and a scorer of its own for it.

All of it follows from a seed. The scorer knows nothing of the judge: only the rules of the ICPC, and what the replay
has sent and decided.
"""

import random
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from judge.base.records import replace
from judge.contest.times import absolute_text, moment
from judge.store.catalogue_records import Role
from judge.tests.opened import open_problem
from judge.tests.web.api_clients import ApiClient
from judge.tests.web.contest_sites import MINUTE_MS, START_MS, Cup
from judge.tests.web.contest_writers import client, zipped
from judge.tests.web.sites import RIGHT, SiteUnderTest

MINUTES, FREEZE_MINUTE, PENALTY = 300, 240, 20
VERDICTS = {"AC": 40, "WA": 35, "TLE": 12, "RTE": 8, "CE": 5}
"""Verdicts with their weights."""
LATEST = 4
"""Minutes that a verdict takes at most."""


@dataclass(frozen=True)
class Attempt:
    id: str
    team: str
    problem: str
    ms: int
    """Since the start."""
    verdict: str
    judged_minute: int


@dataclass(frozen=True)
class ReplaySize:
    teams: int
    problems: int
    submissions: int
    seed: int = 40


def attempts_of(size: ReplaySize) -> list[Attempt]:
    """Attempts by time: more of them towards the end, and many on the edges of minutes."""
    chance = random.Random(size.seed)
    teams = [team_id(number) for number in range(size.teams)]
    times = sorted(round(MINUTES * MINUTE_MS * chance.random() ** 0.7) for _ in range(size.submissions))
    found = []
    for number, time_ms in enumerate(times):
        if chance.random() < 0.1:
            time_ms = time_ms // MINUTE_MS * MINUTE_MS + chance.choice([0, MINUTE_MS - 1])
        time_ms = min(time_ms, MINUTES * MINUTE_MS - 1)
        verdict = chance.choices(list(VERDICTS), list(VERDICTS.values()))[0]
        judged = time_ms // MINUTE_MS + 1 + (chance.randrange(LATEST) if chance.random() < 0.2 else 0)
        problem = label(chance.randrange(size.problems))
        found.append(Attempt(f"r{number}", chance.choice(teams), problem, time_ms, verdict, judged))
    return sorted(found, key=lambda one: (one.ms, int(one.id[1:])))


def team_id(number: int) -> str:
    return f"team{number:03}"


def label(number: int) -> str:
    return chr(ord("A") + number)


def expected_rows(
    size: ReplaySize, attempts: Sequence[Attempt], minute: int, *, frozen: bool
) -> dict[str, dict[str, Any]]:
    """The scoreboard at the end of a minute by the ICPC's rules, team by team, from the attempts alone."""
    rows: dict[str, dict[str, Any]] = {}
    for number in range(size.teams):
        rows[team_id(number)] = {"solved": 0, "time": 0, "last": 0, "cells": {}}
    cells: dict[tuple[str, str], list[Attempt]] = {}
    for one in attempts:
        if one.ms <= minute * MINUTE_MS:
            cells.setdefault((one.team, one.problem), []).append(one)
    for (team, problem), tried in cells.items():
        judged = pending = rejected = 0
        solved_minute = None
        for one in tried:
            is_known = one.judged_minute <= minute and not (frozen and one.ms >= FREEZE_MINUTE * MINUTE_MS)
            if solved_minute is not None:
                break
            if not is_known:
                pending += 1
                continue
            if one.verdict == "CE":
                continue
            judged += 1
            if one.verdict == "AC":
                solved_minute = one.ms // MINUTE_MS
            else:
                rejected += 1
        if judged + pending == 0:
            continue
        row = rows[team]
        row["cells"][problem] = (judged, pending, solved_minute)
        if solved_minute is not None:
            row["solved"] += 1
            row["time"] += solved_minute + PENALTY * rejected
            row["last"] = max(row["last"], solved_minute)
    keys = {team: (-row["solved"], row["time"], row["last"]) for team, row in rows.items()}
    for team, row in rows.items():
        row["rank"] = 1 + sum(other < keys[team] for other in keys.values())
        del row["last"]
    return rows


def told_rows(board: Mapping[str, Any], labels: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    """Rows from the API's answers, in the same form. `labels`: of the problems, by their ids."""
    return {
        row["team_id"]: {
            "solved": row["score"]["num_solved"],
            "time": minutes_of(row["score"]["total_time"]),
            "cells": {
                labels[cell["problem_id"]]: (
                    cell["num_judged"],
                    cell["num_pending"],
                    minutes_of(cell["time"]) if cell.get("solved") else None,
                )
                for cell in row["problems"]
                if cell["num_judged"] or cell["num_pending"]
            },
            "rank": row["rank"],
        }
        for row in board["rows"]
    }


def minutes_of(text: str) -> int:
    hours, minutes, seconds = text.split(":")
    assert float(seconds) == 0
    return int(hours) * 60 + int(minutes)


def manifest(size: ReplaySize) -> str:
    problems = "".join(f"  - {{id: p{number}, label: {label(number)}}}\n" for number in range(size.problems))
    teams = "".join(f"  - {team_id(number)}\n" for number in range(size.teams))
    head = "id: cup\nname: Replayed\nstart: 2026-11-18T09:06:40Z\nduration: 5:00:00\nfreeze: 1:00:00\n"
    return f"{head}problems:\n{problems}teams:\n{teams}"


def open_problems(site: SiteUnderTest, size: ReplaySize) -> None:
    """Copies of the one that the site has, each ready to be submitted to."""
    installation = site.host.installation
    for number in range(size.problems):
        for folder in (installation.problems, installation.root / "testdata"):
            shutil.copytree(folder / "double", folder / f"p{number}")
        shutil.copy(installation.build / "double", installation.build / f"p{number}")
        open_problem(site.site.online, f"p{number}")


@dataclass
class Replay:
    """The contest on a site, as far as it has got."""

    site: SiteUnderTest
    folder: Path
    size: ReplaySize
    attempts: list[Attempt] = field(init=False)
    cup: Cup = field(init=False)
    admin: ApiClient = field(init=False)
    public: ApiClient = field(init=False)
    labels: dict[str, str] = field(init=False)
    sent: int = 0
    compared: int = 0
    _waiting: list[Attempt] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.attempts = attempts_of(self.size)
        open_problems(self.site, self.size)
        self.cup = Cup(self.site, self.folder / "cup", manifest(self.size))
        self.cup.at(0)
        self.admin, self.public = client(self.cup, Role.ADMIN), client(self.cup)
        answer = self.admin.get("/contests/cup/problems")
        assert answer.status_code == 200, answer.text
        self.labels = {one["id"]: one["label"] for one in answer.json()}

    def run(self) -> Iterator[tuple[int, list[str]]]:
        """Minute by minute what differs from the scorer, for the jury and for the public."""
        left = list(self.attempts)
        for minute in range(1, MINUTES + LATEST + 1):
            self.cup.at(minute)
            while left and left[0].ms <= minute * MINUTE_MS:
                self._send(left.pop(0))
            self._judge(minute)
            yield minute, self.differences(minute)

    def differences(self, minute: int) -> list[str]:
        found = []
        for who, is_public in ((self.admin, False), (self.public, True)):
            answer = who.get("/contests/cup/scoreboard")
            assert answer.status_code == 200, answer.text
            told = told_rows(answer.json(), self.labels)
            frozen = is_public and minute >= FREEZE_MINUTE
            due = expected_rows(self.size, self.attempts, minute, frozen=frozen)
            self.compared += 1
            assert told.keys() == due.keys()
            found += [
                f"minute {minute}, {team}: {told[team]}, expected {due[team]}"
                for team in due
                if told[team] != due[team]
            ]
        return found

    def _send(self, one: Attempt) -> None:
        problem = next(name for name, label in self.labels.items() if label == one.problem)
        body = {
            "id": one.id,
            "problem_id": problem,
            "language_id": "python3",
            "team_id": one.team,
            "time": absolute_text(moment(START_MS + one.ms)),
            "files": [{"data": zipped({"mine.py": f"# {one.id}\n{RIGHT}"})}],
        }
        answer = self.admin.client.put(f"/api/contests/cup/submissions/{one.id}", json=body)
        assert answer.status_code == 201, answer.text
        self.sent += 1
        self._waiting.append(one)

    def _judge(self, minute: int) -> None:
        """Each gets its verdict in its minute, as a worker would give it."""
        due = [one for one in self._waiting if one.judged_minute <= minute]
        self._waiting = [one for one in self._waiting if one.judged_minute > minute]
        store = self.site.site.store
        numbers = {one.external_id: one.id for one in store.contests.judged(self.cup.seen().contest.id)}
        for one in due:
            lease = store.queue.claim("worker", 60_000, submission_id=numbers[one.id])
            assert lease
            assert lease.judgement
            store.judgements.finish(lease, replace(lease.judgement, verdict=one.verdict, tests_total=1))
