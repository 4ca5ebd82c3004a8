"""`judge submit --to` and `judge status` at a judge that listens: the words and exit statuses of a local `submit`."""

import csv
import hashlib
import io
import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest

from judge import reports
from judge.base.records import replace
from judge.client.connection import RemoteJudge
from judge.client.logins import Login, put_login
from judge.client.submitting import submit_there
from judge.client.told import NOT_TOLD
from judge.commands.watch import watch
from judge.service.online import OnlineJudge
from judge.service.visibility import Feedback, Viewer
from judge.store.catalogue_records import ProblemState, Role, User
from judge.store.records import Submission
from judge.tests.client.typed import Typed
from judge.tests.gpu_stand_in import NOWHERE
from judge.tests.web.running import judging
from judge.tests.web.sites import BROKEN, RIGHT, WASTEFUL, WRONG, SiteUnderTest
from judge.web.rates import Rates

pytestmark = pytest.mark.built


def sent(site: SiteUnderTest, login: Login) -> list[Submission]:
    """What somebody has submitted, the newest first."""
    user = site.site.store.accounts.user_named(login.user)
    assert user
    return site.site.store.submissions.newest(user_id=user.id)


SOURCES = {"right.py": RIGHT, "wrong.py": WRONG, "broken.cpp": BROKEN}


@pytest.fixture
def solutions(tmp_path: Path) -> Path:
    folder = tmp_path / "solutions"
    folder.mkdir()
    for name, text in SOURCES.items():
        (folder / name).write_text(text)
    return folder


def test_a_solution_is_judged_there_as_it_would_be_here(
    site: SiteUnderTest, anna: Login, typed: Typed, solutions: Path
) -> None:
    with judging(site):
        right = typed("submit", "--to", "there", "double", solutions / "right.py")
        wrong = typed("submit", "--to", anna.server, "double", solutions / "wrong.py")
        broken = typed("submit", "--to", "there", "double", solutions / "broken.cpp")
    assert (right.status, wrong.status, broken.status) == (0, 1, 1)
    assert right.last == "AC  double  right.py  3 of 3 tests passed"
    rows = [line.split()[:2] for line in right.out.splitlines() if line.startswith(("sample/", "secret/"))]
    assert len(rows) == 3
    assert {verdict for _, verdict in rows} == {"AC"}
    assert wrong.last.startswith("WA  double  wrong.py  secret/")
    assert "First difference" in wrong.out
    assert broken.last.startswith("CE  double  broken.cpp  ")
    assert "the compiler's message" in broken.out
    first = sent(site, anna)[-1]
    assert site.site.store.submissions.files(first.id)[0].content == RIGHT.encode()


def test_what_is_written_has_the_names_of_a_report(
    site: SiteUnderTest, anna: Login, typed: Typed, solutions: Path, tmp_path: Path
) -> None:
    """Readers of a local report find the same at the same places, as far as it is shown."""
    whole = without_required(json.loads((Path(reports.__file__).parent / "report.schema.json").read_text()))
    schema = {"$ref": "#/$defs/Report", "$defs": whole["$defs"]}
    for name, verdict in (("right.py", "AC"), ("wrong.py", "WA"), ("broken.cpp", "CE")):
        file = tmp_path / f"{name}.json"
        with judging(site):
            typed("submit", "--to", "there", "double", solutions / name, "--json", file)
        found = json.loads(file.read_text())
        jsonschema.validate(found, schema)
        [result] = found["problems"][0]["results"]
        assert result["verdict"] == verdict
        assert result["source_sha256"] == hashlib.sha256(SOURCES[name].encode()).hexdigest()
        assert found["passed"] is (verdict == "AC")
        assert found["submission"]["server"] == anna.server
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**found, "more": 1}, schema)


def without_required(schema: Any) -> Any:
    if isinstance(schema, dict):
        return {
            name: without_required(part)
            for name, part in schema.items()
            if name != "required" or not isinstance(part, list)
        }
    return list(map(without_required, schema)) if isinstance(schema, list) else schema


@pytest.mark.parametrize("level", Feedback)
def test_no_more_is_said_than_the_judge_tells(
    site: SiteUnderTest,
    anna: Login,
    typed: Typed,
    solutions: Path,
    monkeypatch: pytest.MonkeyPatch,
    level: Feedback,
) -> None:
    monkeypatch.setattr(site.site, "online", OnlineJudge(site.host, site.site.store, feedback=level))
    with judging(site):
        done = typed("submit", "--to", "there", "double", solutions / "wrong.py")
    assert done.status == 1
    assert ("WA" in done.last) is (level > Feedback.NONE)
    assert ("secret/" in done.out) is (level >= Feedback.TEST)
    assert ("First difference" in done.out) is (level >= Feedback.DIFFERENCE)
    if level is Feedback.NONE:
        with judging(site):
            right = typed("submit", "--to", "there", "double", solutions / "right.py")
        assert right.status == 1, "a verdict that is not told is no success"


