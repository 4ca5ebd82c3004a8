"""What the project's own tests skip here, read from their JUnit files; and which skips are known."""

import re
from ast import literal_eval
from collections.abc import Iterable, Iterator
from pathlib import Path
from xml.etree import ElementTree

from msgspec import Struct

from judge.base.units import plural


class KnownSkip(Struct, frozen=True):
    reason: str
    """A regular expression that matches the whole of the reason that a test reports."""
    why: str
    """Why CI may skip it, and where it is tested instead."""


KNOWN_SKIPS = (
    KnownSkip(
        r"no [\w-]+ here: WARP_JUDGE_STRANGERS",
        "strangers' programs are never committed; docs/contest-api.md says how to get them and have them run",
    ),
    KnownSkip(
        r"no container image here: WARP_JUDGE_IMAGE",
        "an image is made of a wheel, at a release: .ci/release/image and try-image",
    ),
    KnownSkip(
        r"no GPU here.*|[\w ,<>-]+ gpu-[\w-]+:( no( GPU.*)?)?",  # Catch2 breaks long lines
        "CI has no GPU; the same kernels and submissions run on the emulated one",
    ),
    KnownSkip(
        r"fewer than \d+ GPUs",
        "the same rows run on several emulated GPUs, in kernels-OPERATION-several-devices",
    ),
    KnownSkip(
        r"no (nginx|caddy) here",
        "CI has neither; the configurations of docs/serve are tried where they are",
    ),
    KnownSkip(
        r"no (nvcc|CUDA toolkit) here.*",
        "CI has no CUDA toolkit; what it compiles needs a GPU to run",
    ),
    KnownSkip(
        r"no [\w, .+/-]+ here; .*judge languages --install (?!c$|cpp$|python3$)[\w-]+|this JDK keeps no settings in .*",
        "CI has the launcher's languages alone; that others are SKIP with the command for it is tested there",
    ),
    KnownSkip(
        r"\w+ gpu-(cub|cublas): not built for the emulated GPU: it (needs|loads).*",  # for the same reason
        "the libraries' own kernels are tested on a GPU alone",
    ),
    KnownSkip(
        r"\w+ gpu-(tensor-\w+|strassen): not built for the emulated GPU: for.*",
        "the emulated GPU has neither Hopper's tensor cores nor its copy engine: tested on a GPU alone",
    ),
    KnownSkip(
        r"\d+ rows as an ordinary user( with control groups)?: no [\w-]+: .*|no such caller: .*"
        r"|without a PID namespace daemons .*|an ordinary user gets no namespaces here: .*",
        "a container or chroot gives some isolation to root alone, or to no user; the same rows run where it is given",
    ),
    KnownSkip(
        r"this user may not mount(: .*)?",
        "what a read-only checkout or a full folder does is tried where root may mount",
    ),
    KnownSkip(
        r"this user may not make networks",
        "machines with a network of their own are tried where root may make namespaces and bridges",
    ),
    KnownSkip(
        r"no systemd-analyze here; apt-get install systemd",
        "systemd's own words about the unit are heard where it is installed",
    ),
    KnownSkip(
        r"no groff here; apt-get install groff",
        "CI has no groff; that the page has every command and option is tested without it",
    ),
    KnownSkip(
        r"no slurm here; apt-get install slurm-wlm munge",
        "a cluster is tested where its programs are: CI installs them by --with-slurm",
    ),
    KnownSkip(
        r"no (OpenID Connect|directory) here; judge --with-institution test",
        "CI installs a provider and a directory by --with-institution",
    ),
    KnownSkip(
        r"no postgresql here; judge --with-postgresql test",
        "the same tests of the store run on SQLite; CI installs a PostgreSQL server by --with-postgresql",
    ),
    KnownSkip(
        r"CCCL's headers were not found.*",
        "the tests of C++ alone take no Python packages",
    ),
)
"""Everything that CI may skip: `judge test --known-skips-only` fails on anything else."""


class Skip(Struct, frozen=True):
    """A skip in a test, and its reason."""

    test: str
    reason: str

    @property
    def known(self) -> KnownSkip | None:
        return next((row for row in KNOWN_SKIPS if re.fullmatch(row.reason, self.reason)), None)


def skips_in(junit: Path) -> Iterator[Skip]:
    """Skips: in pytest, each skipped test with its reason; in CTest, each line `skipped: REASON` of a test's output.

    CTest knows no reasons, and a test program may do some of its work and skip the rest. A test that was skipped
    without such a line has skipped everything for an unknown reason.
    """
    for case in ElementTree.parse(junit).iter("testcase"):
        name = "::".join(filter(None, (case.get("classname"), case.get("name"))))
        skipped = case.find("skipped")
        if case.get("status") is None:  # pytest's
            if skipped is not None:
                yield Skip(name, _reason(skipped))
            continue
        output = case.findtext("system-out") or ""
        reasons = re.findall(r"^\s*skipped: (.*\S)", output, re.MULTILINE)
        if skipped is not None and not reasons:
            reasons = ["no reason given"]
        yield from (Skip(case.get("name") or "", reason) for reason in reasons)


def _reason(skipped: ElementTree.Element) -> str:
    message = skipped.get("message") or "no reason given"
    if message != "collection skipped":
        return message
    # For a file that is skipped when it is loaded, pytest writes (file, line, "Skipped: reason").
    return str(literal_eval(skipped.text or "")[-1]).removeprefix("Skipped: ")


def skips_text(skips: Iterable[Skip]) -> Iterator[str]:
    """A line for each reason: the number of skips with it, the first of them, and whether it is known."""
    by_reason: dict[str, list[Skip]] = {}
    for skip in skips:
        by_reason.setdefault(skip.reason, []).append(skip)
    for reason, those in by_reason.items():
        known = those[0].known
        yield (
            f"{plural(len(those), 'skip')}: {reason} ({those[0].test}{', ...' if len(those) > 1 else ''}): "
            f"{'known: ' + known.why if known else 'NOT KNOWN'}"
        )
