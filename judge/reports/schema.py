"""The JSON Schema of the report, from its classes. To update the file: python -m judge.reports.schema [FILE]"""

import sys
from pathlib import Path

from judge.base import record_schema
from judge.reports.model import FORMAT_VERSION, Reports

FILE = Path(__file__).with_name("report.schema.json")


def schema_text() -> str:
    """The whole file."""
    parts = {
        "if": {"required": ["reports"]},
        "then": {"$ref": "#/$defs/Reports"},
        "else": {"$ref": "#/$defs/Report"},
        "$defs": record_schema.definitions(Reports),
    }
    return record_schema.schema_text(f"Report of Warp Judge, format {FORMAT_VERSION}", parts)


if __name__ == "__main__":
    (Path(sys.argv[1]) if len(sys.argv) > 1 else FILE).write_text(schema_text(), encoding="utf-8")
