"""A small submit-answer problem: the numbers of three tests, doubled, in two folders of tests."""

from judge.tests.packages import INPUT_VALIDATOR, OUTPUT_VALIDATOR, RIGHT, Files

DOUBLES: Files = {
    "problem.yaml": (
        "problem_format_version: 2025-09\nname: Double\nuuid: 2b0f8b0e-53c3-4f52-9b2f-0a5f3d0f7d14\n"
        "type: submit-answer\nlimits:\n  output: 1\n"
    ),
    "statement/problem.en.md": "Double them.\n",
    "input_validators/validate.py": INPUT_VALIDATOR,
    "output_validator/validate.py": OUTPUT_VALIDATOR,
    "data/sample/1.in": "3\n",
    "data/sample/1.ans": "6\n",
    "data/secret/easy/1-two.in": "2\n",
    "data/secret/easy/1-two.ans": "4\n",
    "data/secret/easy/2-five.in": "5\n",
    "data/secret/easy/2-five.ans": "10\n",
    "data/secret/hard/1-two.in": "20\n",
    "data/secret/hard/1-two.ans": "40\n",
    "submissions/accepted/all/easy/1-two.ans": "4\n",
    "submissions/accepted/all/easy/2-five.out": "10\n",
    "submissions/accepted/all/hard/1-two.ans": "40\n",
    "submissions/accepted/program.py": RIGHT,
    "submissions/wrong_answer/one-is-missing/easy/1-two.ans": "4\n",
    "submissions/wrong_answer/one-is-missing/2-five.out": "10\n",
    "submissions/wrong_answer/one-is-wrong/easy/1-two.ans": "4\n",
    "submissions/wrong_answer/one-is-wrong/easy/2-five.ans": "25\n",
    "submissions/wrong_answer/one-is-wrong/hard/1-two.ans": "40\n",
}
ONE: Files = {
    name: text for name, text in DOUBLES.items() if "submissions" not in name and "easy" not in name
}
"""The package with one test."""
