"""Each row of the language table proves itself; a broken row is found out."""

import pickle

import pytest

from judge.base.errors import JudgeError
from judge.base.records import replace
from judge.languages.compile import compile_submission
from judge.languages.language import Language
from judge.languages.self_test import language_obstacle, self_test
from judge.languages.table import LANGUAGES, language_of
from judge.problems.limits import limits_of_a_test
from judge.problems.model import Limits
from judge.project.host import JudgeHost

pytestmark = pytest.mark.built


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.id)
def test_a_row_compiles_and_runs_its_self_test(tree: JudgeHost, language: Language) -> None:
    if language.missing_tools:
        pytest.skip(f"no {', '.join(language.missing_tools)} here; {language.install}")
    assert self_test(tree, language) is None


def test_a_row_that_computes_wrongly_is_found_out(tree: JudgeHost) -> None:
    python = language_of("x.py")
    assert self_test(tree, replace(python, self_test="print(41)")) == (
        "its self-test program printed '41' instead of 42"
    )
    assert "SyntaxError" in (self_test(tree, replace(python, self_test="print(")) or "")
    assert "exit code 1" in (self_test(tree, replace(python, self_test="raise KeyError")) or "")


def test_a_row_raises_the_limits_for_its_run_time_system_alone() -> None:
    plain = limits_of_a_test(Limits(), 1)
    assert language_of("x.cpp").allowed(plain) == plain
    row = replace(language_of("x.cpp"), memory_overhead_mib=3, processes=300)
    raised = row.allowed(plain)
    assert raised.memory_bytes == plain.memory_bytes + (3 << 20)
    assert (raised.processes, plain.processes) == (300, 256)
    assert row.allowed(replace(plain, processes=1024)).processes == 1024
    assert replace(raised, memory_bytes=plain.memory_bytes, processes=256) == plain


@pytest.mark.parametrize(("code_bytes", "said"), [(10, None), (9, "it is longer than")])
def test_a_source_may_be_as_long_as_the_limit_says(
    tree: JudgeHost, code_bytes: int, said: str | None
) -> None:
    limits = Limits(code_bytes=code_bytes)
    compiled = compile_submission(tree, "print(1)\n#", "x.py", language_of("x.py"), limits)
    assert (compiled.error is None) is (said is None)
    assert said is None or said in (compiled.error or "")


def test_a_language_is_plain_data() -> None:
    for language in LANGUAGES:
        assert pickle.loads(pickle.dumps(language)) == language


def test_rows_are_distinct() -> None:
    assert len({language.id for language in LANGUAGES}) == len(LANGUAGES)
    chosen = [row for row in LANGUAGES if row.device.is_timed and row.variant_of is None]
    suffixes = [suffix for row in chosen for suffix in row.suffixes]
    assert len(set(suffixes)) == len(suffixes)


def test_a_suffix_may_be_in_capitals_but_where_that_has_two_meanings() -> None:
    for name, language in (("A.CPP", "cpp"), ("a.Cu", "cuda"), ("A.PY", "python3"), ("a.c", "c")):
        assert language_of(name).id == language
    with pytest.raises(JudgeError, match=r"no language has the suffix '\.C'"):
        language_of("a.C")


def test_the_option_outranks_the_suffix() -> None:
    assert language_of("x.py", "cpp").id == "cpp"
    assert language_of("dir.c/x.cc").id == "cpp"
    assert (language_of("x.cu").id, language_of("x.cu", "cuda-emulated").id) == ("cuda", "cuda-emulated")


def test_an_obstacle_names_the_package(tree: JudgeHost) -> None:
    python = replace(language_of("x.py"), self_test="import numpie\n")
    obstacle = language_obstacle(tree, python) or ""
    assert "No module named 'numpie'; install it: ./judge/judge languages --install python3" in obstacle
    assert language_obstacle(tree, language_of("x.py")) is None
