// Matrices that the lanes of a warp hold together (runner/emulator/front_end/ptx/matrices.cpp). A lane is in a group of
// four: the group's number is a row, and the lane's number in it a column or two.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "runner/emulator/runtime/execution/divergence.hpp"
#include "runner/emulator/runtime/execution/worker.hpp"
#include "runner/emulator/runtime/ptx/small_floats.hpp"

namespace cuda_emulator {
namespace {

/// Element types, as numbered by the front end.
enum class Element : std::uint8_t {
  half,
  brain,
  tensor,
  signed_byte,
  unsigned_byte,
  real64,
  real32,
  integer
};

/// The positions of operands in an array of words: a, b, c and the result.
enum : unsigned { a_words = 0, b_words = 4, c_words = 8, d_words = 12 };

/// A computation of all lanes of a warp, done by the last to arrive.
struct Task : WarpTask {
  std::uint32_t* words;
  int rows, depth;
  Element a, b, c;
  bool saturates;
};

unsigned bits_of(Element type) {
  switch (type) {
    case Element::half:
    case Element::brain:
      return 16;
    case Element::signed_byte:
    case Element::unsigned_byte:
      return 8;
    case Element::real64:
      return 64;
    default:
      return 32;
  }
}

double element(const std::uint32_t* words, Element type, unsigned number) {
  std::uint64_t bits = 0;
  const unsigned bytes = bits_of(type) / 8;
  std::memcpy(&bits, reinterpret_cast<const char*>(words) + std::size_t{number} * bytes, bytes);
  const auto word = static_cast<std::uint32_t>(bits);
  switch (type) {
    case Element::half:
      return half_value(static_cast<std::uint16_t>(bits));
    case Element::brain:
      return brain_value(static_cast<std::uint16_t>(bits));
    case Element::tensor:
      return std::bit_cast<float>(word & 0xffffe000);
    case Element::signed_byte:
      return static_cast<std::int8_t>(bits);
    case Element::unsigned_byte:
      return static_cast<std::uint8_t>(bits);
    case Element::real64:
      return std::bit_cast<double>(bits);
    case Element::real32:
      return std::bit_cast<float>(word);
    case Element::integer:
      return static_cast<std::int32_t>(word);
  }
  return 0;
}

void set_element(std::uint32_t* words, Element type, unsigned number, double value, bool saturates) {
  std::uint64_t bits = 0;
  switch (type) {
    case Element::half:
      bits = half_bits(value, RoundingMode::nearest);
      break;
    case Element::real64:
      bits = std::bit_cast<std::uint64_t>(value);
      break;
    case Element::integer: {
      constexpr double least = std::numeric_limits<std::int32_t>::min(),
                       most = std::numeric_limits<std::int32_t>::max();
      bits = static_cast<std::uint32_t>(
          static_cast<std::int64_t>(saturates ? std::clamp(value, least, most) : value));
      break;
    }
    default:
      bits = std::bit_cast<std::uint32_t>(static_cast<float>(value));
  }
  const unsigned bytes = bits_of(type) / 8;
  std::memcpy(reinterpret_cast<char*>(words) + std::size_t{number} * bytes, &bits, bytes);
}

/// Elements of a matrix of width `depth`, of which a register of a lane holds `in_register` adjacent ones.
struct Layout {
  unsigned in_register;

