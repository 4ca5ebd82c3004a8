"""`judge doctor`."""

from dataclasses import dataclass

from judge.commands.options.engine import EngineFile, EngineName


@dataclass(frozen=True)
class DoctorOptions:
    """What `doctor` is called with."""

    engine: EngineName = "local"
    engine_file: EngineFile = None


def run(options: DoctorOptions) -> int:
    from judge.commands.doctor import doctor, doctor_of_cluster
    from judge.commands.engine_choice import cluster_for, engine_file_of
    from judge.commands.options.here import host_here

    host = host_here()
    if cluster := cluster_for(host.installation, options.engine, options.engine_file):
        return doctor_of_cluster(host, engine_file_of(host.installation, options.engine_file), cluster)
    return doctor(host)
