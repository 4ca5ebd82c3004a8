"""A process that gets modules that were loaded before it was forked notes and sees what it would without that."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from judge.selftest.reads import NOTING, noting

PACKAGE = {
    "package/__init__.py": "",
    "package/limits.py": "import functools\n\n@functools.cache\ndef limit():\n    return 3\n\n\nLIMIT = limit()\n",
    "package/judge.py": """\
from package import limits
from package.sub import name as own_name

def run():
    return LIMIT

LIMIT = limits.limit() + len(open("data.txt").read())
""",
    "package/sub/__init__.py": "",
    "package/sub/name.py": "import package.judge\nNAME = 'judge'\n",
    "package/apart.py": "STATE = []\n\ndef add():\n    STATE.append(1)\n",
    "package/broken.py": "import no_such_library\n",
    "package/mistyped.py": "def (\n",
    "package/failing.py": "import package.apart\n1 / 0\n",
    "data.txt": "12345",
}
SERVER = """\
import importlib, json, os, sys
import sitecustomize
root, notes, is_preloaded, *names = sys.argv[1:]
sys.path.insert(0, root)
if is_preloaded == "yes":
    from preloaded_modules import Preloaded
    modules = [f"package.{name}" for name in ("limits", "judge", "sub.name", "apart", "broken", "mistyped", "failing")]
    preloaded = Preloaded(root, modules)
    child = os.fork()
    if child:
        os.waitpid(child, 0)
        assert not [name for name in sys.modules if name.startswith("package")]
        sys.exit()
noted = sitecustomize.start_notes(notes, root)
if is_preloaded == "yes":
    preloaded.offer(noted)
found = {}
for name in names:
    try:
        module = importlib.import_module(f"package.{name}")
    except Exception as error:
        found[name] = repr(error)
        continue
    found[name] = [module.__spec__.name, type(module.__spec__.loader).__name__, module.__file__]
    if name == "apart":
        module.add()
        found["state"] = module.STATE
import package
found["attributes"] = sorted(name for name in vars(package) if not name.startswith("_"))
found["modules"] = sorted(name for name in sys.modules if name.startswith("package"))
print(json.dumps(found))
"""
FROM_LOADING = {"file data.txt"}
"""What any of the modules read when it was loaded is noted by all who import one."""
OF_A_FUNCTION = "body package/limits.py limit"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    for name, text in PACKAGE.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


def imported(root: Path, names: list[str], *, is_preloaded: bool) -> tuple[dict[str, object], set[str]]:
    """What a process finds that imports these modules, and what it notes."""
    notes = root.parent / f"notes-{is_preloaded}"
    arguments = [str(root), str(notes), "yes" if is_preloaded else "no", *names]
    done = subprocess.run(
        [sys.executable, "-P", "-c", SERVER, *arguments],
        cwd=root, env={"PYTHONPATH": str(NOTING)}, check=True, capture_output=True,
    )  # fmt: skip
    return json.loads(done.stdout), set(notes.read_text().splitlines())


@pytest.mark.parametrize(
    "names",
    [
        ["limits"],
        ["judge"],
        ["sub.name"],
        ["apart"],
        ["broken", "apart"],
        ["mistyped"],
        ["failing"],
        ["apart", "judge"],
        ["none"],
    ],
)
def test_an_import_gives_and_notes_the_same(root: Path, names: list[str]) -> None:
    plain, plain_notes = imported(root, names, is_preloaded=False)
    found, notes = imported(root, names, is_preloaded=True)
    assert json.loads(json.dumps(found).replace("RecordingLoader", "NotingLoader")) == plain
    assert plain_notes <= notes
    more = {note for note in notes - plain_notes if (root / note.split()[1]).exists()}
    assert more <= FROM_LOADING


def test_a_change_of_a_module_that_was_only_loaded_is_no_matter(root: Path) -> None:
    _, notes = imported(root, ["apart"], is_preloaded=True)
    assert {"outline package/apart.py", "body package/apart.py add", *FROM_LOADING} <= notes
    assert not {
        "outline package/judge.py", "outline package/limits.py", "file package/judge.py", OF_A_FUNCTION
    } & notes  # fmt: skip


def test_a_function_that_ran_when_others_were_loaded_is_noted_with_its_module(root: Path) -> None:
    """What it gave is stored there, and no call of this process runs it again."""
    (root / "package/limits.py").write_text(PACKAGE["package/limits.py"].replace("LIMIT = limit()\n", ""))
    (root / "package/apart.py").write_text(
        PACKAGE["package/apart.py"].replace(
            "def add():\n", "def add():\n    from package.limits import limit; limit()\n"
        )
    )
    _, notes = imported(root, ["apart"], is_preloaded=True)
    assert {"outline package/limits.py", OF_A_FUNCTION} <= notes


def test_the_folders_that_a_search_for_modules_lists_are_no_matter(root: Path) -> None:
    _, notes = imported(root, ["judge"], is_preloaded=True)
    assert not [note for note in notes if note.startswith("folder ")]


def test_noting_needs_its_folder_alone(root: Path) -> None:
    """A process of a test has no other module of the project on its path."""
    environment = {"PYTHONPATH": noting(root.parent / "notes", root)["PYTHONPATH"]}
    subprocess.run([sys.executable, "-P", "-c", "import preloaded_modules"], env=environment, check=True)
