"""The folder for everything that is written while problems are judged; built programs are elsewhere.

It is the build folder of a checkout, unless that cannot be written: then it is one of the user's, so that a checkout
that only root can write to judges all the same. A wheel stays as it was installed: its users have one each.
WARP_JUDGE_DATA names another folder.
"""

import hashlib
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from judge.base.user_state import cache_folder, state_folder

VARIABLE = "WARP_JUDGE_DATA"


@dataclass(frozen=True)
class DataFolder:
    path: Path

    @property
    def compile_cache(self) -> Path:
        """Compiled submissions and validators, under the hash of everything that they depend on
        (judge/languages/compile_cache.py)."""
        return self.path / "submissions"

    @property
    def known_junk(self) -> Path:
        """Validators' answers to junk, under the hash of everything that they depend on."""
        return self.path / "known-junk"

    @property
    def package_data(self) -> Path:
        """Tests made by generators of packages from elsewhere, by what they were made from."""
        return self.path / "package-data"

    def generated_data(self, problem_id: str) -> Path:
        """The large test files of a problem, generated once."""
        return self.path / "testdata" / problem_id

    def replaced_data(self, problem_id: str) -> Path:
        """Files of a package's data that generated ones replaced. Nothing makes them again: no cache holds them."""
        lasting = state_folder() if self.path.is_relative_to(cache_folder()) else self.path
        return lasting / "replaced-data" / problem_id

    def self_test(self, language_id: str) -> Path:
        """The record that a language works here."""
        return self.path / "self-tests" / language_id

    def checksums(self, problem_id: str) -> Path:
        return self.path / "checksums" / f"{problem_id}.json"

    def work(self, problem_id: str) -> Path:
        """The work that each test demands of any solver."""
        return self.path / "work" / f"{problem_id}.json"

    def failed_tools(self, problem_id: str) -> Path:
        """The runs of validators and generators that failed, for repeating them."""
        return self.path / "failed-tools" / problem_id


def data_folder_of(
    root: Path, build: Path, environment: Mapping[str, str] = os.environ, *, keeps: bool = False
) -> DataFolder:
    """The data folder for the tree at `root`. With `keeps`, nothing is written in the tree."""
    asked = environment.get(VARIABLE, "")
    if asked:
        return DataFolder(Path(asked).absolute())
    place = build if build.exists() else build.parent
    if not keeps and os.access(place, os.W_OK, effective_ids=True):
        return DataFolder(build)
    digest = hashlib.sha256(os.fsencode(root)).hexdigest()[:16]
    return DataFolder(cache_folder() / "checkouts" / f"{root.name}-{digest}")
