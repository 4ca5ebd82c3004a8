// The section "Comparing floating-point tokens" of the problem package format 2025-09, a row a sentence or
// more, each with a good and a bad control.
#include CATCH2_HEADER

#include "runner/validators/compare/tests/judged.hpp"

namespace {

const std::string nines(80, '9');
const std::string zeros(80, '0');
const std::string long_tail = " tail" + zeros;

const std::vector<Row> rows = {
    // Without a tolerance, numbers are strings.
    {"1.0", "1.0", "", ""},
    {"1.0", "1", "", "expected 1.0, found 1"},
    {"1000", "1e3", "", "expected 1000, found 1e3"},
    {"1e3", "1E3", "", ""},
    {"1e3", "1E3", "case_sensitive", "expected 1e3, found 1E3"},
    {"5", "+5", "", "expected 5, found +5"},

    // With one, every token of the answer that is a number is one, in every way to write it.
    {"1000", "1e3", "float_tolerance 0", ""},
    {"1e3", "1000", "float_tolerance 0", ""},
    {"1e3", "1E+03", "float_tolerance 0 case_sensitive", ""},
    {"1e3", "1001", "float_tolerance 0",
     "expected 1e3, found 1001 (difference 1, absolute tolerance 0, relative tolerance 0)"},
    {"0.5", ".5", "float_tolerance 0", ""},
    // The same double, but not the same value.
    {"0.1", "0.1000000000000000055", "float_tolerance 0", "expected 0.1, found 0.1000000000000000055"},
    {".5", "0.50", "float_tolerance 0", ""},
    {"5", "5.", "float_tolerance 0", ""},
    {"5.", "5", "float_tolerance 0", ""},
    {"5", "+5", "float_tolerance 0", ""},
    {"+5", "5", "float_tolerance 0", ""},
    {"5", "-5", "float_tolerance 1", "expected 5, found -5 (difference 10,"},
    {"-5", "-5.0", "float_tolerance 0", ""},
    {"0", "-0.0", "float_tolerance 0", ""},
    {"0", "0e99999999999999999999", "float_tolerance 0", ""},
    {"12.5", "1.25e1", "float_tolerance 0", ""},

    // Exponents beyond 64 bits; from 37 digits on they make no number.
    {"1e88888888888888888888", "1e99999999999999999999", "float_tolerance 1e9",
     "expected 1e88888888888888888888"},
    {"1e-99999999999999999999", "1e-88888888888888888888", "float_relative_tolerance 0.5",
     "expected 1e-99999999999999999999"},
    {"1e99999999999999999999", "10e99999999999999999998", "float_tolerance 0", ""},
    {"1e99999999999999999999", "1.01e0099999999999999999999", "float_relative_tolerance 0.01", ""},
    {"1e99999999999999999999", "1.02e99999999999999999999", "float_relative_tolerance 0.01",
     "expected 1e9999"},
    {"1e" + nines.substr(0, 36), "1e" + nines.substr(0, 36), "float_tolerance 0", ""},
    // Beyond a double, the error of a product with 0 is not a number, which is within no bound.
    {"1e999", "1e999", "float_tolerance 0", ""},
    {"1e999", "2e999", "float_tolerance 0", "expected 1e999, found 2e999"},
    {"1e999", "1.5e999", "float_relative_tolerance 0.5", ""},
    {"1e999", "2e999", "float_relative_tolerance 0.5", "expected 1e999, found 2e999"},
    {"1", "1e" + nines.substr(0, 37), "float_tolerance 1e9", "which is not a decimal number"},
    {"12.5", "125e-1", "float_tolerance 0", ""},
    {"12.5", "0000012.50000", "float_tolerance 0", ""},

    // Exact integers too.
    {"3", "4", "float_absolute_tolerance 1", ""},
    {"3", "5", "float_absolute_tolerance 1", "expected 3, found 5 (difference 2, absolute tolerance 1)"},

    // An output token that is no number is wrong, whatever it may mean elsewhere.
    {"1", "nan", "float_tolerance 1e9",
     "line 1, token 1: expected 1, found nan, which is not a decimal number"},
    {"1", "NaN", "float_tolerance 1e9", "which is not a decimal number"},
    {"1", "-nan", "float_tolerance 1e9", "which is not a decimal number"},
    {"1", "nan(1)", "float_tolerance 1e9", "which is not a decimal number"},
    {"1", "inf", "float_tolerance 1e9", "which is not a decimal number"},
    {"1", "-Infinity", "float_tolerance 1e9", "which is not a decimal number"},
    {"1", "0x1", "float_tolerance 1e9", "which is not a decimal number"},
    {"1", "0x1p0", "float_tolerance 1e9", "which is not a decimal number"},
    {"1", "1f", "float_tolerance 1e9", "which is not a decimal number"},
    {"1", "1,0", "float_tolerance 1e9", "which is not a decimal number"},
    {"1", "1e", "float_tolerance 1e9", "which is not a decimal number"},
    {"1", "1e+", "float_tolerance 1e9", "which is not a decimal number"},
    {"1", "1e5.0", "float_tolerance 1e9", "which is not a decimal number"},
    {"1", "1.0.0", "float_tolerance 1e9", "which is not a decimal number"},
    {"1", "--1", "float_tolerance 1e9", "which is not a decimal number"},
    {"1", "+-1", "float_tolerance 1e9", "which is not a decimal number"},
    {"1", ".", "float_tolerance 1e9", "which is not a decimal number"},
    {"1", "+", "float_tolerance 1e9", "which is not a decimal number"},
    {"1", "e5", "float_tolerance 1e9", "which is not a decimal number"},
    {"1", ".e5", "float_tolerance 1e9", "which is not a decimal number"},
    {"1", "1_000", "float_tolerance 1e9", "which is not a decimal number"},
    {"1", "one", "float_tolerance 1e9", "which is not a decimal number"},

    // An answer token that is no number is a string: a nan
    // in the answer wants the same letters, never a number.
    {"nan", "NaN", "float_tolerance 1", ""},
    {"nan", "NaN", "float_tolerance 1 case_sensitive", "expected nan, found NaN"},
    {"nan", "1", "float_tolerance 1e9", "expected nan, found 1"},
    {"inf", "1e999", "float_tolerance 1e9", "expected inf, found 1e999"},
    {"0x10", "16", "float_tolerance 1", "expected 0x10, found 16"},
    {"0x10", "0X10", "float_tolerance 1", ""},
    {"1e", "1e0", "float_tolerance 1", "expected 1e, found 1e0"},
    {"case 1: 2.0", "Case 1: 2", "float_tolerance 0", ""},
    {"case 1: 2.0", "Case 1.0: 2", "float_tolerance 0", "line 1, token 2: expected 1:, found 1.0:"},

    // Absolute: |s - a| <= E, the bound itself included, decided on the digits as written.
    {"1.0", "1.1", "float_absolute_tolerance 0.1", ""},
    {"0.2", "0.3", "float_absolute_tolerance 0.1", ""},
    {"0.3", "0.2", "float_absolute_tolerance 0.1", ""},
    {"0.123456", "0.123457", "float_absolute_tolerance 1e-6", ""},
    {"-0.123456", "-0.123457", "float_absolute_tolerance 1e-6", ""},
    {"0.123456", "0.1234570000000000000000001", "float_absolute_tolerance 1e-6", "absolute tolerance 1e-6)"},
    {"1.0", "1.5", "float_absolute_tolerance 0.5", ""},
    {"1.0", "1.5000000001", "float_absolute_tolerance 0.5",
     "(difference 0.5000000001, absolute tolerance 0.5)"},
    {"1e6", "1000000.0000001", "float_absolute_tolerance 1e-7", ""},
    {"1e6", "1000000.00000011", "float_absolute_tolerance 1e-7", "absolute tolerance 1e-7)"},
    {"1e9", "1000000002", "float_absolute_tolerance 1", "(difference 2, absolute tolerance 1)"},

    {"1000.000001", "1000.000003", "float_absolute_tolerance 1e-6",
     "(difference 2e-06, absolute tolerance 1e-6)"},

    // Relative: |s - a| <= E|a|, of the answer, whatever its sign.
    {"200", "202", "float_relative_tolerance 0.01", ""},
    {"200", "198", "float_relative_tolerance 1e-2", ""},
    {"-200", "-202", "float_relative_tolerance 0.01", ""},
    {"200", "202.0000000000000000001", "float_relative_tolerance 0.01", "relative tolerance 0.01)"},
    {"202", "200", "float_relative_tolerance 0.0099", "(difference 2, relative tolerance 0.0099)"},
    {"100", "50", "float_relative_tolerance 0.5", ""},
    {"50", "100", "float_relative_tolerance 0.5", "(difference 50, relative tolerance 0.5)"},
    {"0", "0.0", "float_relative_tolerance 0.5", ""},
    {"0", "1e-300", "float_relative_tolerance 0.5", "relative tolerance 0.5)"},
    {"7", "-7", "float_relative_tolerance 2", ""},
    {"7", "-7.1", "float_relative_tolerance 2", "relative tolerance 2)"},
    // The same decimals for longer than a tolerance of any usual size looks.
    {"0.00000000000000000001", "0.00000000000000000002", "float_relative_tolerance 1e-6",
     "relative tolerance 1e-6)"},
    {"0.00000000000000000001", "0.00000000000000000002", "float_relative_tolerance 1", ""},
    {"0.00000000000000000001", "0.00000000000000000002", "float_absolute_tolerance 1e-21",
     "absolute tolerance 1e-21)"},
    {"0.00000000000000000001", "0.00000000000000000002", "float_absolute_tolerance 1e-20", ""},

    // Both: either suffices. float_tolerance sets both.
    {"1000 0", "1001 0.1", "float_absolute_tolerance 0.1 float_relative_tolerance 0.001", ""},
    {"1000 0", "1001 0.1", "float_relative_tolerance 0.001 float_absolute_tolerance 0.1", ""},
    {"1000 0", "1001 0.1", "float_relative_tolerance 0.001", "token 2: expected 0, found 0.1"},
    {"1000 0", "1001 0.1", "float_absolute_tolerance 0.1", "token 1: expected 1000, found 1001"},
    {"1000 0", "1100 0.1", "float_tolerance 0.1", ""},
    {"1000 0", "1101 0.1", "float_tolerance 0.1",
     "(difference 101, absolute tolerance 0.1, relative tolerance 0.1)"},
    {"1000 0", "1100 0.11", "float_tolerance 0.1", "token 2: expected 0, found 0.11"},

    // Many digits: all of them count.
    {nines, nines, "float_tolerance 0", ""},
    {nines, "+" + nines + "." + zeros, "float_tolerance 0", ""},
    {"1" + zeros, nines, "float_absolute_tolerance 1", ""},
    {"1" + zeros, nines, "float_absolute_tolerance 0.99", "absolute tolerance 0.99)"},
    {"1" + zeros, "1e80", "float_tolerance 0", ""},
    {"1" + zeros, "1e81", "float_tolerance 1e-3", "expected 1000"},
    {"0." + zeros + "1", "1e-81", "float_tolerance 0", ""},
    {"3.14159265358979323846264338327950288", "3.14159265358979323846264338327950289",
     "float_absolute_tolerance 1e-35", ""},
    {"3.14159265358979323846264338327950288", "3.14159265358979323846264338327950289",
     "float_absolute_tolerance 9e-36", "289 (absolute tolerance 9e-36)"},

    // Beyond the range of a double: still numbers.
    {"1e400", "1e400", "float_tolerance 0", ""},
    {"1e400", "10E399", "float_tolerance 0", ""},
    {"1e400", "1e401", "float_tolerance 1e-3",
     "expected 1e400, found 1e401 (absolute tolerance 1e-3, relative tolerance 1e-3)"},
    {"1e400", "1.0001e400", "float_relative_tolerance 1e-3", ""},
    {"1e400", "-1e400", "float_tolerance 1", "expected 1e400, found -1e400"},
    {"1", "1e400", "float_tolerance 1e308", "expected 1, found 1e400"},
    {"1", "1e400", "float_tolerance 1e400", ""},
    {"1.7e308", "-1.7e308", "float_relative_tolerance 1.9", "expected 1.7e308, found -1.7e308"},
    {"1.7e308", "-1.7e308", "float_relative_tolerance 2", ""},
    {"0", "1e-400", "float_absolute_tolerance 0", "expected 0, found 1e-400"},
    {"0", "1e-400", "float_absolute_tolerance 1e-400", ""},
    {"0", "1e-400", "float_absolute_tolerance 1e-401", "expected 0, found 1e-400"},
    {"4.9e-324", "5e-324", "float_absolute_tolerance 1e-325", ""},  // denormal as doubles, and equal
    {"4.9e-324", "5e-324", "float_absolute_tolerance 9e-326", "expected 4.9e-324, found 5e-324"},
    {"1e-200", "2e-200", "float_relative_tolerance 1e-200", "expected 1e-200, found 2e-200"},
    {"1e999999999999999999999", "1e-999999999999999999999", "float_absolute_tolerance 1", "expected 1e9999"},
    {"1", "1e-999999999999999999999", "float_absolute_tolerance 1", ""},
    {"1", "-1e-999999999999999999999", "float_absolute_tolerance 1", "expected 1, found -1e-9999"},
};

}  // namespace

TEST_CASE("numbers follow the format") {
  for (const Row& row : rows) {
    CAPTURE(row.answer, row.output, row.flags, row.message);
    CHECK(mistake(row) == "");
    const Row within_a_line{"x " + row.answer + "\ny\n", "x " + row.output + "\ny\n", row.flags,
                            row.message.empty() ? "" : ": expected "};
    CHECK(mistake(within_a_line) == "");
    // Behind a difference, and far from the end, many bytes are looked at at once.
    const std::string other_one = row.flags.find("tolerance") == std::string::npos ? "1.0 " : "1.00 ";
    const Row among_others{"1.0 " + row.answer + long_tail, other_one + row.output + long_tail, row.flags,
                           within_a_line.message};
    CHECK(mistake(among_others) == "");
  }
}
