"""Teams, organizations and persons of the ICPC Contest API, with their pictures and other files."""

from collections.abc import Iterable, Mapping, Sequence
from urllib.parse import quote

from judge.base.records import replace
from judge.contest import api_objects as api
from judge.contest.extras import PICTURES, Extras, FoundFile
from judge.contest.ids import free_id, id_of
from judge.contest.model import Contest, Team
from judge.contest.team_files import place_of
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
            api.FileObject(
                f"{at}/{quote(one.path.name)}",
                one.path.name,
                one.mime,
                one.md5,
                one.width,
                one.height,
                one.tags,
            )
            for one in files
        )
        or None
    )


def organization_ids(teams: Iterable[Team], extras: Extras = NO_EXTRAS) -> dict[str, str]:
    """An id for each organization, by its name: the one from the contest's folder, if it has one."""
    names = sorted({team.organization for team in teams if team.organization})
    found = {name: extras.organizations[name].id for name in names if name in extras.organizations}
    for name in names:
        if name not in found:
            found[name] = free_id(id_of(name) or "organization", {*found.values()}.__contains__)
    return {name: found[name] for name in names}


def organization_objects(
    ids: Mapping[str, str], contest: Contest | None = None, extras: Extras = NO_EXTRAS
) -> list[api.OrganizationObject]:
    """`ids`: by name; `contest`: the one that has their pictures."""
    return [_organization(name, number, contest, extras) for name, number in ids.items()]


def _organization(name: str, number: str, contest: Contest | None, extras: Extras) -> api.OrganizationObject:
    flag, subdivision_flag, logo = (
        file_objects(contest, ("organizations", number), extras.pictures("organizations", number, prop))
        if contest
        else None
        for prop in PICTURES["organizations"]
    )
    made = api.OrganizationObject(
        number, name, country_flag=flag, country_subdivision_flag=subdivision_flag, logo=logo
    )
    if (told := extras.organizations.get(name)) is None:
        return made
    return replace(
        made,
        icpc_id=told.icpc_id,
        formal_name=told.formal_name,
        country=told.country,
        country_subdivision=told.country_subdivision,
        url=told.url,
        location=place_of(told.location),
    )


def person_objects(contest: Contest, extras: Extras) -> list[api.PersonObject]:
    """Persons, except those who belong only to teams that are not on the scoreboard."""
    teams = {team.id for team in contest.teams}
    found = []
    for one in extras.persons:
        of = tuple(dict.fromkeys(team for team in one.team_ids if team in teams))
        if of or one.role not in ("contestant", "coach"):
            photo = file_objects(contest, ("persons", one.id), extras.pictures("persons", one.id, "photo"))
            told = (one.icpc_id, one.title, one.email, one.sex)
            found.append(api.PersonObject(one.id, one.name, one.role, of or None, *told, photo))
    return found


def group_objects(contest: Contest) -> list[api.GroupObject]:
    """All groups: that of the scoreboard, and the contest's own."""
    own = (api.GroupObject(one.id, one.name, one.icpc_id, one.type, one.location) for one in contest.groups)
    return [PARTICIPANTS, *(one for one in own if one.id != PARTICIPANTS.id)]


def group_ids(team: Team) -> tuple[str, ...]:
    """The ids of a team's groups."""
    shown = () if team.is_hidden else (PARTICIPANTS.id,)
    return (*shown, *(one for one in team.group_ids if one != PARTICIPANTS.id))


def team_object(team: Team, organizations: Mapping[str, str]) -> api.TeamObject:
    """`organizations`: ids by name."""
    return api.TeamObject(
        team.id,
        team.formal_name or team.name,
        team.label or team.id,
        group_ids(team),
        icpc_id=team.icpc_id,
        display_name=team.name if team.formal_name else None,
        organization_id=organizations.get(team.organization or ""),
        hidden=team.is_hidden or None,
        location=_location(team.location),
    )


def _location(seat: TeamLocation | None) -> api.TeamLocationObject | None:
    """The position of a seat; None: it is not known in full, and the API has no other place for a seat."""
    if seat is None or seat.x is None or seat.y is None or seat.rotation is None:
        return None
    return api.TeamLocationObject(seat.x, seat.y, seat.rotation)