def test_a_page_and_tables_are_made_as_of_what_is_judged_here(
    site: SiteUnderTest, anna: Login, typed: Typed, solutions: Path, tmp_path: Path
) -> None:
    files = {form: tmp_path / f"there.{form}" for form in ("html", "csv", "junit")}
    options = [word for form, file in files.items() for word in (f"--{form}", file)]
    with judging(site):
        assert typed("submit", "--to", "there", "double", solutions / "wrong.py", *options).status == 1
    [head, row] = csv.reader(io.StringIO(files["csv"].read_text(encoding="utf-8-sig")))
    told = dict(zip(head, row, strict=True))
    assert (told["author"], told["solution"], told["verdict"]) == (anna.user, "wrong.py", "WA")
    assert told["machine"].startswith(anna.server)
    assert float(told["worst_wall_ms"]) > 0
    tests = {name: verdict for name, verdict in told.items() if name.startswith(("sample/", "secret/"))}
    assert set(tests.values()) == {"AC", "WA"}
    page = files["html"].read_text()
    number = sent(site, anna)[0].id
    assert f"Submission {number} at {anna.server}" in page
    assert "Wrong answer: wrong.py" in page
    assert 'class="difference"' in page or "first differs" in page.lower()
    [case] = ElementTree.parse(files["junit"]).iter("testcase")
    assert case.find("failure") is not None


