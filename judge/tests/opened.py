"""A problem as an online judge has it once somebody has opened it."""

from judge.service.online import OnlineJudge
from judge.store.catalogue_records import ProblemRecord


def open_problem(online: OnlineJudge, name: str) -> ProblemRecord:
    """Makes a problem ready and opens it. `name`: as for commands."""
    return online._shelf.prepare(online.store, name)
