"""The words of the pages: each in each language, each that a page asks for, and none that nobody asks for."""

import re
import string
from pathlib import Path

import judge.web
from judge.base.priority import Priority
from judge.base.submission_state import State
from judge.contest.awards import MEDALS
from judge.contest.model import ContestScoring
from judge.judging.advice import WORDS
from judge.problems.count_rules import FIGURES
from judge.service.contest_rules import Phase
from judge.service.contests import CATEGORIES
from judge.service.marking import Solved
from judge.service.visibility import Feedback
from judge.store.catalogue_records import ProblemState, Role
from judge.store.class_records import ClassRole, Counting
from judge.store.events import ContestAction
from judge.store.mails import MailKind, MailState
from judge.store.package_records import Outcome, Stage
from judge.store.queue_records import JobState, Resource
from judge.store.rejudgings import RejudgingState
from judge.store.settings import Registration, SecondFactorRule
from judge.store.tokens import TokenScope
from judge.tests.web.sites import SiteUnderTest
from judge.web.pages.submissions import VERDICTS
from judge.web.texts import LANGUAGES, preferred, texts

ROOT = Path(judge.web.__file__).parent
FAMILIES = {
    "role_": [*Role],
    "state_": [*State],
    "preparation_": [*JobState],
    "rejudging_": [*RejudgingState],
    "registration_": [*Registration],
    "second_factor_rule_": [*SecondFactorRule],
    "verdict_": VERDICTS,
    "lane_": [*Resource],
    "priority_": [int(one) for one in Priority],
    "problem_": [*ProblemState],
    "outcome_": [*Outcome],
    "stage_": [*Stage],
    "feedback_": [one.name.lower() for one in Feedback],
    "scope_": [*TokenScope],
    "phase_": [*Phase],
    "did_": [one.replace("-", "_") for one in ContestAction],
    "category_": CATEGORIES,
    "contest_scoring_": [*ContestScoring],
    "obstacle_": ("running", "pending", "failed", "rejudgings", "questions", "paused"),
    "award_": ("winner", *(name.replace("-", "_") for name in MEDALS)),
    "class_role_": [*ClassRole],
    "mail_": [f"{kind}_{part}" for kind in MailKind for part in ("subject", "text")],
    "mail_kind_": [*MailKind],
    "mail_state_": [MailState.WAITING, MailState.GIVEN_UP],
    "mark_": [*Solved],
    "counting_": [*Counting],
    "counts_": [*Counting],
    "room_": ("store", "packages", "others", "free"),
    "run_state_": [*JobState],
    "written_": ("stdout", "stderr"),
    "figure_": FIGURES,
    "count_": [f"{kind}{suffix}" for kind in ("rule", "found") for suffix in ("", "_of_least")],
    "accesses_": ("lanes", "sectors", "passes", "turns"),
    "advice_": [f"{kind}{end}".replace("-", "_") for kind in WORDS for end in ("", "_place")],
    "text_": ("transcript", "stdout", "stderr"),
}
"""Keys that are put together."""
STATUSES = (
    "error_400",
    "error_401",
    "error_403",
    "error_404",
    "error_405",
    "error_413",
    "error_421",
    "error_500",
    "error_503",
    "error_507",
)


WORDED = (
    "class_times",
    "contest_making",
    "contest_rules",
    "coursework",
    "rosters",
    "similar",
    "table_files",
    "teaching",
)
"""Modules of the service that name keys of the words."""


def asked_for() -> set[str]:
    pages = "\n".join(path.read_text("utf-8") for path in ROOT.rglob("*.j2"))
    code = "\n".join(path.read_text("utf-8") for path in ROOT.rglob("*.py"))
    chosen_keys: set[str] = set()
    service = "\n".join((ROOT.parent / "service" / f"{name}.py").read_text("utf-8") for name in WORDED)
    for chosen in re.findall(r"\bt\(([^()]* if [^()]*)\)", pages):
        chosen_keys |= set(re.findall(r'"(\w+)"', chosen)) & texts().keys()
    found = chosen_keys | set(re.findall(r"""\bt\(['"](\w+)['"](?! ~)""", pages))
    found |= {f"{family}{one}" for family, ones in FAMILIES.items() for one in ones}
    found |= {key for key in texts() if f'"{key}"' in code + service}
    return found | set(STATUSES)


def test_each_text_is_there_in_each_language_with_the_same_places() -> None:
    assert asked_for() == set(texts())
    for key, words in texts().items():
        assert set(words) == set(LANGUAGES), key
        places = {
            code: {name for _, name, _, _ in string.Formatter().parse(word) if name}
            for code, word in words.items()
        }
        assert len({frozenset(names) for names in places.values()}) == 1, (key, places)
        assert all(word.strip() for word in words.values()), key


def test_the_language_is_the_browsers_until_somebody_chooses(site: SiteUnderTest) -> None:
    for accepted, language in (
        ("zh-CN,zh;q=0.9,en;q=0.8", "zh"),
        ("de, en;q=0.5", "en"),
        ("", "en"),
        ("zh" * 999, "en"),
    ):
        assert preferred(accepted) == language
    browser = site.browser()
    chinese = {"accept-language": "zh"}
    assert '<html lang="zh">' in browser.get("/", headers=chinese).text
    assert browser.get("/language/en").status_code == 303
    assert '<html lang="en">' in browser.get("/", headers=chinese).text
    browser.get("/language/klingon")
    assert '<html lang="en">' in browser.get("/", headers=chinese).text
