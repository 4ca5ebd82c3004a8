"""The steps of the schema that the history needs.

An index is of one table. So a judgement that is made in a session has copies of what else its submission is looked up
by: problem, solution and author.
"""

IN_SESSION = "session_id IS NOT NULL"
ACCEPTED = "verdict = 'AC' AND tests_passed = tests_total AND is_samples_only = 0 AND wall_ns IS NOT NULL"
"""Accepted on every test, and timed."""
SCORED = "points IS NOT NULL AND verdict IN ('AC', 'PA') AND is_samples_only = 0 AND wall_ns IS NOT NULL"
"""Judged with points of a scoring problem, and timed."""
COMPARED = f"(({ACCEPTED}) OR ({SCORED}))"
"""SQLite uses the index only for a query that has this word by word."""

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
    # Patterns are looked for in the names that there are, each once, with the part behind the last slash.
    "CREATE TABLE solution_names (name TEXT PRIMARY KEY, file TEXT NOT NULL) TABLE_END_OF_KEYS",
    # Files of an earlier version that were taken in, each once.
    "CREATE TABLE imports (name TEXT PRIMARY KEY, at_utc_ms WHOLE NOT NULL) TABLE_END_OF_KEYS",
)

AUTHORS = (
    # Whoever counts attempts asks for a session, too: with it in the index no attempt is looked up for that.
    "DROP INDEX attempts_of_an_author",
    "CREATE INDEX attempts_of_an_author ON judgements (author IN_ANY_CASE, author, problem, ended_utc_ms, session_id) "
    f"WHERE {IN_SESSION}",
)
