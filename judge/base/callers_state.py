"""What processes inherit from the caller's shell, replaced by the judge's own: modes, limits, signals, environment.

Inherited state would change results: a program that the sandbox's user may not read, a file that may not grow, a
compiler with other options. The solution would be blamed for it.
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
"""The umask: other users, as whom programs run, may read the judge's files; only the judge may write them."""
LIMITS = {
    resource.RLIMIT_FSIZE: resource.RLIM_INFINITY,
    resource.RLIMIT_CPU: resource.RLIM_INFINITY,
    resource.RLIMIT_DATA: resource.RLIM_INFINITY,
    resource.RLIMIT_AS: resource.RLIM_INFINITY,
    resource.RLIMIT_NPROC: resource.RLIM_INFINITY,
    resource.RLIMIT_NOFILE: 65_536,
    resource.RLIMIT_STACK: 8 << 20,
}
"""The judge's own minimum for each resource limit. The runner sets the limits of the programs that it runs."""
THREAD_STACK_BYTES = 8 << 20
FOREIGN = re.compile(
    # Python's own; what is loaded into every program; Git's, as set in a hook
    r"PYTHON\w+|LD_PRELOAD|LD_AUDIT|LD_DEBUG\w*|LD_PROFILE\w*|LD_BIND_\w+|GLIBC_TUNABLES|MALLOC_\w+|GIT_\w+"
    # shells, and tools that take options from the environment
    r"|ENV|BASH_ENV|BASHOPTS|SHELLOPTS|BASH_FUNC_.*|CDPATH|GLOBIGNORE|PS4|POSIXLY_CORRECT"
    r"|GREP_\w+|TAR_OPTIONS|GZIP|XZ_\w+|ZSTD_\w+|BLOCK_?SIZE|LS_BLOCK_SIZE|TIME_STYLE|TAPE"
    # compilers and build tools; CUDACXX and CUDAHOSTCXX stay, as they name the requested toolkit
    r"|CC|CXX|CPP|CUDAARCHS|AR|AS|LD|NM|RANLIB|(C|CXX|CPP|CUDA|LD|AS|AR)FLAGS"
    r"|CPATH|(C|CPLUS|OBJC)_INCLUDE_PATH|LIBRARY_PATH|COMPILER_PATH|LD_RUN_PATH|GCC_\w+|COLLECT_\w+|CCC_\w+"
    r"|DEPENDENCIES_OUTPUT|SUNPRO_DEPENDENCIES|SOURCE_DATE_EPOCH|NVCC_\w+|CCACHE_\w+"
    r"|CMAKE_\w+|CTEST_\w+|NINJA_STATUS|NINJAFLAGS|M(AKE)?FLAGS|MAKELEVEL|DESTDIR|VERBOSE"
)
"""Variables that change what the judge's tools do or print without being asked to. All others are kept."""

_callers_umask = OWN_UMASK


def take_own_state() -> None:
    """Replaces the caller's state, once. The main thread calls it before anything is opened or started."""
    global _callers_umask
    _callers_umask = os.umask(OWN_UMASK)
    for limited, wanted in LIMITS.items():
        _raise_soft_limit(limited, wanted)
    threading.stack_size(THREAD_STACK_BYTES)  # by default as large as the caller's limit says
    # A caller that ignores this signal would make the kernel discard exit statuses: every process would count as a
    # success.
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, signal.valid_signals() - {*HEARD})
    remove_foreign(os.environ)


def callers_mode(mode: int) -> int:
    """The mode of a file that the caller has named, by the caller's umask."""
    return mode & ~_callers_umask


def remove_foreign(environment: MutableMapping[str, str]) -> None:
    """Removes variables that change tools. PYTHONPATH stays if this package, or a package that it imports, may come
    from there."""
    kept = () if sys.flags.ignore_environment else ("PYTHONPATH",)
    for name in [*environment]:
        if name not in kept and FOREIGN.fullmatch(name):
            del environment[name]


def _raise_soft_limit(limited: int, wanted: int) -> None:
    soft, hard = resource.getrlimit(limited)
    if soft == resource.RLIM_INFINITY or (wanted != resource.RLIM_INFINITY and soft >= wanted):
        return
    for limits in ((wanted, wanted if _is_less(hard, wanted) else hard), (hard, hard)):
        # Raising the hard limit takes a privilege that root lacks in some containers.
        with suppress(ValueError, OSError):
            resource.setrlimit(limited, limits)
            return


def _is_less(limit: int, other: int) -> bool:
    if limit == resource.RLIM_INFINITY:
        return False
    return other == resource.RLIM_INFINITY or limit < other
