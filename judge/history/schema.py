"""The schema of the history: steps of SQL, each from one version to the next."""

OF_USERS = "session IN (SELECT id FROM sessions WHERE command = 'submit')"

FILE = "substr({0}, length(rtrim({0}, replace({0}, '/', ''))) + 1)"
"""Of "anna/mine.cpp" what is behind the last slash."""

# To change the schema: append a step. The file's user_version is the number of steps applied to it.
MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE sessions (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            started_utc TEXT NOT NULL,
            ended_utc TEXT,
            command TEXT NOT NULL,
            planned INTEGER NOT NULL,
            cpu TEXT NOT NULL,
            cores INTEGER NOT NULL,
            memory_bytes INTEGER NOT NULL,
            kernel TEXT NOT NULL,
            gpu TEXT,
            driver TEXT,
            cuda_toolkit TEXT
        ) STRICT""",
        """CREATE TABLE attempts (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            session INTEGER NOT NULL REFERENCES sessions (id),
            judged_utc TEXT NOT NULL,
            problem TEXT NOT NULL,
            name TEXT NOT NULL,
            kind TEXT NOT NULL,
            language TEXT,
            source_sha256 TEXT,
            tests_sha256 TEXT NOT NULL,
            samples_only INTEGER NOT NULL,
            verdict TEXT NOT NULL,
            expected TEXT NOT NULL,
            as_expected INTEGER NOT NULL,
            reason TEXT NOT NULL,
            tests_passed INTEGER NOT NULL,
            tests_total INTEGER NOT NULL,
            wall_ns INTEGER,
            cpu_ns INTEGER,
            peak_memory_bytes INTEGER,
            kernels_ns INTEGER,
            share REAL
        ) STRICT""",
        "CREATE INDEX attempts_of_a_problem ON attempts (problem, id)",
        "CREATE INDEX attempts_of_a_session ON attempts (session, id)",
        # Apart from the rest, so that a list of attempts need not read them: zlib over JSON.
        "CREATE TABLE details (attempt INTEGER PRIMARY KEY REFERENCES attempts (id), result BLOB NOT NULL) STRICT",
    ),
    ("ALTER TABLE attempts ADD COLUMN emulated INTEGER NOT NULL DEFAULT 0",),
    (
        # Earlier versions put a user's solution into a folder that states what is expected.
        f"UPDATE attempts SET name = substr(name, 10) WHERE name GLOB 'accepted/*' AND {OF_USERS}",
        # Null: none was named, or it is of a `verify`.
        "ALTER TABLE attempts ADD COLUMN author TEXT",
        "UPDATE attempts SET author = rtrim(rtrim(name, replace(name, '/', '')), '/') "
        f"WHERE name GLOB '*/*' AND {OF_USERS}",
        "CREATE INDEX attempts_of_an_author ON attempts (author, id) WHERE author IS NOT NULL",
        "CREATE INDEX attempts_of_a_name ON attempts (problem, name, id)",
    ),
    (
        # "double: mine.py"; empty: an earlier version did not keep it.
        "ALTER TABLE sessions ADD COLUMN given TEXT NOT NULL DEFAULT ''",
        # Null: the limit was the problem's own, or that of the machine.
        "ALTER TABLE attempts ADD COLUMN chosen_limit_s REAL",
    ),
    # The names that packages from elsewhere go by, which may be called the same.
    ("CREATE TABLE packages (name TEXT PRIMARY KEY, problem TEXT NOT NULL, path TEXT NOT NULL) STRICT",),
    # Null: the factor of a measured limit was the problem's own.
    ("ALTER TABLE attempts ADD COLUMN chosen_factor REAL",),
    (
        # Of scoring problems; null: of another one, or there is no score, or no bound.
        "ALTER TABLE attempts ADD COLUMN points REAL",
        "ALTER TABLE attempts ADD COLUMN most_points REAL",
    ),
    ("ALTER TABLE attempts ADD COLUMN lower_is_better INTEGER NOT NULL DEFAULT 0",),
    (
        "DROP INDEX attempts_of_a_problem",
        "DROP INDEX attempts_of_a_session",
        "DROP INDEX attempts_of_an_author",
        "DROP INDEX attempts_of_a_name",
        "CREATE INDEX sessions_by_time ON sessions (started_utc)",
        "CREATE INDEX attempts_of_a_session ON attempts (session, problem, name, verdict, as_expected)",
        "CREATE INDEX attempts_by_time ON attempts (judged_utc)",
        "CREATE INDEX attempts_of_a_problem ON attempts (problem, judged_utc)",
        "CREATE INDEX attempts_of_a_verdict ON attempts (verdict, judged_utc)",
        "CREATE INDEX attempts_of_a_problem_and_verdict ON attempts (problem, verdict, judged_utc)",
        # In the order of the view by author.
        "CREATE INDEX attempts_of_an_author ON attempts (author COLLATE NOCASE, author, problem, judged_utc)",
        "CREATE INDEX attempts_of_a_name ON attempts (name, problem, judged_utc)",
        # What `best` compares: COMPARED of filters.py, word by word, or SQLite does not use it.
        """CREATE INDEX attempts_to_compare ON attempts (problem, judged_utc, tests_sha256, session) WHERE
            (verdict = 'AC' AND tests_passed = tests_total AND NOT samples_only AND wall_ns IS NOT NULL)
            OR (points IS NOT NULL AND verdict IN ('AC', 'PA') AND NOT samples_only AND wall_ns IS NOT NULL)""",
        # Patterns are looked for in the names that there are, each once, with the part behind the last slash.
        "CREATE TABLE names (name TEXT PRIMARY KEY, file TEXT NOT NULL) STRICT, WITHOUT ROWID",
        f"INSERT INTO names SELECT name, {FILE.format('name')} FROM (SELECT DISTINCT name FROM attempts)",
        f"""CREATE TRIGGER attempt_names AFTER INSERT ON attempts BEGIN
            INSERT OR IGNORE INTO names VALUES (new.name, {FILE.format("new.name")});
        END""",
    ),
)
