"""Programs that ask for too much in languages with a run-time system of their own: the verdict names the limit."""

import tomllib
from pathlib import Path

import pytest

from judge.judging.verdicts import Verdict
from judge.languages.table import LANGUAGES
from judge.project.host import JudgeHost
from judge.tests.languages.test_every_language import judged, reason

pytestmark = pytest.mark.built

PROGRAMS = tomllib.loads((Path(__file__).parent / "hostile.toml").read_text("utf-8"))
WANTED = {
    "memory": {Verdict.MLE},
    # A stack that a run-time system keeps on its heap fills the memory.
    "deep": {Verdict.RTE, Verdict.MLE},
    "threads": {Verdict.RTE, Verdict.MLE},
    "some_threads": {Verdict.AC},
}
CASES = [(row, kind) for row in PROGRAMS for kind in PROGRAMS[row]]


@pytest.mark.slow
@pytest.mark.parametrize(("language_id", "kind"), CASES)
def test_the_verdict_names_the_limit(tree: JudgeHost, language_id: str, kind: str) -> None:
    language = next(row for row in LANGUAGES if row.id == language_id)
    result = judged(tree, language, PROGRAMS[language_id][kind])
    assert result.verdict in WANTED[kind], reason(result)
