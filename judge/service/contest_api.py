"""The ICPC Contest API of the contests that are held here: its endpoints by name, and who sees which."""

import hashlib
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import msgspec

from judge.base.errors import JudgeError
from judge.base.outside_files import content_of
from judge.base.records import replace
from judge.contest import api_objects
from judge.contest.api import ProblemFacts
from judge.contest.extras import PICTURE_BYTES, PICTURES
from judge.contest.files import zip_of
from judge.problems.model import MIB
from judge.service.contest_board import model_of
from judge.service.contest_capabilities import capabilities
from judge.service.contest_files import ATTACHMENT_BYTES, JUDGES_OWN, ContestFiles
from judge.service.contest_look import ContestLook
from judge.service.contest_rules import frozen_from_utc_ms
from judge.service.contest_sight import ContestSight
from judge.service.contests import SeenContest
from judge.service.online import OnlineJudge
from judge.service.problem_page import ProblemPage
from judge.service.refusals import NotForViewer
from judge.service.statement_files import pdf_of
from judge.service.visibility import Viewer
from judge.store.catalogue_records import ProblemRecord, User
from judge.store.tokens import TokenScope

SUBMITTED = "submissions"
PREFERRED = "en"
"""The language that is preferred if a problem has several statements."""
Make = Callable[[ContestLook], Sequence[Any]]
COLLECTIONS: Mapping[str, tuple[type[api_objects.ApiObject], Make]] = {
    "judgement-types": (api_objects.JudgementTypeObject, ContestLook.judgement_types),
    "languages": (api_objects.LanguageObject, ContestLook.languages),
    "problems": (api_objects.ProblemObject, ContestLook.problems),
    "groups": (api_objects.GroupObject, ContestLook.groups),
    "organizations": (api_objects.OrganizationObject, ContestLook.organizations),
    "teams": (api_objects.TeamObject, ContestLook.teams),
    "persons": (api_objects.PersonObject, ContestLook.persons),
    "accounts": (api_objects.AccountObject, ContestLook.accounts),
    "submissions": (api_objects.SubmissionObject, ContestLook.submissions),
    "judgements": (api_objects.JudgementObject, ContestLook.judgements),
    "runs": (api_objects.RunObject, lambda look: list(look.runs())),
    "clarifications": (api_objects.ClarificationObject, ContestLook.clarifications),
    "awards": (api_objects.AwardObject, ContestLook.awards),
    "commentary": (api_objects.CommentObject, ContestLook.commentary),
}
"""Endpoints with many objects, in an order in which each object comes after those that it refers to."""
SINGLES: Mapping[str, tuple[type[msgspec.Struct], Callable[[ContestLook], Any]]] = {
    "state": (api_objects.StateObject, ContestLook.state),
    "scoreboard": (api_objects.ScoreboardObject, ContestLook.scoreboard),
}


class ContestApi:
    """The Contest API, for any number of threads."""

    def __init__(self, online: OnlineJudge) -> None:
        self._online = online
        self._store = online.store
        self._md5: dict[tuple[str, str], str] = {}
        """MD5s of statements, by the name and the version of a problem."""
        self._files = ContestFiles(online)

    def contests(self, viewer: Viewer) -> list[api_objects.ContestObject]:
        """The latest first."""
        return [self._look(viewer, seen, None).contest() for seen in self._online.contests.all(viewer)]

    def look(
        self, viewer: Viewer, name: str, user: User | None = None, scopes: Collection[TokenScope] | None = ()
    ) -> ContestLook:
        """Raises NotForViewer if there is no contest of this name. `user`: the client's account; `scopes`: its token's
        rights."""
        look = self._look(viewer, self._online.contests.get(viewer, name), user)
        return replace(look, may_submit=TokenScope.SUBMIT in (scopes or ()))

    def _look(self, viewer: Viewer, seen: SeenContest, user: User | None) -> ContestLook:
        loaded = model_of(self._store, seen.contest)
        hidden = {loaded.user_ids[team.id] for team in loaded.contest.teams if team.is_hidden}
        problems = [one for _, one in self._store.contests.problems(seen.contest.id)]
        sight = ContestSight(
            seen.contest.id,
            viewer.is_staff,
            None if viewer.is_staff or seen.team is None else seen.team.user_id,
            seen.has_begun,
            seen.is_frozen,
            frozen_from_utc_ms(seen.contest),
            self._online.told_of(problems),
            frozenset(hidden),
        )
        languages = [one.id for one in self._online.languages()]
        extras = self._files.extras(seen.contest.name)
        return ContestLook(self._store, seen, sight, loaded, user, languages, self._facts, extras)

    def _facts(self, problem: ProblemRecord) -> ProblemFacts:
        try:
            page = self._online.page_of(problem)
        except JudgeError:  # it is not ready yet
            return ProblemFacts(problem.title or problem.name)
        return ProblemFacts(
            page.title,
            page.test_count,
            page.time_limit_s,
            page.memory_bytes // MIB,
            None,
            page.code_bytes // 1024,
            page.most_points,
            self._statement_md5(problem, page),
            self._files.attachments(problem),
        )

    def file(self, look: ContestLook, endpoint: str, number: str, name: str) -> tuple[bytes, str]:
        """The content and the media type of a file that an object refers to. Raises NotForViewer for one that does not
        exist for the client, and JudgeError for one that has changed since."""
        if endpoint == "contest":
            known: Any = look.contest() if number == look.loaded.contest.id else None
        else:
            known = one_of(look, endpoint, number)
        for prop in PICTURES.get(endpoint, ()):
            for one in look.extras.pictures(endpoint, number, prop) if known else ():
                if one.path.name == name:
                    return content_of(one.path, PICTURE_BYTES), one.mime
        for _, problem in look.seen.problems if endpoint == "problems" else ():
            for one in self._files.attachments(problem) if problem.name == number else ():
                if one.path.name == name:
                    return content_of(one.path, ATTACHMENT_BYTES), one.mime
        raise NotForViewer(f"there is no file {name} of {endpoint}/{number} for you.")

    def _statement_md5(self, problem: ProblemRecord, page: ProblemPage) -> str | None:
        """The MD5, computed once for each version of a problem. None: there is none."""
        if not page.pdf_languages:
            return None
        key = problem.name, problem.data_sha256
        if key not in self._md5:
            try:
                content = self._pdf(problem)
            except JudgeError:  # it has changed since, or is too large
                return None
            self._md5[key] = hashlib.md5(content, usedforsecurity=False).hexdigest()
        return self._md5[key]

    def _pdf(self, problem: ProblemRecord) -> bytes:
        found = self._online.page_of(problem).pdf_languages
        language = PREFERRED if PREFERRED in found else found[0] if found else PREFERRED
        return pdf_of(self._online.prepared(JUDGES_OWN, problem.name).problem, language).content

    def statement(self, look: ContestLook, number: str) -> bytes:
        """The statement of a problem, if it is a PDF. Raises NotForViewer for one that does not exist for the client,
        and Refused."""
        for _, problem in look.seen.problems:
            if problem.name == number:
                return self._pdf(problem)
        raise NotForViewer(f"there is no statement of problem {number} for you.")


