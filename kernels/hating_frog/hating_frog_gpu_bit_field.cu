// All pairs of plants (see all_pairs.cuh) with a bit for every place of the field in device memory.
//
// The largest field of the contest, 5000 x 5000, takes 3 MB and stays in the level-2 cache. A look-up is one
// load; the price is clearing the field, 1 us for that one and a quarter of a millisecond for the largest
// field handled this way, with 2^33 places. Larger fields are left to the hash set.
//
// Scratch: the bits, held by a StreamBuffer.

#include "kernels/gpu/stream_buffer.hpp"
#include "kernels/hating_frog/all_pairs.cuh"

namespace kernels {

HatingFrogDeviceFunction hating_frog_gpu_hash_set;

namespace {

constexpr unsigned block_threads = 256;
constexpr std::uint64_t most_places = std::uint64_t{1} << 33;  // 1 GiB

class BitField {
 public:
  BitField(std::uint32_t* words, const Field& field)
      : words_(words), columns_(static_cast<std::uint64_t>(field.columns)) {}

  __device__ void insert(const Plant& plant) const {
    const std::uint64_t bit = bit_of(plant.row, plant.column);
    atomicOr(&words_[bit / 32], 1U << bit % 32);
  }

  __device__ bool operator()(int row, int column) const {
    const std::uint64_t bit = bit_of(row, column);
    return words_[bit / 32] >> bit % 32 & 1;
  }

 private:
  __device__ std::uint64_t bit_of(int row, int column) const {
    return static_cast<std::uint64_t>(row - 1) * columns_ + static_cast<std::uint64_t>(column - 1);
  }

  std::uint32_t* words_;
  std::uint64_t columns_;
};

__global__ void insert_all(const Plant* plants, std::size_t count, BitField bits) {
  const std::size_t k = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (k < count) bits.insert(plants[k]);
}

}  // namespace

void hating_frog_gpu_bit_field(const Field& field, std::span<const Plant> plants, std::span<int> longest,
                               GpuStream stream) {
  const auto places = static_cast<std::uint64_t>(field.rows) * static_cast<std::uint64_t>(field.columns);
  if (places > most_places) return hating_frog_gpu_hash_set(field, plants, longest, stream);
  const StreamBuffer<std::uint32_t> words(places / 32 + 1, stream);
  check_cuda(cudaMemsetAsync(words.data(), 0, words.bytes(), stream), "clearing of the field");
  const BitField bits(words.data(), field);
  if (!plants.empty()) {
    const auto blocks = static_cast<unsigned>((plants.size() + block_threads - 1) / block_threads);
    insert_all<<<blocks, block_threads, 0, stream>>>(plants.data(), plants.size(), bits);
    check_launch("hating_frog_gpu_bit_field: filling");
  }
  start_all_pairs(field, plants, bits, longest.data(), stream);
}

}  // namespace kernels
