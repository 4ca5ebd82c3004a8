#include <string>
#include <string_view>

#include "problems/common/reading/reader.hpp"
#include CATCH2_HEADER

namespace {

std::string rejection_after(std::string_view input, int items) {
  problems::Reader reader(input);
  for (int k = 0; k < items; ++k) reader.integer(0, 1000, "item");
  try {
    reader.reject("an even number", "an odd one");
  } catch (const problems::InputError& error) {
    return error.what();
  }
}

}  // namespace

TEST_CASE("a rejection is placed at the last item read, not at the next one") {
  CHECK(rejection_after("1 22\n 333 4\n", 2) ==
        "line 1, column 3: expected an even number, found an odd one");
  CHECK(rejection_after("1 22\n 333 4\n", 3) ==
        "line 2, column 2: expected an even number, found an odd one");
  CHECK(rejection_after("1", 1) == "line 1, column 1: expected an even number, found an odd one");
}
