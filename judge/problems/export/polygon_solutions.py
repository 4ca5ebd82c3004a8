"""The solutions of a package for Polygon: each a single file with a tag that states the expected verdicts of its
tests."""

from xml.etree.ElementTree import Element, SubElement

from judge.base.errors import JudgeError
from judge.problems.export.content import Content, ExportedSubmission
from judge.problems.export.left_out import lose_rules_of_submissions, why_left_out
from judge.problems.export.legacy import FOLDER_OF, is_usual
from judge.problems.export.package_files import PackageFiles
from judge.problems.export.polygon_types import type_of
from judge.problems.formats.polygon_solutions import ACCEPTED, MAIN, TAGS
from judge.problems.submission_rules import MEMORY_LIMIT

TAG_OF = {
    "AC": ACCEPTED,
    "WA": "wrong-answer",
    "TLE": "time-limit-exceeded",
    "RTE": "runtime-error",
    MEMORY_LIMIT: "memory-limit-exceeded",
}
NOT_RUN = "do-not-run"
"""The tag of a solution without expectations, as in a folder that the package's format does not know."""


def add_solutions(package: PackageFiles, content: Content, assets: Element) -> None:
    """Adds the solutions. The first accepted one, by name, becomes the main one. Raises JudgeError if there is
    none."""
    solutions = SubElement(assets, "solutions")
    has_main = any(one.tag == MAIN for one in content.submissions)
    for one in content.submissions:
        if why := why_left_out(one):
            package.lose(why)
            continue
        [name, *others] = one.files
        kind = type_of(name)
        if others or kind is None:
            what = "it is of several files" if others else "Polygon has no such language"
            package.lose(f"submissions/{one.name}: {what}; it is left out")
            continue
        tag = one.tag or _tag(package, one)
        if tag == ACCEPTED and not has_main:
            tag, has_main = MAIN, True
        path = f"solutions/{one.path.name}"
        if path in package.files:
            path = f"solutions/{tag}-{one.path.name}"
        package.add(path, one.files[name])
        SubElement(SubElement(solutions, "solution", {"tag": tag}), "source", path=path, type=kind)
    if not has_main:
        raise JudgeError(
            f"{content.problem.id}: Polygon requires an accepted solution in one file, as its main one; found none."
        )
    lose_rules_of_submissions(package, content)


def _tag(package: PackageFiles, submission: ExportedSubmission) -> str:
    """The tag that states exactly what is expected, or else the nearest."""
    for tag, wanted in TAGS.items():
        if tag != MAIN and submission.expectations == (wanted,):
            return tag
    if not submission.expectations:
        return NOT_RUN
    verdict = submission.main_verdict
    if not is_usual(submission, FOLDER_OF[verdict]):
        package.lose(f"submissions/{submission.name}: which verdicts its tests may have besides {verdict}")
    return TAG_OF[verdict]
