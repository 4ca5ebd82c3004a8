"""The steps of the schema that the history needs.

An index covers one table. So a judgement that is made in a session has copies of other columns by which its submission
is looked up: problem, solution and author.
"""

IN_SESSION = "session_id IS NOT NULL"
ACCEPTED = "verdict = 'AC' AND tests_passed = tests_total AND is_samples_only = 0 AND wall_ns IS NOT NULL"
"""Accepted on every test, and timed."""
SCORED = "points IS NOT NULL AND verdict IN ('AC', 'PA') AND is_samples_only = 0 AND wall_ns IS NOT NULL"
"""Judged with points of a scoring problem, and timed."""
COMPARED = f"(({ACCEPTED}) OR ({SCORED}))"
"""SQLite uses the index only for a query with exactly this text."""

HISTORY = (
    "ALTER TABLE judgements ADD COLUMN session_id WHOLE REFERENCES sessions (id)",
    "ALTER TABLE judgements ADD COLUMN problem TEXT",
    "ALTER TABLE judgements ADD COLUMN name TEXT",
    "ALTER TABLE judgements ADD COLUMN author TEXT",
    *(
        f"CREATE INDEX {name} ON judgements ({columns}) WHERE {where}"
        for name, columns, where in (
            ("attempts_of_a_session", "session_id, problem, name, verdict, as_expected", IN_SESSION),
            ("attempts_by_time", "ended_utc_ms", IN_SESSION),
            ("attempts_of_a_problem", "problem, ended_utc_ms", IN_SESSION),
            ("attempts_of_a_verdict", "verdict, ended_utc_ms", IN_SESSION),
            ("attempts_of_a_problem_and_verdict", "problem, verdict, ended_utc_ms", IN_SESSION),
            # In the order of the view by author.
            ("attempts_of_an_author", "author IN_ANY_CASE, author, problem, ended_utc_ms", IN_SESSION),
            ("attempts_of_a_name", "name, problem, ended_utc_ms", IN_SESSION),
            (
                "attempts_to_compare",
                "problem, ended_utc_ms, data_sha256, session_id",
                f"{IN_SESSION} AND {COMPARED}",
            ),
        )
    ),
    # Patterns are matched against distinct names, each with the part after the last slash.
    "CREATE TABLE solution_names (name TEXT PRIMARY KEY, file TEXT NOT NULL) TABLE_END_OF_KEYS",
    # Imported files of an earlier version, each once.
    "CREATE TABLE imports (name TEXT PRIMARY KEY, at_utc_ms WHOLE NOT NULL) TABLE_END_OF_KEYS",
)

AUTHORS = (
    # Queries that count attempts also ask for a session: with it in the index, no attempt is looked up for that.
    "DROP INDEX attempts_of_an_author",
    "CREATE INDEX attempts_of_an_author ON judgements (author IN_ANY_CASE, author, problem, ended_utc_ms, session_id) "
    f"WHERE {IN_SESSION}",
)
