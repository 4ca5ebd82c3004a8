"""Heartbeats: processes that work on the store report that they are alive, even if they are idle."""

from judge.base.records import Record
from judge.base.units import DAY_MS
from judge.store.catalogue_records import Name, UtcMs
from judge.store.database import StorePart
from judge.store.rows import columns

WORKER, GPU_WORKER, PAGES = "worker", "gpu", "pages"
"""Kinds of processes, and of parts that work on their own."""
BEAT_S = 10.0
"""The interval of heartbeats."""
HEARD_MS = 35_000
"""A process without a heartbeat in this time is not alive."""
FORGOTTEN_MS = DAY_MS
"""A process without a heartbeat for this long no longer exists."""
MOST = 1000


class Heartbeat(Record, frozen=True):
    """The last sign of life of a process."""

    name: Name
    kind: Name
    """ "worker", "gpu" or "pages"."""
    at_utc_ms: UtcMs = 0
    """Set by the store."""
    device: str = ""
    """The GPU that it has: "GPU 0: NVIDIA H100"."""


class Heartbeats(StorePart):
    def beat(self, name: str, kind: str, device: str = "") -> None:
        """Records a heartbeat of this process. Raises StoreError if the store cannot be written."""
        with self._database.write() as transaction:
            now = transaction.now_ms
            transaction.change("DELETE FROM heartbeats WHERE at_utc_ms < ?", now - FORGOTTEN_MS)
            row = {"name": name, "kind": kind, "at_utc_ms": now, "device": device}
            transaction.put("heartbeats", [row], replacing=("name",))

    def end(self, name: str) -> None:
        """Records that the process has ended regularly, so that nobody misses it."""
        with self._database.write() as transaction:
            transaction.change("DELETE FROM heartbeats WHERE name = ?", name)

    def heard(self, kind: str, within_ms: int) -> list[Heartbeat]:
        """The processes of this kind with a recent heartbeat, by name."""
        sql = f"SELECT {columns(Heartbeat)} FROM heartbeats WHERE kind = ? AND at_utc_ms > ? ORDER BY name LIMIT ?"
        with self._database.read() as transaction:
            return transaction.records(Heartbeat, sql, kind, transaction.now_ms - within_ms, MOST)
