"""The pure function from facts to a verdict, as a table."""

from itertools import combinations

import pytest

from judge.base.records import replace
from judge.judging.verdicts import Validation, Verdict, decide, expected_verdict, overall
from judge.languages.language import Language
from judge.languages.table import language_of
from judge.sandbox.facts import Facts
from judge.sandbox.isolation import Isolation

CLEAN = Facts(
    outcome="exited",
    exit_code=0,
    signal_name=None,
    user_ns=900,
    system_ns=0,
    wall_ns=1000,
    peak_memory_bytes=1,
    stdout_bytes=2,
    stderr_bytes=0,
    work_bytes=0,
    work_files=0,
    contention=None,
    gpu=None,
    isolation=Isolation("v2", (), ()),
    message=None,
)
RIGHT, WRONG, BROKEN = Validation(42, ""), Validation(43, "line 1"), Validation(1, "no such file")

CASES = [
    ("right", CLEAN, RIGHT, Verdict.AC, ""),
    ("wrong", CLEAN, WRONG, Verdict.WA, "line 1"),
    ("validator broken", CLEAN, BROKEN, Verdict.JE, "no such file"),
    ("validator exits 0", CLEAN, Validation(0, "exit code 0"), Verdict.JE, "exit code 0"),
    ("validator was ended", CLEAN, Validation(None, "memory limit"), Verdict.JE, "memory limit"),
    ("not validated", CLEAN, None, Verdict.JE, "not validated"),
    ("exit code of a validator", replace(CLEAN, exit_code=42), None, Verdict.RTE, "exit code 42"),
    ("exit code 1", replace(CLEAN, exit_code=1), None, Verdict.RTE, "exit code 1"),
    (
        "signal",
        replace(CLEAN, outcome="signaled", exit_code=None, signal_name="SIGSEGV"),
        None,
        Verdict.RTE,
        "SIGSEGV",
    ),
    ("cpu", replace(CLEAN, outcome="cpu-limit"), None, Verdict.TLE, "CPU time limit"),
    ("wall, busy", replace(CLEAN, outcome="wall-limit"), None, Verdict.TLE, "wall time limit"),
    ("wall, idle", replace(CLEAN, outcome="wall-limit", user_ns=9), None, Verdict.TLE, "idle"),
    ("memory", replace(CLEAN, outcome="memory-limit"), None, Verdict.MLE, "memory limit"),
    ("output", replace(CLEAN, outcome="output-limit"), None, Verdict.OLE, "output limit"),
    ("files", replace(CLEAN, outcome="file-limit"), None, Verdict.OLE, "limit of files"),
    ("GPU memory", replace(CLEAN, outcome="gpu-memory-limit"), None, Verdict.MLE, "GPU memory limit"),
    (
        "with details",
        replace(CLEAN, outcome="file-limit", message="9 > 8"),
        None,
        Verdict.OLE,
        "files in the work directory: 9 > 8",
    ),
    ("processes", replace(CLEAN, outcome="process-limit"), None, Verdict.RTE, "processes"),
    (
        "not started",
        replace(CLEAN, outcome="start-failed", message="ENOENT"),
        None,
        Verdict.RTE,
        "did not start: ENOENT",
    ),
    ("unknown outcome", replace(CLEAN, outcome="vanished"), None, Verdict.JE, "vanished"),
]


OF_FILES = "line 1; it printed nothing and wrote into files"
SILENT = replace(CLEAN, stdout_bytes=0)


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        (replace(SILENT, work_bytes=9, work_files=1), f"{OF_FILES}: write to standard output"),
        (replace(SILENT, work_files=1), "line 1"),
        (replace(CLEAN, work_bytes=9, work_files=1), "line 1"),
        (SILENT, "line 1"),
    ],
)
def test_who_prints_into_files_alone_is_told(facts: Facts, reason: str) -> None:
    assert decide(facts, WRONG, stderr="", is_solver=False).reason == reason
    assert decide(facts, RIGHT, stderr="", is_solver=False).reason == ""
    emulated = decide(facts, WRONG, stderr="", is_solver=False, language=language_of("", "cuda-emulated"))
    assert emulated.reason == "line 1"  # its device writes findings there


@pytest.mark.parametrize(
    ("facts", "validation", "verdict", "reason"), [case[1:] for case in CASES], ids=lambda _: ""
)
def test_decide(facts: Facts, validation: Validation | None, verdict: Verdict, reason: str) -> None:
    decision = decide(facts, validation, stderr="", is_solver=False)
    assert decision.verdict is verdict
    assert reason in decision.reason


