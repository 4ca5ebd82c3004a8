"""The line about the history that ends what a judging command prints."""

from judge.base.console import out
from judge.base.units import plural
from judge.history.recorder import Kept


def tell_kept(kept: Kept) -> None:
    """Prints the session's number, or what was not stored, why, and what to do."""
    if kept.obstacle:
        count = f"{kept.results} of {plural(kept.planned, 'result')} kept" if kept.results else "nothing kept"
        out.print(f"history: {count}: {kept.obstacle}", style="yellow", soft_wrap=True)
    elif kept.session:
        out.print(f"history: session {kept.session}", style="dim")
