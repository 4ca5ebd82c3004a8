"""The folder data/ of a 2025-09 package: cases, their configuration, and tests of the validators."""

import os
from collections.abc import Container, Mapping
from pathlib import Path, PurePosixPath

from judge.base.errors import JudgeError
from judge.base.records import replace
from judge.problems.constants import Constants
from judge.problems.formats.cases import INTERACTION, Case, cases_below, in_order, unused_files
from judge.problems.formats.data_keys import GROUP_FILE, GivenArgs, read_case, read_group
from judge.problems.formats.generators_case import FILE as GENERATORS
from judge.problems.formats.legacy_groups import with_flags
from judge.problems.formats.legacy_keys import GROUP_FILE as OLD_GROUP_FILE
from judge.problems.formats.legacy_keys import LegacyGroupKeys as OldGroupKeys
from judge.problems.formats.tree import Tree
from judge.problems.model import JudgedOutput, Remark, TestCase, unused

FILES = ".files"
JUDGED = ("sample", "secret")
OUTPUTS = {"valid_output": True, "invalid_output": False}
INVALID_INPUT = "invalid_input"
KNOWN = (*JUDGED, *OUTPUTS, INVALID_INPUT)
"""The folders of data/; other tools may have more there."""
OF_ALL = f"data/{GROUP_FILE}"
"""A file that is not part of the format, but that BAPCtools reads and writes there."""
STATIC_TEST = "static-validation"
"""The name of a group's test for the static validator."""
INSTEAD = (".in.statement", ".ans.statement", ".in.download", ".ans.download")
"""Files that are shown instead of a sample's own."""
ONE_OF = (
    (".in.statement", INTERACTION),
    (".out", ".ans.statement", INTERACTION),
    (".out", ".ans.download"),
    (".png", ".jpg", ".jpeg", ".svg"),
)
"""Suffixes of which a case has at most one."""
BESIDE_A_CASE = (".in", ".ans", ".out", ".yaml", ".png", ".jpg", ".jpeg", ".svg", INTERACTION, *INSTEAD)
READ = (".in", ".ans", ".out", ".yaml", INTERACTION, FILES)
"""Suffixes of files that are read, and of folders of such files."""


def without_case_files(tree: Tree) -> Tree:
    """The tree without the content of the folders NAME.files/, which may be anything."""
    return replace(tree, files=tuple(file for file in tree.files if f"{FILES}/" not in file))


