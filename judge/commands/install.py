"""`judge install`: puts `judge` on PATH, with completion for bash, zsh and fish, and its manual page."""

import os
import sys
from pathlib import Path

import click
from click.shell_completion import get_completion_class

from judge.base.console import out
from judge.base.errors import JudgeError
from judge.commands.manual import manual_page
from judge.commands.options.group import CommandLine
from judge.project.installation import Installation, is_wheel

BASH_COMPLETION = Path("/usr/share/bash-completion/bash_completion")
COMPLETIONS = {
    "bash": "bash-completion/completions/judge",
    "zsh": "zsh/site-functions/_judge",
    "fish": "fish/vendor_completions.d/judge.fish",
}
"""The place of each shell's completion below a folder share/."""
MANUAL = "man/man1/judge.1"


def install(installation: Installation, prefix: Path | None, command_line: CommandLine) -> int:
    """The command. `prefix`: the folder above bin/ and share/; None: /usr/local for root, else ~/.local."""
    prefix = (prefix or default_prefix()).absolute()
    launcher = launcher_of(installation)
    link = prefix / "bin" / "judge"
    if link.exists() and not _is_launcher(link.resolve()):
        found = f"leads to {link.resolve()}" if link.is_symlink() else "is not a link"
        raise JudgeError(
            f"{link} is there already, and {found}: remove it, or choose another folder with --prefix."
        )
    _put(link, launcher)
    out.print(f"{link} -> {launcher}", soft_wrap=True)
    for shell, place in COMPLETIONS.items():
        _put(prefix / "share" / place, _completion(command_line, shell))
    out.print(f"completion for {', '.join(COMPLETIONS)} in {prefix / 'share'}", soft_wrap=True)
    _put(prefix / "share" / MANUAL, manual_page(command_line))
    out.print(f"the manual page judge(1) in {prefix / 'share/man'}", soft_wrap=True)
    if not BASH_COMPLETION.exists():
        out.print(
            "bash loads it with the package bash-completion: apt-get install bash-completion", style="dim"
        )
    if str(link.parent) not in os.environ.get("PATH", "").split(os.pathsep):
        advice = f'{link.parent} is not on PATH: export PATH="{link.parent}:$PATH"'
        out.print(advice, style="yellow", soft_wrap=True)
    return 0


def files_installed(installation: Installation, prefix: Path | None = None) -> list[Path]:
    """The files that the command has installed for this installation, as far as they still exist."""
    prefix = prefix or default_prefix()
    link = prefix / "bin" / "judge"
    if not link.is_symlink() or link.readlink() != launcher_of(installation):
        return []
    share = prefix / "share"
    files = (link, *(share / place for place in COMPLETIONS.values()), share / MANUAL)
    return [file for file in files if os.path.lexists(file)]


def default_prefix() -> Path:
    return Path("/usr/local") if os.geteuid() == 0 else Path.home() / ".local"


def launcher_of(installation: Installation) -> Path:
    """The program that starts the judge: a checkout's own, or the one that pip made from a wheel."""
    if is_wheel(installation.root):
        return Path(sys.executable).parent / "judge"
    return installation.root / "judge" / "judge"


def _is_launcher(program: Path) -> bool:
    """Whether it starts a judge, of this installation or another one."""
    beside = ("apt-packages.txt", "activate")  # from a checkout, from a virtual environment
    return program.name == "judge" and any((program.parent / file).exists() for file in beside)


def _completion(command_line: click.Command, shell: str) -> str:
    """The completion file: it asks the judge itself for each word."""
    made_by = get_completion_class(shell)
    assert made_by is not None
    # Not click's source(), which for bash first starts a bash to ask for its version.
    completion = made_by(command_line, {}, "judge", "_JUDGE_COMPLETE")
    return completion.source_template % completion.source_vars()


def _put(path: Path, content: Path | str) -> None:
    """Puts a link, or a file with this text, in place of an earlier one."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        if isinstance(content, Path):
            path.symlink_to(content)
        else:
            path.write_text(content, encoding="utf-8")
    except OSError as error:
        raise JudgeError(f"{path}: {error.strerror}; choose another folder with --prefix.") from error
