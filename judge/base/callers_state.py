"""What processes inherit from the caller's shell, replaced by the judge's own: modes, limits, signals, environment.

What these would change is not what was asked for but how it comes out: a program that the sandbox's user may not read,
a file that may not grow, a compiler with other options. That would be told of the solution.
"""

import os
import re
import resource
import signal
import sys
import threading
from collections.abc import MutableMapping
from contextlib import suppress

from judge.base.interruption import HEARD

OWN_UMASK = 0o022
"""What the judge makes is read by programs that run as another user, and written by the judge alone."""
LIMITS = {
    resource.RLIMIT_FSIZE: resource.RLIM_INFINITY,
    resource.RLIMIT_CPU: resource.RLIM_INFINITY,
    resource.RLIMIT_DATA: resource.RLIM_INFINITY,
    resource.RLIMIT_AS: resource.RLIM_INFINITY,
    resource.RLIMIT_NPROC: resource.RLIM_INFINITY,
    resource.RLIMIT_NOFILE: 65_536,
    resource.RLIMIT_STACK: 8 << 20,
}
"""The limits by resource: the least that the judge wants for itself; a program that it runs gets its limits from the
runner."""
THREAD_STACK_BYTES = 8 << 20
FOREIGN = re.compile(
    # Python's own; what is loaded into every program; Git's, as in a hook
    r"PYTHON\w+|LD_PRELOAD|LD_AUDIT|LD_DEBUG\w*|LD_PROFILE\w*|LD_BIND_\w+|GLIBC_TUNABLES|MALLOC_\w+|GIT_\w+"
    # shells, and tools that take options from the environment
    r"|ENV|BASH_ENV|BASHOPTS|SHELLOPTS|BASH_FUNC_.*|CDPATH|GLOBIGNORE|PS4|POSIXLY_CORRECT"
    r"|GREP_\w+|TAR_OPTIONS|GZIP|XZ_\w+|ZSTD_\w+|BLOCK_?SIZE|LS_BLOCK_SIZE|TIME_STYLE|TAPE"
    # compilers, and what builds with them; CUDACXX and CUDAHOSTCXX name the toolkit that is asked for
    r"|CC|CXX|CPP|CUDAARCHS|AR|AS|LD|NM|RANLIB|(C|CXX|CPP|CUDA|LD|AS|AR)FLAGS"
    r"|CPATH|(C|CPLUS|OBJC)_INCLUDE_PATH|LIBRARY_PATH|COMPILER_PATH|LD_RUN_PATH|GCC_\w+|COLLECT_\w+|CCC_\w+"
    r"|DEPENDENCIES_OUTPUT|SUNPRO_DEPENDENCIES|SOURCE_DATE_EPOCH|NVCC_\w+|CCACHE_\w+"
    r"|CMAKE_\w+|CTEST_\w+|NINJA_STATUS|NINJAFLAGS|M(AKE)?FLAGS|MAKELEVEL|DESTDIR|VERBOSE"
)
"""Variables that change what the judge's tools do, or say, without being asked to. Any other is kept."""

_callers_umask = OWN_UMASK


def take_own_state() -> None:
    """Takes the state once, called by the main thread before anything is opened or started."""
    global _callers_umask
    _callers_umask = os.umask(OWN_UMASK)
    for limited, wanted in LIMITS.items():
        _lift(limited, wanted)
    threading.stack_size(THREAD_STACK_BYTES)  # by default as large as the caller's limit says
    # A caller that ignores it would have the ends of processes forgotten: each would count as a success.
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, signal.valid_signals() - {*HEARD})
    remove_foreign(os.environ)


def callers_mode(mode: int) -> int:
    """The mode of a file that the caller has named, as the caller's umask has it."""
    return mode & ~_callers_umask


def remove_foreign(environment: MutableMapping[str, str]) -> None:
    """PYTHONPATH stays where this package, and what it imports, may have been found on it."""
    kept = () if sys.flags.ignore_environment else ("PYTHONPATH",)
    for name in [*environment]:
        if name not in kept and FOREIGN.fullmatch(name):
            del environment[name]


def _lift(limited: int, wanted: int) -> None:
    soft, hard = resource.getrlimit(limited)
    if soft == resource.RLIM_INFINITY or (wanted != resource.RLIM_INFINITY and soft >= wanted):
        return
    for limits in ((wanted, wanted if _is_less(hard, wanted) else hard), (hard, hard)):
        # Raising the hard limit takes a privilege that root has, but not in every container.
        with suppress(ValueError, OSError):
            resource.setrlimit(limited, limits)
            return


def _is_less(limit: int, other: int) -> bool:
    if limit == resource.RLIM_INFINITY:
        return False
    return other == resource.RLIM_INFINITY or limit < other
