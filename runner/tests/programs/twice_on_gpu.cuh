#pragma once

#include <cstddef>
#include <cstdint>

__global__ void twice(std::uint32_t* values, std::size_t count) {
  for (std::size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    values[i] *= 2;
  }
}
