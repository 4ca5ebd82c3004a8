"""The machine that judged a submission, as far as its viewer may know it."""

from judge.service.visibility import Feedback, SeenJudgement
from judge.store.catalogue_records import Host
from judge.store.store import Store


def told_host(store: Store, judgement: SeenJudgement | None, feedback: Feedback) -> Host | None:
    """The host, if times are shown; None: it is unknown, or hidden."""
    number = judgement.judgement.host_id if judgement and judgement.judgement else None
    return store.catalogue.host(number) if number and feedback >= Feedback.TEST else None
