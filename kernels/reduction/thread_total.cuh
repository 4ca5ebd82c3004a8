#pragma once

#include <cstddef>
#include <cstring>

namespace kernels {

template <class T>
struct alignas(16) Vector {
  static constexpr unsigned size = 16 / sizeof(T);
  T values[size];
};

template <bool aligned, class T>
__device__ Vector<T> load(const T* values) {
  if constexpr (aligned) {
    // It is not read again, so it must not evict other data from the caches.
    const uint4 words = __ldcs(reinterpret_cast<const uint4*>(values));
    Vector<T> vector;
    std::memcpy(&vector, &words, sizeof vector);
    return vector;
  } else {
    Vector<T> vector;
#pragma unroll
    for (unsigned i = 0; i < Vector<T>::size; ++i) vector.values[i] = values[i];
    return vector;
  }
}

template <class Operation, class T>
__device__ void accumulate(typename Operation::Accumulator& total, const Vector<T>& vector) {
#pragma unroll
  for (unsigned i = 0; i < Vector<T>::size; ++i) {
    total = Operation::combine(total, Operation::lift(vector.values[i]));
  }
}

/// What the calling thread takes of all values, combined: `loads` vectors of 16 bytes at a time. Which they
/// are depends on how many values there are, not on where they are: those that are not aligned to 16 bytes
/// are taken in the same order, by narrow loads.
template <class Operation, bool aligned, unsigned block_threads, unsigned loads, class T>
__device__ typename Operation::Accumulator thread_total(const T* values, std::size_t size) {
  constexpr unsigned width = Vector<T>::size;
  const std::size_t vectors = size / width;
  typename Operation::Accumulator totals[loads];
  for (auto& total : totals) total = Operation::identity();
  std::size_t i = std::size_t{blockIdx.x} * (block_threads * loads) + threadIdx.x;
  const std::size_t step = std::size_t{gridDim.x} * (block_threads * loads);
  for (; i + (loads - 1) * block_threads < vectors; i += step) {
    Vector<T> batch[loads];
#pragma unroll
    for (unsigned k = 0; k < loads; ++k) batch[k] = load<aligned>(values + (i + k * block_threads) * width);
#pragma unroll
    for (unsigned k = 0; k < loads; ++k) accumulate<Operation>(totals[k], batch[k]);
  }
#pragma unroll
  for (unsigned k = 0; k < loads; ++k) {
    if (i + k * block_threads < vectors) {
      accumulate<Operation>(totals[k], load<aligned>(values + (i + k * block_threads) * width));
    }
  }
  if (blockIdx.x == 0 && threadIdx.x < size % width) {
    totals[0] = Operation::combine(totals[0], Operation::lift(values[vectors * width + threadIdx.x]));
  }
#pragma unroll
  for (unsigned k = 1; k < loads; ++k) totals[0] = Operation::combine(totals[0], totals[k]);
  return totals[0];
}

}  // namespace kernels
