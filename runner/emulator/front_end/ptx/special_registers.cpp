#include "runner/emulator/front_end/ptx/special_registers.hpp"

#include <algorithm>
#include <array>

#include "runner/emulator/front_end/ptx/function.hpp"

namespace cuda_front_end::ptx {
namespace {

/// The variable that %tid.x is a member of; empty for any other register.
std::string built_in_variable(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, const char*>, 4> variables = {
      {{"tid.", "threadIdx"}, {"ntid.", "blockDim"}, {"ctaid.", "blockIdx"}, {"nctaid.", "gridDim"}}};
  for (const auto& [prefix, variable] : variables) {
    const bool is_member = name.starts_with(prefix) && name.size() == prefix.size() + 1;
    if (is_member && name.back() >= 'x' && name.back() <= 'z') return variable;
  }
  return "";
}

int special_register_bits(std::string_view name) {
  if (!built_in_variable(name).empty()) return 32;
  constexpr std::array<std::string_view, 16> words = {
      "laneid",         "warpid",         "nwarpid",           "smid",           "nsmid", "lanemask_eq",
      "lanemask_le",    "lanemask_lt",    "lanemask_ge",       "lanemask_gt",    "clock", "clock_hi",
      "globaltimer_lo", "globaltimer_hi", "dynamic_smem_size", "total_smem_size"};
  constexpr std::array<std::string_view, 3> long_words = {"clock64", "globaltimer", "gridid"};
  if (std::ranges::count(words, name)) return 32;
  if (std::ranges::count(long_words, name)) return 64;
  throw Unsupported("the PTX register '%" + std::string(name) + "' is not available");
}

}  // namespace

bool special_register_may_have(std::string_view name, int bits) {
  if (bits == special_register_bits(name)) return true;
  return bits == 16 ? !built_in_variable(name).empty() : bits == 32 && name == "gridid";
}

SpecialValue special_register(std::string_view name, Function& function) {
  const int bits = special_register_bits(name);
  // %tid.x is threadIdx.x, which is constant to a CUDA thread: see faster_load.
  if (const std::string variable = built_in_variable(name); !variable.empty()) {
    return {function.add("call i32 asm \"movl %fs:" + variable + "@tpoff+" +
                         std::to_string(4 * (name.back() - 'x')) + ", $0\", \"=r\"()"),
            bits};
  }
  return {function.call("i" + std::to_string(bits), "cuda_emulator_ptx_" + std::string(name), {}), bits};
}

}  // namespace cuda_front_end::ptx
