"""Whether a GPU still works, to be asked when something has failed on it."""

from judge.machine.gpus import Gpus
from judge.machine.probe import Machine


def failure_of(machine: Machine, gpus: Gpus, number: int, name: str | None) -> str | None:
    """Why nothing can run on it any more; None: nothing is known of that. `name`: what nvidia-smi called it before."""
    node = gpus.nodes / f"nvidia{number}"
    if not node.exists():
        return f"{node} does not exist any more"
    if name is None:
        return None
    answer = machine.output(["nvidia-smi", f"--id={number}", "--query-gpu=name", "--format=csv,noheader"])
    if answer is None or name in answer.splitlines():
        return None
    return f"nvidia-smi says: {(answer.splitlines() or ['nothing'])[0]}"
