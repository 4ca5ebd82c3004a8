"""Python with Numba and CuPy starts as pip has set them up: with the Python of the judge's own environment."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from judge.project.installation import this_installation

JUDGED = """\
import sys
from pathlib import Path
from judge.base.scratch import scratch_folder
from judge.languages.compile import compile_submission
from judge.languages.table import LANGUAGES
from judge.problems.model import Limits
from judge.project.host import JudgeHost, this_host
from judge.sandbox.run import RunLimits, run

language = next(row for row in LANGUAGES if row.id == "python3-cuda")
assert not language.missing_tools, language.missing_tools
source = "from numba import cuda\\nprint(cuda.MADE_BY)\\n"
made = compile_submission(this_host(), source, "mine.py", language, Limits())
assert made.error is None, made.error
with scratch_folder() as folder:
    limits = RunLimits(cpu_ms=10_000, wall_ms=20_000, memory_bytes=1 << 30, output_bytes=1 << 20)
    facts = run(this_host(), made.command, limits, folder, visible=made.visible)
    print((folder / "stdout").read_text(), (folder / "stderr").read_text(), facts.ending)
"""
REDIRECTED = "import sys, numba_cuda; sys.modules['numba.cuda'] = numba_cuda\n"
"""The redirection of numba-cuda: without it, `numba.cuda` is an older one, which finds nothing of CUDA 13."""


@pytest.mark.built
def test_what_pth_files_set_up_holds(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "venv"], check=True)
    python = tmp_path / "venv/bin/python"
    packages = next((tmp_path / "venv/lib").glob("python*")) / "site-packages"
    for name, text in {
        "numba/__init__.py": "",
        "numba/cuda.py": "MADE_BY = 'numba'\n",
        "numba_cuda/__init__.py": "MADE_BY = 'numba-cuda'\n",
        "cupy/__init__.py": "",
        "redirect.pth": REDIRECTED,
    }.items():
        (packages / name).parent.mkdir(exist_ok=True)
        (packages / name).write_text(text)
    paths = [str(this_installation().root), *(path for path in sys.path if path.endswith("-packages"))]
    done = subprocess.run(
        [python, "-c", JUDGED],
        env={**os.environ, "PYTHONPATH": ":".join(paths)},
        capture_output=True,
        text=True,
    )
    assert done.stdout.split() == ["numba-cuda", "exit", "code", "0"], done.stdout + done.stderr
