#include <cstdint>

#include "problems/common/reading/strict_reader.hpp"

namespace {

void check(problems::StrictReader& in) {
  in.integer<std::uint64_t>(0, 1'000'000'000'000'000'000, "N");
  in.newline();
}

}  // namespace

int main(int argc, char** argv) {
  return problems::validate_input(argc, argv, check);
}
