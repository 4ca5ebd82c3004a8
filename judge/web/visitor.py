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
    lacks_second_factor: bool = False
    """Whether the user is of the staff and has not the second factor that the staff needs here."""

    @property
    def viewer(self) -> Viewer:
        if self.user is None:
            return Viewer(None, Role.VISITOR)
        return Viewer(self.user.id, Role.TEAM if self.lacks_second_factor else self.user.role)

    @property
    def is_staff(self) -> bool:
        return self.viewer.is_staff

    @property
    def is_admin(self) -> bool:
        return self.viewer.role is Role.ADMIN
