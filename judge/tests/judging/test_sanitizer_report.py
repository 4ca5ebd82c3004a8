"""What is read in the report of a sanitizer."""

import pytest

from judge.judging.sanitizer_report import read_report

OVERFLOW = """\
=================================================================
==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602000000018 at pc 0x55 bp 0x7f sp 0x7f
READ of size 4 at 0x602000000018 thread T0
    #0 0x55d0 in std::vector<int>::operator[](unsigned long) /usr/include/c++/12/bits/stl_vector.h:1123
    #1 0x55d1 in last(std::vector<int>&) mine.cpp:7
    #2 0x55d2 in main mine.cpp:12

0x602000000018 is located 0 bytes to the right of 8-byte region [0x602000000010,0x602000000018)
allocated by thread T0 here:
    #0 0x7f in operator new(unsigned long) (/usr/lib/x86_64-linux-gnu/libasan.so.8+0xb9a38)
    #1 0x55d3 in main mine.cpp:9
"""

LOCAL = """\
==7==ERROR: AddressSanitizer: stack-buffer-overflow on address 0x7f30 at pc 0x55 bp 0x7f sp 0x7f
WRITE of size 4 at 0x7f30 thread T0
    #0 0x55d0 in main mine.cpp:6

Address 0x7f30 is located in stack of thread T0 at offset 64 in frame
    #0 0x55d1 in main mine.cpp:3

  This frame has 2 object(s):
    [32, 36) 'count' (line 4)
    [48, 64) 'local' (line 5) <== Memory access at offset 64 overflows this variable
HINT: this may be a false positive if your program uses some custom stack unwind mechanism, swapcontext or vfork
"""
GLOBAL = """\
==7==ERROR: AddressSanitizer: global-buffer-overflow on address 0x55b0 at pc 0x7f bp 0x7f sp 0x7f
WRITE of size 20 at 0x55b0 thread T0
    #0 0x7f80 in __interceptor_memset ../../sanitizer_common_interceptors.inc:799
    #1 0x55d5 in main mine.cpp:7

0x55b0 is located 48 bytes {before} global variable 'n' defined in 'mine.cpp:3:5' (0x55e0) of size 4
0x55b0 is located 0 bytes {after} global variable 'result' defined in 'mine.cpp:4:5' (0x55a0) of size 16
SUMMARY: AddressSanitizer: global-buffer-overflow ../../sanitizer_common_interceptors.inc:799
"""
FREED = """\
==7==ERROR: AddressSanitizer: heap-use-after-free on address 0x6024 at pc 0x55 bp 0x7f sp 0x7f
READ of size 4 at 0x6024 thread T0
    #0 0x55d0 in main mine.cpp:9

0x6024 is located 4 bytes inside of 12-byte region [0x6020,0x602c)
freed by thread T0 here:
    #0 0x7f in operator delete[](void*) (/usr/lib/x86_64-linux-gnu/libasan.so.8+0xb9a38)
    #1 0x55d3 in main mine.cpp:8

previously allocated by thread T0 here:
    #0 0x7f in operator new[](unsigned long) (/usr/lib/x86_64-linux-gnu/libasan.so.8+0xb9a38)
    #1 0x55d4 in main mine.cpp:5
"""


@pytest.mark.parametrize(
    ("report", "message"),
    [
        (LOCAL, "write of 4 bytes, overflows the local variable 'local' (line 5)"),
        (LOCAL.partition("  This frame")[0], "write of 4 bytes, at offset 64 in the stack frame of main"),
        (LOCAL.replace(" (line 5)", ""), "write of 4 bytes, overflows the local variable 'local'"),
        (
            GLOBAL.format(before="to the left of", after="to the right of"),
            "write of 20 bytes, 0 bytes to the right of global variable 'result' of size 16 (mine.cpp:4)",
        ),
        (
            GLOBAL.format(before="before", after="after"),  # as later releases put it
            "write of 20 bytes, 0 bytes after global variable 'result' of size 16 (mine.cpp:4)",
        ),
        (FREED, "read of 4 bytes, 4 bytes inside of 12-byte region, freed at mine.cpp:8"),
    ],
    ids=["local", "no local", "local without line", "global", "global in later words", "freed"],
)
def test_what_was_met_is_named(report: str, message: str) -> None:
    found = read_report(report, {"mine.cpp"})
    assert found is not None
    assert found.message == message


def test_the_place_is_the_innermost_of_the_author() -> None:
    found = read_report(OVERFLOW, {"mine.cpp"})
    assert found is not None
    assert (found.kind, found.place) == ("heap-buffer-overflow", "mine.cpp:7")
    assert found.message == "read of 4 bytes, 0 bytes to the right of 8-byte region, allocated at mine.cpp:9"


def test_the_first_error_counts() -> None:
    undefined = "mine.cpp:4:9: runtime error: index 7 out of bounds for type 'int [5]'\n"
    found = read_report(f"debug\n{undefined}{OVERFLOW}", {"mine.cpp"})
    assert found is not None
    assert (found.kind, found.place) == ("undefined-behaviour", "mine.cpp:4")
    assert found.message == "index 7 out of bounds for type 'int [5]'"
    assert read_report("nothing of that kind", {"mine.cpp"}) is None


def test_what_a_program_makes_up_is_no_finding() -> None:
    for kind in ("9" * 50, "-", "a", "a" * 50, "heap_overflow", "\u00e9t\u00e9"):
        assert read_report(f"==1==ERROR: AddressSanitizer: {kind} on address", ["a.cpp"]) is None
    found = read_report("==1==ERROR: AddressSanitizer: 99\n==1==ERROR: AddressSanitizer: SEGV on", ["a.cpp"])
    assert found is not None
    assert found.kind == "segmentation-fault"
