"""What a client of the Contest API may do, by the API's own capability names: pure functions."""

from enum import StrEnum

from judge.service.contest_look import ContestLook
from judge.service.refusals import NotPermitted, Refused
from judge.store.catalogue_records import Role


class Capability(StrEnum):
    CONTEST_START = "contest_start"
    CONTEST_THAW = "contest_thaw"
    TEAM_SUBMIT = "team_submit"
    PROXY_SUBMIT = "proxy_submit"
    ADMIN_SUBMIT = "admin_submit"
    POST_CLAR = "post_clar"
    PROXY_CLAR = "proxy_clar"
    ADMIN_CLAR = "admin_clar"
    POST_COMMENT = "post_comment"


OF_A_TEAM = (Capability.TEAM_SUBMIT, Capability.POST_CLAR)
OF_THE_JURY = (
    Capability.CONTEST_START,
    Capability.CONTEST_THAW,
    Capability.POST_CLAR,
    Capability.POST_COMMENT,
)
OF_ADMINS = (
    *OF_THE_JURY,
    Capability.PROXY_SUBMIT,
    Capability.ADMIN_SUBMIT,
    Capability.PROXY_CLAR,
    Capability.ADMIN_CLAR,
)


def is_admin(look: ContestLook) -> bool:
    return look.sight.is_staff and look.user is not None and look.user.role is Role.ADMIN


def capabilities(look: ContestLook) -> tuple[Capability, ...]:
    """Capabilities, which do not depend on the time: an action that is not possible at the moment is refused when it
    is tried."""
    if look.user is None:
        return ()
    if look.sight.is_staff:
        return OF_ADMINS if is_admin(look) else OF_THE_JURY
    return OF_A_TEAM if look.may_submit and look.sight.team_user_id is not None else ()


def require(look: ContestLook, *any_of: Capability) -> None:
    """Raises NotPermitted."""
    if not set(any_of) & set(capabilities(look)):
        raise NotPermitted(
            f"this needs one of the capabilities {', '.join(any_of)}: see the endpoint access."
        )


def require_absent(sent: object, *names: str) -> None:
    """Raises Refused if a property is sent that the client may not set."""
    for name in names:
        if getattr(sent, name) is not None:
            raise Refused(f"{name}: expected nothing, as the server sets it. Leave it out.")
