"""The staff's actions on problems: uploads a version, reads its check, opens, closes, hides and deletes."""

import secrets
from collections.abc import Sequence
from typing import IO

from msgspec import Struct

from judge.base.records import replace
from judge.base.trees import remove_tree
from judge.project.host import JudgeHost
from judge.service.package_files import KEPT, UPLOADED, name_of_package, remove_package, write_upload
from judge.service.refusals import NotForViewer, Refused, for_viewer, refusing
from judge.service.shelf import Shelf
from judge.service.version_check import open_version, require_free_name
from judge.service.visibility import Feedback, Viewer
from judge.store.catalogue_records import ProblemRecord, ProblemState
from judge.store.package_records import Outcome, PackageCheck, PackageVersion, Stage
from judge.store.queue_records import JobState
from judge.store.store import Store

UNDER_WAY = (Outcome.WAITING, Outcome.CHECKING)


class CheckedVersion(Struct, frozen=True):
    version: PackageVersion
    checks: Sequence[PackageCheck]
    problem: ProblemRecord | None
    """Its problem, if known."""
    on_other_data: int
    """The number of the problem's submissions whose verdict that counts was found on other data."""

    @property
    def may_open(self) -> bool:
        return self.version.stage is not Stage.OPEN and self.version.outcome in (
            Outcome.CLEAN,
            Outcome.DIFFERS,
        )


class ProblemAdmin:
    """The staff's side of problems, for any number of threads."""

    def __init__(self, host: JudgeHost, store: Store, shelf: Shelf) -> None:
        self._host, self.store, self._shelf = host, store, shelf

    def upload(
        self,
        viewer: Viewer,
        file_name: str,
        content: IO[bytes],
        *,
        opens_as: ProblemState = ProblemState.OPEN,
    ) -> PackageVersion:
        """Stores the package and queues its check. Raises Refused."""
        _require_staff(viewer)
        data = self._shelf.data
        if data is None:
            raise Refused("there is no data folder here: packages are kept where `judge serve` runs.")
        with refusing():
            name = name_of_package(file_name)
            require_free_name(self._host, name)
            folder = data / KEPT / f"{UPLOADED}{secrets.token_hex(8)}"
            try:
                file, sha256 = write_upload(content, folder)
                origin = f"{KEPT}/{folder.name}/{file.name}"
                version = PackageVersion(
                    name,
                    origin,
                    mark=sha256,
                    size_bytes=file.stat().st_size,
                    opens_as=opens_as,
                    offered_by=viewer.user_id,
                )
                return self.store.packages.offer(version)
            except BaseException:
                remove_tree(folder)
                raise

    def check_again(self, viewer: Viewer, name: str) -> int:
        """Has the problem's current version checked again; returns the number of the version. Raises Refused."""
        problem = self.problem(viewer, name)
        versions = self.store.packages.newest(name=problem.name)
        current = next((one for one in versions if one.stage is Stage.OPEN), None)
        if current is not None:
            self.store.packages.again(current.id)
            return current.id
        given = PackageVersion(
            problem.name, problem.origin, stage=Stage.OPEN, title=problem.title, offered_by=viewer.user_id
        )
        return self.store.packages.offer(given).id

    def versions(self, viewer: Viewer, name: str | None = None) -> list[PackageVersion]:
        """The newest first; only those of one problem, if that is given. Raises Refused."""
        _require_staff(viewer)
        return [self._as_it_is(one) for one in self.store.packages.newest(name=name)]

    def version(self, viewer: Viewer, number: int) -> CheckedVersion:
        """Raises Refused if there is none."""
        _require_staff(viewer)
        with for_viewer(f"version {number}"):
            version = self._as_it_is(self.store.packages.get(number))
        problem = self.store.catalogue.named(ProblemRecord, version.name)
        return CheckedVersion(
            version,
            self.store.packages.checks(number),
            problem,
            self.store.judgements.on_other_data(problem.id, problem.data_sha256) if problem else 0,
        )

    def open(self, viewer: Viewer, number: int) -> None:
        """Opens it, even if its check found differences: the log shows who did it. Raises Refused."""
        found = self.version(viewer, number)
        if not found.may_open:
            raise Refused(f"version {number} is {found.version.outcome}: there is nothing to open.")
        with refusing():
            open_version(self.store, self._shelf, found.version)

    def drop(self, viewer: Viewer, number: int) -> None:
        """Drops a version and its files. Raises Refused for an open one."""
        _require_staff(viewer)
        with refusing():
            self._remove(self.store.packages.drop(number))

    def problem(self, viewer: Viewer, name: str) -> ProblemRecord:
        """The problem, hidden or not. Raises Refused if there is none."""
        _require_staff(viewer)
        problem = self.store.catalogue.named(ProblemRecord, name)
        if problem is None:
            raise NotForViewer(f"there is no problem called {name} here.")
        return problem

    def set_problem(self, viewer: Viewer, name: str, state: ProblemState, feedback: Feedback | None) -> None:
        """`feedback`: None: the judge's default. Raises Refused."""
        problem = self.problem(viewer, name)
        if state is ProblemState.DELETED or problem.state is ProblemState.DELETED:
            raise Refused(
                f"{name} cannot be deleted or restored by this form: offer a version of it, or delete it."
            )
        said = None if feedback is None else feedback.name.lower()
        self.store.packages.set_problem(problem.id, state=state, feedback=said)

    def delete(self, viewer: Viewer, name: str) -> None:
        """Deletes its package; its submissions stay. Raises Refused."""
        problem = self.problem(viewer, name)
        if not problem.origin:
            raise Refused(f"{name} is a problem of this installation: hide it.")
        self.store.packages.set_problem(problem.id, state=ProblemState.DELETED, feedback=problem.feedback)
        for version in self.store.packages.newest(1000, name=name):
            if version.stage is not Stage.DROPPED:
                self._remove(self.store.packages.drop(version.id, is_deleted=True))

    def _remove(self, version: PackageVersion) -> None:
        """Removes its files. If they belong to the workers' user, one of the workers removes them."""
        if self._shelf.data and not remove_package(self._shelf.data, version.origin):
            self.store.packages.have_removed(version.id)

    def _as_it_is(self, version: PackageVersion) -> PackageVersion:
        """The version. A check whose worker has failed too often counts as failed."""
        if version.outcome not in UNDER_WAY or version.job_id is None:
            return version
        job = self.store.queue.job(version.job_id)
        if job.state in (JobState.FAILED, JobState.CANCELLED):
            return replace(version, outcome=Outcome.BROKEN, failure=job.failure)
        return version


def _require_staff(viewer: Viewer) -> None:
    if not viewer.is_staff:
        raise Refused("only the staff may do that.")
