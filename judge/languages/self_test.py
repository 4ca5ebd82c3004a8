"""Whether a language works here: its self-test program must compile, run and add two numbers."""

from collections.abc import Callable
from functools import cache
from threading import Lock

from judge.base.scratch import scratch_folder
from judge.base.text import read_text
from judge.languages.compile import compile_submission
from judge.languages.known_to_work import is_known_to_work, keep_that_it_works
from judge.languages.language import Language
from judge.languages.toolkits import with_stand_ins_lack
from judge.problems.limits import limits_of_a_test
from judge.problems.model import Limits
from judge.project.host import JudgeHost
from judge.sandbox.run import run

_TRIED_NOW: dict[str, Lock] = {}
"""One per language, held while it is tested: threads that need it at the same moment wait for one answer."""


@cache
def self_test(host: JudgeHost, language: Language) -> str | None:
    """None if the language works, else the fault in one line. Tested once per process.

    A language that needs a GPU works if it compiles; if there is a GPU, its programs must run, too.
    """
    if language.missing_tools:
        return f"{', '.join(language.missing_tools)} not found"
    limits = Limits(time_s=10)
    file_name = f"self-test{language.suffixes[0]}"
    compiled = compile_submission(host, language.self_test, file_name, language, limits)
    if compiled.error is not None:
        return f"its self-test program does not compile: {_last_line(compiled.error)}"
    if language.device.needs_gpu and host.policy.gpus.obstacle is not None:
        return None
    with scratch_folder() as folder:
        (folder / "input").write_text("20 22\n")
        facts = run(
            host,
            compiled.command,
            language.allowed(limits_of_a_test(limits, 1, language.device)),
            folder,
            stdin=folder / "input",
            visible=compiled.visible,
        )
        if not facts.succeeded:
            return (
                f"its self-test program ends with {facts.ending}: {_last_line(read_text(folder / 'stderr'))}"
            )
        output = read_text(folder / "stdout").strip()
        return None if output == "42" else f"its self-test program printed {output!r} instead of 42"


def language_obstacle(
    host: JudgeHost, language: Language, try_it: Callable[[JudgeHost, Language], str | None] = self_test
) -> str | None:
    """Why nothing in this language can be judged here, and what to do; None if it can."""
    with _TRIED_NOW.setdefault(language.id, Lock()):
        if is_known_to_work(host, language):
            return None
        problem = try_it(host, language)
        if problem is None:
            keep_that_it_works(host, language)
            return None
    obstacle = f"{language.title} is not available: {problem}; install it: {language.install}"
    return with_stand_ins_lack(host.installation, language.without_gpu, obstacle)


def _last_line(text: str) -> str:
    return text.strip().rpartition("\n")[2]
