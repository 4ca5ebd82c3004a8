#include "problems/common/frame/generator.hpp"

namespace {

using problems::Random;
using problems::TestCase;
using problems::Writer;

auto number(std::uint64_t n) {
  return [=](Writer& out, Random&) {
    out.integer(n);
    out.character('\n');
  };
}

void random_number(Writer& out, Random& random) {
  number(random.integer<std::uint64_t>(0, 1'000'000'000'000'000'000))(out, random);
}

const TestCase cases[] = {
    {"sample/01-five", 0, number(5)},
    {"secret/01-zero", 0, number(0)},
    {"secret/02-one", 0, number(1)},
    {"secret/03-thousand", 0, number(1'000)},
    {"secret/04-beyond-32-bits", 0, number(4'294'967'296)},
    {"secret/05-largest", 0, number(1'000'000'000'000'000'000)},
    {"secret/06-random", 6, random_number},
    {"secret/07-random", 7, random_number},
    {"secret/08-random", 8, random_number},
    {"secret/09-random", 9, random_number},
    {"secret/10-random", 10, random_number},
    {"secret/11-random", 11, random_number},
    {"secret/12-random", 12, random_number},
    {"secret/13-random", 13, random_number},
    {"secret/14-random", 14, random_number},
    {"secret/15-random", 15, random_number},
    {"secret/16-random", 16, random_number},
    {"secret/17-random", 17, random_number},
    {"secret/18-random", 18, random_number},
    {"secret/19-random", 19, random_number},
    {"secret/20-random", 20, random_number},
    {"secret/21-random", 21, random_number},
    {"secret/22-random", 22, random_number},
    {"secret/23-random", 23, random_number},
    {"secret/24-random", 24, random_number},
    {"secret/25-random", 25, random_number},
};

}  // namespace

int main(int argc, char** argv) {
  return problems::generate(argc, argv, cases);
}
