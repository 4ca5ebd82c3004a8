#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "problems/common/frame/random.hpp"
#include "problems/matmul/generators/decimal_matrix.hpp"

namespace problems::matmul {

/// A is m x k and B is k x n.
struct Shape {
  std::size_t m, k, n;
};

struct Factors {
  DecimalMatrix a, b;
};

/// How to draw one element, in units of its matrix's last digit. `k` is the index that A and B share.
using Draw = std::function<std::int64_t(Random&, std::size_t k)>;

/// Both factors drawn element by element, with `digits` digits after the point.
Factors drawn(Random& random, Shape shape, int digits, const Draw& draw);

/// Elements from -`largest` to `largest`, all equally likely.
Draw either_sign(std::int64_t largest);

/// Elements from 1 to `largest`, all equally likely.
Draw positive(std::int64_t largest);

/// Any number of zeros after up to three digits, at most nine digits in all.
std::int64_t any_magnitude(Random& random, std::size_t k);

/// Elements up to 10^4, but up to 10^6 for one k in sixteen: these decide the sum, and there are so few that
/// roundings to 10 bits hardly cancel.
std::int64_t dominated(Random& random, std::size_t k);

/// A number with three digits after the point: positive elements that lose at least a quarter of the last place when
/// they are rounded to 10 bits after the leading one, and always downwards. Such errors add up instead of
/// cancelling, for rounding and for truncation alike.
std::int64_t rounded_down_by_ten_bits(Random& random, std::size_t k);

/// The second half of each row of A repeats the first half, and that of each
/// column of B negates it, but for a remainder from -`remainder` to `remainder`:
/// sums of large terms that nearly vanish. Two digits after the point.
Factors cancelling(Random& random, Shape shape, std::int64_t remainder);

/// A n x n matrix with one 1 in each row and column, times a random one.
Factors permutation(Random& random, std::size_t n);

/// A random m x n matrix times the identity.
Factors identity_on_the_right(Random& random, std::size_t m, std::size_t n);

/// A has rows of zeros and B columns of zeros, in turn with random ones: there C must be zero exactly.
Factors striped_with_zeros(Random& random, Shape shape);

}  // namespace problems::matmul
