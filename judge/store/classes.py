"""Classes: who teaches and who learns in them, and how people become members."""

from collections.abc import Sequence

from judge.base.records import replace
from judge.base.text import people_order
from judge.store.accounts import NAMED, put_sign_in_link
from judge.store.catalogue_records import Role, User
from judge.store.class_records import (
    ClassInvitation,
    ClassMember,
    ClassRole,
    Enrolled,
    NewMember,
    SchoolClass,
)
from judge.store.database import StorePart, Transaction
from judge.store.events import Event, EventKind, note
from judge.store.rows import columns, record_of, row_of

CLASS = f"SELECT {columns(SchoolClass)} FROM classes"
KEEP = "ON CONFLICT (class_id, user_id) DO NOTHING"


class Classes(StorePart):
    def add(self, new: SchoolClass, *, teacher_id: int) -> SchoolClass:
        """Makes a class, with its teacher."""
        with self._database.write(durable=True) as transaction:
            new = transaction.add("classes", new, created_utc_ms=transaction.now_ms)
            _put_member(transaction, ClassMember(new.id, teacher_id, ClassRole.TEACHER))
            note_class(transaction, new.id, "made", title=new.title)
        return new

    def change(self, changed: SchoolClass) -> SchoolClass:
        """Sets its title, zone, and whether it is archived; a class is never deleted."""
        with self._database.write(durable=True) as transaction:
            before = read_class(transaction, changed.id)
            is_archived = changed.archived_utc_ms is not None
            at = (before.archived_utc_ms or transaction.now_ms) if is_archived else None
            sql = "UPDATE classes SET title = ?, zone = ?, archived_utc_ms = ? WHERE id = ?"
            transaction.change(sql, changed.title, changed.zone, at, changed.id)
            note_class(transaction, changed.id, "changed", title=changed.title, is_archived=is_archived)
        return replace(changed, archived_utc_ms=at)

    def get(self, number: int) -> SchoolClass:
        """Raises NotInStore if there is none."""
        with self._database.read() as transaction:
            return read_class(transaction, number)

    def all(self, at_most: int = 500) -> list[SchoolClass]:
        """The newest first."""
        return self._database.records(SchoolClass, f"{CLASS} ORDER BY id DESC LIMIT ?", at_most)

    def of_user(self, user_id: int) -> list[tuple[SchoolClass, ClassRole]]:
        """The newest first."""
        sql = (
            f"SELECT {columns(SchoolClass, 'classes')}, role FROM class_members "
            "JOIN classes ON classes.id = class_id WHERE user_id = ? ORDER BY class_id DESC"
        )
        rows = self._database.rows(sql, user_id)
        return [(record_of(SchoolClass, of), ClassRole(role)) for *of, role in rows]

    def member(self, class_id: int, user_id: int) -> ClassMember | None:
        with self._database.read() as transaction:
            return _member(transaction, class_id, user_id)

    def members(self, class_id: int) -> list[tuple[ClassMember, User]]:
        """Members by full name, or account."""
        sql = (
            f"SELECT {columns(ClassMember, 'class_members')}, {columns(User, 'users')} FROM class_members "
            "JOIN users ON users.id = user_id WHERE class_id = ?"
        )
        found = self._database.joined((ClassMember, User), sql, class_id)
        return sorted(found, key=lambda one: (people_order(one[1].full_name or one[1].name), one[1].id))

    def known(self, names: Sequence[str]) -> dict[str, User]:
        """Accounts with these names, ignoring case, by the given spelling."""
        with self._database.read() as transaction:
            found = {name: transaction.record(User, NAMED, name) for name in names}
        return {name: user for name, user in found.items() if user}

    def enroll(self, class_id: int, new: Sequence[NewMember], *, lifetime_ms: int) -> list[Enrolled]:
        """Enrols all or none. Existing accounts stay unchanged, and get no link; a repetition changes nothing.
        `lifetime_ms`: of the links."""
        with self._database.write(durable=True) as transaction:
            transaction.serialize("users")
            read_class(transaction, class_id)
            done = [_enroll(transaction, class_id, one, lifetime_ms) for one in new]
            added = [one.user.id for one in done if not one.was_member]
            if added:
                note_class(transaction, class_id, "enrolled", users=added)
        return done

    def put_link(self, class_id: int, user_id: int, token_sha256: str, lifetime_ms: int) -> None:
        """A link that signs a member in once, replacing the member's earlier ones."""
        with self._database.write(durable=True) as transaction:
            transaction.change("DELETE FROM sign_in_links WHERE user_id = ?", user_id)
            put_sign_in_link(transaction, user_id, token_sha256, lifetime_ms)
            note_class(transaction, class_id, "link", user_id=user_id)

    def put_member(self, member: ClassMember) -> None:
        """Gives somebody a part in the class, or another part. Other data of a member stays."""
        with self._database.write(durable=True) as transaction:
            if before := _member(transaction, member.class_id, member.user_id):
                sql = "UPDATE class_members SET role = ? WHERE class_id = ? AND user_id = ?"
                transaction.change(sql, member.role, member.class_id, member.user_id)
            else:
                _put_member(transaction, member)
            if before is None or before.role is not member.role:
                note_class(transaction, member.class_id, member.role, user_id=member.user_id)

    def remove_member(self, class_id: int, user_id: int) -> bool:
        """Removes a member; the account and its submissions stay."""
        with self._database.write(durable=True) as transaction:
            sql = "DELETE FROM class_members WHERE class_id = ? AND user_id = ?"
            is_gone = transaction.change(sql, class_id, user_id) > 0
            if is_gone:
                note_class(transaction, class_id, "removed", user_id=user_id)
        return is_gone

    def invite(self, new: ClassInvitation) -> ClassInvitation:
        with self._database.write(durable=True) as transaction:
            new = transaction.add("class_invitations", new, created_utc_ms=transaction.now_ms)
            note_class(transaction, new.class_id, "invited", invitation=new.id)
        return new

    def invitations(self, class_id: int) -> list[ClassInvitation]:
        """The newest first."""
        sql = f"SELECT {columns(ClassInvitation)} FROM class_invitations WHERE class_id = ? ORDER BY id DESC"
        return self._database.records(ClassInvitation, sql, class_id)

    def revoke(self, class_id: int, number: int) -> bool:
        with self._database.write(durable=True) as transaction:
            sql = (
                "UPDATE class_invitations SET revoked_utc_ms = ? "
                "WHERE id = ? AND class_id = ? AND revoked_utc_ms IS NULL"
            )
            is_done = transaction.change(sql, transaction.now_ms, number, class_id) > 0
            if is_done:
                note_class(transaction, class_id, "revoked", invitation=number)
        return is_done

    def invited_to(self, token_sha256: str) -> SchoolClass | None:
        """The class of this invitation; None: it was revoked, is used up, has expired, or does not exist."""
        with self._database.read() as transaction:
            found = _invitation(transaction, token_sha256)
            return read_class(transaction, found.class_id) if found else None

    def join(self, token_sha256: str, user_id: int) -> SchoolClass | None:
        """Enrols the user, which counts as a use of it; for a member it does not. None: as above."""
        with self._database.write(durable=True) as transaction:
            transaction.serialize("invitations")
            found = _invitation(transaction, token_sha256)
            if found is None:
                return None
            if _member(transaction, found.class_id, user_id) is None:
                sql = "UPDATE class_invitations SET uses = uses + 1 WHERE id = ?"
                transaction.change(sql, found.id)
                _put_member(transaction, ClassMember(found.class_id, user_id))
                note_class(transaction, found.class_id, "joined", user_id=user_id, invitation=found.id)
            return read_class(transaction, found.class_id)


