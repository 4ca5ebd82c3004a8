"""The isolation that judging untrusted programs requires."""

from judge.base.errors import JudgeError
from judge.doctor.isolation import check_isolation, what_is_missing
from judge.project.build import PACKAGES, SOLVERS, build
from judge.project.host import JudgeHost


def require_full_isolation(host: JudgeHost) -> None:
    """Raises JudgeError if any part of the isolation is missing, as untrusted programs will run."""
    if not host.installation.runner.exists():
        build(host, SOLVERS, problems=[PACKAGES])
    if missing := what_is_missing(check_isolation(host.installation)):
        raise JudgeError(
            "untrusted programs run here only with full isolation from this machine. Missing:\n"
            + "\n".join(f"  {line}" for line in missing)
        )