class Data:
    def __init__(
        self,
        tree: Tree,
        constants: Constants,
        validators: Container[str],
        old_groups: Mapping[str, OldGroupKeys] | None = None,
    ) -> None:
        """`old_groups`: the content of a draft's testdata.yaml files. Raises JudgeError for what the judge cannot
        obey."""
        self._whole, self._tree = tree, without_case_files(tree)
        self._validators, self._old_groups = validators, old_groups
        self._check_files()
        self.groups = {
            file.removeprefix("data/").removesuffix(f"/{GROUP_FILE}"): read_group(tree / file, constants)
            for file in self._tree.below("data", READ)
            if file.endswith(f"/{GROUP_FILE}") and file.split("/")[1] in KNOWN
        }
        of_all = tree / OF_ALL
        self._of_all = read_group(of_all, constants).given_args if of_all.is_file() else GivenArgs()

    def tests(self) -> tuple[TestCase, ...]:
        """Raises JudgeError if inputs and answers do not match, or if there is none and none can be made."""
        tests = [self._test(case) for group in JUDGED for case in cases_below(self._tree, "data", group)]
        return in_order(tests, self._tree / "data", may_be_made=self._tree.has(GENERATORS))

    def static_tests(self) -> tuple[TestCase, ...]:
        """One for each group whose configuration asks for it."""
        nothing = Path(os.devnull)
        return tuple(
            TestCase(f"{group}/{STATIC_TEST}", nothing, nothing, args, is_static=True)
            for group, keys in sorted(self.groups.items())
            if (args := keys.static_args) is not None
        )

    def invalid_inputs(self) -> tuple[TestCase, ...]:
        tree = self._tree
        names = [name for name in tree.below(f"data/{INVALID_INPUT}") if name.endswith(".in")]
        cases = [
            Case(name.removeprefix("data/").removesuffix(".in"), tree / name, tree / name) for name in names
        ]
        return tuple(self._test(case) for case in cases)

    def judged_outputs(self, kinds: Container[str]) -> tuple[JudgedOutput, ...]:
        """Outputs of valid_output/ and invalid_output/, and the .out files of samples and secret cases. `kinds`: those
        of the problem: the folders are only for problems that are not interactive, the files also not for multi-pass
        ones."""
        is_used = "interactive" not in kinds
        found = []
        for group, is_right in OUTPUTS.items():
            for case in cases_below(self._tree, "data", group):
                output = case.input.with_suffix(".out")
                if not output.is_file():
                    raise JudgeError(f"{case.input}: an input without its output: {output.name} is missing.")
                found.append(JudgedOutput(self._test(case), output, is_right, is_used))
        is_used = is_used and "multi-pass" not in kinds
        for group in JUDGED:
            for case in cases_below(self._tree, "data", group):
                if (output := case.input.with_suffix(".out")).is_file():
                    found.append(JudgedOutput(self._test(case), output, True, is_used))
        return tuple(found)

    def remarks(self) -> tuple[Remark, ...]:
        others = [file for file in self._whole.below("data", READ) if not self._is_used(file)]
        shown = [file for file in self._tree.listed("data/sample") if file.endswith(INSTEAD)]
        of_all = [
            Remark(
                f"{OF_ALL}: its arguments hold for all test cases; the format has it only in sample/ and secret/"
            )
        ]
        return (
            *(of_all if self._tree.has(OF_ALL) else ()),
            *unused_files(others),
            *(unused(file, "is not used: a sample's own input and answer are shown") for file in shown),
        )

    def _check_files(self) -> None:
        """Raises JudgeError for files that exclude each other."""
        files = self._tree.below("data", READ)
        if bad := [file for file in files if file.endswith("/test_group.in")]:
            raise JudgeError(
                f"{self._tree / bad[0]}: a test case must not be called test_group, as {GROUP_FILE} is of its group. "
                "Rename it."
            )
        folders = {str(folder) for file in files for folder in PurePosixPath(file).parents}
        if both := [file for file in files if file.endswith(".in") and file.removesuffix(".in") in folders]:
            name = both[0].removesuffix(".in")
            raise JudgeError(
                f"{self._tree / both[0]}: a test case must not be called like the folder {name}/. Rename one of them."
            )
        for endings in ONE_OF:
            for stem in sorted(
                {file.removesuffix(one) for file in files for one in endings if file.endswith(one)}
            ):
                there = [ending for ending in endings if self._tree.has(f"{stem}{ending}")]
                if len(there) > 1:
                    raise JudgeError(
                        f"{self._tree / stem}{there[0]}: a test case may have one of {', '.join(endings)}, found "
                        f"{' and '.join(there)}. Remove all but one."
                    )

    def _is_used(self, file: str) -> bool:
        """Whether the format knows such a file there: of a group, of a case, or in the folder of its files."""
        folder, _, name = file.rpartition("/")
        if name == (GROUP_FILE if self._old_groups is None else OLD_GROUP_FILE):
            return folder == "data" or file.split("/")[1] in KNOWN
        if file.split("/")[1] not in KNOWN:
            return False
        stem, of_a_folder, _ = file.partition(f"{FILES}/")
        if not of_a_folder:
            ending = next((one for one in BESIDE_A_CASE if name.endswith(one)), None)
            if ending in (
                None,
                INTERACTION,
                *INSTEAD,
            ):  # the last are distinguished, and a sample needs no other
                return ending is not None
            stem = file.removesuffix(ending)
        return self._tree.has(f"{stem}.in")

    def _test(self, case: Case) -> TestCase:
        said = self._of_all.copy()
        for group in case.groups:
            if group in self.groups:
                said |= self.groups[group].given_args
        config = case.input.with_suffix(".yaml")
        if config.is_file():
            said |= read_case(config).given_args
        self._check_names(case, said)
        files = case.input.with_suffix(FILES)
        test = TestCase(case.name, case.input, case.answer, **said, files=files if files.is_dir() else None)
        return with_flags(test, self._old_groups) if self._old_groups else test

    def _check_names(self, case: Case, said: GivenArgs) -> None:
        """Raises JudgeError for arguments of a validator that does not exist."""
        by_name = said.get("input_validator_args", ())
        for name in by_name if isinstance(by_name, dict) else ():
            if name not in self._validators:
                raise JudgeError(
                    f"{case.input}: 'input_validator_args' names the validator '{name}', which is not in "
                    "input_validators/. Correct the name."
                )