def read_class(transaction: Transaction, number: int) -> SchoolClass:
    return transaction.get(SchoolClass, "classes", number, "class")


def note_class(
    transaction: Transaction,
    class_id: int,
    did: str,
    *,
    user_id: int | None = None,
    **data: object,
) -> None:
    """Records an action on a class, and its actor."""
    about = {"class": class_id, "did": str(did), **data}
    note(transaction, Event(EventKind.CLASS, user_id=user_id, data=about))


def _member(transaction: Transaction, class_id: int, user_id: int) -> ClassMember | None:
    sql = f"SELECT {columns(ClassMember)} FROM class_members WHERE class_id = ? AND user_id = ?"
    return transaction.record(ClassMember, sql, class_id, user_id)


def _put_member(transaction: Transaction, member: ClassMember) -> None:
    row = row_of(replace(member, added_utc_ms=transaction.now_ms))
    transaction.put("class_members", [row], on_conflict=KEEP)


def _enroll(transaction: Transaction, class_id: int, new: NewMember, lifetime_ms: int) -> Enrolled:
    known = transaction.record(User, NAMED, new.user.name)
    user = known or new.user
    if not known:
        user = transaction.add("users", new.user, role=Role.TEAM, created_utc_ms=transaction.now_ms)
        note(transaction, Event(EventKind.USER, user_id=user.id))
        if new.link_sha256:
            put_sign_in_link(transaction, user.id, new.link_sha256, lifetime_ms)
    was_member = known is not None and _member(transaction, class_id, user.id) is not None
    if not was_member:
        _put_member(transaction, ClassMember(class_id, user.id, number=new.number, is_made_here=not known))
    return Enrolled(user, not known, was_member)


def _invitation(transaction: Transaction, token_sha256: str) -> ClassInvitation | None:
    return transaction.record(
        ClassInvitation,
        f"SELECT {columns(ClassInvitation)} FROM class_invitations WHERE token_sha256 = ? "
        "AND revoked_utc_ms IS NULL AND ends_utc_ms > ? AND uses < most_uses",
        token_sha256,
        transaction.now_ms,
    )
