"""Results of `judge bench` in files that --json wrote."""

from pathlib import Path

from judge.base.errors import JudgeError
from judge.base.outside_files import content_of
from judge.base.records import Data, decoded


def read_result(file: Path, shape: type[Data], command: str = "bench") -> Data:
    """The result in a file that `command` has written. Raises JudgeError if it is not of this type and format."""
    try:
        return decoded(content_of(file), shape)
    except ValueError as error:
        raise JudgeError(
            f"{file}: not a result of `judge {command}` of this version: {error}; measure again"
        ) from error
