#include "runner/emulator/front_end/ptx_special_registers.hpp"

#include <algorithm>
#include <array>

#include "runner/emulator/front_end/ptx_function.hpp"

namespace cuda_front_end::ptx {
namespace {

/// %tid.x is threadIdx.x, which is constant to a CUDA thread: see faster_load.
std::string built_in_variable(std::string_view name, Function& function) {
  constexpr std::array<std::pair<std::string_view, const char*>, 4> variables = {
      {{"tid.", "threadIdx"}, {"ntid.", "blockDim"}, {"ctaid.", "blockIdx"}, {"nctaid.", "gridDim"}}};
  for (const auto& [prefix, variable] : variables) {
    if (!name.starts_with(prefix) || name.size() != prefix.size() + 1) continue;
    const char member = name.back();
    if (member < 'x' || member > 'z') continue;
    return function.add(std::string("call i32 asm \"movl %fs:") + variable + "@tpoff+" +
                        std::to_string(4 * (member - 'x')) + ", $0\", \"=r\"()");
  }
  return "";
}

}  // namespace

SpecialValue special_register(std::string_view name, Function& function) {
  if (const std::string value = built_in_variable(name, function); !value.empty()) return {value, 32};
  constexpr std::array<std::string_view, 17> words = {
      "laneid",         "warpid",         "nwarpid",        "smid",
      "nsmid",          "gridid",         "lanemask_eq",    "lanemask_le",
      "lanemask_lt",    "lanemask_ge",    "lanemask_gt",    "clock",
      "clock_hi",       "globaltimer_lo", "globaltimer_hi", "dynamic_smem_size",
      "total_smem_size"};
  constexpr std::array<std::string_view, 2> long_words = {"clock64", "globaltimer"};
  const std::string function_name = "cuda_emulator_ptx_" + std::string(name);
  if (name == "gridid") return {function.call("i64", function_name, {}), 64};
  if (std::find(words.begin(), words.end(), name) != words.end())
    return {function.call("i32", function_name, {}), 32};
  if (std::find(long_words.begin(), long_words.end(), name) != long_words.end()) {
    return {function.call("i64", function_name, {}), 64};
  }
  throw Unsupported("the PTX register '%" + std::string(name) + "' is not available");
}

}  // namespace cuda_front_end::ptx
