"""What a verify on a cluster has to give: the verdicts of one machine, and one attempt of each solution."""

import json
from collections import Counter
from pathlib import Path

from judge.store.history.attempts import read_attempts
from judge.tests.checkout import Checkout
from judge.tests.history.rows import read
from judge.tests.slurm_cluster import NODES


def verdicts(report: Path) -> dict[str, tuple[str, list[str]]]:
    content = json.loads(report.read_text(encoding="utf-8"))
    return {
        result["name"]: (result["verdict"], [test["verdict"] for test in result["tests"]])
        for problem in content["problems"]
        for result in problem["results"]
    }


def attempts(checkout: Checkout) -> Counter[str]:
    """How often each solution stands in the history."""
    file = Path(checkout.environment["XDG_STATE_HOME"]) / "warp-judge/store.sqlite"
    with read(file) as transaction:
        return Counter(attempt.name for attempt in read_attempts(transaction))


def nodes_that_verified(checkout: Checkout, folder: Path, session: str) -> set[str]:
    """Verifies everything on this machine and on the cluster, whose shared folder lies in `folder`; asserts that the
    verdicts are the same, and that each solution stands in the history once."""
    here, there = folder / "here.json", folder / "there.json"
    local = checkout.run("verify", "--no-history", "--json", str(here))
    assert local.returncode == 0, local.stderr
    done = checkout.run("verify", "--engine", "slurm", "--session", session, "--json", str(there))
    assert done.returncode == 0, done.stdout + done.stderr
    assert verdicts(there) == verdicts(here)
    assert set(attempts(checkout).values()) == {1}
    results = (folder / "shared/sessions" / session / "results.jsonl").read_text().splitlines()
    nodes = {json.loads(line)["node"] for line in results}
    assert nodes <= set(NODES)
    return nodes
