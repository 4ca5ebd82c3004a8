"""Submissions by the Contest API: by a team, by a proxy for a team, and by an administrator with a time and an id."""

from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext

from judge.base.priority import Priority
from judge.contest.api_requests import SubmissionRequest
from judge.contest.times import absolute, unix_ms
from judge.service.contest_capabilities import Capability, is_admin, require, require_absent
from judge.service.contest_look import ContestLook
from judge.service.contest_rules import Phase
from judge.service.given import taken_in
from judge.service.online import OWN_OPEN_AT_MOST, OnlineJudge
from judge.service.refusals import Clash, NotNow, Refused, refusing
from judge.service.visibility import Viewer, may_submit
from judge.store.catalogue_records import ProblemRecord
from judge.store.contest_records import ContestTeam
from judge.store.records import Submission

ZIP_TYPES = (None, "application/zip", "application/x-zip-compressed")


class ContestIntake:
    """The intake of a contest, for any number of threads."""

    def __init__(self, online: OnlineJudge) -> None:
        self._online, self._store = online, online.store

    def submit(self, viewer: Viewer, look: ContestLook, sent: SubmissionRequest, number: str | None) -> int:
        """Stores a submission. Returns its number in the store. `number`: the id of the object that is put; None: it
        is posted. Raises Refused."""
        if number is None:
            submitting = Capability.TEAM_SUBMIT, Capability.PROXY_SUBMIT, Capability.ADMIN_SUBMIT
            require(look, *submitting)
            require_absent(sent, "id", "contest_time")
        else:
            require(look, Capability.ADMIN_SUBMIT)
            require_absent(sent, "contest_time")
            require_same_id(number, sent.id)
        self._online.require_room()
        at_utc_ms = look.seen.now_ms
        if is_admin(look):
            team = self._team(look, sent.team_id)
            at_utc_ms = self._time(look, team, sent.time, is_put=number is not None)
        else:
            require_absent(sent, "time")
            team = self._own_team(viewer, look, sent.team_id)
        problem = self._problem(look, sent.problem_id)
        if not may_submit(viewer, problem):
            raise NotNow(f"{problem.name} is closed: nothing more is judged on it.")
        return self._keep(viewer, look, sent, problem, team, at_utc_ms, number)

    def _keep(
        self,
        viewer: Viewer,
        look: ContestLook,
        sent: SubmissionRequest,
        problem: ProblemRecord,
        team: ContestTeam,
        at_utc_ms: int,
        number: str | None,
    ) -> int:
        prepared = self._online.prepared(viewer, problem.name)
        language = None if prepared.problem.is_submit_answer else _language(look, sent.language_id)
        with refusing():
            given = taken_in(self._online.host, prepared.problem, archive_of(sent, problem), language)
        new = Submission(
            problem.id,
            given.name,
            language=given.language,
            user_id=team.user_id,
            contest_id=look.contest_id,
            external_id=number,
            submitted_utc_ms=at_utc_ms,
        )
        submit = self._store.submissions.submit
        with clashing(number):
            return submit(new, given.files, priority=Priority.CONTEST, resource=given.resource).id

    def _own_team(self, viewer: Viewer, look: ContestLook, named: str | None) -> ContestTeam:
        team = look.seen.team
        assert team is not None
        assert viewer.user_id is not None
        if named not in (None, team.team_id):
            raise Refused(f"team_id: expected {team.team_id}, your own team, or nothing, found {named}.")
        _require_running(look, team)
        store = self._store
        count = store.submissions.open_count(viewer.user_id) + store.own_runs.open_count(viewer.user_id)
        if count >= OWN_OPEN_AT_MOST:
            raise NotNow(f"{OWN_OPEN_AT_MOST} of your submissions are not judged yet: wait for one of them.")
        return team

    def _team(self, look: ContestLook, named: str | None) -> ContestTeam:
        if named is None:
            raise Refused("team_id: expected the id of the team that submits.")
        user_id = look.loaded.user_ids.get(named)
        team = None if user_id is None else self._store.contests.team(look.contest_id, user_id)
        if team is None:
            raise Refused(f"team_id: there is no team {named} in this contest.")
        return team

    def _time(self, look: ContestLook, team: ContestTeam, sent: str | None, *, is_put: bool) -> int:
        """The time. Raises Refused for a time that is impossible for a submission."""
        if sent is None:
            if is_put:
                raise Refused("time: expected the time of the submission, as a PUT must state it.")
            _require_running(look, team)
            return look.seen.now_ms
        if look.seen.phase is Phase.FINAL:
            raise NotNow("the results are final: nothing can be submitted any more.")
        start, at_utc_ms = look.seen.contest.start_utc_ms, unix_ms_of("time", sent)
        if start is None or not start <= at_utc_ms <= look.seen.now_ms:
            raise Refused("time: expected one between the start of the contest and now.")
        return at_utc_ms

    def _problem(self, look: ContestLook, wanted: str) -> ProblemRecord:
        for _, problem in look.seen.problems:
            if problem.name == wanted:
                return problem
        raise Refused(f"problem_id: there is no problem {wanted} in this contest now.")


def _require_running(look: ContestLook, team: ContestTeam) -> None:
    contest, now_ms = look.seen.contest, look.seen.now_ms
    start, end = contest.start_utc_ms, contest.end_utc_ms(team.extension_ms)
    if start is None or now_ms < start or (end is not None and now_ms >= end):
        raise NotNow("the contest is not running for this team now: nothing can be submitted.")


def _language(look: ContestLook, wanted: str) -> str:
    if wanted not in look.permitted_languages():
        raise Refused(f"language_id: there is no language {wanted} in this contest.")
    return wanted


def archive_of(sent: SubmissionRequest, problem: ProblemRecord) -> Mapping[str, bytes]:
    """The zip file of a submission, by a name. Raises Refused unless there is exactly one."""
    if len(sent.files) != 1:
        raise Refused(f"files: expected one zip file with all files, found {len(sent.files)}.")
    [file] = sent.files
    if file.mime not in ZIP_TYPES:
        raise Refused(f"files: expected the mime type application/zip, found {file.mime}.")
    return {f"{problem.name.rpartition('/')[2]}.zip": file.data}


def clashing(number: str | None) -> AbstractContextManager[None]:
    """Raises Clash if the store refuses an object that is put. `number`: its id; None: it is posted."""
    return nullcontext() if number is None else refusing(Clash)


def require_same_id(number: str, sent: str | None) -> None:
    """Raises Clash if the object's id differs from its address."""
    if sent != number:
        raise Clash(f"id: expected {number}, as the address has it, found {sent}.")


def unix_ms_of(name: str, text: str) -> int:
    """Raises Refused."""
    moment = absolute(text)
    if moment is None:
        raise Refused(f"{name}: expected a time like 2026-11-18T09:06:40.000Z.")
    return unix_ms(moment)
