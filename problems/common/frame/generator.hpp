#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

#include "problems/common/frame/random.hpp"
#include "problems/common/printing/writer.hpp"

namespace problems {

/// One test of a problem.
struct TestCase {
  using Write = std::function<void(Writer&, Random&)>;

  std::string_view name;  ///< group and file name without suffix: "secret/07-all-off"
  std::uint64_t seed;
  Write write;
  Write write_answer = {};  ///< where the generator knows it better than any solver; it draws as `write` does
};

/// How to make an input of any size: `dimensions`, such as "MxKxN", and a function for a size of as many
/// numbers.
struct SizedTest {
  std::string_view dimensions;
  std::function<TestCase::Write(std::span<const std::uint64_t> size)> of_size;
};

/// The body of a generator program. `--list` prints the names of the cases, `--print NAME` the input of one, and
/// `--print-answer NAME` its answer: a generator writes no files, so that it runs in the sandbox as a submission
/// does. `--size SIZE` prints a random input of that size, which is no test: for measuring. Returns the exit code: 0 done, 1 the case could not be made or printed, 2 wrong use, 3 the answer is left
/// to the solvers.
int generate(int argc, char** argv, std::span<const TestCase> cases, const SizedTest& sized = {});

}  // namespace problems
