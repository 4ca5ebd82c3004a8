"""The user of a request."""

from msgspec import Struct

from judge.service.visibility import Viewer
from judge.store.catalogue_records import STAFF, Role, User
from judge.store.tokens import Token, TokenScope


class Visitor(Struct, frozen=True):
    user: User | None
    """None: nobody is signed in."""
    language: str
    """The language of the pages: "en" or "zh"."""
    form_token: str
    """The token that each form must include: a page of another site cannot know it."""
    address: str
    """The address that the request comes from."""
    lacks_second_factor: bool = False
    """Whether the user belongs to the staff but lacks the second factor that the staff needs here."""
    scopes: frozenset[TokenScope] | None = None
    """The scopes of the request's token; None: it comes from a browser."""
    token: Token | None = None

    @property
    def viewer(self) -> Viewer:
        """The viewer with the rights of the user's role and classes, which a token has only by its scope."""
        if self.user is None:
            return Viewer(None, Role.VISITOR)
        has_role = self.scopes is None or TokenScope.ADMIN in self.scopes
        is_participant = self.lacks_second_factor or not has_role
        role = Role.TEAM if is_participant and self.user.role in STAFF else self.user.role
        return Viewer(self.user.id, role, is_participant=is_participant)

    @property
    def account(self) -> User:
        """The user, on a route that a guard closes to those who are not signed in."""
        assert self.user
        return self.user

    @property
    def is_staff(self) -> bool:
        return self.viewer.is_staff

    @property
    def is_admin(self) -> bool:
        return self.viewer.role is Role.ADMIN
