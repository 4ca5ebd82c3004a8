"""Called after each pass, as `validate.py INPUT ANSWER FEEDBACK_DIR < OUTPUT`, with the input of that pass. It
exits with 42 to accept the output, with 43 to refuse it.
"""

import pathlib
import re
import sys

feedback = pathlib.Path(sys.argv[3])


def refuse(why):
    (feedback / "judgemessage.txt").write_text(why)
    sys.exit(43)


task = pathlib.Path(sys.argv[1]).read_text().split()[0]
output = sys.stdin.read(1000).strip()
if task == "send":
    if not re.fullmatch("[a-z]{1,20}", output):
        refuse(f"expected 1 to 20 small letters, found {output[:30]!r}")
    (feedback / "nextpass.in").write_text(f"receive\n{output}\n")
elif output != pathlib.Path(sys.argv[2]).read_text().strip():
    refuse(f"expected the number that was sent, found {output[:30]!r}")
sys.exit(42)