def collection(look: ContestLook, endpoint: str) -> Sequence[Any]:
    """Raises NotForViewer if the client has no such endpoint."""
    if endpoint not in endpoints_of(look):
        raise NotForViewer(f"there is no endpoint {endpoint} of this contest.")
    return COLLECTIONS[endpoint][1](look)


def one_of(look: ContestLook, endpoint: str, number: str) -> Any:
    """Raises NotForViewer if there is none with this id."""
    if endpoint == SUBMITTED:
        found: Sequence[Any] = look.submissions(look.submitted_as(number))
    else:
        found = collection(look, endpoint)
    for one in found:
        if one.id == number:
            return one
    raise NotForViewer(f"there is no object {number} of {endpoint} of this contest.")


def files_of(look: ContestLook, number: str) -> bytes:
    """The files of a submission as a zip file. Raises NotForViewer if the client may not read the source."""
    for one in look.submitted_as(number):
        if look.sight.sees_sources(one.user_id):
            return zip_of({file.name: file.content for file in look.store.submissions.files(one.id)})
    raise NotForViewer(f"there are no files of submission {number} for you.")


def own_account(look: ContestLook) -> api_objects.AccountObject:
    """Raises NotForViewer if the client is anonymous."""
    if (found := look.account()) is None:
        raise NotForViewer("nobody has signed in: there is no account.")
    return found


def scoreboard(look: ContestLook, group_id: str | None = None) -> api_objects.ScoreboardObject:
    """The scoreboard, of a group if that is given. Raises NotForViewer for an unknown group."""
    if group_id is not None and group_id not in {one.id for one in look.groups()}:
        raise NotForViewer(f"there is no group {group_id} in this contest.")
    return look.scoreboard(group_id)


def filtered(found: Sequence[Any], by: Mapping[str, str]) -> Sequence[Any]:
    """Objects whose properties that are ids have these values; an empty value: none. Other parameters do not
    filter."""
    for name, value in by.items():
        if name.endswith("_id"):
            found = [one for one in found if not hasattr(one, name) or (getattr(one, name) or "") == value]
    return found


def endpoints_of(look: ContestLook) -> list[str]:
    """The client's collections."""
    is_for = {"accounts": look.user is not None, "persons": look.sight.is_staff}
    return [name for name in COLLECTIONS if is_for.get(name, True)]


def access(look: ContestLook) -> api_objects.AccessObject:
    shapes: dict[str, type[msgspec.Struct]] = {"contest": api_objects.ContestObject}
    shapes |= {name: COLLECTIONS[name][0] for name in endpoints_of(look)}
    shapes |= {name: shape for name, (shape, _) in SINGLES.items()}
    told = [api_objects.EndpointAccess(name, shape.__struct_fields__) for name, shape in shapes.items()]
    return api_objects.AccessObject(capabilities(look), tuple(told))
