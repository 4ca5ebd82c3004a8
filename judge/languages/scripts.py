"""Programs of a package that are folders with the scripts `build` and `run`, as the formats define them.

`build` runs in the sandbox, like a compiler, in a copy of the folder. The resulting folder is stored with the compiled
submissions, and its `run` is the program.
"""

from pathlib import Path

from judge.base.errors import JudgeError
from judge.base.scratch import scratch_folder
from judge.languages.language import Language
from judge.languages.sources import unpack

BUILD, RUN = "build", "run"
# Nothing in the work directory can be started, only read by an interpreter.
BUILDING = f"""
if [ -f {BUILD} ]; then
  interpreter=$(head -n 1 {BUILD} | sed -n 's/^#! *//p')
  ${{interpreter:-/bin/sh}} ./{BUILD} >&2 || exit
fi
if [ ! -f {RUN} ]; then echo "error: there is no file {RUN} once {BUILD} is done" >&2; exit 1; fi
tar -cf .packed --exclude=.packed . && mv .packed program
"""
SCRIPTS = Language(
    id="scripts",
    title="build and run scripts",
    suffixes=("",),
    install="",
    version=("tar", "--version"),
    tools=("tar",),
    compile=("/bin/sh", "-c", BUILDING),
    run=("{program}",),
    self_test="",
    entry_points=(BUILD, RUN),
)


def has_scripts(names: set[str]) -> bool:
    return bool({BUILD, RUN} & names)


def unpacked_program(archive: Path) -> Path:
    """The folder next to the archive, with the files that the sandbox's `build` left: only regular files. Raises
    JudgeError."""
    folder = archive.parent / "unpacked"
    if folder.is_dir():
        return folder
    with scratch_folder(archive.parent.parent) as scratch:
        unpack(archive, scratch / "new")
        for path in (scratch / "new").rglob("*"):
            path.chmod(0o755)
        if not (scratch / "new" / RUN).is_file():
            raise JudgeError(f"expected an ordinary file {RUN} once {BUILD} is done")
        try:
            (scratch / "new").rename(folder)
        except OSError:  # another judge was faster
            if not folder.is_dir():
                raise
    return folder
