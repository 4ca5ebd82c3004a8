"""What `judge history` and `judge best` share: the file, the filters, and the --json format."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from judge.base.errors import JudgeError
from judge.base.next_steps import RunJudge
from judge.base.records import json_text
from judge.base.suggestions import unknown_name
from judge.base.whole_files import write_text
from judge.commands.options.filters import FilterOptions
from judge.history import dates
from judge.history.exports import Export
from judge.judging.verdicts import Verdict
from judge.project.installation import this_installation
from judge.store.database import Transaction
from judge.store.history.filters import Filter
from judge.store.history.queries import Part, different_authors, different_problems, is_there, of_author
from judge.store.user_store import opened_to_read, user_store_file

FORMAT_VERSION = 1
"""The version of the --json format."""


def filter_of(options: FilterOptions, problem: str | None, verdicts: Sequence[str] = ()) -> Filter:
    """The filter that the options describe."""
    since, until = options.since, options.until
    now = datetime.now(UTC)
    codes = [verdict.code for verdict in Verdict]
    for verdict in verdicts:
        if verdict.upper() not in codes:
            raise unknown_name("verdict", verdict, codes)
    first = dates.beginning("--since", since, now) if since is not None else None
    last = dates.end("--until", until, now) if until is not None else None
    if first and last and first >= last:
        raise JudgeError(f"--since '{since}' is not before --until '{until}': expected an earlier date.")
    upper = tuple(verdict.upper() for verdict in verdicts)
    return Filter(problem, upper, options.names, options.authors, first, last)


@contextmanager
def opened_history(chosen: Filter) -> Iterator[Transaction]:
    """The history in its current state; the chosen problem and authors must be in it."""
    try:
        path = user_store_file()
    except OSError as error:
        raise JudgeError(f"no history: {error}.") from error
    with opened_to_read(path) as store, store.database.read() as transaction:
        if chosen.problem is not None:
            _check_problem(transaction, chosen.problem)
        for author in chosen.authors:
            _check_author(transaction, author)
        yield transaction


def write(file: Path | None, content: Export) -> None:
    """Writes the --json file, if requested."""
    if file is not None:
        head = {"format_version": FORMAT_VERSION, "file": str(user_store_file())}
        write_text(file, json_text({**head, **msgspec.structs.asdict(content)}))


def _check_problem(transaction: Transaction, problem: str) -> None:
    if is_there(transaction, Part("attempts_of_a_problem", Filter(problem).of_problem)):
        return
    if (this_installation().problems / problem / "problem.yaml").exists():
        raise JudgeError(f"{problem} has not been judged yet", RunJudge(("verify", problem)))
    raise unknown_name("problem in the history", problem, different_problems(transaction))


def _check_author(transaction: Transaction, author: str) -> None:
    if is_there(transaction, Part("attempts_of_an_author", of_author(author))):
        return
    known = different_authors(transaction)
    if not known:
        raise JudgeError(
            f"unknown author in the history '{author}': no attempt names one.",
            RunJudge(("submit", "PROBLEM", "FILE", "--author", "NAME"), "Judge with"),
        )
    raise unknown_name("author in the history", author, known, RunJudge(("history", "--by-author"), "All"))