@pytest.mark.slow
def test_advice_is_told_as_far_as_the_judge_tells_it(
    site: SiteUnderTest,
    anna: Login,
    typed: Typed,
    solutions: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Advice about secret tests is the kind and the line; their figures and addresses stay at the judge."""
    host = site.host.with_policy(gpus=NOWHERE)
    monkeypatch.setattr(site, "host", host)
    monkeypatch.setattr(site.site, "online", OnlineJudge(host, site.site.store))
    (solutions / "wasteful.cu").write_text(WASTEFUL)
    json_file, html_file = tmp_path / "there.json", tmp_path / "there.html"
    with judging(site):
        done = typed(
            "submit", "--to", "there", "double", solutions / "wasteful.cu",
            "--json", json_file, "--html", html_file,
        )  # fmt: skip
    assert done.status == 0
    assert "strided-access  wasteful.cu:4\n" in done.out
    assert "out[x * 128 + y] = in[y * 128 + x];" in done.out
    assert "go through a tile in shared memory" in " ".join(done.out.split())
    [result] = json.loads(json_file.read_text())["problems"][0]["results"]
    [advice] = result["counted"]["advice"]
    assert (advice["kind"], advice["file"], advice["line"]) == ("strided-access", "wasteful.cu", 4)
    assert (advice["share"], advice["offsets"], result["counted"]["tests"]) == (0, [], [])
    page = html_file.read_text()
    assert "Neighbouring threads are far apart in memory." in page
    assert 'class="ask"' not in page


def test_a_page_has_no_more_than_is_told(
    site: SiteUnderTest,
    anna: Login,
    typed: Typed,
    solutions: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for level in Feedback:
        monkeypatch.setattr(site.site, "online", OnlineJudge(site.host, site.site.store, feedback=level))
        file = tmp_path / f"{level.name}.html"
        with judging(site):
            done = typed("submit", "--to", "there", "double", solutions / "wrong.py", "--html", file)
        assert file.exists() is (level > Feedback.NONE)
        page = file.read_text() if file.exists() else ""
        assert ("secret/" in page) is (level >= Feedback.TEST)
        hidden = NOT_TOLD.get(level.name.lower(), "")
        assert all(hidden in text for text in (page, done.out) if file.exists())
        assert bool(hidden) is (level < Feedback.INPUT)
        assert (str(file) in done.err) is (level is Feedback.NONE), "it says why there is no page"


def test_each_save_is_submitted(
    site: SiteUnderTest, anna: Login, typed: Typed, solutions: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = iter([WRONG, WRONG])

    def wait(_: float) -> None:
        text = next(saved, None)
        if text is None:
            raise KeyboardInterrupt
        if (solutions / "right.py").read_text() != text:
            (solutions / "right.py").write_text(text)

    monkeypatch.setattr(watch, "__defaults__", (wait,))
    with judging(site):
        done = typed("submit", "--to", "there", "double", solutions / "right.py", "--watch", "-q")
    assert done.status == 1
    assert [line[:2] for line in done.out.splitlines()] == ["AC", "WA"]
    assert len(sent(site, anna)) == 2


def test_several_files_and_a_folder_are_one_solution(
    site: SiteUnderTest, anna: Login, typed: Typed, tmp_path: Path
) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "main.py").write_text("import helper\nprint(helper.double(int(input())))\n")
    (folder / "helper.py").write_text("def double(n):\n    return 2 * n\n")
    with judging(site):
        for given in ([folder], [folder / "main.py", folder / "helper.py"]):
            assert typed("submit", "--to", "there", "double", *given).status == 0
    assert [len(site.site.store.submissions.files(one.id)) for one in sent(site, anna)] == [2, 2]


def test_standard_input_needs_a_language(
    site: SiteUnderTest, anna: Login, typed: Typed, solutions: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert typed("submit", "--to", "there", "double", "-").status == 2
    with (solutions / "right.py").open() as stdin, judging(site):
        monkeypatch.setattr("sys.stdin", stdin)
        done = typed("submit", "--to", "there", "double", "-", "--language", "python3")
    assert done.status == 0


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["double", "no-such.py"], "no-such.py"),
        (["double", "large.py"], "large.py"),
        (["double", "mine.unknown"], "mine.unknown"),
        (["double", "right.py", "--language", "klingon"], "klingon"),
        (["nothing", "right.py"], "--problems"),
        (["double", "empty.py"], "empty"),
        (["double", "right.py", "other/right.py"], "right.py"),
        (["double", "right.py", "--samples"], "--samples"),
        (["double", "right.py", "--test", "1"], "--test"),
        (["double", "right.py", "--repeat", "2", "--times"], "--times, --repeat"),
        (["double", "right.py", "--html", "right.py"], "is a source"),
        (["double", "-", "--language", "python3", "--watch"], "--watch needs a file"),
        (["double", "right.py", "--json", "no/such/folder"], "no/such"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_cannot_be_submitted_is_refused_with_a_reason(
    site: SiteUnderTest,
    anna: Login,
    typed: Typed,
    solutions: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: list[str],
    told: str,
) -> None:
    monkeypatch.chdir(solutions)
    Path("other").mkdir()
    for name, text in {
        "large.py": "#" * 9_000_000,
        "mine.unknown": "x",
        "empty.py": " ",
        "other/right.py": RIGHT,
    }.items():
        Path(name).write_text(text)
    done = typed("submit", "--to", "there", *words)
    assert done.status == 2
    assert told in done.err
    assert done.out == ""
    assert sent(site, anna) == []


def test_a_closed_problem_and_too_many_submissions_are_told(
    site: SiteUnderTest, anna: Login, typed: Typed, solutions: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site.site, "rates", Rates(lambda: 0.0))
    admin = site.site.store.accounts.sign_up(User("admin", role=Role.ADMIN))
    staff, desk = Viewer(admin.id, Role.ADMIN), site.site.online.problem_admin
    desk.set_problem(staff, "double", ProblemState.CLOSED, None)
    done = typed("submit", "--to", "there", "double", solutions / "right.py")
    assert (done.status, "closed" in done.err) == (2, True)
    for _ in range(Rates.SUBMIT.burst):
        done = typed("submit", "--to", "there", "double", solutions / "right.py")
    desk.set_problem(staff, "double", ProblemState.OPEN, None)
    assert done.status == 2
    assert "Try again in 7 s" in done.err


def test_a_judge_that_does_not_answer_is_named(anna: Login, typed: Typed, solutions: Path) -> None:
    put_login(replace(anna, server="http://127.0.0.1:1", name="gone"))
    done = typed("submit", "--to", "gone", "double", solutions / "right.py")
    assert done.status == 2
    assert "http://127.0.0.1:1" in done.err


def test_status_shows_all_or_one(
    site: SiteUnderTest, anna: Login, typed: Typed, solutions: Path, tmp_path: Path
) -> None:
    assert typed("status").status == 0
    assert typed("status", "--watch").status == 2
    with judging(site):
        for name in SOURCES:
            typed("submit", "--to", "there", "double", solutions / name)
    table = typed("status", "--json", tmp_path / "all.json")
    rows = [line.split()[:3] for line in table.out.splitlines() if re.match(r" *\d+ ", line)]
    numbers = [one.id for one in sent(site, anna)]
    verdicts = zip(numbers, ("CE", "WA", "AC"), strict=True)
    assert rows == [[str(number), "double", verdict] for number, verdict in verdicts]
    assert [one["id"] for one in json.loads((tmp_path / "all.json").read_text())["submissions"]] == numbers
    assert [typed("status", number).status for number in (*numbers, 10**6)] == [1, 1, 0, 2]
    one = typed("status", numbers[1])
    assert one.last == typed("status", numbers[1], "--watch", "-q").out.strip()
    assert "First difference" in one.out
    problems = typed("status", "--problems")
    assert re.search(r"double +Double +", problems.out)
    assert typed("status", numbers[0], "--problems").status == 2


def test_status_of_what_waits_is_not_success(
    site: SiteUnderTest, anna: Login, typed: Typed, solutions: Path
) -> None:
    with RemoteJudge(anna.server, anna.token) as judge:
        new = submit_there(judge, "double", {"right.py": RIGHT.encode()}, None)
    done = typed("status", new.submission.id)
    assert done.status == 1
    assert "waiting" in done.last
    with judging(site):
        assert typed("status", "--watch").status == 0


def test_a_submission_that_the_judge_cannot_judge_is_an_error(
    site: SiteUnderTest, anna: Login, typed: Typed
) -> None:
    with RemoteJudge(anna.server, anna.token) as judge:
        new = submit_there(judge, "double", {"right.py": RIGHT.encode()}, None)
    lease = site.site.store.queue.claim("worker", 10_000)
    assert lease
    site.site.store.queue.fail(lease, "the disk is full", is_final=True)
    number = new.submission.id
    done = typed("status", number)
    assert done.status == 2
    assert f"submission {number}" in done.err
