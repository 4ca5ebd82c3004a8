"""Imports of contests that are interrupted: the next one ends what was begun, as if nothing had happened."""

import itertools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from judge.base.errors import JudgeError
from judge.commands import serve
from judge.service import contest_import
from judge.service.contest_import import import_contest, unfinished_imports
from judge.service.preparing import ask_for, preparations
from judge.store import contests
from judge.store.catalogue_records import ContestRecord, User
from judge.store.contests import Contests
from judge.store.errors import Unavailable
from judge.store.store import Store
from judge.tests.packages import HIDDEN_LIMIT, RIGHT, Files, written
from judge.tests.watching import PATIENCE_S
from judge.tests.web.sites import SiteUnderTest

pytestmark = pytest.mark.built

CUP: Files = {
    "contest.yaml": (
        "id: cup\nname: Cup\nstart: 2001-11-18T09:06:40Z\nduration: 5:00:00\n"
        "problems: [{id: double}, {id: packages/twice}]\nteams: [ada, bob]\n"
    ),
    **{f"packages/twice/{name}": content for name, content in HIDDEN_LIMIT.items()},
    **{f"submissions/ada/double/00:0{minute}:00.py": RIGHT for minute in range(4)},
    "submissions/bob/twice/00:01:00.py": RIGHT,
}


def kept(store: Store) -> dict[str, Any]:
    """All that an import makes."""
    found = store.contests.named("cup")
    assert found
    teams = {user.id: (team.team_id, user.name) for team, _, user in store.contests.teams(found[0].id)}
    sent = [
        (one.external_id, one.name, one.submitted_utc_ms, teams[one.user_id or 0])
        for one in store.contests.judged(found[0].id)
    ]
    asked = [one.name for one in preparations(store)]
    users = sorted(one.name for one in store.catalogue.all(User))
    return {"teams": [*teams.values()], "users": users, "sent": sent, "asked": asked}


Call = Callable[..., Any]


def before(_: Call) -> Call:
    def called(*_: Any, **__: Any) -> Any:
        raise KeyboardInterrupt

    return called


def without_the_store(call: Call) -> Call:
    calls = itertools.count(1)

    def called(*given: Any, **named: Any) -> Any:
        if next(calls) == 3:
            raise Unavailable("the store does not answer.")
        return call(*given, **named)

    return called


def before_the_third(call: Call) -> Call:
    calls = itertools.count(1)

    def called(*given: Any, **named: Any) -> Any:
        return (call if next(calls) < 3 else before(call))(*given, **named)

    return called


def after(call: Call) -> Call:
    def called(*given: Any, **named: Any) -> Any:
        call(*given, **named)
        raise KeyboardInterrupt

    return called


MOMENTS: dict[str, tuple[Any, str, Callable[[Call], Call]]] = {
    "before the transaction": (Contests, "hold", before),
    "in the transaction": (contests, "note_contest", before),
    "after the transaction": (Contests, "hold", after),
    "before the packages": (contest_import, "ask_for", before),
    "among the submissions": (contest_import, "_submit", before_the_third),
    "while the store is away": (contest_import, "_submit", without_the_store),
}


@contextmanager
def interrupted(moment: str) -> Iterator[pytest.MonkeyPatch]:
    """Interrupts the import in the `with` block."""
    where, name, wrapped = MOMENTS[moment]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(where, name, wrapped(getattr(where, name)))
        with pytest.raises((KeyboardInterrupt, Unavailable)):
            yield patch


@pytest.fixture
def given(tmp_path: Path) -> Path:
    return written(tmp_path / "given", CUP)


@pytest.fixture
def whole(site: SiteUnderTest, given: Path, tmp_path: Path) -> dict[str, Any]:
    """What an import makes that nothing interrupts."""
    with Store.open(tmp_path / "whole.sqlite") as store:
        made = import_contest(site.host, store, tmp_path / "whole", given)
        assert (made.submissions, made.left_out) == (5, [])
        return kept(store)


@pytest.mark.parametrize("tidies", [True, False])
@pytest.mark.parametrize("moment", MOMENTS)
def test_the_next_import_ends_it(
    site: SiteUnderTest, given: Path, whole: dict[str, Any], tmp_path: Path, moment: str, *, tidies: bool
) -> None:
    """`tidies`: whether the import can remove what it has made, unlike one that is killed."""
    root = tmp_path / "contests"
    with Store.open(tmp_path / "store.sqlite") as store:
        with interrupted(moment) as patch:
            if not tidies:
                patch.setattr(contest_import, "_remove", lambda *_: None)
            import_contest(site.host, store, root, given)
        import_contest(site.host, store, root, given)
        assert kept(store) == whole
        assert unfinished_imports(root) == []
        with pytest.raises(JudgeError, match="already"):
            import_contest(site.host, store, root, given)


def test_two_imports_at_once_make_one_contest(
    site: SiteUnderTest, given: Path, whole: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "contests"
    refused: list[str] = []
    with Store.open(tmp_path / "store.sqlite") as store:

        def again() -> None:
            try:
                import_contest(site.host, store, root, given)
            except JudgeError as error:
                refused.append(error.message)

        other = Thread(target=again)

        def begun(*asked: Any) -> None:
            monkeypatch.setattr(contest_import, "ask_for", ask_for)
            other.start()
            ask_for(*asked)

        monkeypatch.setattr(contest_import, "ask_for", begun)
        made = import_contest(site.host, store, root, given)
        other.join(PATIENCE_S)
        assert (made.submissions, made.left_out) == (5, [])
        assert kept(store) == whole
        assert len(refused) == 1


def test_the_next_start_ends_one_that_the_pages_have_begun(
    site: SiteUnderTest, given: Path, whole: dict[str, Any]
) -> None:
    store, root = site.site.store, site.site.contests
    assert root
    with interrupted("among the submissions"):
        import_contest(site.host, store, root, given)
    assert unfinished_imports(root) == ["cup"]
    assert len(kept(store)["sent"]) == 2
    serve._end_imports(site.site)
    assert kept(store)["sent"] == whole["sent"]
    assert unfinished_imports(root) == []


def test_what_one_start_cannot_end_does_not_stop_it(site: SiteUnderTest, given: Path) -> None:
    store, root = site.site.store, site.site.contests
    assert root
    with interrupted("before the packages"):
        import_contest(site.host, store, root, given)
    manifest = root / "cup/contest.yaml"
    text = manifest.read_text()
    manifest.write_text("id: [")
    serve._end_imports(site.site)
    assert unfinished_imports(root) == ["cup"]
    manifest.write_text(text)
    serve._end_imports(site.site)
    assert unfinished_imports(root) == []


def test_a_folder_that_no_import_has_left_is_not_removed(
    site: SiteUnderTest, given: Path, tmp_path: Path
) -> None:
    root = tmp_path / "contests"
    written(root / "cup", {"note": "mine"})
    with pytest.raises(JudgeError, match="contests/cup"):
        import_contest(site.host, site.site.store, root, given)
    assert (root / "cup/note").read_text() == "mine"
    assert site.site.store.catalogue.named(ContestRecord, "cup") is None
    assert site.site.store.accounts.user_named("ada") is None
