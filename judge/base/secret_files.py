"""Passwords and tokens in files that only their owner can read, or that systemd passes on (LoadCredential=)."""

import os
import stat
from pathlib import Path

from judge.base.errors import JudgeError
from judge.base.outside_files import content_of

MOST_BYTES = 4096


def secret_in(file: Path | None, what: str, credential: str, lacking: str) -> str:
    """The secret, one line. `file`: None means systemd's credential; `what`: "a password"; `lacking`: the error if
    there is neither. Raises JudgeError."""
    folder = os.environ.get("CREDENTIALS_DIRECTORY")
    if file is None and folder:
        file = Path(folder) / credential
    if file is None:
        raise JudgeError(f"{lacking}, or have systemd load the credential {credential}.")
    if file.exists() and stat.S_IMODE(file.stat().st_mode) & 0o077:
        raise JudgeError(f"{file} can be read by others, and holds {what}: chmod 600 {file}")
    secret = content_of(file, MOST_BYTES).decode("utf-8", errors="surrogateescape").rstrip("\r\n")
    if not secret or not secret.isprintable():
        raise JudgeError(f"{file}: expected {what}, in one line.")
    return secret
