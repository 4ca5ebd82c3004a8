"""Records as JSON, whatever is in their texts."""

from judge.base.records import Record, as_json


class Named(Record, frozen=True):
    names: tuple[str, ...]
    share: float


def test_json_has_lists_and_every_text() -> None:
    """A file's name need not be UTF-8."""
    for name in ("plain", "ä", "\udcff"):
        assert as_json(Named((name,), 0.5)) == {"names": [name], "share": 0.5}
