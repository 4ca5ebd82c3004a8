// All pairs of plants (see all_pairs.cuh) with a hash set of the plants in device memory.
//
// Memory follows the plants, not the field: two to four 8-byte places a plant, with linear probing. For 5000
// plants that is 128 KiB, which stays in the level-1 cache, where the bit field of 5000 x 5000 does not; and
// a field of 2^31 x 2^31 is as good as a small one.
//
// Scratch: the set, held by a StreamBuffer.
//
// Source: D. E. Knuth, The Art of Computer Programming 3,
// section 6.4: multiplicative hashing and algorithm L.

#include <bit>

#include "kernels/gpu/stream_buffer.hpp"
#include "kernels/hating_frog/all_pairs.cuh"

namespace kernels {
namespace {

constexpr unsigned block_threads = 256;

class HashSet {
 public:
  using Key = unsigned long long;  // row above column; no plant has key 0, which marks a free place

  /// `places`: 2^bits keys, all 0 before the first insertion.
  HashSet(Key* places, int bits) : places_(places), bits_(bits) {}

  __device__ void insert(const Plant& plant) const {
    const Key key = key_of(plant.row, plant.column);
    std::size_t place = first_place(key);
    while (atomicCAS(&places_[place], Key{0}, key) != 0) place = next(place);
  }

  __device__ bool operator()(int row, int column) const {
    const Key key = key_of(row, column);
    std::size_t place = first_place(key);
    while (places_[place] != key && places_[place] != 0) place = next(place);
    return places_[place] == key;
  }

 private:
  static __device__ Key key_of(int row, int column) {
    return static_cast<Key>(row) << 32 | static_cast<Key>(column);
  }
  __device__ std::size_t first_place(Key key) const {
    return key * 0x9E37'79B9'7F4A'7C15 >> (64 - bits_);  // 2^64 divided by the golden ratio
  }
  __device__ std::size_t next(std::size_t place) const {
    return (place + 1) & ((std::size_t{1} << bits_) - 1);
  }

  Key* places_;
  int bits_;
};

__global__ void insert_all(const Plant* plants, std::size_t count, HashSet set) {
  const std::size_t k = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (k < count) set.insert(plants[k]);
}

}  // namespace

void hating_frog_gpu_hash_set(const Field& field, std::span<const Plant> plants, std::span<int> longest,
                              GpuStream stream) {
  const int bits = std::bit_width(plants.size()) + 1;
  const StreamBuffer<HashSet::Key> places(std::size_t{1} << bits, stream);
  check_cuda(cudaMemsetAsync(places.data(), 0, places.bytes(), stream), "clearing of the hash set");
  const HashSet set(places.data(), bits);
  if (!plants.empty()) {
    const auto blocks = static_cast<unsigned>((plants.size() + block_threads - 1) / block_threads);
    insert_all<<<blocks, block_threads, 0, stream>>>(plants.data(), plants.size(), set);
    check_launch("hating_frog_gpu_hash_set: filling");
  }
  start_all_pairs(field, plants, set, longest.data(), stream);
}

}  // namespace kernels
