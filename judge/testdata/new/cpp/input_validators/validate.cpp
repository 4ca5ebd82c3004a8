// Reads an input and accepts it if it is exactly as the statement says, byte for byte. A strict validator finds the faults of
// the generator, before a contestant does. It is tried on the inputs in testdata/<id>/invalid_input/, too.
#include <cstdint>

#include "problems/common/reading/strict_reader.hpp"

namespace {

void check(problems::StrictReader& in) {
  const auto count = in.integer<std::uint64_t>(1, 200'000, "N");
  in.newline();
  for (std::uint64_t i = 0; i < count; ++i) {
    if (i > 0) in.space();
    in.integer<std::uint64_t>(0, 1'000'000'000, "a number");
  }
  in.newline();
}

}  // namespace

int main(int argc, char** argv) {
  return problems::validate_input(argc, argv, check);
}
