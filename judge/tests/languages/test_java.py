"""Java, in the sandbox: which class is started, and what meets which limit."""

import pytest

from judge.base.records import replace
from judge.judging.evaluate import judge
from judge.judging.job import Job
from judge.judging.results import Result
from judge.judging.solutions import submission
from judge.languages.compile import compile_submission
from judge.languages.language import MIB
from judge.languages.self_test import language_obstacle, self_test
from judge.languages.sources import SourceFile
from judge.languages.table import language_of
from judge.problems.formats.own import load_problem
from judge.problems.model import Limits
from judge.problems.test_cases import load_test_cases
from judge.project.host import JudgeHost
from judge.tests.conftest import WithoutTools

pytestmark = pytest.mark.built

JAVA = language_of("x.java")
needs_java = pytest.mark.skipif(
    bool(JAVA.missing_tools), reason=f"no {', '.join(JAVA.missing_tools)} here; {JAVA.install}"
)

DOUBLE = "System.out.println(2 * new java.util.Scanner(System.in).nextLong());"
MAIN = f"public static void main(String[] a) throws Exception {{ {DOUBLE} }}"
NESTED = f"static class Inner {{ int x; }} {MAIN}"
THREADS = """\
Thread[] threads = new Thread[200];
java.util.concurrent.CountDownLatch all = new java.util.concurrent.CountDownLatch(threads.length);
for (int i = 0; i < threads.length; ++i) {
  threads[i] = new Thread(() -> { all.countDown(); try { all.await(); } catch (InterruptedException e) { } });
  threads[i].start();
}
for (Thread thread : threads) thread.join();
"""
MANY_THREADS = "for (;;) new Thread(() -> { try { Thread.sleep(60000); } catch (Exception e) { } }).start();"
EATS_HEAP = "java.util.List<long[]> all = new java.util.ArrayList<>(); for (;;) all.add(new long[1 << 17]);"
EATS_NATIVE_MEMORY = """\
java.lang.reflect.Field field = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe");
field.setAccessible(true);
sun.misc.Unsafe memory = (sun.misc.Unsafe) field.get(null);
for (;;) memory.setMemory(memory.allocateMemory(1 << 24), 1 << 24, (byte) 1);
"""
SPIN = "for (long n = 1;; n = n * 31 + 7) if (n == 0) System.out.println();"
RECURSION = "static int f(int n) { return n == 0 ? 0 : 1 + f(n - 1); }"
OUT_OF_BOUNDS = 'line 1: Exception in thread "main" java.lang.ArrayIndexOutOfBoundsException'
GARBAGE = "long n = 0; for (int i = 0; i < 3000; ++i) n += new long[1 << 17].length; if (n == 0) return;"


def with_main(body: str, name: str = "Main", more: str = "") -> str:
    text = f"{body} {DOUBLE}" if not body.startswith("for (") and "for (;;)" not in body else body
    return (
        f"public class {name} {{ {more} public static void main(String[] a) throws Exception {{ {text} }} }}"
    )


def judged(
    tree: JudgeHost, source: str | tuple[SourceFile, ...], name: str = "mine.java", **limits: float
) -> Result:
    problem = load_problem(tree.installation.problems / "double")
    # A minute of CPU time: none of these tests is about speed, and the machine may be busy.
    bounds = replace(problem.limits, **{"time_s": 60, "memory_bytes": 64 * MIB, **limits})
    problem = replace(problem, limits=bounds)
    solution = submission(tree, problem, source, name)
    beyond_32_bits = load_test_cases(tree.installation, problem)[-1:]
    return judge(tree, Job(solution, beyond_32_bits), [[]])


def lacks_private_files(tree: JudgeHost) -> bool:
    compiled = compile_submission(tree, "int main() { }", "x.c", language_of("x.c"), Limits())
    assert compiled.isolation is not None
    return any(missing.name == "private-filesystem" for missing in compiled.isolation.missing)


@needs_java
@pytest.mark.parametrize(
    "source",
    [
        f"public class Main {{ {NESTED} }}",
        f"public final class Twice {{ {NESTED} }}",
        f"class Anything {{ {MAIN} }}",
        f"class Helper {{ }} class Main {{ {MAIN} }} class Zebra {{ {MAIN.replace('2 *', '3 *')} }}",
        f"class Ape {{ {MAIN.replace('2 *', '3 *')} }} class Zebra {{ }} class Main {{ {MAIN} }}",
        f"class Ape {{ {MAIN.replace('2 *', '3 *')} }} public class Twice {{ {MAIN} }}",
        f"package some.where; public class Twice {{ {MAIN} }}",
        f'/* public class Foo */ // public class Bar\nclass Twice {{ String s = "public class Baz"; {MAIN} }}',
        f"public enum Twice {{ ONE; {MAIN} }}",
        f"public class Main {{ {MAIN.replace('String[] a', 'String... all')} }}",
    ],
)
def test_the_class_with_main_is_started_whatever_the_file_is_called(tree: JudgeHost, source: str) -> None:
    result = judged(tree, source)
    assert result.verdict.code == "AC", result.compile_error or result.reason


@needs_java
@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("public class Foo { }", "error: no class has a main method"),
        ("interface Foo { }", "error: no class has a main method"),
        ("// nothing\n", "error: no class has a main method"),
        (f"public class Foo {{ {MAIN}", "mine.java:1: error: reached end of file while parsing"),
        (f"public class A {{ {MAIN} }} public class B {{ }}", "class B is public, should be declared in"),
    ],
)
def test_what_does_not_compile_says_why(tree: JudgeHost, source: str, said: str) -> None:
    result = judged(tree, source)
    assert result.verdict.code == "CE", result.reason
    assert said in (result.compile_error or "")


