"""The desk of a server elsewhere, at which a worker with a token gets its jobs."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from judge.client.connection import RemoteJudge
from judge.client.failures import RefusedThere, ServerGone
from judge.machine.hardware import Hardware
from judge.service.desk import JobSubject
from judge.service.remote_workers import PROTOCOL, WorkerHello
from judge.store.errors import LeaseLost, StoreFull, Unavailable
from judge.store.heartbeats import WORKER
from judge.store.own_run_records import OwnRunOutcome
from judge.store.queue_records import JobKind, Lease, Resource
from judge.store.records import Judgement, Run
from judge.web.api import worker_shapes as shapes

Answer = TypeVar("Answer")
LOST, TOO_OFTEN, AWAY, FULL = 409, 429, 503, 507


class RemoteDesk:
    flush_s, idle_s = 0.5, 0.5

    def __init__(self, judge: RemoteJudge) -> None:
        self._judge = judge

    def ask(self, method: str, path: str, shape: type[Answer], body: object = None) -> Answer:
        """The answer. Raises LeaseLost, Unavailable if the request can be repeated, and JudgeError for any other
        refusal."""
        try:
            return self._judge.ask(method, f"/worker{path}", shape, body)
        except ServerGone as error:
            raise Unavailable(error.message) from error
        except RefusedThere as error:
            kinds = {LOST: LeaseLost, TOO_OFTEN: Unavailable, AWAY: Unavailable, FULL: StoreFull}
            if error.status in kinds:
                raise kinds[error.status](error.message) from error
            raise

    def _post(self, path: str, body: object) -> None:
        self.ask("POST", path, shapes.Nothing, body)

    def host_id(self, hardware: Hardware) -> int:
        hello = WorkerHello(PROTOCOL, hardware)
        return self.ask("POST", "/hello", shapes.WorkerWelcome, hello).host_id

    def beat(self, name: str, kind: str, device: str) -> None:
        self._post("/beat", shapes.WorkerBeat(name, kind, device[:200]))

    def leave(self, name: str) -> None:
        self._post("/beat", shapes.WorkerBeat(name, WORKER, is_over=True))

    def claim(
        self,
        worker: str,
        lease_ms: int,
        kinds: Iterable[JobKind],
        resources: Iterable[Resource],
        held: Collection[int],
    ) -> Lease | None:
        claim = shapes.WorkerClaim(worker, lease_ms, tuple(kinds), tuple(resources), tuple(held))
        return self.ask("POST", "/claim", shapes.WorkerClaimed, claim).lease

    def given(self, lease: Lease) -> JobSubject:
        attempt = shapes.WorkerAttempt(lease.job.attempt)
        return self.ask("POST", f"/jobs/{lease.job.id}/subject", JobSubject, attempt)

    def heartbeat(self, lease: Lease) -> None:
        self._post(f"/jobs/{lease.job.id}/heartbeat", shapes.WorkerAttempt(lease.job.attempt))

    def release(self, lease: Lease) -> None:
        self._post(f"/jobs/{lease.job.id}/release", shapes.WorkerAttempt(lease.job.attempt))

    def fail(self, lease: Lease, why: str, *, is_final: bool = False) -> None:
        self._post(f"/jobs/{lease.job.id}/failure", shapes.WorkerFailure(lease.job.attempt, why, is_final))

    def add_runs(self, lease: Lease, runs: Sequence[Run], details: Mapping[int, Any]) -> None:
        body = shapes.WorkerRuns(lease.job.attempt, tuple(runs), dict(details))
        self._post(f"/jobs/{lease.job.id}/runs", body)

    def finish(
        self,
        lease: Lease,
        judgement: Judgement,
        runs: Sequence[Run],
        details: Mapping[int, Any],
        detail: Any,
    ) -> None:
        verdict = shapes.WorkerVerdict(
            lease.job.attempt, tuple(runs), dict(details), judgement=judgement, detail=detail
        )
        self._post(f"/jobs/{lease.job.id}/judgement", verdict)

    def finish_own_run(self, lease: Lease, outcome: OwnRunOutcome) -> None:
        self._post(f"/jobs/{lease.job.id}/own-run", shapes.WorkerOutcome(lease.job.attempt, outcome))
