#pragma once

#include <cstdint>

namespace kernels {

/// Transposes a square of elements that lies in registers: row i is the 16 bytes of rows[i], so that the
/// square has 16 / bytes rows. Elements of 4 bytes and more only change their registers; smaller ones are
/// picked from two registers at a time by byte permutations.
template <unsigned bytes>
__device__ void turn(uint4 (&rows)[16 / bytes]) {
  constexpr unsigned size = 16 / bytes;
  if constexpr (bytes == 8) {
    const uint4 a = rows[0], b = rows[1];
    rows[0] = {a.x, a.y, b.x, b.y};
    rows[1] = {a.z, a.w, b.z, b.w};
  } else if constexpr (bytes < 8) {
    std::uint32_t from[size][4], to[size][4];
#pragma unroll
    for (unsigned i = 0; i < size; ++i) {
      from[i][0] = rows[i].x, from[i][1] = rows[i].y, from[i][2] = rows[i].z, from[i][3] = rows[i].w;
    }
    // Words (i, k) of the rows: a small square of `each` x `each` elements in `each` of them goes to (k, i).
    constexpr unsigned each = 4 / bytes;
#pragma unroll
    for (unsigned k = 0; k < 4; ++k) {
#pragma unroll
      for (unsigned i = 0; i < 4; ++i) {
        const auto word = [&](unsigned row) { return from[i * each + row][k]; };
        const auto place = [&](unsigned row) -> std::uint32_t& { return to[k * each + row][i]; };
        if constexpr (bytes == 4) {
          place(0) = word(0);
        } else if constexpr (bytes == 2) {
          place(0) = __byte_perm(word(0), word(1), 0x5410);
          place(1) = __byte_perm(word(0), word(1), 0x7632);
        } else {
          const std::uint32_t ab_low = __byte_perm(word(0), word(1), 0x5140);  // a0 b0 a1 b1
          const std::uint32_t cd_low = __byte_perm(word(2), word(3), 0x5140);
          const std::uint32_t ab_high = __byte_perm(word(0), word(1), 0x7362);  // a2 b2 a3 b3
          const std::uint32_t cd_high = __byte_perm(word(2), word(3), 0x7362);
          place(0) = __byte_perm(ab_low, cd_low, 0x5410);  // a0 b0 c0 d0
          place(1) = __byte_perm(ab_low, cd_low, 0x7632);
          place(2) = __byte_perm(ab_high, cd_high, 0x5410);
          place(3) = __byte_perm(ab_high, cd_high, 0x7632);
        }
      }
    }
#pragma unroll
    for (unsigned i = 0; i < size; ++i) rows[i] = {to[i][0], to[i][1], to[i][2], to[i][3]};
  }
}

}  // namespace kernels
