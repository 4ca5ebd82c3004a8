"""A machine whose GPU programs run on the CPU: its runner is asked for a GPU and gives none."""

import json
from pathlib import Path

from judge.machine.gpus import Gpus
from judge.project.host import JudgeHost

ANYWHERE = Gpus(nodes=Path(__file__).parent / "gpu_nodes")
"""The GPUs of a machine with a GPU."""
NOWHERE = Gpus(nodes=Path("/nonexistent"))
"""The GPUs of a machine without one."""

RUNNER = """\
#!/usr/bin/python3
import json, os, sys

before, program = sys.argv[1:], []
if "--" in before:
    program = before[before.index("--") + 1 :]
    before = before[: before.index("--")]
for option in ("--gpu", "--gpu-memory-limit-bytes"):
    if option in before:
        at = before.index(option)
        del before[at : at + 2]
options = [option for option in before if option != "--gpu-shared"]
with open({started!r}, "a") as file:
    file.write(json.dumps(program) + "\\n")
os.execv({runner!r}, [{runner!r}, *options, "--", *program])
"""


def with_gpu_stand_in(tree: JudgeHost, skips_where: str | None = None) -> JudgeHost:
    """The tree on such a machine. Its solver gpu-add exits with 3 where the condition holds of `number`."""
    real = tree.installation.runner.resolve()
    tree.installation.runner.unlink()
    tree.installation.runner.write_text(RUNNER.format(started=str(_started(tree)), runner=str(real)))
    tree.installation.runner.chmod(0o755)
    program = tree.installation.build / "double"
    text = program.read_text().replace('name != "gpu-add"', "True")
    if skips_where is None:
        text = text.replace('if solver == "gpu-add":', "if False:")
    else:
        text = text.replace('if solver == "gpu-add":', f"number = int(input())\nif {skips_where}:")
        text = text.replace("\nnumber = int(input())\nfor", "\nfor")
    program.write_text(text)
    return tree.with_policy(gpus=ANYWHERE)


def started(tree: JudgeHost) -> list[list[str]]:
    """The command lines of the programs that the runner was given."""
    return [json.loads(line) for line in _started(tree).read_text().splitlines()]


def _started(tree: JudgeHost) -> Path:
    return tree.installation.build / "started"
