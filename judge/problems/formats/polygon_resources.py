"""The files of a Polygon package that are compiled with each solution: for example, a grader with `main`, and its
header.

They are the resources with the asset `solution`; their `for-types` lists the types of sources that they are for:
`cpp.*`.
"""

import re

from judge.base.errors import JudgeError
from judge.base.outside_files import text_of
from judge.problems.formats.polygon_files import file_of
from judge.problems.formats.tree import Tree
from judge.problems.formats.xml_nodes import Node
from judge.problems.model import Included

SOLUTION, COMPILE = "solution", "compile"
LANGUAGES = {"cpp": "cpp", "c": "c"}
"""The judge's ids by the prefix of a type. In other languages a grader is not simply compiled with the solution."""
BETWEEN = re.compile(r"[\s,;:|]+")


def solution_resources(tree: Tree, top: Node) -> Included:
    """Files by language, then by the file's name. Raises JudgeError for those that cannot be compiled in this way."""
    found: dict[str, dict[str, str]] = {}
    for node in top.all("files/resources/file"):
        assets = {asset.attributes.get("name", "").lower() for asset in node.all("assets/asset")}
        if SOLUTION not in assets:
            continue
        stages = {stage.attributes.get("name", "").lower() for stage in node.all("stages/stage")}
        if stages - {COMPILE}:
            raise JudgeError(
                f"{node.place}: a file that solutions have while they {', '.join(sorted(stages - {COMPILE}))}, "
                f"{node.attributes.get('path')}, is not supported: expected the stage '{COMPILE}' alone."
            )
        path = file_of(tree, node)
        for kind in BETWEEN.split(node.attributes.get("for-types", "").strip()):
            language = LANGUAGES.get(kind.partition(".")[0])
            if language is None:
                raise JudgeError(
                    f"{node.place}: a file that is compiled with solutions of the type '{kind}', "
                    f"{node.attributes.get('path')}, is not supported: expected for-types of C or C++, such as 'cpp.*'."
                )
            text = text_of(path, errors="surrogateescape")
            found.setdefault(language, {})[path.name] = text
    return found
