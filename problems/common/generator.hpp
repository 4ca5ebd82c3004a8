#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

#include "problems/common/random.hpp"
#include "problems/common/writer.hpp"

namespace problems {

/// One input file of a problem.
struct TestCase {
  std::string_view name;  ///< group and file without ending: "secret/07-all-off"
  std::uint64_t seed;
  std::function<void(Writer&, Random&)> write;
};

/// The body of a generator program. `--list` prints the names of the cases, `--out DIR [--only NAME]...`
/// writes DIR/NAME.in, each whole or not at all. Returns the exit code: 0 done, 1 a file could not be
/// written, 2 wrong usage.
int generate(int argc, char** argv, std::span<const TestCase> cases);

}  // namespace problems
