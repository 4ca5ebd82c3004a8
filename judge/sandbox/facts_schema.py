"""The JSON Schema of the runner's facts, from the classes that read them. To update the file: python -m
judge.sandbox.facts_schema runner/package/facts.schema.json"""

import sys
from pathlib import Path

from judge.base import record_schema
from judge.sandbox.facts import FORMAT_VERSION, ONLY_THE_RUNNERS, Facts


def schema_text() -> str:
    """The whole file."""
    parts = record_schema.definitions(Facts)
    facts = parts["Facts"]
    facts["properties"] |= {
        "format_version": {"const": FORMAT_VERSION, "description": "The version of this format."},
        "signal": {
            "type": ["integer", "null"],
            "description": "The number of the signal; null: none killed it.",
        },
    }
    facts["required"] += ONLY_THE_RUNNERS
    title = f"Facts about a run, format {FORMAT_VERSION}"
    return record_schema.schema_text(title, {"$ref": "#/$defs/Facts", "$defs": parts})


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(schema_text(), encoding="utf-8")
