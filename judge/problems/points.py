"""Points: exact numbers, as packages and validators write them, and in the form shown."""

import re
from fractions import Fraction

DECIMALS = 6
"""The digits that are shown; the judge computes with the exact number."""
NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?", re.ASCII)
MOST_CHARACTERS = 400


def points_of(text: str) -> Fraction | None:
    """The decimal number in the text, apart from white space around it. None: it is not one, such as "nan" or
    "inf"."""
    word = text.strip()
    if len(word) > MOST_CHARACTERS or not NUMBER.fullmatch(word):
        return None
    return Fraction(word)


def points_text(points: Fraction) -> str:
    """ "33.333333", "60": without zeros at the end."""
    shown = round(abs(points) * 10**DECIMALS)
    whole, decimals = divmod(shown, 10**DECIMALS)
    sign = "-" if points < 0 and shown else ""
    return f"{sign}{whole}.{decimals:0{DECIMALS}}".rstrip("0").rstrip(".")


def points_number(points: Fraction) -> float:
    """The number for JSON."""
    return float(points_text(points))


def decimal(number: float) -> Fraction:
    """The number as it is written."""
    return Fraction(repr(number))


def of_most(points: Fraction, most: Fraction | None) -> str:
    """ "60 of 100"."""
    return points_text(points) + (f" of {points_text(most)}" if most is not None else "")
