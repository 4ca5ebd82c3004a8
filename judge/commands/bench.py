"""`judge bench`: the GPU variants of each operation against each other, and how close they come to the hardware's
limits."""

from collections.abc import Sequence
from pathlib import Path

from rich.table import Table
from rich.text import Text

from judge.base.console import out, say
from judge.base.errors import JudgeError
from judge.base.events import Listener
from judge.base.next_steps import RunJudge
from judge.base.scratch import scratch_folder
from judge.base.suggestions import unknown_name
from judge.base.tables import new_table
from judge.commands.options.bench import BenchOptions
from judge.engine.slurm.batches import Need
from judge.engine.slurm.one_job import ANSWER, answer_of_job
from judge.engine.slurm.settings import ClusterKeys
from judge.measure.benchmarks import benchmark_families, build_benchmark, run_benchmark
from judge.measure.ladder import Ladder, Rung, read_benchmark, read_ladder, write_ladder
from judge.measure.ladder_text import as_markdown, cells, sizes_as_markdown
from judge.project.host import JudgeHost
from judge.project.installation import Installation
from judge.project.version import commit_of

PROGRAM = "kernels"
RESULTS = "kernels/laboratory/results"
ONLY_NAMED = "matmul-shapes"
"""The prefix of operations that are measured only if named: two hundred sizes."""


def bench(host: JudgeHost, options: BenchOptions, cluster: ClusterKeys | None = None) -> int:
    """The command. Returns the exit status. `cluster`: its nodes measure."""
    operations, repetitions = options.operations, options.repetitions
    if options.stored:
        ladder = read_ladder(options.stored)
    elif cluster:
        ladder = measure_on_cluster(cluster, host.tell, operations, repetitions)
    else:
        ladder = measure(host, operations, repetitions)
    check_operations(operations, {operation for operation, _ in ladder.groups()})
    if options.json:
        write_ladder(ladder, options.json)
    if options.markdown:
        out.out(sizes_as_markdown(ladder) if options.sizes else as_markdown(ladder), end="")
        return 0
    for (operation, element), rungs in ladder.groups().items():
        if not operations or operation in operations:
            out.print(ladder_table(f"{operation}, {element}", rungs, ladder))
    machine = ", ".join(f"{key} {value}" for key, value in ladder.machine.items())
    out.print(Text(f"{machine}\nmedian of {ladder.repetitions}, with quartiles; {ladder.date}", style="dim"))
    return 0


def check_operations(operations: Sequence[str], known: set[str]) -> None:
    """Raises JudgeError for an operation that is never measured."""
    for name in operations:
        if name not in known:
            raise unknown_name("operation", name, known)


def measure(host: JudgeHost, operations: Sequence[str], repetitions: int) -> Ladder:
    """Builds the benchmark and runs it. Raises JudgeError with the reason if there is no GPU."""
    obstacle = host.policy.gpus.obstacle  # before minutes of building
    if obstacle is not None:
        raise _nothing_to_measure(host.installation, operations, obstacle)
    if not build_benchmark(host, PROGRAM):
        raise _nothing_to_measure(host.installation, operations, "this build has no CUDA")
    check_operations(operations, benchmark_families(host.installation, PROGRAM) - {"ceiling"})
    options = [f"--benchmark_repetitions={repetitions}", "--benchmark_enable_random_interleaving=true"]
    chosen = f"^(ceiling|{'|'.join(operations)})/" if operations else f"-^{ONLY_NAMED}"
    options.append(f"--benchmark_filter={chosen}")
    say("measuring; nothing else should use the GPU in the meantime")
    output = run_benchmark(host, PROGRAM, options)
    shown = " ".join([f"build/benchmarks/{PROGRAM}", *options])
    return read_benchmark(output, shown, commit_of(host.installation) or "")


def _nothing_to_measure(installation: Installation, operations: Sequence[str], obstacle: str) -> JudgeError:
    """The error, with the command that shows stored results. Raises JudgeError for an unknown operation."""
    stored = sorted((installation.root / RESULTS).glob("*.json"))
    groups = {file: {operation for operation, _ in read_ladder(file).groups()} for file in stored}
    if stored:
        check_operations(operations, set().union(*groups.values()))
    machines = ", ".join(file.stem for file in stored)
    measured = f" Measured elsewhere: {machines}." if stored else ""
    wanted = [file for file in stored if set(operations) <= groups[file]]
    most = max(wanted, key=lambda file: len(groups[file]), default=None)
    step = _see(installation, operations, most) if most else RunJudge(("doctor",))
    return JudgeError(f"nothing to measure: {obstacle}.{measured}", step)


def _see(installation: Installation, operations: Sequence[str], file: Path) -> RunJudge:
    """The command that shows a stored result, wherever it is called."""
    shown = installation.show(file) if Path.cwd() == installation.root else str(file)
    return RunJudge(("bench", *operations, "--from", shown))


def measure_on_cluster(
    cluster: ClusterKeys, tell: Listener, operations: Sequence[str], repetitions: int
) -> Ladder:
    """Measures by this command on a node with a GPU. Raises JudgeError with the node's message."""
    if cluster.gpu is None:
        raise JudgeError("nothing to measure: engine.yaml names no GPU; add the key 'gpu'.")
    if cluster.sends_project:
        raise JudgeError(
            "bench --engine slurm starts this checkout's benchmarks, which are not sent to nodes: run it from a "
            "checkout that they see, with 'project: shared' in engine.yaml."
        )
    arguments = ["bench", *operations, "--repetitions", str(repetitions), "--json", ANSWER]
    answer = answer_of_job(cluster, tell, Need.GPU, arguments)
    with scratch_folder() as folder:
        (folder / "ladder").write_bytes(answer)
        return read_ladder(folder / "ladder")


def ladder_table(title: str, rungs: list[Rung], ladder: Ladder) -> Table:
    """A row for each variant at each size; within a size in the order of the operation's table."""
    table = new_table(
        title,
        *("size", "variant", "time", "quartiles", "rate", "share of ceiling", "relative to library"),
        texts=("variant",),
        no_wrap=True,
    )
    for size in sorted({rung.size for rung in rungs}):
        at_size = [rung for rung in rungs if rung.size == size]
        for rung in at_size:
            best = rung.rate == max(other.rate for other in at_size)
            first = rung is at_size[0]
            table.add_row(f"{size:,}" if first else "", *cells(rung, ladder), style="bold" if best else "")
        table.add_section()
    return table
