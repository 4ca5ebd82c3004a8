"""`judge contest`: judges what the teams submitted, by time, and shows the scoreboard."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from judge.base.console import complain, muted, out, print_last, say, warn
from judge.base.errors import JudgeError
from judge.base.interruption import in_one_piece, telling
from judge.base.records import json_text
from judge.base.units import plural, some_of
from judge.base.whole_files import write_text
from judge.commands.options.contest import ContestOptions
from judge.contest.api import endpoints
from judge.contest.board_text import board_lines, legend, when_text
from judge.contest.contest_store import opened, opened_to_read
from judge.contest.differences import changes, moves
from judge.contest.files import require_own_folder, require_writable, write_package
from judge.contest.judgements import outcome_of, outcomes_of
from judge.contest.layouts import load_contest
from judge.contest.model import Contest, ContestSubmission
from judge.contest.page.board_page import board_page, prepare_board_page
from judge.contest.replay import ReplayPlan, plan_of, plan_of_rejudging, replay
from judge.contest.scoreboard import AttemptOutcome, Scoreboard
from judge.contest.scoring import scoreboard_of
from judge.contest.times import short_text
from judge.project.host import JudgeHost
from judge.service.contest_judging import ContestEngine
from judge.store.replays import ReplayedJudgement, Replays

SOME = 5
"""The most files that are named in a line."""


def contest(host: JudgeHost, folder: Path, options: ContestOptions) -> int:
    """The command. Returns the exit status: 0 all judged, 1 something could not be judged."""
    if options.names and not options.rejudge:
        raise JudgeError(
            f"{options.names[0]}: problems and submissions are named for --rejudge alone. Add it."
        )
    if options.show and options.rejudge:
        raise JudgeError("--show judges nothing: leave it out to judge again, or leave out --rejudge.")
    loaded = load_contest(folder)
    require_writable(options.json)
    require_writable(options.html)
    require_own_folder(options.api, loaded)
    if options.html:
        prepare_board_page()
    with muted(options.quiet):
        if options.show:
            return _show(host, loaded, options)
        with opened(loaded) as kept:
            return _judge(host, loaded, kept, options)


def _show(host: JudgeHost, loaded: Contest, options: ContestOptions) -> int:
    with opened_to_read(loaded.folder) as kept:
        outcomes = outcomes_of(kept.counting()) if kept else {}
        _Telling(loaded, options, outcomes).close(kept, ContestEngine(host, loaded))
    return 0


def _judge(host: JudgeHost, loaded: Contest, kept: Replays, options: ContestOptions) -> int:
    engine = ContestEngine(host, loaded)
    telling_all = _Telling(loaded, options, outcomes_of(kept.counting()))
    with telling(telling_all.close_early):
        plan = _plan(engine, loaded, kept, options)
        telling_all.planned = len(plan.left)
        if not plan.rejudging:
            telling_all.outcomes = outcomes_of(kept.counting())
        if plan.left:
            judged = plan.of - len(plan.left)
            say(
                f"{plural(len(plan.left), 'submission')} to judge"
                + (f", {judged} are judged already" if judged else "")
            )
        replay(kept, engine, plan, telling_all.know)
        telling_all.outcomes = outcomes_of(kept.counting())
    with in_one_piece():
        telling_all.close(kept, engine)
    return 1 if engine.obstacles or loaded.unplaced else 0


def _plan(engine: ContestEngine, loaded: Contest, kept: Replays, options: ContestOptions) -> ReplayPlan:
    if options.rejudge:
        chosen = _until(loaded.chosen(options.names), options)
        return plan_of_rejudging(kept, engine, chosen, options.names)
    unfinished = kept.unfinished()
    if unfinished:
        warn(f"a rejudging is unfinished; to continue it: --rejudge {unfinished.reason}".rstrip())
    return plan_of(kept, engine, _until(loaded.submissions, options))


def _until(submissions: Sequence[ContestSubmission], options: ContestOptions) -> list[ContestSubmission]:
    return [one for one in submissions if options.at_ms is None or one.time_ms <= options.at_ms]


@dataclass
class _Telling:
    """The known results, and how they are shown."""

    contest: Contest
    options: ContestOptions
    outcomes: dict[str, AttemptOutcome]
    planned: int | None = None
    judged: int = 0
    before: dict[str, AttemptOutcome] = field(init=False)
    """The judgements that counted at the beginning."""
    knowing: threading.Lock = field(default_factory=threading.Lock)
    """The lock that is held while a judgement is added."""

    def __post_init__(self) -> None:
        self.before = dict(self.outcomes)

    def know(self, judged: ReplayedJudgement) -> None:
        with self.knowing:
            self.judged += 1
            outcome = outcome_of(judged.judgement)
            if outcome and not self.options.rejudge:
                self.outcomes[judged.submission_id] = outcome

    def board(self, outcomes: dict[str, AttemptOutcome]) -> Scoreboard:
        return scoreboard_of(self.contest, outcomes, self.options.at_ms, is_frozen=self.options.frozen)

    def close(self, kept: Replays | None, engine: ContestEngine) -> None:
        """Shows the scoreboard, changes, and what could not be judged, and writes the files; the last line says how
        much is judged."""
        board = self.board(self.outcomes)
        self._write(board, kept, engine)
        self._print_board(board)
        self._print_changes(board)
        known = {one.id: one.obstacle for one in self.contest.submissions if one.obstacle}
        for name, reason in {**known, **engine.obstacles}.items():
            complain(f"not judged: {name}: {reason}")
        for line in self.contest.unplaced:
            complain(f"not judged: {line}")
        if passed_over := self.contest.passed_over:
            names = [str(path.relative_to(self.contest.folder)) for path in passed_over]
            warn(f"passed over, as they are not submissions: {some_of(names, SOME)}")
        print_last(self._last_line(board))

    def _write(self, board: Scoreboard, kept: Replays | None, engine: ContestEngine) -> None:
        options = self.options
        if not (options.json or options.html or options.api):
            return
        facts = {one.id: engine.facts(one.id) for one in self.contest.problems}
        found = endpoints(board, kept.all() if kept else [], facts)
        if options.json:
            write_text(options.json, json_text(found))
        if options.api:
            for name, reason in write_package(options.api, self.contest, found).items():
                warn(f"submission {name} is written without its files: {reason}")
        if options.html:
            write_text(options.html, board_page(board, {name: one.name for name, one in facts.items()}))

    def close_early(self) -> str:
        """Shows as much as is known on an interruption."""
        with self.knowing:
            self._print_board(self.board(self.outcomes))
        if self.planned is None:
            return "interrupted before anything was judged"
        done = f"{self.judged} of {plural(self.planned, 'submission')}"
        return f"interrupted after {done}; the same command continues"

    def _print_board(self, board: Scoreboard) -> None:
        out.print(f"{board.contest.name}: {when_text(board)}", style="bold", soft_wrap=True)
        out.print()
        for line in board_lines(board, out.width):
            out.print(line, soft_wrap=True)
        out.print()
        out.print(legend(board), style="dim", soft_wrap=True)
        late = sum(board.contest.is_late(one) for one in board.contest.submissions)
        if late:
            out.print(
                f"{plural(late, 'submission')} before the start or after the end not counted", style="dim"
            )

    def _print_changes(self, board: Scoreboard) -> None:
        changed = changes(board, self.before, self.outcomes)
        if self.options.rejudge or changed:
            out.print()
            out.print(f"{plural(len(changed), 'verdict')} changed", style="bold")
        labels = {problem.id: problem.label for problem in self.contest.problems}
        for change in changed:
            one = change.submission
            place = f"{one.team_id} {labels[one.problem_id]} {short_text(one.time_ms)}"
            text = f"  {one.id}: {place}: {change.before.verdict} -> {change.after.verdict}"
            out.print(text, soft_wrap=True)
        for move in moves(self.board(self.before), board) if changed else ():
            out.print(f"  {move.after.team.name}: {move.text}", soft_wrap=True)

    def _last_line(self, board: Scoreboard) -> str:
        counted = [one for one in self.contest.submissions if not self.contest.is_late(one)]
        judged = sum(one.id in self.outcomes for one in counted)
        teams = plural(len(board.rows), "team")
        problems = plural(len(self.contest.problems), "problem")
        return f"{teams}, {problems}, {judged} of {plural(len(counted), 'submission')} judged"
