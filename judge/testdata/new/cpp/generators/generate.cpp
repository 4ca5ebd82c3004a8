// Prints the inputs: a table of named cases. Samples are shown with the statement; secret cases are judged in the order of
// their names. The answers are computed by the first of submissions/accepted.
#include "problems/common/frame/generator.hpp"

namespace {

using problems::Random;
using problems::TestCase;
using problems::Writer;

constexpr std::uint64_t largest_n = 200'000, largest = 1'000'000'000;

void print(Writer& out, const std::vector<std::uint64_t>& numbers) {
  out.integer(numbers.size());
  char before = '\n';
  for (const std::uint64_t number : numbers) {
    out.character(before);
    out.integer(number);
    before = ' ';
  }
  out.character('\n');
}

auto given(std::vector<std::uint64_t> numbers) {
  return [=](Writer& out, Random&) { print(out, numbers); };
}

/// The seed in the table makes a case come out the same on every machine, as its checksum is kept.
auto random_numbers(std::uint64_t count, std::uint64_t up_to) {
  return [=](Writer& out, Random& random) {
    std::vector<std::uint64_t> numbers(count);
    for (std::uint64_t& number : numbers) number = random.integer<std::uint64_t>(0, up_to);
    print(out, numbers);
  };
}

// Small cases that a reader can check on paper, the bounds of the statement, then the largest, against wrong
// orders of growth.
const TestCase cases[] = {
    {"sample/01-five", 0, given({3, 1, 4, 1, 5})},
    {"secret/01-one-number", 0, given({7})},
    {"secret/02-all-equal", 0, given(std::vector<std::uint64_t>(100, 5))},
    {"secret/03-bounds", 0, given({0, largest, 0, largest})},
    {"secret/04-equal-ones-apart", 0, given({1, 2, 1, 2, 1})},
    {"secret/05-random", 5, random_numbers(2'000, 1'000)},
    {"secret/06-largest", 6, random_numbers(largest_n, largest)},
};

}  // namespace

int main(int argc, char** argv) {
  return problems::generate(argc, argv, cases);
}
