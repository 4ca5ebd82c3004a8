#pragma once

// The four reductions as the GPU variants compute them. Each has
//   Accumulator            what partial results are
//   identity()             combined with anything it changes nothing
//   lift(value)            a value as an Accumulator
//   combine(left, right)   of two Accumulators
//   initial(size)          to be combined with the total of `size` lifted values to give the result; on the
//   host

#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <type_traits>

#include "kernels/reduction/reduction.hpp"

namespace kernels {

template <class T>
struct Sum {
  using Value = T;
  /// Integers wrap at 64 bits, as unsigned ones do.
  using Accumulator = std::conditional_t<std::is_integral_v<T>, std::uint64_t, double>;
  __host__ __device__ static Accumulator identity() { return 0; }
  __device__ static Accumulator lift(T value) { return static_cast<Accumulator>(value); }
  __device__ static Accumulator combine(Accumulator left, Accumulator right) { return left + right; }
  static Accumulator initial(std::size_t) { return 0; }
};

template <class T>
struct Product {
  using Value = T;
  using Accumulator = double;
  __host__ __device__ static Accumulator identity() { return 1; }
  __device__ static Accumulator lift(T value) { return value; }
  __device__ static Accumulator combine(Accumulator left, Accumulator right) { return left * right; }
  static Accumulator initial(std::size_t) { return 1; }
};

/// Modulo p = 1'000'000'007, by Montgomery's multiplication: two 32-bit factors give a b /
/// R mod p with R = 2^32, in three 32-bit multiplications instead of a 64-bit remainder.
/// (Peter Montgomery, "Modular Multiplication Without Trial Division", Mathematics of
/// Computation, 1985.) Of a product of n values, however its parts are combined, n - 1
/// factors 1 / R are left, and one more for `initial`, which makes up for all.
template <class T>
  requires std::is_integral_v<T>
struct Product<T> {
  using Value = T;
  using Accumulator = std::uint32_t;  // below p
  static constexpr std::uint32_t p = static_cast<std::uint32_t>(reduction_modulus);
  static constexpr std::uint64_t r = (std::uint64_t{1} << 32) % p;

  __host__ __device__ static Accumulator identity() { return static_cast<Accumulator>(r); }
  __device__ static Accumulator lift(T value) {
    const auto remainder = static_cast<std::int32_t>(value % static_cast<T>(p));
    return static_cast<Accumulator>(remainder < 0 ? remainder + static_cast<std::int32_t>(p) : remainder);
  }
  __device__ static Accumulator combine(Accumulator left, Accumulator right) {
    const std::uint64_t product = std::uint64_t{left} * right;
    const std::uint32_t multiple = static_cast<std::uint32_t>(product) * inverse();
    const auto difference =
        static_cast<std::int32_t>(static_cast<std::uint32_t>(product >> 32) - __umulhi(multiple, p));
    return static_cast<Accumulator>(difference < 0 ? difference + static_cast<std::int32_t>(p) : difference);
  }
  /// R^size mod p.
  static Accumulator initial(std::size_t size) {
    std::uint64_t power = 1;
    for (std::uint64_t square = r; size > 0; size /= 2, square = square * square % p) {
      if (size % 2 == 1) power = power * square % p;
    }
    return static_cast<Accumulator>(power);
  }

 private:
  /// 1 / p modulo 2^32, by Newton's iteration: each step doubles the bits that are right, from p's own 3.
  __host__ __device__ static constexpr std::uint32_t inverse() {
    std::uint32_t x = p;
    for (int i = 0; i < 4; ++i) x *= 2 - p * x;
    return x;
  }
};

/// The extreme; of -0 and 0, which are equal, the one met first.
template <class T>
struct Min {
  using Value = T;
  using Accumulator = T;
  __host__ __device__ static T identity() { return largest; }
  __device__ static T lift(T value) { return value; }
  __device__ static T combine(T left, T right) { return right < left || right != right ? right : left; }
  static T initial(std::size_t) { return identity(); }

 private:
  using Limits = std::numeric_limits<T>;
  static constexpr T largest = Limits::has_infinity ? Limits::infinity() : Limits::max();
};

template <class T>
struct Max {
  using Value = T;
  using Accumulator = T;
  __host__ __device__ static T identity() { return smallest; }
  __device__ static T lift(T value) { return value; }
  __device__ static T combine(T left, T right) { return right > left || right != right ? right : left; }
  static T initial(std::size_t) { return identity(); }

 private:
  using Limits = std::numeric_limits<T>;
  static constexpr T smallest = Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
};

/// Calls `work` with the operation that `reduction` names.
template <class T, class Work>
void with_operation(Reduction reduction, Work work) {
  switch (reduction) {
    case Reduction::sum:
      return work(Sum<T>());
    case Reduction::product:
      return work(Product<T>());
    case Reduction::min:
      return work(Min<T>());
    case Reduction::max:
      return work(Max<T>());
  }
  throw std::invalid_argument("with_operation: not a Reduction");
}

}  // namespace kernels
