"""Prints the inputs. The judge calls it as `generate.py --list`, and for each name as `generate.py --print NAME`.

Samples are shown with the statement; secret cases are judged in the order of their names. The answers are computed by the
first of submissions/accepted.
"""

import random
import sys

LARGEST_N, LARGEST = 200_000, 10**9


def random_numbers(count, largest, seed):
    # A seed for each case, so that it is the same on every machine, as its checksum is stored.
    rng = random.Random(seed)
    return [rng.randint(0, largest) for _ in range(count)]


# Small cases that a reader can check by hand, the bounds of the statement, then the largest, against wrong orders of
# growth.
CASES = {
    "sample/01-five": lambda: [3, 1, 4, 1, 5],
    "secret/01-one-number": lambda: [7],
    "secret/02-all-equal": lambda: [5] * 100,
    "secret/03-bounds": lambda: [0, LARGEST, 0, LARGEST],
    "secret/04-equal-ones-apart": lambda: [1, 2, 1, 2, 1],
    "secret/05-random": lambda: random_numbers(2_000, 1_000, seed=5),
    "secret/06-largest": lambda: random_numbers(LARGEST_N, LARGEST, seed=6),
}

if sys.argv[1] == "--list":
    print("\n".join(CASES))
else:
    numbers = CASES[sys.argv[2]]()
    print(len(numbers))
    print(*numbers)