  explicit Layout(Element type) : in_register(std::max(1u, 32 / bits_of(type))) {}
  unsigned lane(unsigned line, unsigned at) const { return line % 8 * 4 + at / in_register % 4; }
  /// The number; of the second eight lines the registers come after the first's, of columns further on after those.
  unsigned number(unsigned line, unsigned at, unsigned eights) const {
    return ((at / (4 * in_register)) * eights + line / 8) * in_register + at % in_register;
  }
};

void multiply(WarpTask* const* tasks) {
  const Task& task = static_cast<const Task&>(*tasks[0]);
  const auto words = [&](unsigned lane) { return static_cast<const Task&>(*tasks[lane]).words; };
  const Layout a(task.a), b(task.b);
  const unsigned eights = static_cast<unsigned>(task.rows) / 8;
  for (unsigned row = 0; row < static_cast<unsigned>(task.rows); ++row) {
    for (unsigned column = 0; column < 8; ++column) {
      const unsigned lane = row % 8 * 4 + column / 2, number = row / 8 * 2 + column % 2;
      double sum = element(words(lane) + c_words, task.c, number);
      for (unsigned k = 0; k < static_cast<unsigned>(task.depth); ++k) {
        const double left = element(words(a.lane(row, k)) + a_words, task.a, a.number(row, k, eights));
        const double right = element(words(b.lane(column, k)) + b_words, task.b, b.number(column, k, 1));
        sum = task.a == Element::real64 ? std::fma(left, right, sum) : sum + left * right;
      }
      set_element(words(lane) + d_words, task.c, number, sum, task.saturates);
    }
  }
}

/// A move of matrices of 8 by 8 elements, of 16 bits: words 0 to 3 are a row, of the lane that has it, and words 4 to 7
/// hold the elements of each matrix that a lane has by its number.
struct Move {
  WarpTask* const* tasks;
  unsigned count;
  bool transposed;

  template <class Visit>
  void each(Visit visit) const {
    for (unsigned i = 0; i < count; ++i) {
      for (unsigned lane = 0; lane < 32; ++lane) {
        for (unsigned half = 0; half < 2; ++half) {
          const unsigned line = lane / 4, at = lane % 4 * 2 + half;
          const unsigned row = transposed ? at : line, column = transposed ? line : at;
          visit(halves(8 * i + row) + column, halves(lane) + 8 + 2 * i + half);
        }
      }
    }
  }
  std::uint16_t* halves(unsigned lane) const {
    return reinterpret_cast<std::uint16_t*>(static_cast<Task&>(*tasks[lane]).words);
  }
};

Move move_of(WarpTask* const* tasks) {
  const Task& task = static_cast<const Task&>(*tasks[0]);
  return {tasks, static_cast<unsigned>(task.depth), task.rows != 0};
}

void load(WarpTask* const* tasks) {
  move_of(tasks).each([](const std::uint16_t* in_row, std::uint16_t* held) { *held = *in_row; });
}
void store(WarpTask* const* tasks) {
  move_of(tasks).each([](std::uint16_t* in_row, const std::uint16_t* held) { *in_row = *held; });
}

/// Inlined, so that the return address is that of the program's call.
[[gnu::always_inline]] inline void run_together(Task& task) {
  Worker& worker = *Worker::running();
  Thread& self = worker.current();
  self.value = reinterpret_cast<std::uintptr_t>(static_cast<WarpTask*>(&task));
  self.call_site = __builtin_return_address(0);
  constexpr std::uint32_t all = 0xffffffff;
  if (worker.block().arrive_at_operation(self, WarpOperation::compute, all)) worker.wait();
  const auto arrived = static_cast<std::uint32_t>(self.result);
  if (arrived != all) report_part_of_a_warp(self.call_site, arrived);
}

}  // namespace
}  // namespace cuda_emulator

using namespace cuda_emulator;

extern "C" {
void cuda_emulator_ptx_multiply_matrices(std::uint32_t* words, int rows, int depth, int a, int b, int c) {
  Task task{{multiply},
            words,
            rows,
            depth,
            static_cast<Element>(a),
            static_cast<Element>(b),
            static_cast<Element>(c & 7),
            (c & 8) != 0};
  run_together(task);
}
void cuda_emulator_ptx_load_matrices(std::uint32_t* words, int count, int transposed) {
  Task task{{load}, words, transposed, count, {}, {}, {}, false};
  run_together(task);
}
void cuda_emulator_ptx_store_matrices(std::uint32_t* words, int count, int transposed) {
  Task task{{store}, words, transposed, count, {}, {}, {}, false};
  run_together(task);
}
}
