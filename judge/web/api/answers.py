"""The service's data in the API's form."""

from collections.abc import Mapping, Sequence

from judge.base.records import part_of
from judge.base.submission_state import State
from judge.service.online import OnlineJudge, SeenSubmission
from judge.service.problem_page import LanguageChoice, ProblemPage
from judge.service.statement_files import Sample, beginning
from judge.service.visibility import SeenJudgement, SeenRun
from judge.store import records as store
from judge.store.queue_records import Place
from judge.web.api import shapes

OF_A_RUN = ("difference", "stdout", "stderr", "transcript", "findings")
OF_A_JUDGEMENT = ("compile_error", "findings", "groups", "counted")


def language(one: LanguageChoice) -> shapes.LanguageAnswer:
    return part_of(one, shapes.LanguageAnswer)


def problem(page: ProblemPage) -> shapes.ProblemAnswer:
    return part_of(page, shapes.ProblemAnswer, languages=tuple(map(language, page.languages)))


def sample(one: Sample) -> shapes.SampleAnswer:
    files = tuple(shapes.SampleFile(file.name, *beginning(file)) for file in one.files)
    return shapes.SampleAnswer(one.name, files)


def submissions(
    found: Sequence[store.Submission],
    problems: Mapping[int, str],
    users: Mapping[int, str],
    judgements: Mapping[int, store.Judgement],
    *,
    are_more: bool,
) -> shapes.SubmissionsAnswer:
    """`problems`, `users`: their names."""
    shown = tuple(
        _submission(one, problems[one.problem_id], users.get(one.user_id or 0), judgements.get(one.id))
        for one in found
    )
    return shapes.SubmissionsAnswer(shown, found[-1].id if are_more else None)


def whole(online: OnlineJudge, seen: SeenSubmission, address: str, last_event: int) -> shapes.WholeSubmission:
    """`address`: that of the judge."""
    one = seen.submission
    judgement = seen.judgement.judgement if seen.judgement else None
    return shapes.WholeSubmission(
        _submission(one, seen.problem.name, seen.user.name if seen.user else None, judgement),
        f"{address}/submissions/{one.id}",
        "the judge could not judge it" if one.state is State.FAILED else "",
        seen.test_count,
        place(online, seen.place),
        seen_judgement(seen.judgement),
        tuple(map(run, seen.judgement.runs)) if seen.judgement else (),
        last_event,
        seen.sight.feedback.name.lower(),
    )


def _submission(
    one: store.Submission, problem_name: str, user: str | None, judgement: store.Judgement | None
) -> shapes.SubmissionAnswer:
    known = judgement if one.state is State.DONE else None
    return part_of(
        one,
        shapes.SubmissionAnswer,
        problem=problem_name,
        user=user,
        verdict=known.verdict if known else None,
        points=known.points if known else None,
    )


def place(online: OnlineJudge, found: Place | None) -> shapes.PlaceAnswer | None:
    if found is None:
        return None
    wait = online.wait_of(found)
    return shapes.PlaceAnswer(found.before, found.running, wait.expected_s, wait.reason)


def run(one: SeenRun) -> shapes.RunAnswer:
    detail = {name: one.detail[name] for name in OF_A_RUN if one.detail.get(name)}
    repeated = part_of(one.repeated_time, shapes.RepeatedTimeAnswer) if one.repeated_time else None
    return part_of(one.run, shapes.RunAnswer, detail=detail, repeated_time=repeated)


def seen_judgement(seen: SeenJudgement | None) -> shapes.JudgementAnswer | None:
    if seen is None or seen.judgement is None:
        return None
    detail = {name: seen.detail[name] for name in OF_A_JUDGEMENT if seen.detail.get(name)}
    return part_of(seen.judgement, shapes.JudgementAnswer, detail=detail)
