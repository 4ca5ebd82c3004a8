"""Classes for their teachers and students: who may do what, and how people join."""

from collections.abc import Sequence

from judge.base.records import replace
from judge.base.units import DAY_MS
from judge.service.class_times import zone_named
from judge.service.refusals import NotForViewer, Unfit, for_viewer
from judge.service.rosters import Roster, compared, roster_of
from judge.service.table_files import Table
from judge.service.visibility import Access, Viewer, access_to
from judge.store.catalogue_records import Role, User
from judge.store.class_records import (
    ClassInvitation,
    ClassMember,
    ClassRole,
    Enrolled,
    NewMember,
    SchoolClass,
)
from judge.store.store import Store

LINK_MS = 30 * DAY_MS
"""The lifetime of a link, for a sheet of links that is handed out in the first weeks of a term."""
MOST_TITLE = 200
MOST_DAYS, MOST_USES = 366, 10_000


class Teaching:
    """Classes and their members, for any number of threads."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def mine(self, viewer: Viewer) -> list[tuple[SchoolClass, Access]]:
        """The viewer's classes, the newest first; all of them for the staff."""
        if viewer.user_id is None:
            return []
        own = {one.id: (one, Access(role)) for one, role in self._store.classes.of_user(viewer.user_id)}
        if viewer.is_participant:
            return [(one, access) for one, access in own.values() if access is Access.STUDENT]
        if not viewer.is_staff:
            return list(own.values())
        return [own.get(one.id, (one, Access.TEACHER)) for one in self._store.classes.all()]

    def make(self, viewer: Viewer, title: str, zone: str) -> SchoolClass:
        """Raises Refused."""
        if viewer.user_id is None or not viewer.makes_classes:
            raise NotForViewer("only teachers may make classes.")
        new = SchoolClass(title_of(title), _zone(zone))
        return self._store.classes.add(new, teacher_id=viewer.user_id)

    def seen(self, viewer: Viewer, number: int) -> tuple[SchoolClass, Access]:
        """A class in which the viewer has a part. Raises NotForViewer."""
        with for_viewer(f"class {number}"):
            found = self._store.classes.get(number)
        member = self._store.classes.member(number, viewer.user_id) if viewer.user_id is not None else None
        access = access_to(viewer, member)
        if access is Access.NONE:
            raise NotForViewer(f"there is no class {number} for you.")
        return found, access

    def taught(self, viewer: Viewer, number: int) -> SchoolClass:
        """A class that the viewer teaches. Raises NotForViewer."""
        found, access = self.seen(viewer, number)
        if access is not Access.TEACHER:
            raise NotForViewer(f"class {number} is not yours to change.")
        return found

    def change(self, viewer: Viewer, number: int, title: str, zone: str, *, is_archived: bool) -> SchoolClass:
        """Raises Refused."""
        found = self.taught(viewer, number)
        changed = replace(
            found, title=title_of(title), zone=_zone(zone), archived_utc_ms=1 if is_archived else None
        )
        return self._store.classes.change(changed)

    def members(self, viewer: Viewer, number: int) -> list[tuple[ClassMember, User]]:
        """Raises NotForViewer."""
        self.taught(viewer, number)
        return self._store.classes.members(number)

    def previewed(self, viewer: Viewer, number: int, table: Table) -> Roster:
        """The effect of enrolling the rows of a table. Writes nothing. Raises Refused."""
        self.taught(viewer, number)
        roster = roster_of(table)
        known = self._store.classes.known([one.account for one in roster.entries])
        return compared(roster, known, [member.user_id for member, _ in self._store.classes.members(number)])

    def enroll(
        self, viewer: Viewer, number: int, roster: Roster, link_sha256s: Sequence[str]
    ) -> list[Enrolled]:
        """`link_sha256s`: digests of as many sign-in links as there are entries; only new accounts get theirs: a link
        to an existing account would be a way into it. Raises Refused."""
        self.taught(viewer, number)
        new = [
            NewMember(User(one.account, one.full_name), one.number, link)
            for one, link in zip(roster.entries, link_sha256s, strict=True)
        ]
        return self._store.classes.enroll(number, new, lifetime_ms=LINK_MS)

    def may_link(self, member: ClassMember, user: User) -> bool:
        """Whether the class's teachers may make a sign-in link for this member: only if the account was made for the
        class, and has no more rights than a student's."""
        is_students = member.role is ClassRole.STUDENT and user.role is Role.TEAM and user.is_active
        return member.is_made_here and is_students and not self._teaches_anywhere(user.id)

    def _teaches_anywhere(self, user_id: int) -> bool:
        return any(role is ClassRole.TEACHER for _, role in self._store.classes.of_user(user_id))

    def new_link(self, viewer: Viewer, number: int, user_id: int, link_sha256: str) -> User:
        """Raises Refused."""
        self.taught(viewer, number)
        for member, user in self._store.classes.members(number):
            if user.id == user_id and self.may_link(member, user):
                self._store.classes.put_link(number, user_id, link_sha256, LINK_MS)
                return user
        raise Unfit("link_not_yours")

    def add_teacher(self, viewer: Viewer, number: int, account: str) -> User:
        """Raises Refused."""
        self.taught(viewer, number)
        user = self._store.accounts.user_named(account.strip())
        if user is None or not user.is_active:
            raise Unfit("account_unknown", account=account)
        self._store.classes.put_member(ClassMember(number, user.id, ClassRole.TEACHER))
        return user

    def remove(self, viewer: Viewer, number: int, user_id: int) -> None:
        """Removes a member; submissions and accounts stay. Raises Refused: a class keeps a teacher."""
        self.taught(viewer, number)
        members = self._store.classes.members(number)
        others = [one for one, _ in members if one.role is ClassRole.TEACHER and one.user_id != user_id]
        if not others:
            raise Unfit("last_teacher")
        self._store.classes.remove_member(number, user_id)

    def invite(self, viewer: Viewer, number: int, token_sha256: str, days: int, uses: int) -> None:
        """Raises Refused."""
        self.taught(viewer, number)
        if not 1 <= days <= MOST_DAYS or not 1 <= uses <= MOST_USES:
            raise Unfit("invitation_bounds", days=MOST_DAYS, uses=MOST_USES)
        ends_utc_ms = self._store.now_ms() + days * DAY_MS
        self._store.classes.invite(ClassInvitation(number, token_sha256, ends_utc_ms, uses))

    def invitations(self, viewer: Viewer, number: int) -> list[ClassInvitation]:
        """Invitations that can still be used. Raises NotForViewer."""
        self.taught(viewer, number)
        now_ms = self._store.now_ms()
        return [
            one
            for one in self._store.classes.invitations(number)
            if one.revoked_utc_ms is None and one.ends_utc_ms > now_ms and one.uses < one.most_uses
        ]

    def revoke(self, viewer: Viewer, number: int, invitation: int) -> None:
        """A repetition changes nothing. Raises NotForViewer."""
        self.taught(viewer, number)
        self._store.classes.revoke(number, invitation)

    def invited_to(self, token_sha256: str) -> SchoolClass | None:
        return self._store.classes.invited_to(token_sha256)

    def join(self, viewer: Viewer, token_sha256: str) -> SchoolClass | None:
        """None: the invitation is no longer valid. Raises Refused."""
        if viewer.user_id is None:
            raise NotForViewer("sign in before you join a class.")
        return self._store.classes.join(token_sha256, viewer.user_id)


def title_of(text: str) -> str:
    title = " ".join(text.split())
    if not 1 <= len(title) <= MOST_TITLE or not title.isprintable():
        raise Unfit("title_malformed", most=MOST_TITLE)
    return title


def _zone(name: str) -> str:
    zone_named(name)
    return name
