#pragma once

// The sums of Strassen's method, on vectors of elements that lie at the same place in each part of a matrix: those
// which are multiplied, and those of the products. With two levels the parts are sixteenths: each quarter's quarters.

#include "kernels/matmul/blocks.cuh"

namespace kernels::hopper {

constexpr int strassen_products = 7;

/// The sign with which a quarter, of 11, 12, 21, 22, is a term of a product's left and right factor, and the product
/// one of a quarter of c. (Strassen, "Gaussian Elimination is not Optimal", 1969.)
struct LeftSigns {
  __host__ __device__ static constexpr int of(int product, int quarter) {
    constexpr signed char signs[strassen_products][4] = {
        {1, 0, 0, 1}, {0, 0, 1, 1}, {1, 0, 0, 0}, {0, 0, 0, 1}, {1, 1, 0, 0}, {-1, 0, 1, 0}, {0, 1, 0, -1}};
    return signs[product][quarter];
  }
};
/// The signs of the quarters of the transposed factor.
struct TransposedLeftSigns {
  __host__ __device__ static constexpr int of(int product, int quarter) {
    return LeftSigns::of(product, quarter % 2 * 2 + quarter / 2);
  }
};
struct RightSigns {
  __host__ __device__ static constexpr int of(int product, int quarter) {
    constexpr signed char signs[strassen_products][4] = {
        {1, 0, 0, 1}, {1, 0, 0, 0}, {0, 1, 0, -1}, {-1, 0, 1, 0}, {0, 0, 0, 1}, {1, 1, 0, 0}, {0, 0, 1, 1}};
    return signs[product][quarter];
  }
};
struct ProductSigns {
  __host__ __device__ static constexpr int of(int product, int quarter) {
    constexpr signed char signs[strassen_products][4] = {
        {1, 0, 0, 1}, {0, 0, 1, -1}, {0, 1, 0, 1}, {1, 0, 1, 0}, {-1, 1, 0, 0}, {0, 0, 0, 1}, {1, 0, 0, 0}};
    return signs[product][quarter];
  }
};

/// Whether products with these signs make c = a b: a's quarter times b's counts once in that of c where they meet, and
/// nowhere else.
consteval bool signs_multiply() {
  for (int left = 0; left < 4; ++left) {
    for (int right = 0; right < 4; ++right) {
      for (int quarter = 0; quarter < 4; ++quarter) {
        int counted = 0;
        for (int product = 0; product < strassen_products; ++product) {
          counted += LeftSigns::of(product, left) * RightSigns::of(product, right) *
                     ProductSigns::of(product, quarter);
        }
        const bool meet = left % 2 == right / 2 && quarter == left / 2 * 2 + right % 2;
        if (counted != (meet ? 1 : 0)) return false;
      }
    }
  }
  return true;
}
static_assert(signs_multiply());

__host__ __device__ constexpr int power(int base, int exponent) {
  return exponent == 0 ? 1 : base * power(base, exponent - 1);
}

/// sum += sign x; the signs are known when loops are unrolled.
__device__ inline void add_signed(Vector16<float>& sum, int sign, const Vector16<float>& x) {
  if (sign == 0) return;
#pragma unroll
  for (int v = 0; v < 4; ++v)
    sum.values[v] = sign > 0 ? sum.values[v] + x.values[v] : sum.values[v] - x.values[v];
}

/// Calls store(product, sum) for the factors of all products, made of the parts of one matrix.
template <int Levels, class Signs, class Store>
__device__ inline void for_each_factor(const Vector16<float> (&parts)[power(4, Levels)], Store store) {
  constexpr int inner_parts = power(4, Levels - 1), inner_products = power(strassen_products, Levels - 1);
#pragma unroll
  for (int product = 0; product < strassen_products; ++product) {
    Vector16<float> sums[inner_parts] = {};
#pragma unroll
    for (int part = 0; part < inner_parts; ++part) {
#pragma unroll
      for (int quarter = 0; quarter < 4; ++quarter) {
        add_signed(sums[part], Signs::of(product, quarter), parts[quarter * inner_parts + part]);
      }
    }
    if constexpr (Levels == 1) {
      store(product, sums[0]);
    } else {
      for_each_factor<Levels - 1, Signs>(
          sums, [&](int inner, const Vector16<float>& sum) { store(product * inner_products + inner, sum); });
    }
  }
}

/// parts += the sums of products, which load(product) tells.
template <int Levels, class Load>
__device__ inline void add_products(Vector16<float> (&parts)[power(4, Levels)], Load load) {
  constexpr int inner_parts = power(4, Levels - 1), inner_products = power(strassen_products, Levels - 1);
#pragma unroll
  for (int product = 0; product < strassen_products; ++product) {
    Vector16<float> inner[inner_parts] = {};
    if constexpr (Levels == 1) {
      inner[0] = load(product);
    } else {
      add_products<Levels - 1>(inner, [&](int index) { return load(product * inner_products + index); });
    }
#pragma unroll
    for (int quarter = 0; quarter < 4; ++quarter) {
#pragma unroll
      for (int part = 0; part < inner_parts; ++part) {
        add_signed(parts[quarter * inner_parts + part], ProductSigns::of(product, quarter), inner[part]);
      }
    }
  }
}

/// Where a part of a matrix begins, in parts.
struct PartPlace {
  int row, column;
};
template <int Levels>
__device__ inline PartPlace part_place(int part) {
  PartPlace place{0, 0};
#pragma unroll
  for (int level = Levels - 1; level >= 0; --level) {
    const int quarter = part >> 2 * level & 3;
    place = {2 * place.row + quarter / 2, 2 * place.column + quarter % 2};
  }
  return place;
}

}  // namespace kernels::hopper
