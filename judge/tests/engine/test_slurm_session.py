"""What `--engine slurm` keeps and reads, without a cluster: sessions, engine.yaml, and what Slurm prints."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from judge.base.errors import JudgeError, ToolInterrupted
from judge.base.events import Event, unheard
from judge.engine.slurm.client import in_ranges
from judge.engine.slurm.job_index import JobPlace
from judge.engine.slurm.sending import Sender
from judge.engine.slurm.session import ClusterSession, session_in, write_result
from judge.engine.slurm.settings import read_cluster
from judge.engine.slurm.wire import (
    SentResult,
    SentTask,
    as_line,
    from_line,
    job_from,
    result_from,
    sent_job,
    sent_problem,
    sent_result,
)
from judge.judging.evaluate import judge
from judge.judging.job import Job
from judge.judging.results import Result
from judge.judging.solutions import Solution, solvers
from judge.judging.stored import stored_submissions
from judge.judging.verdicts import Verdict
from judge.machine.cores import usable_cores
from judge.machine.gpus import Gpus
from judge.problems.formats.own import load_problem
from judge.problems.test_cases import load_test_cases
from judge.project.host import JudgeHost
from judge.project.installation import this_installation
from judge.service.cluster_node import judge_task

pytestmark = pytest.mark.built


@pytest.fixture
def session(tmp_path: Path) -> ClusterSession:
    session = ClusterSession(tmp_path / "mine")
    session.spool.mkdir(parents=True)
    return session


def taken_in(session: ClusterSession) -> list[str]:
    return [result.key for result in session.take_in()]


def kept_lines(session: ClusterSession) -> int:
    return len((session.folder / "results.jsonl").read_bytes().splitlines())


def test_a_task_that_was_withdrawn_has_nothing_to_judge(session: ClusterSession) -> None:
    """A folder that is no array is an error, and the other tasks stay."""
    task = SentTask("", str(session.folder), False, None, "", (), (), (), None, {})
    batch = session.batch(session.add([task, task]))
    session.withdraw(JobPlace(1, 0))
    assert [path.name for path in sorted(batch.iterdir())] == ["1", "keys", "log"]
    said: list[Event] = []
    assert [*judge_task(batch, 0, said.append), *judge_task(batch, 1, said.append), *said] == []
    with pytest.raises(JudgeError, match=str(session.folder)):
        [*judge_task(session.folder, 0, said.append)]


def test_a_result_is_taken_in_once_whoever_brings_it_again(session: ClusterSession) -> None:
    write_result(session.spool, SentResult("a", "node1", None))
    assert taken_in(session) == ["a"]
    write_result(session.spool, SentResult("a", "node2", None))
    write_result(session.spool, SentResult("b", "node2", None))
    assert taken_in(session) == ["b"]
    again = ClusterSession(session.folder)
    again.read()
    write_result(again.spool, SentResult("a", "node3", None))
    assert taken_in(again) == []
    assert kept_lines(again) == 2
    first = again.kept("a")
    assert first is not None
    assert first.node == "node1"
    assert again.kept("c") is None


def test_a_line_that_a_dead_judge_did_not_finish_is_judged_again(session: ClusterSession) -> None:
    for key in "ab":
        write_result(session.spool, SentResult(key, "node1", None))
    assert taken_in(session) == ["a", "b"]
    results = session.folder / "results.jsonl"
    results.write_bytes(results.read_bytes()[:-10])
    again = ClusterSession(session.folder)
    again.read()
    assert again.kept("a") is not None
    assert again.kept("b") is None
    write_result(again.spool, SentResult("b", "node2", None))
    assert taken_in(again) == ["b"]
    assert kept_lines(again) == 2


def test_a_line_that_is_no_result_is_named(session: ClusterSession) -> None:
    write_result(session.spool, SentResult("a", "node1", None))
    assert taken_in(session) == ["a"]
    with (session.folder / "results.jsonl").open("ab") as results:
        results.write(b"hello\n")
    with pytest.raises(
        JudgeError, match=r"results.jsonl, line 2: expected a result of this judge, found b'hello"
    ):
        ClusterSession(session.folder).read()


def test_a_result_of_another_version_is_named(session: ClusterSession) -> None:
    for key in "ab":
        write_result(session.spool, SentResult(key, "node1", None))
    assert taken_in(session) == ["a", "b"]
    results = session.folder / "results.jsonl"
    first, second = results.read_text().splitlines()
    results.write_text(f'{first[:-1]},"later":1}}\n{second}\n')
    again = ClusterSession(session.folder)
    again.read()
    with pytest.raises(JudgeError, match=r"results.jsonl: the result of job a is of another version"):
        again.kept("a")
    assert again.kept("b") is not None


def test_a_judge_that_died_between_keeping_and_removing_keeps_one(session: ClusterSession) -> None:
    write_result(session.spool, SentResult("a", "node1", None))
    line = (session.spool / "a").read_bytes()
    assert taken_in(session) == ["a"]
    (session.spool / "a").write_bytes(line)
    again = ClusterSession(session.folder)
    again.read()
    assert taken_in(again) == []
    assert kept_lines(again) == 1
    assert not (again.spool / "a").exists()


def test_what_a_node_has_not_finished_is_not_read(session: ClusterSession) -> None:
    (session.spool / "a.node1.12.part").write_text("{")
    assert taken_in(session) == []


@pytest.mark.skipif(os.geteuid() != 0, reason="this user may not mount")
def test_a_full_disk_loses_no_result(tmp_path: Path) -> None:
    """Results are lost neither where a node writes them nor where the judge keeps them: each is as if it had not
    begun."""
    script = f"""
