"""`judge shadow`: judges another system's submissions as well, and shows where verdicts and boards differ."""

import time
from pathlib import Path

from judge.base.console import complain, muted, out, print_last, say, warn
from judge.base.errors import JudgeError
from judge.base.events import task
from judge.base.interruption import telling
from judge.base.records import json_text
from judge.base.tables import Column, FittedTable
from judge.base.units import plural
from judge.base.whole_files import write_text
from judge.client.contest_following import POLL_S, ContestFollowing, take_waiting
from judge.client.contest_server import ContestServer, NotThere, is_address
from judge.client.failures import ServerGone
from judge.commands.options.shadow import ShadowOptions
from judge.contest.files import require_writable
from judge.contest.shadow.comparison import ShadowReport, VerdictDifference
from judge.contest.shadow.stored import StoredContest
from judge.project.host import JudgeHost
from judge.service.shadow import Shadow, packages_in

MOST_SHOWN = 50
"""The most lines of each kind; --json has all."""
QUIET_S = 1.0
"""The feed is read for as long as lines arrive without such a pause; then those that arrived are judged."""
TRIES = 3
"""The number of attempts to read all endpoints without a change in between."""


def shadow(host: JudgeHost, options: ShadowOptions) -> int:
    """The command. Returns the exit status: 0 if all agrees, 1 if something differs or could not be judged here."""
    require_writable(options.json)
    problems = None if options.problems is None else packages_in(options.problems)
    with muted(options.quiet):
        if not is_address(options.source):
            stored = StoredContest(Path(options.source))
            shadowing = Shadow(host, options.folder, str(stored.folder.resolve()), problems, stored.files_of)
            with task(host.tell, f"reading {options.source}"):
                stored.read_into(shadowing.mirror)
            return _Shadowing(host, options, shadowing).end()
        with ContestServer(options.source) as server:
            shadowing = Shadow(host, options.folder, server.contest, problems, server.files_of)
            found = _Shadowing(host, options, shadowing)
            if not options.once:
                with telling(found.close_early):
                    found.follow(server)
            _read_at_rest(server, shadowing)
            return found.end()


def _read_at_rest(server: ContestServer, shadowing: Shadow) -> None:
    """Reads the endpoints, and a scoreboard of the same moment: it is the same before and after them."""
    mirror = shadowing.mirror
    for _ in range(TRIES):
        server.read_scoreboard(mirror)
        before = _without_time(mirror.scoreboard)
        server.read_into(mirror)
        server.read_scoreboard(mirror)
        if _without_time(mirror.scoreboard) == before:
            return
    mirror.scoreboard = None
    warn("their scoreboard changed while the endpoints were read: it is not compared")


def _without_time(board: object) -> object:
    return {**board, "time": None, "contest_time": None} if isinstance(board, dict) else board


class _Shadowing:
    """What was found so far, and how it is shown."""

    def __init__(self, host: JudgeHost, options: ShadowOptions, shadowing: Shadow) -> None:
        self.host, self.options, self.shadowing = host, options, shadowing
        self.report: ShadowReport | None = None
        self._told: set[VerdictDifference] = set()

    def follow(self, server: ContestServer) -> None:
        """Follows the contest until it is over. Differences are shown as they become known."""
        mirror = self.shadowing.mirror
        following = ContestFollowing(server, self.host.tell)
        following.start(mirror.place)
        say(f"following {server.contest}; Ctrl-C stops it, and the same command continues")
        try:
            while not mirror.is_over:
                if take_waiting(following, mirror, QUIET_S):
                    self._round()
        except NotThere:
            warn(f"{server.contest} has no event feed: it is read every {POLL_S:.0f} s")
            self._poll(server)
        finally:
            following.stop()

    def _poll(self, server: ContestServer) -> None:
        mirror = self.shadowing.mirror
        while True:
            try:
                server.read_into(mirror)
            except ServerGone as error:
                warn(f"{error.message} It is tried again.")
            else:
                self._round()
            if mirror.is_over:
                return
            time.sleep(POLL_S)

    def _round(self) -> None:
        try:
            self.report = self.shadowing.judge()
        except JudgeError as error:  # later lines may correct it
            warn(str(error))
            return
        for one in self.report.differences:
            if one not in self._told:
                self._told.add(one)
                say(_line_of(one))

    def close_early(self) -> str:
        found = f"; {plural(len(self.report.differences), 'verdict')} differ so far" if self.report else ""
        return f"interrupted{found}; the same command continues"

    def end(self) -> int:
        report = self.report = self.shadowing.judge()
        if self.options.json:
            write_text(self.options.json, json_text(report))
        _print(report)
        more = self.shadowing.mirror.fault_count - len(self.shadowing.mirror.faults)
        if more > 0:
            complain(f"{more:,} more objects could not be imported")
        print_last(_last_line(report))
        return 0 if report.agrees else 1


def _line_of(one: VerdictDifference) -> str:
    effect = "" if one.counts else ", which counts the same"
    place = f"{one.submission_id}: team {one.team_id}, {one.problem} at {one.contest_time}"
    return f"{place}: {one.theirs} there, {one.ours} here{effect}"


def _print(report: ShadowReport) -> None:
    shown = report.differences[:MOST_SHOWN]
    if shown:
        columns = (
            Column("submission", [one.submission_id for one in shown], 0),
            Column("team", [one.team_id for one in shown], 2),
            Column("problem", [one.problem for one in shown], 1),
            Column("time", [one.contest_time for one in shown], 3),
            Column("theirs", [one.theirs for one in shown], 0),
            Column("ours", [one.ours for one in shown], 0),
            Column("counts", ["otherwise" if one.counts else "the same" for one in shown], 1),
        )
        out.print(FittedTable("verdicts that differ", columns))
        _print_more(len(report.differences) - len(shown))
    _print_lines("teams that our verdicts rank differently", report.moved)
    _print_lines("where their scoreboard does not follow from their judgements", report.published)
    for title, lines in (
        ("not judged here", [f"{one.submission_id}: {one.reason}" for one in report.not_compared]),
        ("not imported", report.faults),
        ("without its object", report.loose_ends),
    ):
        for line in lines[:MOST_SHOWN]:
            complain(f"{title}: {line}")
        _print_more(len(lines) - MOST_SHOWN)


def _print_lines(title: str, lines: tuple[str, ...]) -> None:
    if not lines:
        return
    out.print(title, style="bold")
    for line in lines[:MOST_SHOWN]:
        out.print(f"  {line}", soft_wrap=True)
    _print_more(len(lines) - MOST_SHOWN)


def _print_more(count: int) -> None:
    if count > 0:
        out.print(f"  and {count} more: --json FILE has all")


def _last_line(report: ShadowReport) -> str:
    boards = "boards agree" if not (report.moved or report.published) else "boards differ"
    pending = f", {report.pending_there} pending there" if report.pending_there else ""
    missing = f", {len(report.not_compared)} not judged here" if report.not_compared else ""
    return (
        f"{len(report.differences)} of {plural(report.compared, 'verdict')} differ, {boards}"
        f" ({plural(report.submissions, 'submission')}{pending}{missing})"
    )
