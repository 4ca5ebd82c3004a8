"""The latest submissions that were judged on GPUs: when, by which worker, and on how many tests."""

from judge.base.records import Count, Record
from judge.store.catalogue_records import Name, UtcMs
from judge.store.database import StorePart


class GpuJob(Record, frozen=True):
    """A submission that was judged on a GPU."""

    worker: Name
    begun_utc_ms: UtcMs
    ended_utc_ms: UtcMs
    runs: Count
    """Tests with a run in the store."""


class GpuJobs(StorePart):
    def latest(self, among: int) -> list[GpuJob]:
        """Submissions that are among so many of the last judgements, the last one to end first."""
        sql = (
            "SELECT worker, claimed_utc_ms, jobs.ended_utc_ms, "
            "(SELECT count(*) FROM runs WHERE judgement_id = judgements.id) "
            "FROM judgements JOIN jobs ON jobs.id = job_id "
            "WHERE judgements.id > (SELECT max(id) FROM judgements) - ? AND verdict IS NOT NULL AND is_emulated = 0 "
            "AND resource = 'gpu' AND jobs.state = 'done' ORDER BY jobs.ended_utc_ms DESC, jobs.id DESC"
        )
        return self._database.records(GpuJob, sql, among)
