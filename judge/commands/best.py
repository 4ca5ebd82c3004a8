"""`judge best`: the fastest accepted solutions; in scoring problems, those with the best points."""

from rich.text import Text

from judge.base.console import out, prints_utf8
from judge.base.text import one_line
from judge.base.units import plural
from judge.commands.history_content import filter_of, opened_history, write
from judge.commands.options.best import BestOptions
from judge.history.exports import Rankings, ranked_problem
from judge.history.ranking import Ranking, rankings
from judge.history.tables import CHART_LENGTH, best_table
from judge.store.history.filters import Filter


def best(options: BestOptions) -> int:
    chosen = filter_of(options, options.problem)
    charted = CHART_LENGTH if options.json is None else None
    ranked = []
    with opened_history(chosen) as transaction:
        for ranking in rankings(transaction, chosen, options.limit, charted):
            _show(ranking)
            ranked.append(ranking)
    if not ranked:
        nothing = "No solution has been accepted on all tests or scored points yet."
        if chosen != Filter(chosen.problem):
            nothing = f"No solution that was accepted on all tests or scored points fits: {chosen.text}."
        out.print(nothing, soft_wrap=True)
    write(options.json, Rankings([ranked_problem(ranking) for ranking in ranked]))
    return 0


def _show(ranking: Ranking) -> None:
    problem, machine = one_line(ranking.problem), one_line(ranking.machine)
    if ranking.solutions:
        out.print(best_table(f"{problem} on {machine}", ranking, utf8=prints_utf8()))
    if ranking.left_out:
        left_out = plural(ranking.left_out, "result")
        out.print(Text(f"{problem} on {machine}: {left_out} on other test data not shown", style="dim"))
