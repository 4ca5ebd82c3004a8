"""What new problems and new packages have in common."""

import uuid
from pathlib import Path

TEMPLATES = Path(__file__).parent.parent / "testdata/new"
"""A folder for each language."""
NO_UUID = "{uuid}"
"""The placeholder of a UUID in a template."""


def give_uuid(folder: Path) -> None:
    """Puts a new UUID into the problem.yaml of a template's copy."""
    manifest = folder / "problem.yaml"
    text = manifest.read_text(encoding="utf-8")
    manifest.write_text(text.replace(NO_UUID, str(uuid.uuid4())), encoding="utf-8")
