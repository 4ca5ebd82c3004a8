"""A verdict with its colour; the code is always there, too."""

from rich.text import Text

from judge.judging.verdicts import Verdict


def verdict_text(verdict: Verdict) -> Text:
    return Text(verdict.code, style=verdict.style)
