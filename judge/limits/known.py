"""The time limits as far as they are known: the package's, the command's, or one measured here before."""

from judge.base.records import replace
from judge.problems.limit_records import LimitRecord, load_record, record_key
from judge.problems.model import Problem
from judge.problems.time_rule import LimitSource, TimeOptions
from judge.project.host import JudgeHost

UNMEASURED_S = 10.0
"""The limit if none is known and none may be measured: it stops only programs that hang."""


def known_record(host: JudgeHost, problem: Problem) -> LimitRecord | None:
    key = record_key(host.installation, problem)
    return load_record(host.hardware, problem.id, key, host.tell)


def limited(problem: Problem, record: LimitRecord | None, options: TimeOptions) -> Problem:
    """The problem with the limit for this machine, from the measured `record`, or without one from its own
    settings."""
    rule = problem.time_rule
    if rule.time_limit_s is not None:
        source = LimitSource.PACKAGE if options.limit_s is None else LimitSource.OPTION
        return _with_limit(problem, rule.time_limit_s, source)
    assert record is not None
    return _with_limit(problem, rule.limit_s(record.slowest.cpu_ns), LimitSource.MEASURED)


def limited_unmeasured(host: JudgeHost, problem: Problem, options: TimeOptions) -> Problem:
    """The problem without measuring anything: an unknown limit becomes one that stops only programs that hang."""
    problem = replace(problem, time_rule=options.rule(problem.time_rule))
    record = known_record(host, problem)
    if problem.time_rule.time_limit_s is None and record is None:
        return _with_limit(problem, UNMEASURED_S, LimitSource.UNKNOWN)
    return limited(problem, record, options)


def _with_limit(problem: Problem, time_s: float, source: LimitSource) -> Problem:
    limits = replace(
        problem.limits,
        time_s=time_s,
        time_source=source,
        overrun_factor=problem.time_rule.time_limit_to_tle,
    )
    return replace(problem, limits=limits)


WHERE_FROM = {
    LimitSource.PACKAGE: "",
    LimitSource.MEASURED: " (measured here)",
    LimitSource.OPTION: " (by option)",
    LimitSource.UNKNOWN: " (none is set or was measured; it only stops what hangs)",
}


def limit_cell(problem: Problem) -> str:
    """ "3.4 s", for a table."""
    known = problem.limits.time_source is not LimitSource.UNKNOWN
    return f"{problem.limits.time_s:g} s" if known else "not measured yet"


def limit_text(problem: Problem) -> str:
    """ "time limit 3.4 s (measured here)"."""
    return limit_words(problem.limits.time_s, problem.limits.time_source)


def limit_words(time_s: float, source: LimitSource) -> str:
    return f"time limit {time_s:g} s{WHERE_FROM[source]}"
