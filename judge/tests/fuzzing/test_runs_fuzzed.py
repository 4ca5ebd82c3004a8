"""What a submission, a validator or a compiler may write, and files that are given to commands."""

import gzip
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest
from hypothesis import strategies as st

from judge.contest.strict import ID
from judge.engine.slurm.settings import read_cluster
from judge.judging.difference import first_difference
from judge.judging.findings import Finding, read_findings
from judge.judging.given_points import given_in
from judge.judging.reported import read_reports
from judge.judging.sanitizer_report import read_report
from judge.languages.headers import begins_with_header
from judge.languages.sources import SourceFile, folders_of_authors, language_of_folder, read_folder
from judge.languages.table import LANGUAGES
from judge.problems.manifest import read_manifest
from judge.problems.points import points_number, points_of, points_text
from judge.project.installation import this_installation
from judge.reports import files as report_files
from judge.tests.fuzzing.driving import JSON, NUMBERS, YAML, drive, mutated
from judge.tests.fuzzing.test_packages_fuzzed import KINDS, leads_out, make_file

pytestmark = pytest.mark.built

OUTPUTS = (b"1 2\n3 4\n", b"", b"\n\n", b"1\r\n\t2 \xff\n", b"x" * 300 + b" 1")
REASONS = (
    b"line 2, token 1: expected 3, found 4",
    b"line 1, after token 2",
    b"line 1, before token 1",
    b"line 0, token 0",
    b"line 99999999999999999999, token 1",
    b"line 1, token " + b"9" * 5000,
)
SANITIZER = (
    b"a.cpp:3:5: runtime error: signed integer overflow\n",
    b"a.cpp:" + b"9" * 5000 + b":5: runtime error: signed integer overflow\n",
    b"ERROR: AddressSanitizer: SEGV\n    #0 0x5 in main a.cpp:99999999999999999999:3\n",
    b"==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x6\nREAD of size 4 at 0x6 thread T0\n"
    b"    #0 0x5 in main /sandbox/a.cpp:7:3\n0x6 is located 0 bytes after 40-byte region [0x1,0x2)\n"
    b"allocated by thread T0 here:\n    #0 0x5 in main a.cpp:6\n",
    b"==1==ERROR: AddressSanitizer: stack-buffer-overflow\nWRITE of size 4\n    #0 0x5 in f(int) a.cpp:7:3\n"
    b"Address 0x is located in stack of thread T0 at offset 72 in frame\n    #0 0x5 in main a.cpp:5\n"
    b"    [32, 72) 'a' (line 6) <== Memory access at offset 72 overflows this variable\n",
)
FINDING = (
    b'{"kind": "out-of-bounds", "message": "m", "file": "a.cu", "line": 3, "kernel": "k", "block": [0, 0, 0],'
    b' "thread": [1, 0, 0]}\n'
)
SOURCES = (
    b"#include <bits/stdc++.h>\nint main() {}\n",
    b"/* a */ // b\n#include <iostream>\n",
    b"print(input())\n",
)
HEADS = (
    b"/*",
    b"*/",
    b"//",
    b"\\\n",
    b"#include <",
    b"/**" * 3000,
    b" " * 30000,
    b"// x\n" * 5000,
    b"{}(**)\n" * 5000,
    b"(*" * 5000,
    b"main",
    b"(",
)


def test_a_validators_message(tmp_path: Path) -> None:
    answer, output = tmp_path / "answer", tmp_path / "output"

    def read(reason: bytes, expected: bytes, found: bytes) -> None:
        answer.write_bytes(expected)
        output.write_bytes(found)
        difference = first_difference(reason.decode(errors="replace"), answer, output)
        if difference:
            msgspec.json.decode(msgspec.json.encode(difference), type=type(difference))

    files = mutated(OUTPUTS)
    drive(st.tuples(mutated(REASONS, NUMBERS), files, files), read)


