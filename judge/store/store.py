"""The store as a whole: opened by its address, an SQLite file or a PostgreSQL server."""

from contextlib import AbstractContextManager
from pathlib import Path

from judge.store.accounts import Accounts
from judge.store.addresses import SERVERS
from judge.store.assignments import Assignments
from judge.store.catalogue import Catalogue
from judge.store.clarifications import Clarifications
from judge.store.classes import Classes
from judge.store.comparisons import Comparisons
from judge.store.contest_judgements import ContestJudgements
from judge.store.contest_notes import ContestNotes
from judge.store.contests import Contests
from judge.store.database import Database, Dialect
from judge.store.events import Audit, Events
from judge.store.heartbeats import Heartbeats
from judge.store.identities import Identities
from judge.store.judgements import Judgements
from judge.store.mails import EmailAddresses, Mails
from judge.store.own_runs import OwnRuns
from judge.store.packages import Packages
from judge.store.queue import Queue
from judge.store.rejudgings import Rejudgings
from judge.store.second_factors import SecondFactors
from judge.store.settings import Settings
from judge.store.sign_up_links import SignUpLinks
from judge.store.sqlite_dialect import SqliteDialect
from judge.store.submissions import Submissions
from judge.store.tokens import Tokens
from judge.store.webhooks import Webhooks


class Store(AbstractContextManager["Store"]):
    """An open store, for any number of threads and processes."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.accounts = Accounts(database)
        self.identities = Identities(database)
        self.tokens = Tokens(database)
        self.catalogue = Catalogue(database)
        self.packages = Packages(database)
        self.contests = Contests(database)
        self.contest_judgements = ContestJudgements(database)
        self.contest_notes = ContestNotes(database)
        self.clarifications = Clarifications(database)
        self.webhooks = Webhooks(database)
        self.submissions = Submissions(database)
        self.queue = Queue(database)
        self.own_runs = OwnRuns(database)
        self.judgements = Judgements(database)
        self.rejudgings = Rejudgings(database)
        self.events = Events(database)
        self.audit = Audit(database)
        self.second_factors = SecondFactors(database)
        self.settings = Settings(database)
        self.sign_up_links = SignUpLinks(database)
        self.heartbeats = Heartbeats(database)
        self.email_addresses = EmailAddresses(database)
        self.mails = Mails(database)
        self.classes = Classes(database)
        self.assignments = Assignments(database)
        self.comparisons = Comparisons(database)

    @classmethod
    def open(cls, address: str | Path) -> "Store":
        """`address`: a file, created if there is none, or postgresql://... Its schema is updated to this version.
        Raises StoreError."""
        dialect = _dialect(address)
        dialect.migrate()
        return cls(Database(dialect))

    def now_ms(self) -> int:
        """The time that everything here uses: milliseconds since 1970, UTC."""
        with self.database.read() as transaction:
            return transaction.now_ms

    def close(self) -> None:
        self.database.close()

    def __exit__(self, *_: object) -> None:
        self.close()


def _dialect(address: str | Path) -> Dialect:
    if isinstance(address, str) and address.startswith(SERVERS):
        from judge.store.postgresql_dialect import PostgresqlDialect  # whose driver may be missing

        return PostgresqlDialect(address)
    return SqliteDialect(Path(address))
