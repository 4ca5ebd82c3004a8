"""What clients of the Contest API write to a contest besides submissions: clarifications, the start and the thaw,
awards, commentary."""

from msgspec import UNSET

from judge.base.records import replace
from judge.contest.api_requests import (
    AwardRequest,
    ClarificationRequest,
    CommentRequest,
    ContestRequest,
)
from judge.contest.api_teams import PARTICIPANTS
from judge.contest.ids import free_id, id_of
from judge.contest.times import RELATIVE_FORM, relative_ms
from judge.service.contest_api import one_of
from judge.service.contest_capabilities import Capability, is_admin, require, require_absent
from judge.service.contest_intake import clashing, require_same_id, unix_ms_of
from judge.service.contest_look import ContestLook, clarification_id
from judge.service.contest_rules import Phase
from judge.service.online import OnlineJudge
from judge.service.refusals import NotForViewer, NotNow, NotPermitted, Refused
from judge.service.visibility import Viewer
from judge.store.contest_records import Clarification, Comment, GivenAward


class ContestWriting:
    """Writes to a contest, for any number of threads. Raises Refused for what is not permitted."""

    def __init__(self, online: OnlineJudge) -> None:
        self._online, self._store = online, online.store

    def clarify(
        self, viewer: Viewer, look: ContestLook, sent: ClarificationRequest, number: str | None
    ) -> str:
        """Returns the new id. `number`: the id of the object that is put; None: it is posted."""
        if number is None:
            require(look, Capability.POST_CLAR, Capability.PROXY_CLAR, Capability.ADMIN_CLAR)
            require_absent(sent, "id")
        else:
            require(look, Capability.ADMIN_CLAR)
            require_same_id(number, sent.id)
        require_absent(sent, "contest_time")
        _require_changeable(look)
        if number is not None and sent.time is None:
            raise Refused("time: expected the time at which it was said, as a PUT must state it.")
        if sent.time is not None and not is_admin(look):
            require_absent(sent, "time")
        new = self._of_team(viewer, look, sent) if not look.sight.is_staff else self._of_staff(look, sent)
        if sent.time is not None:
            at_utc_ms = unix_ms_of("time", sent.time)
            if at_utc_ms > look.seen.now_ms:
                raise Refused("time: expected one that is not in the future.")
            new = replace(new, at_utc_ms=max(1, at_utc_ms))
        with clashing(number):
            return clarification_id(self._store.clarifications.add(replace(new, external_id=number)))

    def _of_team(self, viewer: Viewer, look: ContestLook, sent: ClarificationRequest) -> Clarification:
        require_absent(sent, "to_team_ids", "to_group_ids")
        team = look.seen.team
        assert team is not None
        assert viewer.user_id is not None
        if sent.from_team_id not in (None, team.team_id):
            raise Refused(f"from_team_id: expected {team.team_id}, your own team, or nothing.")
        if look.seen.phase is not Phase.RUNNING:
            raise NotNow("questions are asked while the contest lasts.")
        self._replied_to(look, sent)
        return self._new(look, sent, viewer.user_id)

    def _of_staff(self, look: ContestLook, sent: ClarificationRequest) -> Clarification:
        assert look.user is not None
        if sent.from_team_id is None:
            replied = self._replied_to(look, sent)
            to_user_id = self._recipient(look, sent)
            if replied is not None and replied.is_of_jury:
                raise Refused(f"reply_to_id: expected a question of a team, found {sent.reply_to_id}.")
            return replace(
                self._new(look, sent, look.user.id),
                is_of_jury=True,
                to_user_id=to_user_id,
                reply_to_id=replied.id if replied else None,
            )
        require(look, Capability.PROXY_CLAR, Capability.ADMIN_CLAR)
        require_absent(sent, "to_team_ids", "to_group_ids")
        self._replied_to(look, sent)
        return self._new(look, sent, self._user_of(look, "from_team_id", sent.from_team_id))

    def _new(self, look: ContestLook, sent: ClarificationRequest, author_id: int) -> Clarification:
        problem_id = None
        if sent.problem_id is not None:
            problem_id = look.loaded.problem_ids.get(sent.problem_id) if look.seen.problems else None
            if problem_id is None:
                raise Refused(f"problem_id: there is no problem {sent.problem_id} in this contest now.")
        text = sent.text.replace("\r\n", "\n").strip()
        if not text:
            raise Refused("text: expected a text, found none.")
        category = "general" if problem_id is None else "problem"
        return Clarification(look.contest_id, author_id, text, problem_id=problem_id, category=category)

    def _replied_to(self, look: ContestLook, sent: ClarificationRequest) -> Clarification | None:
        if sent.reply_to_id is None:
            return None
        for one in look.said():
            if clarification_id(one) == sent.reply_to_id:
                return one
        raise Refused(f"reply_to_id: there is no clarification {sent.reply_to_id} for you.")

    def _recipient(self, look: ContestLook, sent: ClarificationRequest) -> int | None:
        """The recipient; None: all teams."""
        groups, teams = sent.to_group_ids or (), sent.to_team_ids or ()
        known = {one.id for one in look.groups()}
        for group in groups:
            if group not in known:
                raise Refused(f"to_group_ids: there is no group {group} in this contest.")
            if group != PARTICIPANTS.id:
                raise Refused(
                    f"to_group_ids: expected {PARTICIPANTS.id}, or null for all: "
                    f"send it to each team of {group} separately."
                )
        users = [self._user_of(look, "to_team_ids", team) for team in teams]
        if groups or not users:
            return None
        if len(users) > 1:
            raise Refused("to_team_ids: expected one team, or null for all: send it to each team separately.")
        return users[0]

    def _user_of(self, look: ContestLook, name: str, team_id: str) -> int:
        user_id = look.loaded.user_ids.get(team_id)
        if user_id is None:
            raise Refused(f"{name}: there is no team {team_id} in this contest.")
        return user_id

    def change_contest(self, viewer: Viewer, look: ContestLook, sent: ContestRequest) -> bool:
        """Changes the contest. Returns whether the answer has a body: a client that set the time of a thaw, and got
        it, needs none."""
        require_same_id(look.loaded.contest.id, sent.id)
        staff, seen = self._online.contest_staff, look.seen
        if sent.scoreboard_thaw_time is not UNSET:
            require(look, Capability.CONTEST_THAW)
            if (sent.start_time, sent.countdown_pause_time) != (UNSET, UNSET):
                raise Refused("expected either start_time or scoreboard_thaw_time.")
            at_utc_ms = unix_ms_of("scoreboard_thaw_time", sent.scoreboard_thaw_time)
            return not staff.plan_thaw(viewer, seen, at_utc_ms)
        require(look, Capability.CONTEST_START)
        if sent.start_time is UNSET:
            raise Refused("expected start_time or scoreboard_thaw_time.")
        start = None if sent.start_time is None else unix_ms_of("start_time", sent.start_time)
        pause_ms = None
        if isinstance(sent.countdown_pause_time, str):
            pause_ms = relative_ms(sent.countdown_pause_time)
            if pause_ms is None or pause_ms < 0:
                raise Refused(f"countdown_pause_time: expected {RELATIVE_FORM}.")
        staff.plan_start(viewer, seen, start, pause_ms)
        return True

    def comment(self, look: ContestLook, sent: CommentRequest) -> str:
        """Returns the new id."""
        require(look, Capability.POST_COMMENT)
        require_absent(sent, "id", "time", "contest_time", "source_id")
        _require_changeable(look)
        assert look.user is not None
        for name, endpoint in (
            ("team_ids", "teams"),
            ("problem_ids", "problems"),
            ("submission_ids", "submissions"),
        ):
            for wanted in getattr(sent, name) or ():
                try:
                    one_of(look, endpoint, wanted)
                except NotForViewer as error:
                    raise Refused(f"{name}: {error.message}") from error
        new = Comment(
            look.user.id, sent.message, sent.tags, sent.team_ids, sent.problem_ids, sent.submission_ids
        )
        return str(self._store.contest_notes.comment(look.seen.contest, new).id)

    def give_award(self, look: ContestLook, sent: AwardRequest, number: str | None) -> str:
        """Returns its id."""
        _require_awarding(look)
        if number is None:
            require_absent(sent, "id")
            taken = {one.id for one in look.awards()}
            number = free_id(id_of(sent.citation) or "award", taken.__contains__)
        else:
            require_same_id(number, sent.id)
        self._put_award(look, GivenAward(number, sent.citation, sent.team_ids))
        return number

    def _put_award(self, look: ContestLook, award: GivenAward) -> None:
        _require_free(look, award.award_id)
        for team in award.team_ids:
            self._user_of(look, "team_ids", team)
        self._store.contest_notes.give(look.seen.contest, award)

    def take_award(self, look: ContestLook, number: str) -> None:
        _require_awarding(look)
        one_of(look, "awards", number)
        _require_free(look, number)
        if not self._store.contest_notes.take_back(look.seen.contest, number):
            raise NotForViewer(f"there is no object {number} of awards of this contest.")


def _require_changeable(look: ContestLook) -> None:
    if look.seen.phase is Phase.FINAL:
        raise NotNow("the results are final: the contest cannot be changed any more.")


def _require_awarding(look: ContestLook) -> None:
    if not is_admin(look):
        raise NotPermitted("only administrators may give awards.")
    _require_changeable(look)


def _require_free(look: ContestLook, number: str) -> None:
    if number in look.own_award_ids():
        raise NotPermitted(f"the award {number} follows from the scoreboard: it cannot be changed.")
