"""Transcripts: turns in their order, and of a long one the beginning and the end."""

from judge.sandbox.transcript import MOST_BYTES, Transcript


def test_lines_bear_the_mark_of_who_said_them() -> None:
    transcript = Transcript()
    for mark, said in ((">", b"1 2\n3"), (">", b"4\n"), ("<", b"yes"), (">", b"\xff\n\n")):
        transcript.add(mark, said)
    assert transcript.text.split("\n") == ["> 1 2", "> 34", "< yes", "> \ufffd", "> "]


def test_the_middle_of_a_long_one_is_left_out() -> None:
    transcript = Transcript()
    for number in range(5000):
        transcript.add("<>"[number % 2], b"%d\n" % number)
    lines = transcript.text.split("\n")
    assert (lines[0], lines[-1]) == ("< 0", "> 4999")
    (gap,) = (line for line in lines if line.startswith("..."))
    said = sum(len(b"%d\n" % number) for number in range(5000))
    assert gap == f"... {said - 2 * MOST_BYTES} bytes are not shown"


def test_one_long_message_keeps_its_beginning_and_its_end() -> None:
    transcript = Transcript()
    transcript.add(">", b"a" * MOST_BYTES + b"b" * 9 + b"c" * MOST_BYTES)
    first, gap, last = transcript.text.split("\n")
    assert first == "> " + "a" * MOST_BYTES
    assert gap == "... 9 bytes are not shown"
    assert last == "> " + "c" * MOST_BYTES
