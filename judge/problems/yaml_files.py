"""The keys of the ICPC problem package format 2025-09, and strict reading of its YAML files.

Source: https://www.kattis.com/problem-package-format/spec/2025-09 (unknown keys are errors there too).
"""

from pathlib import Path
from typing import Any

import yaml

from judge.base.errors import JudgeError
from judge.base.suggestions import unknown_name

FORMAT_VERSION = "2025-09"
# The C parser is ten times as fast; it is available if PyYAML was built with libyaml, as its wheels are.
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

PROBLEM_KEYS = frozenset(
    "problem_format_version type name uuid version credits source license rights_owner embargo_until limits "
    "keywords languages allow_file_writing constants".split()
)
LIMIT_KEYS = frozenset(
    "time_multipliers time_limit time_resolution memory output code compilation_time compilation_memory "
    "validation_time validation_memory validation_output validation_passes".split()
)
MULTIPLIER_KEYS = frozenset(["ac_to_time_limit", "time_limit_to_tle"])
SUBMISSION_KEYS = frozenset(
    "language entrypoint authors model_solution permitted required score message use_for_time_limit".split()
)
TEST_GROUP_KEYS = frozenset(
    "max_score score_aggregation static_validation_score require_pass args input_validator_args "
    "static_validator_args output_validator_args input_visualizer_args output_visualizer_args "
    "full_feedback".split()
)
LICENSES = frozenset(["unknown", "public domain", "cc0", "cc by", "cc by-sa", "educational", "permission"])


def read_yaml_map(path: Path, known_keys: frozenset[str] | None) -> dict[str, Any]:
    """The map in a YAML file; anything else, or an unknown key (None: any will do), is an error that names the file."""
    try:
        content = yaml.load(path.read_text(encoding="utf-8"), Loader=LOADER)
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise JudgeError(f"{path}: cannot be read: {error}") from error
    return checked_map(content, known_keys, str(path))


def checked_map(content: object, known_keys: frozenset[str] | None, where: str) -> dict[str, Any]:
    if not isinstance(content, dict):
        found = "nothing" if content is None else type(content).__name__
        raise JudgeError(f"{where}: expected a map of keys, found {found}.")
    for key in content:
        if known_keys is not None and key not in known_keys:
            raise JudgeError(f"{where}: {unknown_name('key', str(key), known_keys)}")
    return content


def required(content: dict[str, Any], key: str, where: Path) -> Any:
    if key not in content:
        raise JudgeError(f"{where}: the key '{key}' is missing.")
    return content[key]


def positive(value: object, key: str, where: Path) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not value > 0:
        raise JudgeError(f"{where}: '{key}' must be a number above 0, found {value!r}.")
    return float(value)
