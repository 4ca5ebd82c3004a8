"""`project: bundle`: nodes that see nothing of the checkout judge as those that do."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.engine.engine import Engine
from judge.engine.slurm.store import FOLDER
from judge.engine.slurm.unpack import FILES
from judge.judging.job import Job
from judge.judging.solutions import submission
from judge.languages.table import emulated_language
from judge.problems.formats.own import load_problem
from judge.problems.test_cases import load_test_cases
from judge.project.emulator import find_compiler
from judge.project.host import JudgeHost
from judge.project.installation import this_installation
from judge.tests.checkout import Checkout
from judge.tests.engine.cluster_results import nodes_that_verified, verdicts
from judge.tests.engine.conftest import engine_yaml
from judge.tests.packages import LEGACY, RIGHT, written
from judge.tests.slurm_cluster import CANNOT_MOUNT, MISSING, Cluster, can_mount, is_here

CUDA = """\
#include <cstdio>

__global__ void twice(long long* number) { *number = 2 * *number; }

int main() {
  long long* number;
  cudaMallocManaged(&number, sizeof *number);
  if (std::scanf("%lld", number) != 1) return 1;
  twice<<<1, 1>>>(number);
  cudaDeviceSynchronize();
  std::printf("%lld\\n", *number);
}
"""
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not is_here(), reason=MISSING),
    pytest.mark.skipif(not can_mount(), reason=CANNOT_MOUNT),
    pytest.mark.built,
]


@pytest.fixture
def far(cluster: Cluster, on_cluster: Checkout, tmp_path: Path) -> Iterator[Checkout]:
    """A checkout that no node sees, and neither what it links to nor its user's folders."""
    hidden = [on_cluster.root, this_installation().root, state_of(on_cluster)]
    cluster.restart(lambda _: [["-t", "tmpfs", "none", str(folder)] for folder in hidden])
    engine_yaml(on_cluster, tmp_path / "shared", bundle(tmp_path))
    yield on_cluster
    cluster.restart()


def bundle(tmp_path: Path) -> str:
    return f"project: bundle\nnode_cache: {tmp_path}/on-node\n"


def state_of(checkout: Checkout) -> Path:
    place = Path(checkout.environment["XDG_STATE_HOME"])
    place.mkdir(exist_ok=True)
    return place


def mine(checkout: Checkout) -> str:
    """A submission that is right."""
    file = checkout.root / "mine.py"
    file.write_text(RIGHT)
    return str(file)


def test_without_a_bundle_they_judge_nothing(far: Checkout, tmp_path: Path) -> None:
    engine_yaml(far, tmp_path / "shared", "tries: 1\n")
    done = far.run("verify", "double", "--engine", "slurm")
    assert done.returncode == 2
    assert "there is no Python at" in done.stderr


def test_with_one_they_judge_as_one_machine_does(far: Checkout, tmp_path: Path) -> None:
    nodes_that_verified(far, tmp_path, "far")
    stored = {path: path.stat().st_mtime_ns for path in (tmp_path / "shared" / FOLDER).rglob("*")}
    again = far.run("submit", "double", mine(far), "--engine", "slurm")
    assert again.returncode == 0, again.stderr
    files = set((tmp_path / "shared" / FOLDER / FILES).iterdir())
    assert files <= stored.keys(), "it is stored once"
    assert all(path.stat().st_mtime_ns == stored[path] for path in files)


def test_a_package_from_elsewhere_goes_along(far: Checkout, tmp_path: Path) -> None:
    package = written(state_of(far) / "twice", LEGACY)
    report = tmp_path / "report.json"
    done = far.run("verify", str(package), "--engine", "slurm", "--json", str(report))
    assert done.returncode == 0, done.stdout + done.stderr
    assert {name: verdict for name, (verdict, _) in verdicts(report).items()} == {
        "accepted/right.py": "AC",
        "wrong_answer/squared.py": "WA",
        "run_time_error/crashing.py": "RTE",
    }


@pytest.mark.usefixtures("far", "here_on_cluster")
def test_cuda_is_compiled_where_the_judge_runs(tree: JudgeHost, tmp_path: Path) -> None:
    if not find_compiler(this_installation()):
        pytest.skip("no compiler of the emulated GPU here")
    file = tmp_path / "engine.yaml"
    file.write_text(f"partition: test\nshared: {tmp_path}/shared\n{bundle(tmp_path)}")
    problem = load_problem(tree.installation.problems / "double")
    tests = load_test_cases(tree.installation, problem)
    emulated = emulated_language(None).id
    jobs = [
        Job(submission(tree, problem, source, name, language_id=emulated), tests)
        for name, source in {"right.cu": CUDA, "broken.cu": CUDA.replace("2 *", "2 =")}.items()
    ]
    engine = Engine(tree.with_engine(file=file, session="cuda"))
    found = {result.solution.file_name: result for result in engine.judge([jobs])}
    assert {name: result.verdict.code for name, result in found.items()} == {
        "right.cu": "AC",
        "broken.cu": "CE",
    }
    assert "error" in (found["broken.cu"].compile_error or "")


def test_what_is_damaged_on_the_way_is_named_and_stored_anew(far: Checkout, tmp_path: Path) -> None:
    first = far.run("submit", "double", mine(far), "--engine", "slurm")
    assert first.returncode == 0, first.stderr
    source = far.root / "testdata/double/sample/01-three.in"
    files = tmp_path / "shared" / FOLDER / FILES
    [stored] = [path for path in files.iterdir() if path.read_bytes() == source.read_bytes()]
    stored.write_bytes(stored.read_bytes()[::-1])  # as many bytes: it is noticed on the node alone
    engine_yaml(far, tmp_path / "shared", f"project: bundle\nnode_cache: {tmp_path}/another\n")
    done = far.run("submit", "double", mine(far), "--engine", "slurm")
    said = " ".join(done.stderr.split())
    assert done.returncode == 0, said
    assert (
        f"{stored}: testdata/double/sample/01-three.in is damaged there: expected SHA-256 {stored.name}"
        in said
    )
    assert stored.read_bytes() == source.read_bytes()


def test_doctor_asks_nodes_that_do_not_see_it(far: Checkout) -> None:
    done = far.run("doctor", "--engine", "slurm")
    text = " ".join(done.stdout.split())
    assert "it sees the shared folder" in text, text
    assert "isolation" in text


def test_benchmarks_are_not_sent(far: Checkout, tmp_path: Path) -> None:
    engine_yaml(far, tmp_path / "shared", bundle(tmp_path) + "gpu: {gres: gpu:1}\n")
    done = far.run("bench", "--engine", "slurm")
    assert done.returncode == 2
    assert "with 'project: shared' in engine.yaml" in done.stderr
