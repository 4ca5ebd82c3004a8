"""The audit page: what people did, by who, what, when and from where."""

from datetime import UTC, date, datetime, timedelta
from typing import Annotated, Any
from urllib.parse import urlencode

import msgspec
from litestar import Response
from litestar.params import QueryParameter

from judge.base.records import Record
from judge.service.audit import AuditPage, audit_page
from judge.store.events import AuditFilter, Event, EventKind
from judge.web.routing import get
from judge.web.security import admin_only
from judge.web.site import Asked, page, site_of

MOST_TEXT = 200
KINDS = {kind.value: kind for kind in EventKind}


class AuditForm(Record, frozen=True):
    """The search, as the form shows it again."""

    who: str = ""
    kind: str = ""
    address: str = ""
    since: str = ""
    until: str = ""
    staff: str = ""


@get("/audit", guards=[admin_only])
def audit(
    request: Asked,
    before: Annotated[int | None, QueryParameter(ge=1, le=2**53)] = None,
) -> Response[str]:
    asked = request.query_params
    form = AuditForm(
        **{name: str(asked.get(name, "")).strip()[:MOST_TEXT] for name in AuditForm.__struct_fields__}
    )
    site = site_of(request)
    user = site.store.accounts.user_named(form.who) if form.who else None
    if form.who and user is None:
        found, wrong = AuditPage((), None, {}, {}), "audit_nobody"
    else:
        wanted = AuditFilter(
            KINDS.get(form.kind),
            user.id if user else None,
            form.address or None,
            bool(form.staff),
            _utc_ms(form.since),
            _utc_ms(form.until, days=1),
            before,
        )
        found, wrong = audit_page(site.store, request.user.viewer, wanted), ""
    kept = {name: value for name, value in msgspec.structs.asdict(form).items() if value}
    older = urlencode({**kept, "before": found.older}) if found.older else ""
    return page(
        request,
        "audit",
        form=form,
        kinds=sorted(KINDS),
        found=found,
        wrong=wrong,
        older=older,
        details=details,
    )


def details(event: Event) -> str:
    """Further details, in a line."""
    return ", ".join(f"{name}: {_word(value)}" for name, value in (event.data or {}).items())


def _word(value: Any) -> str:
    text = "yes" if value is True else "no" if value is False else str(value)
    return text if len(text) <= MOST_TEXT else f"{text[:MOST_TEXT]}..."


def _utc_ms(day: str, days: int = 0) -> int | None:
    """The beginning of a day, or of one some days later; None: the text is not a day."""
    try:
        at = date.fromisoformat(day) + timedelta(days)
    except (ValueError, OverflowError):
        return None
    begun_ms = int(datetime(at.year, at.month, at.day, tzinfo=UTC).timestamp() * 1000)
    return max(0, begun_ms)
