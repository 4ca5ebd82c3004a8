"""Languages whose self-test passed here: it need not run again until something that it depends on has changed.

That is the language's row, its tools, the runner, the judge's user, and the system: each installed package changes
dpkg's list, the linker's cache or the folders of Python's modules. A failed self-test is not stored.
"""

import hashlib
import json
import os
from collections.abc import Iterable
from pathlib import Path

from judge.base.whole_files import put_in_one_step
from judge.languages.compiler import cache_key, identity
from judge.languages.language import Language
from judge.project.data_folder import DataFolder
from judge.project.host import JudgeHost

SYSTEM = (
    Path("/var/lib/dpkg/status"),
    Path("/etc/ld.so.cache"),
    Path("/proc/driver/nvidia/version"),
    *sorted(Path("/").glob("usr/lib/python3*/dist-packages")),
    *sorted(Path("/").glob("usr/local/lib/python3*/dist-packages")),
)
BOOT = Path("/proc/sys/kernel/random/boot_id")


def is_known_to_work(
    host: JudgeHost, language: Language, system: Iterable[Path] = SYSTEM, boot: Path = BOOT
) -> bool:
    """Whether its self-test passed here, and nothing that it depends on has changed since."""
    try:
        return _file(host.installation.data, language).read_text("utf-8") == _digest(
            host, language, system, boot
        )
    except (OSError, UnicodeDecodeError):
        return False


def keep_that_it_works(
    host: JudgeHost, language: Language, system: Iterable[Path] = SYSTEM, boot: Path = BOOT
) -> None:
    """Stores that its self-test has passed."""
    file = _file(host.installation.data, language)
    put_in_one_step(file, _digest(host, language, system, boot))


def _file(data: DataFolder, language: Language) -> Path:
    return data.self_test(language.id)


def _digest(host: JudgeHost, language: Language, system: Iterable[Path], boot: Path) -> str:
    facts: list[object] = [
        cache_key(language.self_test.encode(), language, language.compile_command("", [])),
        repr(language),
        host.policy.gpus.numbers if language.device.needs_gpu else None,
        *system_facts(host, system, boot),
    ]
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()


def system_facts(host: JudgeHost, system: Iterable[Path] = SYSTEM, boot: Path = BOOT) -> list[object]:
    """Everything that a run in the sandbox depends on, besides the program."""
    return [
        identity(host.installation.runner),
        host.policy.require_isolation,
        os.geteuid(),
        boot.read_text("utf-8") if boot.exists() else None,
        [identity(path) for path in system],
    ]
