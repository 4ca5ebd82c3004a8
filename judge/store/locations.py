"""Where a contest is held, and where its teams, groups and organizations are."""

from typing import Annotated

from msgspec import Meta

from judge.base.records import Record

Finite = Annotated[float, Meta(ge=-1e9, le=1e9, description="a number of at most a billion")]
Latitude = Annotated[float, Meta(ge=-90, le=90, description="degrees from -90 to 90")]
Longitude = Annotated[float, Meta(ge=-180, le=180, description="degrees from -180 to 180")]


class GeographicLocation(Record, frozen=True):
    """The place of a contest or an organization, or the centre of a group, in degrees."""

    latitude: Latitude
    longitude: Longitude


class TeamLocation(Record, frozen=True):
    """A team's seat: its position on the floor of the contest, a description such as "Hall 3", or both."""

    x: Finite | None = None
    """The distance in metres, like y."""
    y: Finite | None = None
    rotation: Finite | None = None
    """The direction in degrees."""
    description: str | None = None
