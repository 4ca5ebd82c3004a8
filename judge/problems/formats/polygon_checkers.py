"""The checkers that come with testlib, as far as the default comparison decides like them."""

from collections.abc import Mapping

WORDS, INTEGERS = "std::wcmp.cpp", "std::ncmp.cpp"
STANDARD: Mapping[str, tuple[str, ...]] = {
    WORDS: ("case_sensitive",),
    INTEGERS: (),
    "std::hcmp.cpp": (),
    "std::rcmp4.cpp": ("float_tolerance", "1e-4"),
    "std::rcmp6.cpp": ("float_tolerance", "1e-6"),
    "std::rcmp9.cpp": ("float_tolerance", "1e-9"),
    "std::yesno.cpp": (),
    "std::nyesno.cpp": (),
}
"""The arguments of the comparison by the name of the checker: for words; for whole numbers of 64 bits or any length;
for numbers with a tolerance; for YES and NO, one or several."""
