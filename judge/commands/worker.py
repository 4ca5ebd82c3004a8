"""`judge worker` as a task of an array on a node of a cluster. Users do not call it."""

import os
from pathlib import Path

from judge.base.console import complain
from judge.base.records import replace
from judge.base.whole_files import write_in_one_step
from judge.commands.terminal import Terminal
from judge.engine.slurm.ending import ON_NODE
from judge.engine.slurm.wire import as_line
from judge.project.host import JudgeHost
from judge.service.cluster_node import end_once_withdrawn, facts_of_this_node, judge_task, node_name


def worker(batch: Path) -> int:
    """The command. Slurm names the task."""
    print(f"{ON_NODE}{node_name()}", flush=True)
    index = int(os.environ["SLURM_ARRAY_TASK_ID"])
    end_once_withdrawn(batch, index)
    for complaint in judge_task(batch, index, Terminal()):
        complain(complaint)
    return 0


def probe(answer: Path, host: JudgeHost) -> int:
    """The command with --probe: writes this node's properties."""
    write_in_one_step(answer, as_line(facts_of_this_node(replace(host, tell=Terminal()))))
    return 0
