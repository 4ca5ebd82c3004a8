"""Teams, organizations and persons of the ICPC Contest API, with their pictures and other files."""

from collections.abc import Iterable, Sequence
from urllib.parse import quote

from judge.base.records import part_of
from judge.contest import api_objects as api
from judge.contest.extras import PICTURES, Extras, FoundFile, OrganizationKeys
from judge.contest.ids import free_id, id_of
from judge.contest.model import Contest, Team
from judge.contest.strict import ID
from judge.contest.team_files import Organization, place_of
from judge.store.locations import TeamLocation

NO_EXTRAS = Extras()
PARTICIPANTS = api.GroupObject("participants", "Participants")
"""Whose teams the scoreboard has."""


def file_objects(
    contest: Contest, of: Sequence[str], files: Sequence[FoundFile]
) -> tuple[api.FileObject, ...] | None:
    """References to files of an object, which `of` identifies by its endpoint and id. None: there are none."""
    at = "/".join(("contests", contest.id, *of))
    return (
        tuple(
            part_of(
                one,
                api.FileObject,
                href=f"{at}/{quote(one.path.name)}",
                filename=one.path.name,
                hash=one.md5,
                tag=one.tags,
            )
            for one in files
        )
        or None
    )


def organizations_of(teams: Iterable[Team], extras: Extras = NO_EXTRAS) -> dict[str, Organization]:
    """The organization of each team that has one, by the team's id. The contest's files identify it, or else its name
    does."""
    listed = {one.title: one.id for one in reversed([*extras.organizations.values()])}
    told = {
        team.id: (team.organization_id or listed.get(team.organization, ""), team.organization)
        for team in teams
        if team.organization
    }
    made: dict[tuple[str, str], Organization] = {}
    taken: set[str] = set()
    for given, name in sorted({*told.values()}, key=lambda one: (not ID.fullmatch(one[0]), one)):
        number = given if ID.fullmatch(given) else free_id(id_of(name) or "organization", taken.__contains__)
        taken.add(number)
        made[given, name] = Organization(number, name)
    return {team: made[one] for team, one in told.items()}


def organization_objects(
    organizations: Iterable[Organization], contest: Contest | None = None, extras: Extras = NO_EXTRAS
) -> list[api.OrganizationObject]:
    """`contest`: the one that has their pictures."""
    by_id = {one.id: one for one in organizations}
    in_order = sorted(by_id.values(), key=lambda one: (one.name, one.id))
    return [_organization(one.id, one.name, contest, extras) for one in in_order]


def _organization(number: str, name: str, contest: Contest | None, extras: Extras) -> api.OrganizationObject:
    told = extras.organizations.get(number) or OrganizationKeys(number, name)
    pictures = {
        prop: file_objects(contest, ("organizations", number), extras.pictures("organizations", number, prop))
        if contest
        else None
        for prop in PICTURES["organizations"]
    }
    return part_of(
        told, api.OrganizationObject, name=told.title, location=place_of(told.location), **pictures
    )


def person_objects(contest: Contest, extras: Extras) -> list[api.PersonObject]:
    """Persons, except those who belong only to teams that are not on the scoreboard."""
    teams = {team.id for team in contest.teams}
    found = []
    for one in extras.persons:
        of = tuple(dict.fromkeys(team for team in one.team_ids if team in teams))
        if of or one.role not in ("contestant", "coach"):
            photo = file_objects(contest, ("persons", one.id), extras.pictures("persons", one.id, "photo"))
            found.append(part_of(one, api.PersonObject, team_ids=of or None, photo=photo))
    return found


def group_objects(contest: Contest) -> list[api.GroupObject]:
    """All groups: that of the scoreboard, and the contest's own."""
    own = (api.GroupObject(one.id, one.name, one.icpc_id, one.type, one.location) for one in contest.groups)
    return [PARTICIPANTS, *(one for one in own if one.id != PARTICIPANTS.id)]


def group_ids(team: Team) -> tuple[str, ...]:
    """The ids of a team's groups."""
    shown = () if team.is_hidden else (PARTICIPANTS.id,)
    return (*shown, *(one for one in team.group_ids if one != PARTICIPANTS.id))


def team_object(team: Team, organization: Organization | None) -> api.TeamObject:
    return api.TeamObject(
        team.id,
        team.formal_name or team.name,
        team.label or team.id,
        group_ids(team),
        icpc_id=team.icpc_id,
        display_name=team.name if team.formal_name else None,
        organization_id=organization.id if organization else None,
        hidden=team.is_hidden or None,
        location=_location(team.location),
    )


def _location(seat: TeamLocation | None) -> api.TeamLocationObject | None:
    """The position of a seat; None: it is not known in full, and the API has no other place for a seat."""
    if seat is None or seat.x is None or seat.y is None or seat.rotation is None:
        return None
    return api.TeamLocationObject(seat.x, seat.y, seat.rotation)
