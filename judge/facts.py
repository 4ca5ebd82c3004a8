"""The facts of one run, as the runner reports them (docs/runner.md)."""

from dataclasses import dataclass
from typing import Any

FORMAT_VERSION = 1


@dataclass(frozen=True)
class Facts:
    outcome: str
    exit_code: int | None
    signal_name: str | None
    user_ns: int
    system_ns: int
    wall_ns: int
    peak_memory_bytes: int
    stdout_bytes: int
    stderr_bytes: int
    message: str | None
    isolation_in_force: tuple[str, ...]
    isolation_missing: tuple[str, ...]

    @property
    def cpu_ns(self) -> int:
        return self.user_ns + self.system_ns

    @property
    def succeeded(self) -> bool:
        return self.outcome == "exited" and self.exit_code == 0


def facts_from_json(content: dict[str, Any]) -> Facts:
    if content["format_version"] != FORMAT_VERSION:
        raise ValueError(f"expected format_version {FORMAT_VERSION}, found {content['format_version']}")
    isolation = content["isolation"]
    return Facts(
        **{name: content[name] for name in Facts.__dataclass_fields__ if not name.startswith("isolation")},
        isolation_in_force=tuple(isolation["in_force"]),
        isolation_missing=tuple(isolation["missing"]),
    )