def test_only_a_solver_may_say_that_it_cannot_run() -> None:
    facts, words = replace(CLEAN, exit_code=3), "x: this solver cannot run: no GPU here\n"
    assert decide(facts, None, words, is_solver=True).verdict is Verdict.SKIP
    assert decide(facts, None, words, is_solver=True).reason == "no GPU here"
    assert decide(facts, None, words, is_solver=False).verdict is Verdict.RTE


def test_a_solver_that_does_not_start_is_the_judges_fault() -> None:
    facts = replace(CLEAN, outcome="start-failed", message="ENOENT")
    assert decide(facts, None, "", is_solver=True).verdict is Verdict.JE


def test_busy_at_the_wall_limit_is_not_idle() -> None:
    assert "idle" not in decide(replace(CLEAN, outcome="wall-limit"), None, "", is_solver=False).reason


@pytest.mark.parametrize(("used_ms", "verdict"), [(900, Verdict.WA), (1100, Verdict.TLE)])
def test_who_was_too_slow_before_the_validator_rejected_it_stays_so(used_ms: int, verdict: Verdict) -> None:
    facts = replace(
        CLEAN, outcome="ended-by-caller", exit_code=None, user_ns=used_ms * 1_000_000, system_ns=0
    )
    rejected = Validation(43, "no", is_final=True)
    assert decide(facts, rejected, "", is_solver=False, cpu_limit_ns=1_000_000_000).verdict is verdict


@pytest.mark.parametrize(("beyond_ns", "verdict"), [(0, Verdict.AC), (1, Verdict.TLE)])
def test_a_time_limit_may_be_used_up(beyond_ns: int, verdict: Verdict) -> None:
    facts = replace(CLEAN, user_ns=600_000_000 + beyond_ns, system_ns=400_000_000)
    assert decide(facts, RIGHT, "", is_solver=False, cpu_limit_ns=1_000_000_000).verdict is verdict


def test_the_worst_verdict_stands_for_all() -> None:
    assert overall([Verdict.AC, Verdict.SKIP]) is Verdict.AC
    assert overall([Verdict.SKIP, Verdict.SKIP]) is Verdict.SKIP
    assert overall([Verdict.AC, Verdict.WA, Verdict.AC]) is Verdict.WA
    assert overall([Verdict.JE, Verdict.WA]) is Verdict.JE


def test_which_of_two_verdicts_stands_for_both() -> None:
    ascending = [
        *(Verdict.SKIP, Verdict.AC, Verdict.PA, Verdict.CLE, Verdict.WA, Verdict.OLE),
        *(Verdict.TLE, Verdict.MLE, Verdict.RTE, Verdict.CE, Verdict.JE),
    ]
    for better, worse in combinations(ascending, 2):
        assert overall([better, worse]) is overall([worse, better]) is worse
    assert {*Verdict} == {*ascending}


def test_rows_are_distinct() -> None:
    for column in ("code", "title", "priority"):
        values = [getattr(verdict, column) for verdict in Verdict]
        assert len(set(values)) == len(values)
    assert expected_verdict("wrong_answer") is Verdict.WA
    assert expected_verdict("wrong-answer") is None


JAVA = language_of("x.java")
FULL_HEAP = (
    'Exception in thread "main" java.lang.OutOfMemoryError: Java heap space\n\tat Main.main(Main.java:1)\n'
)
CRASH = 'Exception in thread "main" java.lang.StackOverflowError\n\tat Main.f(Main.java:1)\n'


@pytest.mark.parametrize(
    ("stderr", "language", "verdict", "reason"),
    [
        (FULL_HEAP, JAVA, Verdict.MLE, "memory limit: " + FULL_HEAP.splitlines()[0]),
        (FULL_HEAP, None, Verdict.RTE, "exit code 1: \tat Main.main(Main.java:1)"),
        (CRASH, JAVA, Verdict.RTE, "exit code 1: " + CRASH.splitlines()[0]),
        (CRASH, language_of("x.py"), Verdict.RTE, "exit code 1: \tat Main.f(Main.java:1)"),
        ("no such line\n", JAVA, Verdict.RTE, "exit code 1: no such line"),
        (FULL_HEAP.replace("Java heap space", "unable to create native thread"), JAVA, Verdict.RTE, "exit code 1"),
    ],
)  # fmt: skip
def test_a_language_knows_what_its_run_time_system_says(
    stderr: str, language: Language | None, verdict: Verdict, reason: str
) -> None:
    failed = replace(CLEAN, exit_code=1)
    decision = decide(failed, None, stderr, False, language=language)
    assert decision.verdict is verdict
    assert decision.reason.startswith(reason)


def test_what_is_said_of_memory_is_only_words_where_the_program_succeeded() -> None:
    assert decide(CLEAN, RIGHT, FULL_HEAP, False, language=JAVA).verdict is Verdict.AC
