"""What is said plainly above a compiler's message: launches with a bracket too few, and programs that start twice."""

import pytest

from judge.languages.compile import headline
from judge.languages.compile_leads import with_lead

KERNEL = "__global__ void k(int*);\n"
CLANG = "mine.cu:{line}:17: error: expected '>>>'\n"
NVCC = 'mine.cu({line}): error: expected a ">>>"\n'


@pytest.mark.parametrize("message", [CLANG, NVCC])
@pytest.mark.parametrize(
    ("launch", "said"),
    [
        ("k<<<1, 32>>(d);", "ends with '>>'"),
        ("k<<<1, 32>(d);", "ends with '>'"),
        ("k<<<1, 32(d);", "has no end"),
        ("k<<<n > 3 ? 1 : 2, 32>>(d);", "ends with '>>'"),
        ("k<float><<<1, 32>>(d);", "ends with '>>'"),
        ("k<<<dim3{1, 2}, 32>>(d);", "ends with '>>'"),
        ("k<<<1, 32>>>>(d);", "ends with '>>>>'"),
        ("k<<1, 32>>>(d);", "begins with '<<'"),
        ("k<1, 32>>>(d);", "begins with '<'"),
        ("k<<<<1, 32>>>(d);", "begins with '<<<<'"),
    ],
)
def test_a_launch_with_the_wrong_brackets_is_named(message: str, launch: str, said: str) -> None:
    text = KERNEL + f"int main() {{\n  {launch}\n}}\n"
    line, rest = with_lead(message.format(line=3), {"mine.cu": text}).split("\n", 1)
    assert line.startswith("mine.cu:3: error: this launch ")
    assert said in line
    assert rest == message.format(line=3)
    assert headline(f"{line}\n{rest}") == line


def test_a_launch_over_several_lines_is_named_by_its_first() -> None:
    text = KERNEL + "int main() {\n  k<<<1,\n      32>>(\n      d);\n}\n"
    assert with_lead(CLANG.format(line=5), {"mine.cu": text}).startswith("mine.cu:3: error: this launch ")


@pytest.mark.parametrize(
    "line",
    [
        "k<<<1, 32>>>(x);",
        "k<<<dim3{1, 2}, 32>>>(x);",
        "k<<< 1, 32 >>>(x);",
        "k<<<n >> 5, 32>>>(x);",
        "k<int, A<B<int>>><<<1, 32>>>(x);",
        "k<< <1, 32>> >(x);",
        "A<B<C<int>>> all(x);",
        "int y = 1 << (x >> 2);",
        'std::cout << "k<<<1, 32>>(d)" << x;',
        "// k<<<1, 32>>(d)\n",
        "std::cout << (x);",
    ],
)
def test_what_is_no_broken_launch_is_not_called_one(line: str) -> None:
    message = CLANG.format(line=3)
    assert with_lead(message, {"mine.cu": KERNEL + f"int main() {{\n  {line}\n}}\n"}) == message


def test_a_broken_launch_elsewhere_is_not_the_cause() -> None:
    text = "int x = y;\n\n\n\nvoid f() {\n  k<<<1, 32>>(d);\n}\n"
    message = "mine.cu:1:9: error: use of undeclared identifier 'y'\n"
    assert with_lead(message, {"mine.cu": text}) == message


LD = (
    "/usr/bin/ld: /tmp/cc1.o: in function `main':\nb.cpp:(.text+0x0): multiple definition of `main'; "
    "/tmp/cc2.o:a.cpp:(.text+0x0): first defined here\ncollect2: error: ld returned 1 exit status\n"
)


@pytest.mark.parametrize(
    "other",
    [
        "int main() {\n}\n",
        "int\nmain(int, char**) { }",
        "auto main() -> int {}",
        "main() {}",
        "\nint main()\n{}",
    ],
)
def test_two_mains_are_named_with_their_files(other: str) -> None:
    files = {"a.cpp": "// int main() {\n#include <x>\nint main() { return f(); }\n", "b.cpp": other}
    line = with_lead(LD, files).splitlines()[0]
    assert line.startswith("b.cpp:")
    assert ": error: " in line
    assert "a.cpp:3" in line
    assert "main()" in line
    assert headline(with_lead(LD, files)) == line


def test_three_mains_are_all_named() -> None:
    files = dict.fromkeys(("a.c", "b.c", "parts/c.c"), "int main() {}\n")
    line = with_lead(LD, files).splitlines()[0]
    assert all(f"{name}:1" in line for name in files)


def test_two_starts_in_a_language_without_main_are_told_by_the_linkers_names() -> None:
    message = LD.replace(".cpp", ".f90")
    line = with_lead(message, {"a.f90": "end\n", "b.f90": "end\n"}).splitlines()[0]
    assert headline(with_lead(message, {})) == line
    assert "b.f90" in line
    assert "a.f90" in line


def test_no_main_at_all_is_said_plainly() -> None:
    message = "ld: Scrt1.o: in function `_start':\n(.text+0x17): undefined reference to `main'\ncollect2: error: 1\n"
    line = headline(with_lead(message, {"a.cpp": "int mian() {}\n"}))
    assert "main()" in line
    assert "collect2" not in line


