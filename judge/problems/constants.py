"""The constants of a package of the format 2025-09, which its texts refer to as {{name}} or {{name.variant}}."""

import re
from collections.abc import Mapping
from pathlib import Path

from judge.base.errors import JudgeError
from judge.problems.yaml_files import place

Constants = Mapping[str, str]
"""The value of each sequence, by its text without braces."""
NAME = re.compile(r"[a-zA-Z_][a-zA-Z0-9_]*")
SEQUENCE = re.compile(r"\{\{([a-zA-Z_][a-zA-Z0-9_]*(?:\.[a-zA-Z_][a-zA-Z0-9_]*)?)\}\}")
MOST_CHARACTERS = 16 << 20
"""The most characters that constants may add to a text."""
IN_TEX = re.compile(r"\\constant\{([^{}]+)\}")


def read_constants(said: object, where: Path) -> dict[str, str]:
    """Constants from the value of the key `constants` in the file `where`. Raises JudgeError with the line."""
    if not isinstance(said, dict):
        raise JudgeError(f"{place(where, 'constants')}: 'constants' must be a map of names, found {said!r}.")
    found = {}
    for name, value in said.items():
        _require_name(name, place(where, "constants", name))
        variants = value if isinstance(value, dict) else {"value": value}
        if "value" not in variants:
            raise JudgeError(
                f"{place(where, 'constants', name)}: the key 'value' of the constant '{name}' is missing."
            )
        for variant, content in variants.items():
            spot = place(where, "constants", name, variant)
            _require_name(variant, spot)
            if isinstance(content, bool) or not isinstance(content, str | int | float):
                raise JudgeError(f"{spot}: '{name}.{variant}' must be a number or a text, found {content!r}.")
            found[f"{name}.{variant}"] = str(content)
        found[name] = found[f"{name}.value"]
    return found


def filled(text: str, constants: Constants) -> str:
    """The text with the values of the constants; other text stays as it is. Raises JudgeError for a text that becomes
    too long."""
    if not constants:
        return text
    added = sum(len(constants.get(name, "")) for name in SEQUENCE.findall(text))
    if added > MOST_CHARACTERS:
        raise JudgeError(
            f"the constants add {added} characters to a text: expected at most {MOST_CHARACTERS}."
        )
    return SEQUENCE.sub(lambda match: constants.get(match[1], match[0]), text)


def filled_tex(text: str, constants: Constants) -> str:
    """The text with the values, for a statement in TeX, which has a command for it."""
    return IN_TEX.sub(lambda match: constants.get(match[1], match[0]), text)


def _require_name(name: object, where: str) -> None:
    if not isinstance(name, str) or not NAME.fullmatch(name):
        raise JudgeError(f"{where}: expected a name of letters, digits and _, found {name!r}.")
