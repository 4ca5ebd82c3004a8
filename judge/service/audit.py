"""The audit log for administrators: what people did, who, when, to what and from where."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from judge.service.refusals import Refused
from judge.service.visibility import Viewer
from judge.store.catalogue_records import ProblemRecord, Role, User
from judge.store.events import AuditFilter, Event
from judge.store.store import Store

ON_A_PAGE = 100


class AuditPage(Struct, frozen=True):
    events: Sequence[Event]
    older: int | None
    """The number below which the next page begins; None: this is the last page."""
    users: Mapping[int, User]
    problems: Mapping[int, ProblemRecord]


def audit_page(store: Store, viewer: Viewer, wanted: AuditFilter) -> AuditPage:
    """Raises Refused for anyone who is not an administrator."""
    if viewer.role is not Role.ADMIN:
        raise Refused("only administrators may read the audit.")
    found = store.audit.newest(wanted, ON_A_PAGE + 1)
    events = found[:ON_A_PAGE]
    users = {number for one in events for number in (one.actor_id, one.user_id) if number is not None}
    problems = {one.problem_id for one in events if one.problem_id is not None}
    return AuditPage(
        events,
        events[-1].id if len(found) > ON_A_PAGE else None,
        store.catalogue.by_id(User, users),
        store.catalogue.by_id(ProblemRecord, problems),
    )
