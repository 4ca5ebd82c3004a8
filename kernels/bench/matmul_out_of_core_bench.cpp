// A product whose matrices, 64 GiB each, lie in host memory and do not fit into a GPU: the rate is that of smaller
// ones if the bus hides. The factors' rows repeat, so that a and b need a quarter of their size: a machine of 128 GiB
// can hold all three. The number of distinct rows is a prime: no tile may take the place of another unnoticed.
//
// The product is checked: c x = a (b x) for a vector x of random signs (Freivalds, "Probabilistic machines can use
// less running time", IFIP Congress 1977), within the rounding of float32; one damaged element must be noticed.

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "base/available_memory.hpp"
#include "base/given_cores.hpp"
#include "base/memory_file.hpp"
#include "base/on_cores.hpp"
#include "kernels/bench/gpu_timing.hpp"
#include "kernels/bench/operations.hpp"
#include "kernels/gpu/pinned_memory.hpp"
#include "kernels/matmul/matmul.hpp"

namespace kernels_bench {
namespace {

constexpr std::size_t side = 131072;
constexpr std::size_t distinct_rows = 29789;
constexpr std::size_t row_bytes = side * sizeof(float);
constexpr std::size_t needed_bytes = (2 * distinct_rows + side) * row_bytes;

using Matrix = kernels::MatrixView<float>;

/// Addresses for a matrix of `side` rows; what they show is mapped later.
class Addresses {
 public:
  Addresses() : begin_(::mmap(nullptr, side * row_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {
    if (begin_ == MAP_FAILED) throw kernels::GpuError("no addresses for a matrix of the host");
  }
  Addresses(const Addresses&) = delete;
  Addresses& operator=(const Addresses&) = delete;
  ~Addresses() { ::munmap(begin_, side * row_bytes); }

  Matrix matrix() const { return {static_cast<float*>(begin_), side, side, side}; }

  /// Shows the first bytes of a file at some rows, or new memory if there is no file (-1).
  void map(std::size_t first, std::size_t rows, int file) const {
    const int flags = MAP_FIXED | (file < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED);
    void* const place = static_cast<char*>(begin_) + first * row_bytes;
    if (::mmap(place, rows * row_bytes, PROT_READ | PROT_WRITE, flags, file, 0) != place) {
      throw kernels::GpuError("cannot map a matrix of the host");
    }
    ::madvise(place, rows * row_bytes, MADV_HUGEPAGE);  // pinning takes longer by single pages
  }

 private:
  void* begin_;
};

/// Calls work(row) for each, on all cores.
template <class Work>
void for_each_row(std::size_t rows, const Work& work) {
  constexpr std::size_t rows_at_once = 512;
  base::on_cores(base::given_core_count(), (rows + rows_at_once - 1) / rows_at_once, [&](std::size_t chunk) {
    const std::size_t first = chunk * rows_at_once;
    for (std::size_t row = first; row < std::min(first + rows_at_once, rows); ++row) work(row);
  });
}

/// Numbers from -0.5 to 0.5, by multiples of 2^-24: a hash of their place.
void fill_row(std::span<float> row, std::uint64_t place) {
  for (float& element : row) {
    // The finalizer of MurmurHash3 (Austin Appleby, public domain).
    std::uint64_t bits = ++place;
    bits = (bits ^ bits >> 33) * 0xff51afd7ed558ccd;
    bits = (bits ^ bits >> 33) * 0xc4ceb9fe1a85ec53;
    element = static_cast<float>(static_cast<std::int32_t>(bits >> 40) - (1 << 23)) * 0x1p-24F;
  }
}

/// A factor: random rows that repeat.
class RepeatedRows {
 public:
  explicit RepeatedRows(std::uint64_t first_place) {
    if (::ftruncate(rows_.descriptor(), distinct_rows * row_bytes) != 0) {
      throw kernels::GpuError("cannot make a file in memory of the size of a factor");
    }
    for (std::size_t first = 0; first < side; first += distinct_rows) {
      addresses_.map(first, std::min(distinct_rows, side - first), rows_.descriptor());
    }
    for_each_row(distinct_rows,
                 [&](std::size_t row) { fill_row(matrix().row(row), first_place + row * side); });
    pinned_.emplace(matrix());
  }

  Matrix matrix() const { return addresses_.matrix(); }

 private:
  base::MemoryFile rows_;
  Addresses addresses_;
  std::optional<kernels::PinnedMemory> pinned_;
};

double dot(const float* row, const double* x) {
  constexpr std::size_t lanes = 16;
  double sums[lanes] = {};
  for (std::size_t i = 0; i < side; i += lanes) {
    for (std::size_t lane = 0; lane < lanes; ++lane) sums[lane] += double{row[i + lane]} * x[i + lane];
  }
  double all = 0;
  for (const double sum : sums) all += sum;
  return all;
}

std::vector<double> times(Matrix matrix, const std::vector<double>& x) {
  std::vector<double> found(side);
  for_each_row(side, [&](std::size_t row) { found[row] = dot(matrix.row(row).data(), x.data()); });
  return found;
}

/// Compares c with a b.
class Check {
 public:
  Check(Matrix a, Matrix b) : signs_(side) {
    std::mt19937_64 random(2026);
    for (double& sign : signs_) sign = (random() & 1) != 0 ? 1 : -1;
    expected_ = times(a, times(b, signs_));
  }

  /// The first row that differs; `side` if none does.
  std::size_t first_wrong_row(Matrix c) const {
    const std::vector<double> found = times(c, signs_);
    for (std::size_t row = 0; row < side; ++row) {
      if (!agrees(row, found[row])) return row;
    }
    return side;
  }

  /// Whether the check would notice that one element of a row is wrong.
  bool notices_a_wrong_element(Matrix c, std::size_t row) const {
    float& element = c.at(row, side / 3);
    const float right = element;
    element = right + 4;  // a seventh of what an element of c is from zero
    const bool noticed = !agrees(row, dot(c.row(row).data(), signs_.data()));
    element = right;
    return noticed;
  }

 private:
  /// A unit of error is 2^-24 sum |a b|, which is n / 16 for such factors: n = 32768 had errors of 0.19 at most. A
  /// row's errors, with signs at random, add up to the root of their number; two units each are allowed.
  bool agrees(std::size_t row, double found) const {
    constexpr auto n = static_cast<double>(side);
    return std::abs(found - expected_[row]) <= 2 * 0x1p-24 * n / 16 * std::sqrt(n);
  }

  std::vector<double> signs_, expected_;
};

void run(benchmark::State& state, kernels::MatmulFunction<float>* multiply) {
  const Addresses product;
  product.map(0, side, -1);
  const Matrix c = product.matrix();
  for_each_row(side, [&](std::size_t row) { c.at(row, 0) = 0; });  // else one core has each page cleared
  // First, as the driver pins no more addresses than the machine has memory: the factors can go through buffers.
  const kernels::PinnedMemory pinned(c);
  const RepeatedRows a(0), b(side * side);
  const Matrix corner_of_a = a.matrix().block(0, 0, 4096, 4096), corner_of_c = c.block(0, 0, 4096, 4096);
  multiply(corner_of_a, b.matrix().block(0, 0, 4096, 4096), corner_of_c);  // loads the kernels
  constexpr auto n = static_cast<double>(side);
  time_on_host(state, {"GFLOP/s", 2e-9 * n * n * n, "fma-float32"},
               [&] { multiply(a.matrix(), b.matrix(), c); });
  const Check check(a.matrix(), b.matrix());
  if (const std::size_t row = check.first_wrong_row(c); row != side) {
    state.SkipWithError(("row " + std::to_string(row) + " of the product is wrong").c_str());
  } else if (!check.notices_a_wrong_element(c, side - 2)) {
    state.SkipWithError("the check does not notice a wrong element");
  }
}

}  // namespace

void register_matmul_out_of_core() {
  if (base::available_memory_bytes() / 16 * 15 < needed_bytes) return;
  const auto* streamed = kernels::find_variant(kernels::matmul_variants<float>(), "gpu-streamed");
  set_up_host_row(benchmark::RegisterBenchmark(
                      row_name("matmul-out-of-core", "float32", streamed->name).c_str(), run, streamed->run)
                      ->Arg(static_cast<std::int64_t>(side))
                      ->Repetitions(1));
}

}  // namespace kernels_bench
