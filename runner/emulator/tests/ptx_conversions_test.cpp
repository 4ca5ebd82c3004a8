// Conversions of PTX that a processor does not have: of unsigned integers beyond those that a signed one holds.

#include <cstdint>

#include CATCH2_HEADER

extern "C" {
float cuda_emulator_ptx_f32_of_u64_rp(unsigned long long value);
double cuda_emulator_ptx_f64_of_u64_rp(unsigned long long value);
double cuda_emulator_ptx_f64_of_u64_rm(unsigned long long value);
}

TEST_CASE("the last bit of a large integer decides what is rounded upward") {
  constexpr std::uint64_t large = std::uint64_t{1} << 63;
  CHECK(cuda_emulator_ptx_f64_of_u64_rp(large) == 0x1p63);
  CHECK(cuda_emulator_ptx_f64_of_u64_rp(large + 1) == 0x1.0000000000001p63);
  CHECK(cuda_emulator_ptx_f64_of_u64_rm(large + 1) == 0x1p63);
  CHECK(cuda_emulator_ptx_f32_of_u64_rp(large + 1) == 0x1.000002p63f);
}
