"""What most judges let a source rely on: the dialects of GNU C and C++, and ONLINE_JUDGE."""

from pathlib import Path

import pytest

from judge.commands.submit import submit
from judge.languages.table import language_of
from judge.project.host import JudgeHost

pytestmark = pytest.mark.built

SOURCES = {
    "strings.c": """
        #include <math.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        int main(void) {
          char line[100], *text;
          if (!fgets(line, sizeof line, stdin)) return 1;
          char *copy = strdup(line);
          typeof(1LL) n = (1 + ONLINE_JUDGE) * atoll(copy);
          if (asprintf(&text, "%lld", n + (int)(M_PI - 3)) < 0 || fileno(stdout) != 1) return 1;
          puts(text);
        }""",
    "wide.cpp": """
        #include <iostream>
        #include <limits>
        #include <unordered_map>
        using namespace std;
        static_assert(is_integral_v<__int128> && is_signed_v<__int128> && numeric_limits<__int128>::digits == 127);
        int main() {
        #ifndef ONLINE_JUDGE
          freopen("in.txt", "r", stdin);
        #endif
          long long n;
          cin >> n;
          make_unsigned_t<__int128> one = 1;
          typeof(one) two = one + 1;
          unordered_map<__int128, long long> hashed{{two, n}};
          cout << (long long)(hashed[2] * abs(-(__int128)2)) << "\\n";
        }""",
    "variable.py": """
import os
assert os.environ["ONLINE_JUDGE"]
print(2 * int(input()))
""",
    "variable.pl": "die unless $ENV{ONLINE_JUDGE}; print 2 * <STDIN>;",
    "Property.java": """
        public class Property {
          public static void main(String[] none) {
            if (System.getProperty("ONLINE_JUDGE") == null || System.getenv("ONLINE_JUDGE") == null) return;
            System.out.println(2 * new java.util.Scanner(System.in).nextLong());
          }
        }""",
    "macro.pas": "var n: int64; begin read(n); {$ifdef ONLINE_JUDGE} writeln(2 * n); {$endif} end.",
    "macro.cs": """
        class P { static void Main() {
        #if ONLINE_JUDGE
          System.Console.WriteLine(2 * long.Parse(System.Console.ReadLine()));
        #endif
        } }""",
    "option.rs": """
        fn main() {
          let mut line = String::new();
          std::io::stdin().read_line(&mut line).unwrap();
          if cfg!(ONLINE_JUDGE) { println!("{}", 2 * line.trim().parse::<i64>().unwrap()); }
        }""",
}


@pytest.mark.parametrize("name", SOURCES)
def test_it_is_accepted(tree: JudgeHost, tmp_path: Path, name: str) -> None:
    language = language_of(name)
    if language.missing_tools:
        pytest.skip(f"no {', '.join(language.missing_tools)} here; {language.install}")
    source = tmp_path / name
    source.write_text(SOURCES[name])
    assert submit(tree, "double", str(source)) == 0


def test_a_program_that_asks_for_another_variable_gets_none(tree: JudgeHost, tmp_path: Path) -> None:
    source = tmp_path / "other.py"
    source.write_text("import os\nassert 'ONLINE_JUDGES' in os.environ\nprint(2 * int(input()))\n")
    assert submit(tree, "double", str(source)) == 1
