"""The store: one schema for users, problems, contests, submissions, judgements, jobs and events, and all of its SQL.

    with Store.open(folder / "store.sqlite") as store:  # or "postgresql://..."
        problem = store.catalogue.put(ProblemRecord("double", data_sha256))
        submission = store.submissions.submit(Submission(problem.id, "mine.cpp", "cpp"), files)

and wherever a worker runs, as often as there is something to do:

        lease = store.queue.claim("worker 1", lease_ms=30_000, resources=[Resource.CORE])
        store.judgements.add_runs(lease, runs)  # every now and then; store.queue.heartbeat(lease) where there are none
        store.judgements.finish(lease, replace(lease.judgement, verdict="AC", tests_passed=9, tests_total=9))

Promises:
- A submission is on the disk before `submit` returns, and a verdict before `finish` does.
- A job belongs to one worker at a time. One that is not heard of for the time of its lease loses it: the job goes to
  another one, up to three times, and the one who lost it can write nothing (LeaseLost).
- What may have to be said twice may be: `submit` with a key of the client's, `finish`, `cancel`, and
  all that is done to a rejudging.
- What cannot be done is a StoreError, and nothing of it was written.

`store.py` opens it. `submissions.py`, `queue.py`, `judgements.py`, `rejudgings.py`, `events.py`, `catalogue.py`,
`contests.py`, `clarifications.py` and `accounts.py` are what it can do; `records.py`, `queue_records.py`,
`catalogue_records.py` and `contest_records.py` are what it holds.
`database.py` is all that they know of a database; `sqlite_dialect.py` and `postgresql_dialect.py` know one each, and
`schema.py` its tables.
"""
