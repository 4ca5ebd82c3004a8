#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "kernels/matmul/matmul.hpp"
#include "kernels/tests/guarded_matrix.hpp"

// How tests judge products of matrices, for T = float and double.

namespace kernels_tests {

enum class Data {
  fractions,     ///< from -1 to 1
  magnitudes,    ///< of either sign, from 2^-20 to 2^20
  integers,      ///< so small that every sum is exact in single precision, in any order
  specials,      ///< fractions, zeros, and a few infinities and NaNs
  hidden_peaks,  ///< fractions, but every row of a begins with 2^30, where b has a row of zeros
  near_least,    ///< fractions of 2^-110 in a, of 2^100 in b
  near_largest,  ///< fractions of 2^127 in a, of 2^-20 in b
  graded_lines   ///< fractions times a power of two for each row of a and column of b, from 2^-25 to 2^24
};

struct Shape {
  std::size_t m, k, n;
};

/// The NaN that GPUs write.
template <class T>
T all_ones_nan() {
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  return std::bit_cast<T>(static_cast<Bits>(~Bits{0} >> 1));
}

template <class T>
T random_element(Data data, std::mt19937& random) {
  constexpr T infinity = std::numeric_limits<T>::infinity();
  const T fraction = std::uniform_real_distribution<T>(-1, 1)(random);
  const auto draw = static_cast<int>(random() % 64);
  switch (data) {
    case Data::fractions:
      return fraction;
    case Data::magnitudes:
      return std::ldexp(std::copysign(1 + std::abs(fraction), fraction), draw % 41 - 20);
    case Data::integers:
      return static_cast<T>(draw % 17 - 8);
    case Data::specials:
      if (draw == 0) return infinity;
      if (draw == 1) return -infinity;
      if (draw == 2) return std::numeric_limits<T>::quiet_NaN();
      if (draw == 3) return all_ones_nan<T>();
      return draw < 24 ? 0 : fraction;
    case Data::hidden_peaks:
    case Data::near_least:
    case Data::near_largest:
    case Data::graded_lines:
      return fraction;
  }
  return 0;
}

template <class T>
GuardedMatrix<T> random_matrix(std::size_t rows, std::size_t columns, std::size_t gap, std::size_t margin,
                               Data data, std::mt19937& random) {
  GuardedMatrix<T> matrix(rows, columns, gap, margin);
  for (std::size_t r = 0; r < rows; ++r) {
    for (T& element : matrix.view().row(r)) element = random_element<T>(data, random);
  }
  return matrix;
}

/// An element of the exact product, but for what long double rounds: for float its products are exact and its
/// sum errs 2^40 times less than one in single precision; for double both err 2^11 times less. Infinities and
/// NaNs come out as IEEE 754 says.
struct Exact {
  long double value = 0;
  long double magnitude = 0;  ///< sum |a_ik b_kj|
  long double norms = 0;      ///< |a_i| |b_j|, Euclidean
};

template <class T>
Exact exact_element(kernels::MatrixView<const T> a, kernels::MatrixView<const T> b, std::size_t i,
                    std::size_t j) {
  Exact exact;
  for (std::size_t k = 0; k < a.columns && !std::isnan(exact.value);
       ++k) {  // sums with NaN are slow, and stay NaN
    const long double product = static_cast<long double>(a.at(i, k)) * static_cast<long double>(b.at(k, j));
    exact.value += product;
    exact.magnitude += std::abs(product);
  }
  return exact;
}

/// How far `found` may be from the exact value: gamma_K times the magnitude, for a sum of K products in any
/// order, with or without fused multiply-add (Higham, section 3.5), and a little for the error of `Exact`
/// itself. It holds without underflow, which `Data` cannot cause.
template <class T>
long double bound_in_precision_of(const Exact& exact, std::size_t k) {
  const long double ku = static_cast<long double>(k) * std::numeric_limits<T>::epsilon() / 2;
  const long double of_exact = sizeof(T) == sizeof(float) ? 0x1p-30L : 0x1p-9L;
  return ku / (1 - ku) * exact.magnitude * (1 + of_exact);
}

/// The bound for sums in double precision that are rounded to single precision once.
inline long double bound_rounded_once(const Exact& exact, std::size_t k) {
  const long double before_rounding = bound_in_precision_of<double>(exact, k);
  return before_rounding + 0x1p-24L * (std::abs(exact.value) + before_rounding);
}

/// The bound for techniques that mix rows and columns, of one norm: `factor` K roundings of it.
template <int factor>
long double bound_by_norms(const Exact& exact, std::size_t k) {
  return factor * static_cast<long double>(k) * 0x1p-24L * exact.norms * (1 + 0x1p-20L);
}

inline long double no_error(const Exact&, std::size_t) {
  return 0;
}

using Bound = long double (*)(const Exact&, std::size_t);

template <class T>
bool agrees(T found, const Exact& exact, long double bound) {
  if (std::isnan(exact.value)) return std::isnan(found);
  if (std::isinf(exact.value)) return static_cast<long double>(found) == exact.value;
  return std::abs(static_cast<long double>(found) - exact.value) <= bound;
}

/// The layout of the matrices in memory. Unaligned: aligned to their elements only. Aligned: every row begins
/// at a multiple of 16 bytes, as vector loads require.
enum class Layout { unaligned, aligned };

/// Random factors and their exact product. `gap`: how many elements belonging to others lie between the rows
/// of a; twice and three times as many between those of b and c. An aligned layout adds what it needs.
template <class T>
class MatmulProblem {
 public:
  MatmulProblem(Shape shape, std::size_t gap, Data data, unsigned seed, Layout layout = Layout::unaligned)
      : shape_(shape),
        gap_(gap),
        layout_(layout),
        random_(seed),
        a_(random_matrix<T>(shape.m, shape.k, padded(gap, shape.k), margin(), data, random_)),
        b_(random_matrix<T>(shape.k, shape.n, padded(2 * gap, shape.n), margin(), data, random_)),
        bound_(data == Data::integers ? &no_error : &bound_in_precision_of<T>) {
    if (data == Data::hidden_peaks) hide_peaks();
    if (data == Data::near_least) scale(-110, 100);
    if (data == Data::near_largest) scale(127, -20);
    if (data == Data::graded_lines) grade_lines();
    exact_.reserve(shape.m * shape.n);
    std::vector<long double> rows(shape.m), columns(shape.n);  // their squares
    for (std::size_t k = 0; k < shape.k; ++k) {
      for (std::size_t i = 0; i < shape.m; ++i) rows[i] += square(a_.view().at(i, k));
      for (std::size_t j = 0; j < shape.n; ++j) columns[j] += square(b_.view().at(k, j));
    }
    for (std::size_t i = 0; i < shape.m; ++i) {
      for (std::size_t j = 0; j < shape.n; ++j) {
        exact_.push_back(exact_element<T>(std::as_const(a_).view(), std::as_const(b_).view(), i, j));
        exact_.back().norms = std::sqrt(rows[i]) * std::sqrt(columns[j]);
      }
    }
  }

