"""Who makes a request."""

from dataclasses import dataclass

from judge.service.visibility import Viewer
from judge.store.catalogue_records import Role, User


@dataclass(frozen=True)
class Visitor:
    user: User | None
    """None: nobody signed in."""
    language: str
    """Of the pages: "en" or "zh"."""
    form_token: str
    """What each form must bring along: a page of another site cannot know it."""
    address: str
    """Where the request comes from."""

    @property
    def viewer(self) -> Viewer:
        return Viewer(self.user.id, self.user.role) if self.user else Viewer(None, Role.VISITOR)

    @property
    def is_staff(self) -> bool:
        return self.viewer.is_staff

    @property
    def is_admin(self) -> bool:
        return self.viewer.role is Role.ADMIN
