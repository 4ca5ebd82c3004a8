"""Requests that are sent again, as their clients got no answer: each leads to the submission that it made before."""

from collections.abc import Mapping

from judge.base.records import replace
from judge.project.host import JudgeHost
from judge.service.given import taken_in
from judge.service.shelf import Shelf
from judge.store.catalogue_records import ProblemRecord
from judge.store.records import Submission
from judge.store.store import Store


class RepeatedRequests:
    def __init__(self, host: JudgeHost, store: Store, shelf: Shelf) -> None:
        self._host, self._store, self._shelf = host, store, shelf

    def submission(
        self,
        user_id: int,
        client_key: str | None,
        problem_name: str,
        files: Mapping[str, bytes],
        language: str | None,
    ) -> Submission | None:
        """The submission to this problem for which its user has used the key, whether or not another one would be
        permitted now; None: there is none. Raises JudgeError if it has another content."""
        submissions = self._store.submissions
        before = None if client_key is None else submissions.of_key(user_id, client_key)
        if before is None:
            return None
        problem = self._store.catalogue.get(ProblemRecord, before.problem_id)
        if problem.name != problem_name:
            return None
        given = taken_in(self._host, self._shelf.prepared(problem).problem, files, language)
        submissions.require_same(before, replace(before, language=given.language), given.files)
        return before
