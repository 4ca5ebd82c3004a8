"""docs/languages.md has the table of languages that the rows make."""

from collections.abc import Iterator
from pathlib import Path

from judge.languages.language import Language
from judge.languages.table import LANGUAGES

ROOT = Path(__file__).parents[3]
HEADING = "| id | language | files | installed by | download | memory above the limit |"


def installed_by(row: Language, launcher: set[str]) -> str:
    if {*row.packages} <= launcher and row.packages:
        return "the launcher"
    names = ", ".join(f"`{name}`" for name in (*row.packages, *row.wheels))
    return f"{names} of {'PyPI' if row.wheels else 'Debian'}" if names else row.install


def table() -> Iterator[str]:
    listed = (ROOT / "judge/apt-packages.txt").read_text("utf-8").splitlines()
    launcher = {line.partition("#")[0].strip() for line in listed}
    yield HEADING
    yield "|---|---|---|---|---|---|"
    for row in LANGUAGES:
        ids = ", ".join(f"`{name}`" for name in (row.id, *row.aliases))
        files = " ".join(f"`{suffix}`" for suffix in row.suffixes)
        chosen = f"{files}, if named" if row.variant_of else files
        by = installed_by(row, launcher)
        memory = f"{row.memory_overhead_mib} MiB" if row.memory_overhead_mib else ""
        yield f"| {ids} | {row.title} | {chosen} | {by} | {row.download} | {memory} |".replace("  |", " |")


def test_the_document_has_the_table_of_the_rows() -> None:
    lines = (ROOT / "docs/languages.md").read_text("utf-8").splitlines()
    start = lines.index(HEADING)
    end = lines.index("", start)
    assert lines[start:end] == [*table()]
