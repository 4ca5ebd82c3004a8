"""`/metrics`: what this judge does, in the text format of Prometheus, for an administrator's token or on a separate
port. The library that writes it is loaded when somebody first asks."""

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from litestar import Request, Response
from litestar.exceptions import NotAuthorizedException, PermissionDeniedException

from judge.base.priority import Priority
from judge.store.heartbeats import HEARD_MS, WORKER
from judge.web.counts import BOUNDS_S
from judge.web.observed import is_of_metrics_port
from judge.web.routing import get
from judge.web.site import Site, site_of

if TYPE_CHECKING:
    from prometheus_client.core import Metric

TYPE = "text/plain; version=0.0.4; charset=utf-8"
PREFIX = "warp_judge_"


@get("/metrics", include_in_schema=False)
def metrics(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Raises NotAuthorizedException, PermissionDeniedException."""
    if not is_of_metrics_port(request.scope):
        if request.user.user is None:
            raise NotAuthorizedException("this needs the token of an administrator with the scope admin")
        if not request.user.is_admin:
            raise PermissionDeniedException("this needs the token of an administrator with the scope admin")
    return Response(exposition(site_of(request)), media_type=TYPE)


def exposition(site: Site) -> bytes:
    from prometheus_client.exposition import generate_latest

    class Collected:
        def collect(self) -> Iterator["Metric"]:
            for part in (
                _of_the_process,
                _of_requests,
                _of_judging,
                _of_the_store,
                _of_room,
                _of_mail,
                _of_webhooks,
            ):
                yield from part(site)

    return generate_latest(Collected())


def _of_requests(site: Site) -> Iterator["Metric"]:
    from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily

    counts = site.counts
    labels = ["method", "route", "status"]
    requests = CounterMetricFamily(f"{PREFIX}http_requests", "Requests that were answered.", labels=labels)
    for (method, route, status), count in [*counts.requests.items()]:
        requests.add_metric([method, route, str(status)], count)
    yield requests
    times = HistogramMetricFamily(
        f"{PREFIX}http_request_seconds", "Seconds until an answer began.", labels=["route"]
    )
    for route, one in [*counts.times.items()]:
        total, buckets = 0, []
        for end, count in zip((*map(str, BOUNDS_S), "+Inf"), one.counts, strict=True):
            total += count
            buckets.append((end, total))
        times.add_metric([route], buckets, one.sum_s)
    yield times
    yield _gauge(
        "http_requests_under_way", "Requests that are being answered, streams included.", counts.under_way
    )
    yield _counter("faults", "Answers that an internal error prevented.", counts.faults)
    yield _gauge(
        "sign_ins_waiting", "Passwords that wait to be hashed, or are being.", site.passwords.under_way
    )
    yield _counter("refused_sign_ins", "Wrong passwords, links, codes and tokens.", site.refused_sign_ins)


def _of_the_process(site: Site) -> Iterator["Metric"]:
    yield _gauge("up_seconds", "Since the pages' process began.", round(time.monotonic() - site.begun_s, 1))


def _of_judging(site: Site) -> Iterator["Metric"]:
    from prometheus_client.core import CounterMetricFamily

    counts = site.counts
    yield _counter("claims", "Submissions that a worker began to judge.", counts.claims)
    judged = CounterMetricFamily(f"{PREFIX}judgings", "Judgings that ended.", labels=["verdict", "language"])
    for pair, count in [*counts.judged.items()]:
        judged.add_metric(pair, count)
    yield judged
    lost = CounterMetricFamily(f"{PREFIX}judgings_lost", "Judgings that failed.", labels=["how"])
    for how, count in [*counts.ended.items()]:
        lost.add_metric([how], count)
    yield lost


def _of_the_store(site: Site) -> Iterator["Metric"]:
    from prometheus_client.core import GaugeMetricFamily

    waiting = {one.priority: one for one in site.store.queue.waiting()}
    now_ms = site.store.now_ms()
    length = GaugeMetricFamily(f"{PREFIX}queue_jobs", "Jobs that are waiting.", labels=["priority"])
    age = GaugeMetricFamily(
        f"{PREFIX}queue_oldest_seconds", "Age of the oldest waiting job.", labels=["priority"]
    )
    for priority in Priority:
        one = waiting.get(priority)
        length.add_metric([priority.name.lower()], one.count if one else 0)
        age.add_metric([priority.name.lower()], (now_ms - one.oldest_utc_ms) / 1000 if one else 0)
    yield from (length, age)
    running = sum(one.count for one in site.store.queue.lanes() if one.is_running)
    yield _gauge("jobs_running", "Jobs that workers have.", running)
    workers = site.store.heartbeats.heard(WORKER, HEARD_MS)
    yield _gauge("workers", "Workers with a recent heartbeat.", len(workers))
    oldest = max((now_ms - one.at_utc_ms for one in workers), default=0) / 1000
    yield _gauge(
        "worker_heartbeat_age_seconds",
        "Since the last heartbeat of the worker that has been silent longest.",
        oldest,
    )


def _of_room(site: Site) -> Iterator["Metric"]:
    watch = site.online.room
    if watch is None:
        return
    room = watch.now()
    yield _gauge("data_bytes", "Size of the data folder.", room.data_bytes)
    yield _gauge("store_bytes", "Size of the database.", watch.store_bytes())
    yield _gauge("disk_bytes", "Size of the data folder's disk.", room.disk.size_bytes)
    yield _gauge("disk_free_bytes", "Free space on that disk.", room.disk.free_bytes)
    yield _gauge("disk_least_free_bytes", "Space that is kept free on that disk.", room.least_free_bytes)
    yield _gauge("room_full", "1: nothing more is accepted.", int(room.state == "full"))


def _of_mail(site: Site) -> Iterator["Metric"]:
    """The metrics of mail; empty if there is no mail server."""
    if site.mailer is None:
        return
    counts = site.store.mails.counts()
    yield _gauge("mails_waiting", "Mails that are still to be sent.", counts.waiting)
    yield _gauge("mails_failing", "Waiting mails whose last attempt failed.", counts.failing)
    yield _gauge("mails_sent", "Mails that were sent in the last 30 days.", counts.sent)
    yield _gauge("mails_given_up", "Mails that were given up in the last 30 days.", counts.given_up)


def _of_webhooks(site: Site) -> Iterator["Metric"]:
    """The metrics of webhooks; empty if there are none."""
    hooks = site.store.webhooks.all()
    if not hooks:
        return
    waiting = sum(site.store.webhooks.counts_waiting().values())
    yield _gauge("webhooks_active", "Webhooks that receive changes.", sum(one.is_active for one in hooks))
    failing = sum(one.is_active and bool(one.tries) for one in hooks)
    yield _gauge("webhooks_failing", "Webhooks that did not receive the last callback.", failing)
    yield _gauge("webhook_callbacks_waiting", "Callbacks that are still to be sent.", waiting)


def _gauge(name: str, about: str, value: float) -> "Metric":
    from prometheus_client.core import GaugeMetricFamily

    return GaugeMetricFamily(f"{PREFIX}{name}", about, value=value)


def _counter(name: str, about: str, value: float) -> "Metric":
    from prometheus_client.core import CounterMetricFamily

    return CounterMetricFamily(f"{PREFIX}{name}", about, value=value)
