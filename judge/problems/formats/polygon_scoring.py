"""The points of tests and groups of a Polygon package."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from judge.base.errors import JudgeError
from judge.problems.formats.xml_nodes import Node
from judge.problems.points import points_of, points_text
from judge.problems.scoring import ZERO, Aggregation, Given, Group, OnFailure, ScoredTest, Scoring

EACH_TEST, COMPLETE_GROUP = "each-test", "complete-group"
POLICIES = (EACH_TEST, COMPLETE_GROUP)


def polygon_scoring(testset: Node, tests: Sequence[tuple[str, Node]]) -> Scoring | None:
    """`tests`: names and elements, in the order of judging. None: nothing has points. Raises JudgeError for
    contradictions."""
    scores = _Scores(testset, tests)
    return scores.scoring if scores.has_points else None


class _Scores:
    def __init__(self, testset: Node, tests: Sequence[tuple[str, Node]]) -> None:
        self._points = {name: _points(node) for name, node in tests}
        self._tests: dict[str, list[str]] = {}
        """Names by the group's; "": those without a group."""
        for name, node in tests:
            self._tests.setdefault(node.attributes.get("group", ""), []).append(name)
        self._nodes: dict[str, Node] = {}
        for node in testset.all("groups/group"):
            name = node.attributes.get("name", "")
            if name in self._nodes:
                raise JudgeError(f"{node.place}: the group '{name}' appears twice. Remove one of them.")
            self._nodes[name] = node
        self.has_points = any(self._points.values()) or any(map(_points, self._nodes.values()))

    @property
    def scoring(self) -> Scoring:
        self._check_dependencies()
        parts: list[Group | ScoredTest] = []
        for group, names in self._tests.items():
            parts += [self._group(group, names)] if group else map(self._test, names)
        most = sum(
            (
                part.most if isinstance(part, Group) and part.most is not None else self._points[part.name]
                for part in parts
            ),
            ZERO,
        )
        return Scoring(Group("", tuple(parts), least=ZERO, most=most))

    def _test(self, name: str) -> ScoredTest:
        points = self._points[name]
        return ScoredTest(name, points, most=points, given=Given.PERMITTED, may_multiply=True)

    def _group(self, name: str, tests: Sequence[str]) -> Group:
        node = self._nodes.get(name)
        policy = node.attributes.get("points-policy", EACH_TEST) if node else EACH_TEST
        if node and policy not in POLICIES:
            raise JudgeError(
                f"{node.place}: expected the points-policy {' or '.join(POLICIES)}, found '{policy}'."
            )
        together = sum((self._points[test] for test in tests), ZERO)
        said = _points(node) if node and "points" in node.attributes else together
        full = said if policy == COMPLETE_GROUP and not together else together
        if node and said != full:
            raise JudgeError(
                f"{node.place}: the group '{name}' has {points_text(said)} points, its tests have "
                f"{points_text(together)} together."
            )
        is_complete = policy == COMPLETE_GROUP
        return Group(
            name,
            tuple(map(self._test, tests)),
            Aggregation.PASS_FAIL if is_complete else Aggregation.SUM,
            full=full,
            least=ZERO,
            most=full,
            requires=self._required(name),
            on_failure=OnFailure.SETTLED if is_complete else OnFailure.CONTINUE,
        )

    def _required(self, name: str) -> tuple[str, ...]:
        node = self._nodes.get(name)
        found = node.all("dependencies/dependency") if node else []
        return tuple(one.attributes.get("group", "") for one in found)

    def _check_dependencies(self) -> None:
        for name, node in self._nodes.items():
            for required in self._required(name):
                if required not in self._tests or not required:
                    raise JudgeError(
                        f"{node.place}: the group '{name}' depends on '{required}', which has no tests."
                    )
        _refuse_cycles({name: self._required(name) for name in self._nodes}, self._nodes)


def _refuse_cycles(required: Mapping[str, Sequence[str]], nodes: Mapping[str, Node]) -> None:
    """Removes groups that depend on none that is left: those that remain form cycles. Raises JudgeError for them."""
    left = dict(required)
    while free := [name for name, others in left.items() if not any(other in left for other in others)]:
        for name in free:
            del left[name]
    for name in left:
        circle = ", ".join(f"'{one}'" for one in left)
        raise JudgeError(f"{nodes[name].place}: the groups {circle} depend on each other in a circle.")


def _points(node: Node) -> Fraction:
    text = node.attributes.get("points", "0")
    points = points_of(text)
    if points is None or points < 0:
        raise JudgeError(f"{node.place}: expected points, a number, found {text!r}.")
    return points
