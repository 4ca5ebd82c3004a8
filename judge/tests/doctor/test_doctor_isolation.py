"""What `judge doctor` makes of the runner's facts."""

from typing import Any

import pytest

from judge.base.records import replace
from judge.doctor.diagnosis import Health
from judge.doctor.isolation import ISOLATION, check_isolation, isolation_findings, what_is_missing
from judge.project.host import JudgeHost
from judge.sandbox.facts import Facts
from judge.sandbox.isolation import Isolation, Missing
from judge.tests import measured


def facts(missing: dict[str, str], **changes: Any) -> Facts:
    isolation = Isolation(
        cgroup="v2",
        in_force=tuple(name for name in ISOLATION if name not in missing),
        missing=tuple(Missing(name, reason) for name, reason in missing.items()),
    )
    return replace(measured.facts(1), isolation=isolation, **changes)


def test_full_isolation_is_one_good_finding() -> None:
    (finding,) = isolation_findings(facts({}))
    assert finding.state is Health.GOOD
    assert finding.found.startswith(
        f"{len(ISOLATION)} of {len(ISOLATION)} parts: user-namespace pid-namespace"
    )


def test_each_missing_part_has_the_runners_reason_what_it_prevents_and_what_to_do() -> None:
    summary, network, seccomp = isolation_findings(
        facts({"network-namespace": "unshare: EPERM", "seccomp": "built without libseccomp"})
    )
    assert (summary.state, summary.found.split(":")[0]) == (
        Health.WEAK,
        f"{len(ISOLATION) - 2} of {len(ISOLATION)} parts",
    )
    assert (network.what, network.state, network.found) == (
        "no network-namespace", Health.WEAK, "unshare: EPERM",
    )  # fmt: skip
    assert "any network communication" in network.why
    assert (seccomp.what, seccomp.found) == ("no seccomp", "built without libseccomp")
    assert "libseccomp-dev" in seccomp.advice


def test_parts_that_are_missing_for_one_reason_are_one_line() -> None:
    refused = "clone: EPERM"
    lines = what_is_missing(
        isolation_findings(
            facts({"pid-namespace": refused, "uts-namespace": refused, "seccomp": "built without libseccomp"})
        )
    )
    assert [line.partition("; ")[0] for line in lines[1:]] == [
        f"pid-namespace, uts-namespace: {refused}", "seccomp: built without libseccomp",
    ]  # fmt: skip
    assert what_is_missing(isolation_findings(facts({}))) == []


def test_what_could_not_be_tried_is_missing(tree: JudgeHost) -> None:
    tree.installation.runner.unlink()
    [line] = what_is_missing(check_isolation(tree.installation))
    assert "not built" in line


def test_a_part_that_the_judge_does_not_know_is_not_dropped() -> None:
    _, unknown = isolation_findings(facts({"time-machine": "no flux"}))
    assert (unknown.what, unknown.found) == ("no time-machine", "no flux")


def test_facts_of_another_format_are_said_to_be_so(tree: JudgeHost) -> None:
    tree.installation.runner.unlink()
    tree.installation.runner.write_text('#!/bin/sh\necho \'{"format_version": 1}\' >"$3"\n')
    tree.installation.runner.chmod(0o755)
    (finding,) = check_isolation(tree.installation)
    assert finding.state is Health.BAD
    assert finding.found == "the runner failed: expected format_version 4, found 1"


@pytest.mark.parametrize(
    "end", [{"outcome": "start-failed", "exit_code": None, "message": "no /bin/true"}, {"exit_code": 1}]
)
def test_a_failing_true_is_fatal(end: dict[str, Any]) -> None:
    findings = list(isolation_findings(facts({}, **end)))
    assert findings[0].state is Health.BAD
