"""Called as `validate.py INPUT ANSWER FEEDBACK_DIR`: talks to the solution, whose input is this program's standard
output, and whose output is its standard input. It exits with 42 to accept the solution, with 43 to refuse it."""

import pathlib
import sys

MOST_GUESSES = 10
number = int(pathlib.Path(sys.argv[1]).read_text())


def refuse(why):
    pathlib.Path(sys.argv[3], "judgemessage.txt").write_text(why)
    sys.exit(43)


for _ in range(MOST_GUESSES):
    # A solution may say anything, or nothing.
    guess = sys.stdin.readline(100).strip()
    if not guess.isascii() or not guess.isdecimal():
        refuse(
            f"expected a number, found {guess!r}"
            if guess
            else "expected a guess, found the end of the output"
        )
    if int(guess) == number:
        print("correct", flush=True)
        if sys.stdin.readline(100).strip():
            refuse("expected nothing more after the right guess")
        sys.exit(42)
    print("higher" if int(guess) < number else "lower", flush=True)
refuse(f"expected at most {MOST_GUESSES} guesses")
