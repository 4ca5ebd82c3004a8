"""The history of version 0.1.0, which was a file of its own.

Files of earlier versions lack some columns, which get a default here.
"""

import sqlite3
from collections.abc import Sequence, Set

from judge.base.sqlite import FileKind
from judge.store.catalogue_records import host_sha256
from judge.store.history.filters import FILE
from judge.store.old_files import OldFile

OLD_NAME = "history.sqlite"
OLD_KIND = FileKind(
    title="a Warp Judge history",
    application_id=0x576A4869,
    migrations=((),) * 9,
    elsewhere="set XDG_STATE_HOME to another folder that can be written",
    on_damage="recover what can be read with `sqlite3 {path} .recover`, then move it away",
)
UNKNOWN_DATA = "0" * 64
"""The value in place of the digest of a problem's data if nothing of the problem was judged."""
HOST = "cpu, cores, memory_bytes, kernel, gpu, driver, cuda_toolkit"
HOST_OF_SESSION = ", ".join(f"old_sessions.{fact}" for fact in HOST.split(", "))
OF_SUBMIT = "session IN (SELECT id FROM old.sessions WHERE command = 'submit')"
MISSING = {
    "given": "''",
    "emulated": "0",
    "lower_is_better": "0",
    # An earlier version put a user's solution into the folder "accepted", which is not its author.
    "author": f"CASE WHEN name GLOB '*/*' AND {OF_SUBMIT} THEN rtrim(rtrim(name, replace(name, '/', '')), '/') END",
}
"""Values of columns that an older file lacks; others are NULL."""
NAME_BEFORE_AUTHORS = f"CASE WHEN name GLOB 'accepted/*' AND {OF_SUBMIT} THEN substr(name, 10) ELSE name END"
COLUMNS = {
    "sessions": f"id, started_utc, ended_utc, command, planned, given, {HOST}",
    "attempts": (
        "id, session, judged_utc, problem, name, author, kind, language, source_sha256, tests_sha256, samples_only, "
        "verdict, expected, as_expected, reason, tests_passed, tests_total, wall_ns, cpu_ns, peak_memory_bytes, "
        "kernels_ns, share, emulated, chosen_limit_s, chosen_factor, points, most_points, lower_is_better"
    ),
    "packages": "name, path",
}
STEPS = (
    f"""INSERT OR IGNORE INTO hosts (sha256, {HOST})
        SELECT host_sha256({HOST}), {HOST} FROM (SELECT DISTINCT {HOST} FROM old_sessions)""",
    """INSERT INTO sessions (id, command, given, planned, host_id, started_utc_ms, ended_utc_ms)
        SELECT id + :sessions, command, given, planned,"""
    f" (SELECT hosts.id FROM hosts WHERE hosts.sha256 = host_sha256({HOST_OF_SESSION})),"
    " ms_of(started_utc), ms_of(ended_utc) FROM old_sessions",
    f"""INSERT OR IGNORE INTO problems (name, title, origin, data_sha256, added_utc_ms)
        SELECT name, '', path, '{UNKNOWN_DATA}', :now_ms FROM old_packages""",
    """INSERT INTO problems (name, title, origin, data_sha256, added_utc_ms)
        SELECT problem, '', '', tests_sha256, ms_of(max(judged_utc)) FROM old_attempts WHERE TRUE GROUP BY problem
        ON CONFLICT (name) DO UPDATE SET data_sha256 = excluded.data_sha256""",
    """INSERT INTO submissions (id, problem_id, session_id, name, author, kind, language, source_sha256,
            submitted_utc_ms, state, failure, judgement_id)
        SELECT id + :submissions, (SELECT problems.id FROM problems WHERE problems.name = problem), session + :sessions,
            name, author, kind, language, source_sha256, ms_of(judged_utc), 'done', '', id + :judgements
        FROM old_attempts""",
    """INSERT INTO judgements (id, submission_id, session_id, problem, name, author, counts, data_sha256, source_sha256,
            verdict, reason, expected, as_expected, is_emulated, is_samples_only, tests_passed, tests_total, points,
            most_points, lower_is_better, points_by_group, started_utc_ms, ended_utc_ms, wall_ns, cpu_ns,
            peak_memory_bytes, kernels_ns, ceiling_share, chosen_limit_s, chosen_factor, host_id)
        SELECT id + :judgements, id + :submissions, session + :sessions, problem, name, author, 1, tests_sha256,
            source_sha256, verdict, reason, expected, as_expected, emulated, samples_only, tests_passed, tests_total,
            points, most_points, lower_is_better, '{}', ms_of(judged_utc), ms_of(judged_utc), wall_ns, cpu_ns,
            peak_memory_bytes, kernels_ns, share, chosen_limit_s, chosen_factor,
            (SELECT host_id FROM sessions WHERE sessions.id = session + :sessions)
        FROM old_attempts""",
    "INSERT INTO judgement_details SELECT attempt + :judgements, result FROM old.details",
    f"INSERT OR IGNORE INTO solution_names SELECT name, {FILE.format('name')} FROM "
    "(SELECT DISTINCT name FROM old_attempts)",
)


def _prepare(connection: sqlite3.Connection) -> None:
    """Makes its tables available as old_sessions, old_attempts and old_packages, with all columns."""
    connection.create_function("host_sha256", 7, host_sha256, deterministic=True)
    for table, names in COLUMNS.items():
        known = {name for _, name, *_ in connection.execute(f"PRAGMA old.table_info({table})")}
        connection.execute(f"CREATE TEMP VIEW old_{table} AS {_rows(table, names.split(', '), known)}")


def _rows(table: str, names: Sequence[str], known: Set[str]) -> str:
    """The query for all rows with these columns; the file may lack some, or the whole table."""
    if not known:
        return f"SELECT {', '.join(f'NULL AS {name}' for name in names)} WHERE FALSE"
    source = f"old.{table}"
    if table == "attempts" and "author" not in known:
        source = f"(SELECT {', '.join(known - {'name'})}, {NAME_BEFORE_AUTHORS} AS name FROM {source})"
    columns = [name if name in known else f"{MISSING.get(name, 'NULL')} AS {name}" for name in names]
    return f"SELECT {', '.join(columns)} FROM {source}"


HISTORY = OldFile(
    OLD_NAME,
    OLD_KIND,
    ("sessions", "attempts", "details"),
    _prepare,
    STEPS,
    ("sessions", "submissions", "judgements"),
)
"""The numbers of its sessions are kept, unless the store has sessions of its own."""
