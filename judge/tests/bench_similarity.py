"""How long comparing a class's submissions to one problem takes, each of as many words as a homework has. Run by hand:

    PYTHONPATH=. .venv/bin/python -m judge.tests.bench_similarity [--students 30 300] [--words 1000]

Each student's source is of statements of its own; one in ten has copied half of another's.
"""

import argparse
import random
import resource
import time

from judge.project.host import this_host
from judge.similarity.compare import ComparedSource, compare
from judge.similarity.standing import pairs_of

SEED = 7
WORDS_OF_A_STATEMENT = 12
OPERATORS = ("+", "-", "*", "/", "%", "<", ">", "&", "|", "^", "&&", "||", "<<", ">>", "==", "!=")


def statement(chance: random.Random) -> str:
    parts = " ".join(f"{chance.choice(OPERATORS)} x{chance.randrange(9)}" for _ in range(5))
    return (
        f"x{chance.randrange(9)} = {chance.choice(('x1', '(x2)', 'f(x3)', 'x[4]', '!x5', '-x6'))} {parts};\n"
    )


def made_class(students: int, words: int) -> list[ComparedSource]:
    chance = random.Random(SEED)
    count = words // WORDS_OF_A_STATEMENT
    written = [[statement(chance) for _ in range(count)] for _ in range(students)]
    for copied in range(0, students, 10):
        written[copied][: count // 2] = written[copied - 1][: count // 2]
    return [
        ComparedSource(number, (("mine.cpp", f"int main() {{\n{''.join(lines)}}}\n".encode()),))
        for number, lines in enumerate(written)
    ]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--students", type=int, nargs="+", default=[30, 300])
    parser.add_argument("--words", type=int, default=1000)
    given = parser.parse_args()
    for students in given.students:
        sources = made_class(students, given.words)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        begun_s = time.monotonic()
        answer = compare(this_host(), sources)
        wall_s = time.monotonic() - begun_s
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu_s = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        found = pairs_of(answer.pairs, [one.own for one in answer.submissions])
        copies = sum(one.share > 0.4 for one in found)
        words = sum(one.words for one in answer.submissions)
        print(
            f"{students} students, {words:,} words: wall {wall_s:.1f} s, CPU {cpu_s:.1f} s, "
            f"{after.ru_maxrss // 1024} MiB, {copies} copies found",
            flush=True,
        )


if __name__ == "__main__":
    main()
