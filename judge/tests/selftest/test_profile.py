"""What ninja's log says of a build."""

from pathlib import Path

from judge.selftest.profile import build_parts

LOG = """\
# ninja log v5
0\t1000\t7\trunner-files/emulator/tests/programs/right/sum.o\ta1
0\t1000\t7\t{build}/runner-files/emulator/tests/programs/right/sum.o\ta1
1000\t1500\t8\ttests/programs/exit_with\tb2
5000\t7000\t9\trunner-files/emulator/tests/programs/right/sum.o\ta1
5000\t7000\t9\t{build}/runner-files/emulator/tests/programs/right/sum.o\ta1
"""


def test_a_step_counts_once_as_it_was_done_last(tmp_path: Path) -> None:
    (tmp_path / ".ninja_log").write_text(LOG.format(build=tmp_path))
    assert build_parts(tmp_path) == {
        "programs for the emulated GPU": (1, 2.0),
        "misbehaving programs": (1, 0.5),
    }


def test_a_build_that_is_not_there_has_no_parts(tmp_path: Path) -> None:
    assert build_parts(tmp_path) == {}
