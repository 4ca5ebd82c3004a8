"""`judge calibrate`."""

from dataclasses import dataclass
from typing import Annotated, Literal

from judge.base.usage import Whole
from judge.commands.options.common import MOST_GPU, Json
from judge.commands.options.declare import Option


@dataclass(frozen=True)
class CalibrateOptions:
    show: Annotated[bool, Option(help="Measure nothing; show what is stored.")] = False
    gpu: Annotated[int, Option(type=Whole(0, MOST_GPU), help="The GPU to run on: /dev/nvidiaN.")] = 0
    only: Annotated[
        Literal["ceilings", "costs"] | None,
        Option(help="Measure only the ceilings, or only the costs by which `auto` chooses solvers."),
    ] = None
    json: Json = None


def run(options: CalibrateOptions) -> int:
    """Once is enough. Results are then shown as shares of the ceilings, and `auto` chooses solvers by the costs."""
    from judge.commands.calibrate import calibrate
    from judge.commands.calibrate_costs import calibrate_costs
    from judge.commands.options.here import host_here
    from judge.machine.gpus import Gpus

    host = host_here().with_policy(gpus=Gpus((options.gpu,)))
    status = calibrate(host, options.show, options.json) if options.only != "costs" else 0
    return max(status, calibrate_costs(host, options.show) if options.only != "ceilings" else 0)
