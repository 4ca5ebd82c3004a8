"""A small interactive problem: guess the number from 1 to 1000 that the validator thinks of, in at most ten guesses."""

from judge.tests.packages import Files

VALIDATOR = """\
import sys
secret = int(open(sys.argv[1]).read())

def end(code, message):
    open(f"{sys.argv[3]}/judgemessage.txt", "w").write(message)
    sys.exit(code)

for guess in range(1, 11):
    line = sys.stdin.readline()
    if not line:
        end(43, "the solution said nothing more")
    if not line.strip().isdecimal():
        end(43, f"guess {guess} is no number: {line.strip()[:20]}")
    answer = (int(line) > secret) - (int(line) < secret)
    print(["correct", "lower", "higher"][answer], flush=True)
    if answer == 0:
        end(42, f"{guess} guesses")
end(43, "more than ten guesses")
"""
HALVING = """\
low, high, answer = 1, 1000, ""
while answer != "correct":
    middle = (low + high) // 2
    print(middle, flush=True)
    answer = input()
    low, high = (middle + 1, high) if answer == "higher" else (low, middle - 1)
"""
COUNTING = """\
guess, answer = 0, ""
while answer != "correct":
    guess += 1
    print(guess, flush=True)
    answer = input()
"""
GUESS: Files = {
    "problem.yaml": (
        "problem_format_version: 2025-09\nname: Guess\nuuid: 2b0f8b0e-53c3-4f52-9b2f-0a5f3d0f7d12\n"
        "type: interactive\nlimits:\n  time_limit: 1\n"
    ),
    "statement/problem.en.md": "Guess it.\n",
    "input_validators/validate.py": "import sys\nsys.exit(42 if 1 <= int(sys.stdin.read()) <= 1000 else 43)\n",
    "output_validator/validate.py": VALIDATOR,
    "submissions/accepted/halving.py": HALVING,
    "submissions/wrong_answer/counting.py": COUNTING,
    "submissions/wrong_answer/silent.py": "",
    "submissions/time_limit_exceeded/waiting.py": "input()\n",
    "submissions/time_limit_exceeded/endless.py": "while True: pass\n",
    "submissions/run_time_error/crashing.py": "print(500, flush=True)\ninput()\nprint(1 // 0)\n",
    "data/secret/1.in": "1\n",
    "data/secret/1.ans": "",
    "data/secret/2.in": "777\n",
    "data/secret/2.ans": "",
}