import errno, sys
from pathlib import Path
from judge.engine.slurm.job_index import JobPlace
from judge.engine.slurm.session import ClusterSession, write_result
from judge.engine.slurm.wire import SentResult
session = ClusterSession(Path({str(tmp_path / "full")!r}) / "mine")
session.spool.mkdir(parents=True)
filler = session.folder / "filler"
write_result(session.spool, SentResult("a", "node1", None, obstacle="x" * 20000))
filler.write_bytes(b"x" * 32000)
def refused(what):
    try:
        what()
    except OSError as error:
        assert error.errno == errno.ENOSPC, error
        return True
assert refused(lambda: write_result(session.spool, SentResult("b", "node1", None, obstacle="x" * 20000)))
assert [path.name for path in session.spool.iterdir()] == ["a"]
assert refused(lambda: list(session.take_in()))
assert (session.spool / "a").exists() and session.kept("a") is None
filler.unlink()
assert [result.key for result in session.take_in()] == ["a"]
again = ClusterSession(session.folder); again.read()
assert again.kept("a").obstacle == "x" * 20000
"""
    (tmp_path / "full").mkdir()
    mounted = f'mount -t tmpfs -o size=64k tmpfs {tmp_path}/full && exec "$@"'
    done = subprocess.run(
        ["unshare", "-m", "sh", "-c", mounted, "sh", sys.executable, "-c", script],
        cwd=this_installation().root, capture_output=True, text=True,
    )  # fmt: skip
    # In a chroot whose root is no mount, `unshare` cannot give the new namespace mounts of its own.
    if done.stderr.startswith("unshare:") or ("mount" in done.stderr and "denied" in done.stderr):
        pytest.skip(f"this user may not mount: {done.stderr.strip()}")
    assert done.returncode == 0, done.stderr


def test_a_session_is_open_in_one_judge(tmp_path: Path) -> None:
    session_in(tmp_path / "one")
    script = "import sys; from pathlib import Path; from judge.engine.slurm.session import session_in; "
    script += "session_in(Path(sys.argv[1]))"
    command = [sys.executable, "-c", script, str(tmp_path / "one")]
    done = subprocess.run(command, cwd=this_installation().root, capture_output=True, text=True)
    assert "session one is open in another judge" in done.stderr
    other = subprocess.run([*command[:-1], str(tmp_path / "two")], cwd=this_installation().root)
    assert other.returncode == 0
    with pytest.raises(JudgeError, match="expected letters, digits"):
        session_in(tmp_path / "a b")


@pytest.mark.parametrize(
    ("text", "indices"),
    [("7", {7}), ("9-11,20", {9, 10, 11, 20}), ("0-6:3", {0, 3, 6}), ("1-3%2", {1, 2, 3}), ("N/A", {0})],
)
def test_indices_of_an_array(text: str, indices: set[int]) -> None:
    assert in_ranges(text) == indices


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("partiton: gpu\n", r"engine.yaml, line 1: unknown key 'partiton'.*partition"),
        (
            "account: a\ncores: 0\n",
            r"engine.yaml, line 2: 'cores' must be a number of cores from 1 to 1024, found 0",
        ),
        ("time: 90\n", r"line 1: 'time' must be a text, a time as Slurm writes it"),
        ("gpu: {gres: 'gpu:2'}\n", r"line 1: 'gpu.gres' must be one GPU"),
        ("shared: /no/such/folder\n", r"line 1: 'shared': expected a folder, found none at /no/such/folder"),
        ("partition: 'a b; rm'\n", r"line 1: 'partition' must be a name that Slurm knows"),
        ("- partition\n", r"expected a map of keys, found list"),
    ],
)
def test_a_wrong_key_of_engine_yaml(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "engine.yaml"
    file.write_text(text)
    with pytest.raises(JudgeError, match=message):
        read_cluster(file)


def test_engine_yaml(tmp_path: Path) -> None:
    file = tmp_path / "engine.yaml"
    with pytest.raises(JudgeError, match="is missing"):
        read_cluster(file)
    file.write_text(
        f"partition: gpu,big\ntime: '1-00:30:00'\ngpu: {{gres: gpu:h100:1}}\nshared: {tmp_path}\n"
    )
    keys = read_cluster(file)
    assert (keys.partition, keys.time, keys.tries) == ("gpu,big", "1-00:30:00", 3)
    assert keys.gpu is not None
    assert keys.gpu.gres == "gpu:h100:1"
    assert keys.sessions == tmp_path / "sessions"


@pytest.mark.parametrize("constraint", ["a100", "a&b", "[rack1|rack2]", "(a|b)&c", "rack*2"])
def test_constraints_are_those_of_sbatch(tmp_path: Path, constraint: str) -> None:
    file = tmp_path / "engine.yaml"
    file.write_text(f"constraint: '{constraint}'\n")
    assert read_cluster(file).constraint == constraint
    for wrong in (f"{constraint} x", f"--{constraint}", f"{constraint};"):
        file.write_text(f"constraint: '{wrong}'\n")
        with pytest.raises(JudgeError, match="features of nodes"):
            read_cluster(file)


def test_the_gpus_of_a_cluster_are_those_of_engine_yaml(tmp_path: Path) -> None:
    """The GPUs of the machine on which the judge runs do not matter."""
    (tmp_path / "nvidia0").touch()
    assert Gpus(nodes=tmp_path).obstacle is None
    assert "engine.yaml has no key 'gpu'" in (Gpus(nodes=tmp_path, of_nodes=False).obstacle or "")
    (tmp_path / "nvidia0").unlink()
    assert Gpus(nodes=tmp_path).obstacle is not None
    assert Gpus(nodes=tmp_path, of_nodes=True).obstacle is None


def test_jobs_and_results_come_through_as_they_are(tree: JudgeHost) -> None:
    problem = load_problem(tree.installation.problems / "double")
    (tree.installation.problems / "double/submissions/wrong_answer/no_utf8.py").write_bytes(
        b"# \xff\nprint(1)\n"
    )
    tests = load_test_cases(tree.installation, problem)
    said = sent_problem(problem, tests, {}, "0" * 64)
    keys = set()
    for solution in (*solvers(tree, problem), *stored_submissions(tree, problem)):
        job = Job(solution, tests)
        task = SentTask("", "", False, None, "", (said,), (sent_job(job, "digest"),), (None,), None, {})
        read = from_line(as_line(task), SentTask)
        assert read == task
        there = job_from(read.jobs[0], read.problems[0], problem, tests)
        assert there.solution == solution
        keys.add(read.jobs[0].key)
        result = judge(tree, there, [usable_cores()[:1]])
        back = result_from(from_line(as_line(sent_result("key", "node", result)), SentResult), job)
        result.compiled = None  # where that lies is known where it was compiled
        assert back == result
    assert len(keys) == 10
    with pytest.raises(ValueError, match="unknown field"):
        from_line('{"key": "a", "node": "b", "refused": null, "more": 1}', SentResult)


@pytest.mark.parametrize(
    ("error", "tool_killed"), [(ToolInterrupted("killed"), True), (JudgeError("no such language"), False)]
)
def test_a_node_that_refuses_a_job_says_whether_a_tool_was_killed(
    tree: JudgeHost,
    session: ClusterSession,
    monkeypatch: pytest.MonkeyPatch,
    error: JudgeError,
    tool_killed: bool,
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("judge.service.cluster_node.judge", fails)
    problem = load_problem(tree.installation.problems / "double")
    job = Job(stored_submissions(tree, problem)[0], load_test_cases(tree.installation, problem))
    sender = Sender(tree, session)
    batch = session.batch(session.add([sender.task([sender.sent(job)])]))
    assert [*judge_task(batch, 0, unheard)] == [error.message]
    [result] = session.take_in()
    assert (result.refused, result.tool_killed) == (error.message, tool_killed)


def test_nothing_of_a_result_is_left_out() -> None:
    """A new field is sent, or stands here."""
    sent = set(SentResult.__struct_fields__) - {"key", "node", "refused", "gpu_failed", "tool_killed"}
    assert set(Result.__struct_fields__) == sent | {"solution", "compiled", "strict", "lost"}


def test_another_source_is_another_job(tree: JudgeHost) -> None:
    problem = load_problem(tree.installation.problems / "double")
    source = tree.installation.problems / "double/submissions/accepted/input.py"

    def key() -> str:
        one = next(one for one in stored_submissions(tree, problem) if one.file_name == "input.py")
        return sent_job(Job(one, []), "digest").key

    before = key()
    assert key() == before
    source.write_text(source.read_text() + "\n# changed\n")
    assert key() != before


def test_a_solver_of_another_program_is_another_job(tree: JudgeHost, session: ClusterSession) -> None:
    problem = load_problem(tree.installation.problems / "double")
    program = tree.installation.root / "program"
    solver = Solution(
        name="cpu-add", problem=problem, expected=Verdict.AC, command=(str(program),), is_solver=True
    )
    keys = []
    for text in ("one", "one", "two"):
        program.write_text(text)
        keys.append(Sender(tree, session).sent(Job(solver, [])).job.key)
    assert keys[0] == keys[1] != keys[2]
