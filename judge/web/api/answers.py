"""What the service says, as the API answers it."""

from collections.abc import Mapping, Sequence

from judge.base.submission_state import State
from judge.service.online import OnlineJudge, SeenSubmission
from judge.service.problem_page import LanguageChoice, ProblemPage
from judge.service.samples import Sample, beginning
from judge.service.visibility import SeenJudgement, SeenRun
from judge.store import records as store
from judge.store.queue_records import Place
from judge.web.api import shapes

OF_A_RUN = ("difference", "stdout", "stderr", "transcript", "findings")
OF_A_JUDGEMENT = ("compile_error", "findings", "groups")


def language(one: LanguageChoice) -> shapes.LanguageAnswer:
    return shapes.LanguageAnswer(one.id, one.title, one.suffixes, one.is_emulated)


def problem(page: ProblemPage) -> shapes.ProblemAnswer:
    return shapes.ProblemAnswer(
        page.name,
        page.title,
        dict(page.titles),
        dict(page.statements),
        page.time_limit_s,
        page.memory_bytes,
        page.code_bytes,
        page.test_count,
        page.is_interactive,
        page.is_submit_answer,
        page.most_points,
        tuple(map(language, page.languages)),
    )


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
        seen.feedback.name.lower(),
    )


def _submission(
    one: store.Submission, problem_name: str, user: str | None, judgement: store.Judgement | None
) -> shapes.SubmissionAnswer:
    is_done = one.state is State.DONE and judgement is not None
    return shapes.SubmissionAnswer(
        one.id,
        problem_name,
        one.name,
        one.language,
        user,
        one.submitted_utc_ms,
        one.state,
        judgement.verdict if judgement and is_done else None,
        judgement.points if judgement and is_done else None,
    )


def place(online: OnlineJudge, found: Place | None) -> shapes.PlaceAnswer | None:
    if found is None:
        return None
    wait = online.wait_of(found)
    return shapes.PlaceAnswer(found.before, found.running, wait.expected_s, wait.reason)


def run(one: SeenRun) -> shapes.RunAnswer:
    found = one.run
    return shapes.RunAnswer(
        found.ordinal,
        found.test,
        found.verdict,
        found.reason,
        found.points,
        found.is_timed,
        found.wall_ns,
        found.cpu_ns,
        found.peak_memory_bytes,
        found.kernels_ns,
        {name: one.detail[name] for name in OF_A_RUN if one.detail.get(name)},
        _repeated_time(one),
    )


def _repeated_time(one: SeenRun) -> shapes.RepeatedTimeAnswer | None:
    found = one.repeated_time
    if found is None:
        return None
    return shapes.RepeatedTimeAnswer(
        found.runs, found.low_ns, found.high_ns, found.limit_ns, found.is_too_close, found.text
    )


def seen_judgement(seen: SeenJudgement | None) -> shapes.JudgementAnswer | None:
    if seen is None or seen.judgement is None:
        return None
    found = seen.judgement
    return shapes.JudgementAnswer(
        found.verdict,
        found.reason,
        found.tests_passed,
        found.tests_total,
        found.points,
        found.most_points,
        found.is_emulated,
        found.wall_ns,
        found.cpu_ns,
        found.peak_memory_bytes,
        {name: seen.detail[name] for name in OF_A_JUDGEMENT if seen.detail.get(name)},
    )
