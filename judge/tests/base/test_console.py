"""The bar of what is being done, when an interruption comes at an unlucky moment."""

import pytest
from rich.progress import Progress

from judge.base import console


@pytest.mark.parametrize("moment", ["start", "stop"])
def test_a_bar_is_known_whenever_it_may_be_shown(monkeypatch: pytest.MonkeyPatch, moment: str) -> None:
    """An interruption stops the bars that are known, before its last line."""
    known = []
    monkeypatch.setattr(Progress, moment, lambda bar: known.append(bar in console._bars))
    with console.progress(3, "judging"):
        assert console.stage() == " while judging: 0 of 3"
    assert known == [True]
    assert console.stage() == ""
