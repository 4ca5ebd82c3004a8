"""Requests that are sent again, as their clients got no answer: each leads to the submission that it made before."""

from collections.abc import Mapping

from judge.base.records import replace
from judge.project.host import JudgeHost
from judge.service.contests import SeenContests
from judge.service.given import taken_in
from judge.service.shelf import Shelf
from judge.service.visibility import Viewer
from judge.store.catalogue_records import ProblemRecord
from judge.store.records import Submission
from judge.store.store import Store


class RepeatedRequests:
    def __init__(self, host: JudgeHost, store: Store, shelf: Shelf, contests: SeenContests) -> None:
        self._host, self._store, self._shelf, self._contests = host, store, shelf, contests

    def submission(
        self,
        viewer: Viewer,
        client_key: str | None,
        problem_name: str,
        files: Mapping[str, bytes],
        language: str | None,
    ) -> Submission | None:
        """The submission to this problem for which the viewer has used the key, whether or not another one would be
        permitted now. None: there is none, or it does not count for the contest that this one would count for. Raises
        JudgeError if it has another content."""
        submissions = self._store.submissions
        if client_key is None or viewer.user_id is None:
            return None
        before = submissions.of_key(viewer.user_id, client_key)
        if before is None or (before.contest_id is None and self._contests.counts(viewer, before.problem_id)):
            return None
        problem = self._store.catalogue.get(ProblemRecord, before.problem_id)
        if problem.name != problem_name:
            return None
        given = taken_in(self._host, self._shelf.prepared(problem).problem, files, language)
        submissions.require_same(before, replace(before, language=given.language), given.files)
        return before