  void set_bound(Bound bound) { bound_ = bound; }

  /// What is wrong with `run`, or nothing. It is called as run(a, b, c) with the guarded matrices; twice if
  /// NaN is expected anywhere: there an element that is never written shows only in one of them.
  template <class Run>
  std::string complaint_about(Run run) const {
    std::vector<T> poisons = {std::numeric_limits<T>::quiet_NaN()};
    if (std::ranges::any_of(exact_, [](const Exact& exact) { return std::isnan(exact.value); })) {
      poisons.push_back(12345);
    }
    for (const T poison : poisons) {
      GuardedMatrix<T> a = a_;
      GuardedMatrix<T> b = b_;
      GuardedMatrix<T> c(shape_.m, shape_.n, padded(3 * gap_, shape_.n), margin());
      c.fill(poison);
      run(a, b, c);
      if (!a.same_bytes(a_) || !b.same_bytes(b_)) return "an input changed";
      if (!c.guards_intact()) return "a guard around the output changed";
      if (const std::string mistake = mistake_in(c); !mistake.empty()) return mistake;
    }
    return "";
  }

  /// The complaint about a function on host memory.
  std::string complaint(kernels::MatmulFunction<T>* run) const {
    return complaint_about([run](auto& a, auto& b, auto& c) { run(a.view(), b.view(), c.view()); });
  }

 private:
  static long double square(T element) { return static_cast<long double>(element) * element; }

  void hide_peaks() {
    for (std::size_t i = 0; i < shape_.m; ++i) a_.view().at(i, 0) = T{1 << 30};
    std::ranges::fill(b_.view().row(0), T{0});
  }

  void grade_lines() {
    const auto factor = [](std::size_t line) {
      return std::ldexp(T{1}, static_cast<int>(line * 37 % 50) - 25);
    };
    for (std::size_t i = 0; i < shape_.m; ++i) {
      for (T& element : a_.view().row(i)) element *= factor(i);
    }
    for (std::size_t k = 0; k < shape_.k; ++k) {
      for (std::size_t j = 0; j < shape_.n; ++j) b_.view().at(k, j) *= factor(j);
    }
  }

  /// Scales by powers of two.
  void scale(int a_exponent, int b_exponent) {
    for (std::size_t i = 0; i < shape_.m; ++i) {
      for (T& element : a_.view().row(i)) element = std::ldexp(element, a_exponent);
    }
    for (std::size_t k = 0; k < shape_.k; ++k) {
      for (T& element : b_.view().row(k)) element = std::ldexp(element, b_exponent);
    }
  }

  std::string mistake_in(GuardedMatrix<T>& c) const {
    for (std::size_t i = 0; i < shape_.m; ++i) {
      for (std::size_t j = 0; j < shape_.n; ++j) {
        const Exact& exact = exact_[i * shape_.n + j];
        const T found = c.view().at(i, j);
        if (!agrees(found, exact, bound_(exact, shape_.k))) {
          return "row " + std::to_string(i) + ", column " + std::to_string(j) + ": expected " +
                 std::to_string(exact.value) + ", found " + std::to_string(found);
        }
      }
    }
    return "";
  }

  std::size_t margin() const {
    return layout_ == Layout::aligned ? GuardedMatrix<T>::aligned_margin : GuardedMatrix<T>::unaligned_margin;
  }
  std::size_t padded(std::size_t gap, std::size_t columns) const {
    constexpr std::size_t vector = 16 / sizeof(T);
    return layout_ == Layout::aligned ? (columns + gap + vector - 1) / vector * vector - columns : gap;
  }

  Shape shape_;
  std::size_t gap_;
  Layout layout_;
  std::mt19937 random_;
  GuardedMatrix<T> a_, b_;
  Bound bound_;
  std::vector<Exact> exact_;
};

}  // namespace kernels_tests
