"""The board of a problem: each user's best time, separately for each kind of machine, because times of different
machines cannot be compared."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from judge.languages.table import LANGUAGES
from judge.service.visibility import Feedback, SeenJudgement, Viewer
from judge.store.catalogue_records import Host, ProblemRecord, Role, User
from judge.store.records import Judgement, Submission
from judge.store.store import Store

ROWS_AT_MOST = 100
"""The most rows of each class."""
JUDGED_AT_MOST = 5000
"""The most submissions that are read: the newest."""
ON_GPU = frozenset(one.id for one in LANGUAGES if one.device.needs_gpu)
"""Languages whose programs compute on a GPU."""


class DeviceClass(Struct, frozen=True):
    """Machines whose times can be compared."""

    on_gpu: bool
    gpu: str
    """Empty: it computes on a CPU."""
    cpu: str
    cores: int

    @property
    def name(self) -> str:
        return f"{self.gpu}, {self.cpu}" if self.on_gpu else self.cpu


class BoardRow(Struct, frozen=True):
    place: int
    """The rank; equal times share one."""
    submission: Submission
    user: User
    time_ns: int
    of_kernels: bool
    """Whether the time is that of its kernels, instead of the CPU time of the whole program."""
    ceiling_share: float | None
    impossible: bool
    """Whether it is faster than the machine's limits."""


class ClassBoard(Struct, frozen=True):
    of: DeviceClass
    rows: Sequence[BoardRow]
    """The fastest first; impossibly fast ones at the end."""
    times_ns: Sequence[int]
    """The times of all accepted submissions."""


def may_see_board(viewer: Viewer, policy: Feedback) -> bool:
    """Whether the viewer may see it: it shows times of tests, which not every feedback level does."""
    return viewer.is_staff or policy >= Feedback.TEST


def told_host(store: Store, judgement: SeenJudgement | None, feedback: Feedback) -> Host | None:
    """The host that judged it, if times are shown; None: it is unknown, or hidden."""
    number = judgement.judgement.host_id if judgement and judgement.judgement else None
    return store.catalogue.host(number) if number and feedback >= Feedback.TEST else None


def device_class(submission: Submission, host: Host) -> DeviceClass:
    on_gpu = submission.language in ON_GPU
    return DeviceClass(on_gpu, (host.gpu or "") if on_gpu else "", host.cpu, host.cores)


def boards(store: Store, problem: ProblemRecord) -> list[ClassBoard]:
    """Boards by class, those of GPUs first. They include only practice, and no emulated runs."""
    accepted = [
        (submission, judgement)
        for submission, judgement in store.judgements.accepted(problem.id, JUDGED_AT_MOST)
        if judgement.host_id is not None and not judgement.is_emulated and _is_practice(submission)
    ]
    users = store.catalogue.by_id(User, {one.user_id for one, _ in accepted if one.user_id is not None})
    hosts = {
        number: store.catalogue.host(number) for number in {one.host_id for _, one in accepted} if number
    }
    by_class: dict[DeviceClass, list[tuple[Submission, Judgement]]] = {}
    for submission, judgement in accepted:
        user = users.get(submission.user_id or 0)
        if judgement.host_id and user and user.is_active and user.role is Role.TEAM:
            of = device_class(submission, hosts[judgement.host_id])
            by_class.setdefault(of, []).append((submission, judgement))
    found = [_board(store, of, listed, users) for of, listed in by_class.items()]
    return sorted((one for one in found if one.times_ns), key=lambda one: (not one.of.on_gpu, one.of.name))


def _is_practice(submission: Submission) -> bool:
    """Whether neither a contest nor an assignment determines the feedback."""
    return submission.contest_id is None and submission.assignment_id is None


def _board(
    store: Store,
    of: DeviceClass,
    accepted: Sequence[tuple[Submission, Judgement]],
    users: Mapping[int, User],
) -> ClassBoard:
    best: dict[int, tuple[int, Submission, Judgement]] = {}
    times_ns = []
    for submission, judgement in accepted:
        time_ns = time_of(of, judgement)
        if time_ns is None or submission.user_id is None:
            continue
        times_ns.append(time_ns)
        known = best.get(submission.user_id)
        if known is None or (time_ns, submission.id) < (known[0], known[1].id):
            best[submission.user_id] = (time_ns, submission, judgement)
    ordered = sorted(best.values(), key=lambda one: (one[0], one[1].id))[:ROWS_AT_MOST]
    details = {one.id: store.judgements.detail(judgement.id) or {} for _, one, judgement in ordered}
    doubted = {number for number, detail in details.items() if detail.get("impossible")}
    honest = [one for one in ordered if one[1].id not in doubted]
    rows = []
    for time_ns, submission, judgement in (*honest, *(one for one in ordered if one[1].id in doubted)):
        place = 1 + sum(other < time_ns for other, _, _ in honest)
        kernels = of.on_gpu and judgement.kernels_ns is not None
        is_doubted = submission.id in doubted
        user = users[submission.user_id or 0]
        rows.append(BoardRow(place, submission, user, time_ns, kernels, judgement.ceiling_share, is_doubted))
    return ClassBoard(of, rows, sorted(times_ns))


def time_of(of: DeviceClass, judgement: Judgement) -> int | None:
    """The time that counts: of the kernels on a GPU, else the CPU time of the slowest test."""
    if of.on_gpu and judgement.kernels_ns is not None:
        return judgement.kernels_ns
    return judgement.cpu_ns