@needs_java
@pytest.mark.parametrize(
    ("source", "verdict", "said"),
    [
        (with_main(THREADS), "AC", ""),
        (with_main(GARBAGE), "AC", ""),  # 3 GiB of it, with 64 MiB of memory
        (with_main("if (f(500_000) != 500_000) return;", more=RECURSION), "AC", ""),
        (with_main("f(-1);", more=RECURSION), "RTE", "StackOverflowError"),
        (with_main("throw new IllegalStateException(\"mine\");\nif (false)"), "CE", "unreachable"),
        (with_main("int[] x = new int[1]; x[a.length + 1] = 1;"), "RTE", OUT_OF_BOUNDS),
        (with_main("System.exit(7);"), "RTE", "exit code 7"),
        (with_main(EATS_HEAP), "MLE", "OutOfMemoryError: Java heap space"),
        (with_main(EATS_NATIVE_MEMORY), "MLE", "memory passed the limit of 448 MiB"),
        (with_main(MANY_THREADS), "RTE", "more than the limit of 320 processes and threads"),
        ('class Foo { String s = "main"; }', "RTE", "Main method not found in class Foo"),
    ],
    ids="threads garbage deep endless unreachable exception exit heap native many-threads no-main".split(),
)  # fmt: skip
def test_what_meets_a_limit_says_which(tree: JudgeHost, source: str, verdict: str, said: str) -> None:
    result = judged(tree, source)
    assert result.verdict.code == verdict, result.compile_error or result.reason
    assert said in (result.compile_error or result.reason)


@needs_java
def test_what_takes_too_long_is_too_slow(tree: JudgeHost) -> None:
    assert judged(tree, with_main(SPIN), time_s=1.0).verdict.code == "TLE"


@needs_java
def test_several_files_and_packages_are_one_program(tree: JudgeHost) -> None:
    files = (
        SourceFile("Start.java", f"public class Start {{ {MAIN.replace('2 *', 'tools.Two.VALUE *')} }}"),
        SourceFile(
            "tools/Two.java", "package tools; public class Two { public static final int VALUE = 2; }"
        ),
    )
    result = judged(tree, files, "mine")
    assert result.verdict.code == "AC", result.compile_error or result.reason


@needs_java
def test_what_a_program_writes_is_utf_8(tree: JudgeHost) -> None:
    result = judged(tree, with_main('System.out.println("\u00e4\u6c34"); if (a.length == 0) return;'))
    assert result.tests[-1].stdout_excerpt == "\u00e4\u6c34\n"


def test_without_a_jdk_it_is_skipped_with_the_command_that_installs_it(
    tree: JudgeHost, without_tools: WithoutTools
) -> None:
    without_tools(*JAVA.tools)
    result = judged(tree, f"public class Main {{ {MAIN} }}")
    assert result.verdict.code == "SKIP"
    assert result.obstacle == (
        "Java is not available: javac, jar, java not found; install it: ./judge/judge languages --install java"
    )
    assert language_obstacle(tree, language_of("x.c")) is None  # the control


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("public class Twice { }", "Twice.java"),
        ("import x; public abstract  final\n class Twice{", "Twice.java"),
        ("public record Twice(int x) { }", "Twice.java"),
        ("class Twice { public static class Inner { } }", "solution.java"),
        ("/* public class Foo */ class Twice { }", "solution.java"),
        ('String s = "/*"; public class Twice { } // "*/', "Twice.java"),
        ("char c = '\"'; public class Twice { }", "Twice.java"),
        ('String s = """\npublic class Foo " """; public class Twice { }', "Twice.java"),
        ("/* never closed public class Foo", "solution.java"),
        ("republic class Twice { }", "solution.java"),
        ("public class ../../x { }", "solution.java"),
        (f"public class {'x' * 100_000} {{ }}", "solution.java"),
    ],
)
def test_a_file_is_called_like_its_public_class(source: str, name: str) -> None:
    assert JAVA.source_name(source) == name


@pytest.mark.parametrize(
    "part", ["/*", '"', '\\"', "'", '"""', "public ", "public\n\n\n", "//", "public final "]
)
def test_no_source_takes_long_to_name(part: str) -> None:
    """128 KiB of it: a pattern that looks at all that follows from each place would take minutes, not a moment."""
    assert JAVA.source_name(part * (131072 // len(part))) == "solution.java"


@needs_java
@pytest.mark.skipif(not JAVA.program_sees, reason="this JDK keeps no settings in /etc/java-*-openjdk")
def test_the_settings_of_the_jdk_are_shown_and_are_needed(tree: JudgeHost) -> None:
    """Debian keeps them in /etc, of which a sandbox shows next to nothing."""
    random = "import java.util.*; public class Main { public static void main(String[] a) { "
    random += "Scanner s = new Scanner(System.in); System.out.println(UUID.randomUUID() == null ? 0 : "
    random += "s.nextInt() + s.nextInt()); } }"
    if lacks_private_files(tree):
        pytest.skip("no private file system here: the machine's /etc is seen anyway")
    assert self_test(tree, replace(JAVA, self_test=random)) is None
    without = compile_submission(tree, random, "x.java", replace(JAVA, visible=()), Limits())
    assert "java.security" in (without.error or "")
