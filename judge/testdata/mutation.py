"""New small inputs from the tests of a problem: numbers are changed, tokens and lines repeated, swapped or cut.

Many of them break the problem's rules; its input validator decides.
"""

import random
import re

NUMBER = re.compile(r"-?[0-9]+")
MOST_CHANGES = 4
SMALL = (0, 1, 2, 3, 5, 7, 10)


def mutated(text: str, chance: random.Random) -> str:
    """The text with a few random changes, its blanks as they were."""
    lines = [line.split(" ") for line in text.removesuffix("\n").split("\n")]
    for _ in range(chance.randint(1, MOST_CHANGES)):
        _change(lines, chance)
    return "".join(" ".join(tokens) + "\n" for tokens in lines)


def _change(lines: list[list[str]], chance: random.Random) -> None:
    row = chance.randrange(len(lines))
    column = chance.randrange(len(lines[row]))
    kind = chance.random()
    if kind < 0.7:
        lines[row][column] = _other_token(lines[row][column], chance)
    elif kind < 0.8:
        other = chance.randrange(len(lines))
        lines[row], lines[other] = lines[other], lines[row]
    elif kind < 0.9:
        _resize_columns(lines, len(lines[row]), chance)
    else:
        _resize_lines(lines, row, chance)


def _other_token(token: str, chance: random.Random) -> str:
    if not NUMBER.fullmatch(token):
        letters = list(token)
        chance.shuffle(letters)
        return "".join(letters)
    number = int(token)
    return str(
        chance.choice(
            (number + 1, number - 1, -number, number * 2, chance.choice(SMALL), chance.randint(-10, 10),
             chance.randint(-abs(number) - 1, abs(number) + 1), chance.choice((-1, 1)) << chance.choice((15, 31, 63)))
        )
    )  # fmt: skip


def _resize_columns(lines: list[list[str]], width: int, chance: random.Random) -> None:
    """Adds or removes a column in all lines of this width, and changes the first count of it."""
    by = chance.choice((-1, 1))
    place = chance.randrange(width)
    for tokens in lines:
        for column, token in enumerate(tokens):
            if token == str(width) and len(tokens) != width:
                tokens[column] = str(width + by)
    for tokens in lines:
        if len(tokens) == width and by > 0:
            tokens.insert(place, tokens[place])
        elif len(tokens) == width > 1:
            del tokens[place]


def _resize_lines(lines: list[list[str]], row: int, chance: random.Random) -> None:
    """Adds or removes a line, and changes a number in the first lines by one."""
    by = chance.choice((-1, 1))
    if by > 0:
        lines.insert(row, list(lines[row]))
    elif len(lines) > 1:
        del lines[row]
    head = lines[chance.randrange(min(2, len(lines)))]
    column = chance.randrange(len(head))
    if NUMBER.fullmatch(head[column]):
        head[column] = str(int(head[column]) + by)
