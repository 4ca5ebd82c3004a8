"""`judge doctor --serve`: everything that `judge serve` needs here, also for the administrators' page of a running
judge."""

from judge.commands.options.serving import ServingOptions
from judge.commands.serve_folder import default_data
from judge.doctor.diagnosis import Diagnosis, Health
from judge.doctor.gpu import check_gpu
from judge.doctor.isolation import check_isolation
from judge.doctor.serving import ServePlan, check_serving
from judge.doctor.tools import check_build, check_languages
from judge.machine.cuda_toolkit import this_cuda
from judge.machine.probe import this_machine
from judge.project.emulator import why_left_out
from judge.project.host import JudgeHost
from judge.service.machine import Findings, MachineFinding
from judge.service.room import RoomBounds


def plan_of(host: JudgeHost, options: ServingOptions, store: str | None = None) -> ServePlan:
    ports = [options.port] + ([] if options.metrics_port is None else [options.metrics_port])
    return ServePlan(
        (options.data or default_data()).absolute(),
        options.host,
        ports,
        options.url,
        options.tls_cert,
        options.tls_key,
        RoomBounds(options.least_free, options.most_data),
        store,
        [host.installation.data.path],
    )


def examine_serve(host: JudgeHost, plan: ServePlan) -> dict[str, list[Diagnosis]]:
    """All findings, by heading."""
    return {
        "Serving": [*check_serving(plan)],
        "Isolation": [_required(one) for one in check_isolation(host.installation)],
        "Judging": [*check_build(host.installation), *check_languages(host)],
        "GPU": [*check_gpu(this_machine(), str(this_cuda().nvcc or "nvcc"), why_left_out(host.installation))],
    }


def _required(found: Diagnosis) -> Diagnosis:
    """The finding, with incomplete isolation as bad as none: untrusted programs will run."""
    if found.state is not Health.WEAK:
        return found
    return Diagnosis(found.what, Health.BAD, found.found, found.why, found.advice)


def findings(host: JudgeHost, plan: ServePlan) -> Findings:
    return {
        heading: [
            MachineFinding(one.what, one.state.value[0], one.found, one.why, one.advice) for one in section
        ]
        for heading, section in examine_serve(host, plan).items()
    }
