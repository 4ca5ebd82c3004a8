"""Types that several threads use first: anyone who converts to one must not see it half made."""

import subprocess
import sys

from judge.base import records

TYPES = """
import sys
import threading
import types
from collections.abc import Callable

from {where} import {how}

LEVELS = '''
from judge.base.records import Count, NonNegative, Record
class Level0(Record): a: Count
''' + ''.join(
    f'''
class Level{{n}}(Record):
    a: Count
    b: "dict[str, NonNegative] | None" = None
    c: "tuple[int, ...]" = ()
    d: "Level{{n - 1}} | None" = None
'''
    for n in range(1, 6)
)
DATA = {{"a": 1, "b": {{"x": 1.0}}, "c": [1, 2], "d": {{"a": 2, "d": {{"a": 3, "d": {{"a": 1}}}}}}}}


def use_first(number: int) -> None:
    module = types.ModuleType(f"levels{{number}}")
    sys.modules[module.__name__] = module
    exec(LEVELS, module.__dict__)
    together = threading.Barrier(4)

    def use() -> None:
        together.wait()
        {how}(DATA, module.Level5)

    threads = [threading.Thread(target=use) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


sys.setswitchinterval(1e-6)
for number in range({times}):
    use_first(number)
"""


def status(where: str, how: str, times: int) -> int:
    program = TYPES.format(where=where, how=how, times=times)
    return subprocess.run([sys.executable, "-c", program], check=False).returncode


def test_a_type_is_made_ready_by_one_thread_alone() -> None:
    assert status(records.__name__, records.converted.__name__, 20) == 0