@pytest.mark.parametrize(
    ("message", "told"),
    [
        (
            "in function `g()':\nc.cpp:(.text+0x5): undefined reference to `f()'\n",
            "c.cpp: error: undefined reference",
        ),
        (
            "in function `g()':\n/sandbox/c.cpp:3: undefined reference to `f()'\n",
            "undefined reference to `f()'",
        ),
        (
            "c.o:(.bss+0x0): multiple definition of `n'; d.o:(.bss+0x0): first defined here\n",
            "definition of `n'",
        ),
    ],
)
def test_what_the_linker_lacks_is_the_headline(message: str, told: str) -> None:
    line = headline(with_lead(f"ld: {message}collect2: error: ld returned 1 exit status\n", {}))
    assert told in line
    assert "collect2" not in line


def test_a_message_that_says_it_all_is_left_alone() -> None:
    message = "mine.cpp:3:5: error: redefinition of 'int main()'\n"
    assert with_lead(message, {"mine.cpp": "int main() {}\n\nint main() {}\n"}) == message


HOST_FUNCTION = """\
mine.cu:6:117: error: no matching function for call to 'plus'
__global__ void add(int* c) {{ c[0] = plus(c[1], c[2]); }}
                                     ^~~~
mine.cu:5:11: note: candidate function not viable: call to __host__ function from __{caller}__ function
{source}
          ^
"""
OF_A_LIBRARY = """\
mine.cu:5:114: error: no viable overloaded operator[] for type 'std::vector<int>'
__global__ void add(std::vector<int> a, int* c) { c[0] = a[0]; }
                                                         ~^~
/usr/include/c++/12/bits/stl_vector.h:1121:7: note: candidate function not viable: call to __host__ function from __global__ function
      operator[](size_type __n) _GLIBCXX_NOEXCEPT
      ^
"""  # noqa: E501


@pytest.mark.parametrize("caller", ["global", "device"])
@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("long long plus(int a, int b) { return a + b; }", "plus"),
        ("int Point::plus (int a) const", "plus"),
        ("template <class T> T plus(T a, T b)", "plus"),
        ("  int operator()(int a) { return a; }", "operator()"),
        ("  int operator[] (int a) { return a; }", "operator[]"),
    ],
)
def test_a_function_of_the_host_called_in_device_code_is_named(caller: str, source: str, name: str) -> None:
    message = HOST_FUNCTION.format(caller=caller, source=source)
    line, rest = with_lead(message, {"mine.cu": ""}).split("\n", 1)
    said = f"mine.cu:6: error: {name}() is a function of the host, called in device code"
    assert line == f"{said}: write __device__ before it, mine.cu:5"
    assert (rest, headline(f"{line}\n{rest}")) == (message, line)


def test_a_librarys_function_of_the_host_is_not_to_be_changed() -> None:
    line = with_lead(OF_A_LIBRARY, {"mine.cu": ""}).split("\n", 1)[0]
    assert line == "mine.cu:5: error: operator[]() is a function of the host, called in device code"


def test_a_call_that_fits_no_function_is_not_one_of_the_host() -> None:
    message = HOST_FUNCTION.format(caller="global", source="int plus(int)").replace(
        "call to __host__ function from __global__ function", "requires 1 argument, but 2 were provided"
    )
    second = message.replace("'plus'", "'minus'") + HOST_FUNCTION.format(caller="global", source="int h()")
    assert with_lead(message, {"mine.cu": ""}) == message
    assert with_lead(second, {"mine.cu": ""}).startswith("mine.cu:6: error: h() is a function of the host")


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("\uff1b", ";"), ("\uff0c", ","), ("\uff08", "("), ("\uff09", ")"), ("\uff1d", "="), ("\uff1c", "<"),
        ("\u201c", '"'), ("\u201d", '"'), ("\u2018", "'"), ("\u2019", "'"), ("\u2013", "-"), ("\u2212", "-"),
        ("\u3000", "a plain space"), ("\u00a0", "a plain space"), ("\u200b", "a plain space"), ("\uff5b", "{"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("line", [2, 3])
def test_a_character_that_only_looks_right_is_named(wrong: str, right: str, line: int) -> None:
    text = f"int main() {{\n  int n{wrong}\n  return n;\n}}\n"
    message = f"mine.cpp:{line}:9: error: expected initializer before 'return'\n"
    lead, rest = with_lead(message, {"mine.cpp": text}).split("\n", 1)
    assert lead.startswith("mine.cpp:2: error: ")
    assert lead.endswith(f" is not part of the language: write {right}")
    assert (rest, headline(f"{lead}\n{rest}")) == (message, lead)


@pytest.mark.parametrize(
    "line",
    [
        "// \uff1b",
        'puts("\uff08\u201c");',
        "/* \u3000 */",
        "int \u540d = 1, \u00e9t\u00e9 = 2;",
        "int x\uff11;",
    ],
)
def test_what_stands_in_texts_and_names_looks_as_it_should(line: str) -> None:
    message = "mine.cpp:2:9: error: expected initializer before 'return'\n"
    assert with_lead(message, {"mine.cpp": f"\n{line}\n"}) == message
