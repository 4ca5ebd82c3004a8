#include CATCH2_HEADER

#include <stdexcept>
#include <string>
#include <utility>

#include "runner/validators/compare/tests/judged.hpp"

namespace {

std::string refusal(const std::string& flags) {
  try {
    options_of(flags);
    return "";
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("flags set what they say and nothing else") {
  const validator::Options none = options_of("");
  CHECK(!none.case_sensitive);
  CHECK(!none.space_change_sensitive);
  CHECK(!none.tolerance.given());

  const validator::Options both = options_of("space_change_sensitive case_sensitive case_sensitive");
  CHECK(both.case_sensitive);
  CHECK(both.space_change_sensitive);
  CHECK(!both.tolerance.given());

  const validator::Tolerance absolute = options_of("float_absolute_tolerance 1e-6").tolerance;
  CHECK((absolute.absolute && !absolute.relative));
  const validator::Tolerance relative = options_of("float_relative_tolerance 1e-6").tolerance;
  CHECK((!relative.absolute && relative.relative));
  const validator::Tolerance shorthand = options_of("float_tolerance 1e-6").tolerance;
  CHECK((shorthand.absolute && shorthand.relative));
}

TEST_CASE("a tolerance is a decimal number that is not negative") {
  for (const std::string good : {"0", "-0", "+1", ".5", "5.", "1E-06", "0.000001", "1e400"}) {
    CAPTURE(good);
    CHECK(refusal("float_tolerance " + good) == "");
  }
  for (const std::string bad :
       {"-1", "-1e-400", "nan", "inf", "0x1p-3", "1e-", "1e-6x", "case_sensitive", "."}) {
    CAPTURE(bad);
    const std::string message = refusal("float_absolute_tolerance " + bad);
    CHECK(contains(message, "flag \"float_absolute_tolerance\": expected a "));
    CHECK(contains(message, "found \"" + bad + "\""));
  }
  CHECK(contains(refusal("case_sensitive float_relative_tolerance"), "there is none"));
}

TEST_CASE("each tolerance is given once, and float_tolerance alone") {
  const std::string a = "float_absolute_tolerance 1", r = "float_relative_tolerance 1",
                    f = "float_tolerance 1";
  CHECK(refusal(a + " " + r) == "");
  CHECK(refusal(r + " " + a) == "");
  for (const auto& [first, second] : {std::pair{a, a}, {r, r}, {f, f}, {f, a}, {f, r}, {a, f}, {r, f}}) {
    CAPTURE(first, second);
    CHECK(contains(refusal(first + " " + second), "already set"));
  }
}

TEST_CASE("an unknown flag is named, with the known ones") {
  for (const std::string flag :
       {"case-sensitive", "CASE_SENSITIVE", "--case_sensitive", "1e-6", "float_tolerance=1"}) {
    const std::string message = refusal(flag);
    CAPTURE(message);
    CHECK(contains(message, "flag \"" + flag + "\": unknown flag"));
    for (const std::string known : {"case_sensitive,", "space_change_sensitive", "float_absolute_tolerance E",
                                    "float_relative_tolerance E", "float_tolerance E"}) {
      CHECK(contains(message, known));
    }
  }
}
