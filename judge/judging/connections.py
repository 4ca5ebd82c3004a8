"""The number of hardware queues of a CUDA program: one, if that changes only its start-up.

The driver makes contexts one after another for the whole machine, and one with a single queue is made sooner than one
with the usual eight. In one queue the work of a stream waits for what other streams were given before it: a program
that waits in one stream for another may never end, and one whose streams race may be right there and wrong elsewhere.
So every program that may have more than the default stream keeps the usual queues.
"""

import re

from judge.judging.solutions import Solution

LANGUAGE = "cuda"
ONE_QUEUE = ("CUDA_DEVICE_MAX_CONNECTIONS=1",)
OF_CHARACTERS = re.compile(
    r"\b(?:(?:basic_)?w?(?:io|[iofs]|[io]f|[io]?string)stream|streamsize|streamoff|(?:basic_)?streambuf"
    r"|[io]stream(?:buf)?_iterator)\b"
)
"""Streams of the standard library, which are not CUDA's."""
MORE_STREAMS = re.compile(r"stream|cu(?:da)?graph|thrust\s*(?:::|/)\s*async|##", re.IGNORECASE)
"""Words without which a program uses only the default stream. `##` may form any word."""


def queues_of(solution: Solution) -> tuple[str, ...]:
    """The additional environment of a solution that runs on a GPU."""
    if solution.language is None or solution.language.id != LANGUAGE:
        return ()
    texts = (OF_CHARACTERS.sub("", text.replace("\\\n", "")) for text in solution.texts.values())
    return () if any(MORE_STREAMS.search(text) for text in texts) else ONE_QUEUE