def test_a_sanitizers_report() -> None:
    def read(report: bytes) -> None:
        finding = read_report(report.decode(errors="replace"), ["a.cpp", "/sandbox/a.cpp"])
        if finding:
            msgspec.json.decode(msgspec.json.encode(finding), type=Finding)

    drive(mutated(SANITIZER, (*NUMBERS, b" " * 20000, b"#0 0x", b"'")), read)


def test_what_a_program_reports_of_itself(tmp_path: Path) -> None:
    file = tmp_path / "findings"

    def read(content: bytes) -> None:
        file.write_bytes(content)
        for finding in read_findings(file):
            msgspec.json.encode(finding)
        read_reports(content.decode(errors="replace"), "cpu-a")

    phases = b'{"phases": {"solver": "cpu-a", "read_ns": 1, "solve_ns": 2, "print_ns": 3}}\n'
    drive(mutated([FINDING, FINDING * 3, phases], JSON), read)


def test_points(tmp_path: Path) -> None:
    def read(content: bytes) -> None:
        (tmp_path / "score.txt").write_bytes(content)
        given = given_in(tmp_path)
        points = points_of(given.score or "")
        if points is not None:
            assert isinstance(points, Fraction)
            points_text(points)
            points_number(points)

    drive(mutated([b"40", b"0.5\n", b"-1e2"], NUMBERS), read)


def test_a_submitted_folder(tmp_path: Path) -> None:
    numbers = iter(range(10**9))

    def read(entries: list[tuple[str, str]]) -> None:
        folder = tmp_path / str(next(numbers))
        folder.mkdir()
        for name, kind in entries:
            if leads_out(folder / name, folder):
                continue
            try:
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                KINDS[kind](folder / name)
                if kind == "nothing":
                    make_file(folder / name, "int main() {}")
            except OSError:
                continue
        files = read_folder(folder, "mine", 1000)
        folders_of_authors(files)
        language_of_folder(files, "mine")

    parts = st.sampled_from(
        ["a.cpp", "b.py", "x" * 150, "util", "a b.c", "\u202e", ".git", "__pycache__", "d/" * 40]
    )
    paths = st.lists(parts, min_size=1, max_size=4).map("/".join)
    drive(st.tuples(st.lists(st.tuples(paths, st.sampled_from(sorted(KINDS))), max_size=5)), read)


def test_sources() -> None:
    """No pattern that is looked for in a source takes for ever."""

    def read(source: bytes) -> None:
        text = source.decode("utf-8", errors="surrogateescape")
        for language in LANGUAGES:
            begins_with_header(language, text)
            language.source_name(text)
            language.starting_file({f"a{suffix}": text for suffix in language.suffixes})
        folders_of_authors([SourceFile("a/x.cpp", text), SourceFile("b/x.java", text)])
        ID.fullmatch(text)

    drive(mutated(SOURCES, HEADS), read)


def test_a_stored_report(tmp_path: Path) -> None:
    stored = (this_installation().root / "docs/examples/h200-verify.json.gz").read_bytes()
    text = gzip.decompress(stored)
    small = b'{"format_version": 1, "reports": []}'

    def read(content: bytes, name: str) -> None:
        (tmp_path / name).write_bytes(content)
        report_files.read_reports(tmp_path / name)

    of_text = st.tuples(mutated([text[:3000], small], JSON), st.just("report.json"))
    of_bytes = st.tuples(mutated([stored[:5000], gzip.compress(small)]), st.just("report.json.gz"))
    drive(of_text | of_bytes, read)


def test_the_file_of_a_cluster(tmp_path: Path) -> None:
    file = tmp_path / "engine.yaml"

    def read(content: bytes) -> None:
        file.write_bytes(content)
        read_cluster(file)

    drive(mutated([b"engine: slurm\npartition: cpu\nspool: /tmp\nnodes: 2\n"], YAML), read)


def test_a_list_of_checksums(tmp_path: Path) -> None:
    def read(content: bytes) -> None:
        (tmp_path / "SHA256SUMS").write_bytes(content)
        read_manifest(tmp_path)

    drive(mutated([b"0" * 64 + b"  secret/01.in\n" + b"1" * 64 + b"  secret/01.ans\n"]), read)
