#include "runner/emulator/front_end/ptx/special_registers.hpp"

#include <algorithm>
#include <array>

#include "runner/emulator/front_end/ptx/function.hpp"

namespace cuda_front_end::ptx {
namespace {

constexpr std::array<std::pair<std::string_view, const char*>, 4> registers_of_four = {
    {{"tid", "threadIdx"}, {"ntid", "blockDim"}, {"ctaid", "blockIdx"}, {"nctaid", "gridDim"}}};

/// The index of the element x, y, z or w, also called r, g, b and a; npos for anything else.
std::size_t element_number(char name) {
  const std::size_t number = std::string_view("xyzw").find(name);
  return number != std::string_view::npos ? number : std::string_view("rgba").find(name);
}

/// The variable of which %tid.x is a member; empty for any other register.
std::string built_in_variable(std::string_view name) {
  for (const auto& [whole, variable] : registers_of_four) {
    const bool is_member = name.starts_with(whole) && name.size() == whole.size() + 2 &&
                           name[whole.size()] == '.' && element_number(name.back()) < 4;
    if (is_member) return variable;
  }
  return "";
}

bool all_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == text.npos;
}

/// Whether compilers generate such register names: `r12`, `rd3`.
bool is_of_compiler(std::string_view name) {
  constexpr std::array<std::string_view, 7> letters = {"p", "rs", "r", "rd", "f", "fd", "h"};
  return std::ranges::any_of(letters, [&](std::string_view each) {
    return name.starts_with(each) && all_digits(name.substr(each.size()));
  });
}

/// The width of a register that only a GPU has; 0 if there is none of that name.
int bits_of_lacking(std::string_view name) {
  if (is_of_compiler(name)) throw Unsupported("a PTX register that the compiler has chosen is not available");
  const std::string_view whole = name.substr(0, name.find('.'));
  constexpr std::array<std::string_view, 4> of_four = {"clusterid", "nclusterid", "cluster_ctaid",
                                                       "cluster_nctaid"};
  if (std::ranges::count(of_four, whole))
    return name.size() == whole.size() + 2 && element_number(name.back()) < 4 ? 32 : 0;
  constexpr std::array<std::string_view, 7> words = {"cluster_ctarank",          "cluster_nctarank",
                                                     "aggr_smem_size",           "reserved_smem_offset_begin",
                                                     "reserved_smem_offset_end", "reserved_smem_offset_cap",
                                                     "reserved_smem_offset_0"};
  if (std::ranges::count(words, name) || name == "reserved_smem_offset_1") return 32;
  if (name == "is_explicit_cluster") return 1;
  if (name == "current_graph_exec") return 64;
  if (name.starts_with("envreg") && all_digits(name.substr(6))) return 32;
  if (!name.starts_with("pm")) return 0;
  const bool is_long = name.ends_with("_64");
  const std::string_view number = name.substr(2, name.size() - (is_long ? 5 : 2));
  return number.size() == 1 && number < "8" && all_digits(number) ? (is_long ? 64 : 32) : 0;
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
  if (is_of_four_elements(name.substr(0, name.find('.'))))
    throw Invalid("there is no element '" + std::string(name) + "' of a PTX register");
  if (const int bits = bits_of_lacking(name)) return bits;
  throw Invalid("there is no PTX register '%" + std::string(name) + "'");
}

}  // namespace

bool is_of_four_elements(std::string_view name) {
  return std::ranges::any_of(registers_of_four, [&](const auto& each) { return each.first == name; });
}

bool special_register_may_have(std::string_view name, int bits) {
  if (is_of_four_elements(name)) return false;
  if (bits == special_register_bits(name)) return true;
  return bits == 16 ? !built_in_variable(name).empty() : bits == 32 && name == "gridid";
}

SpecialValue special_register(std::string_view name, Function& function) {
  const int bits = special_register_bits(name);
  if (bits_of_lacking(name))
    throw Unsupported("the PTX register '%" + std::string(name) + "' is not available");
  // %tid.x is threadIdx.x, which is constant within a CUDA thread: see faster_load.
  if (const std::string variable = built_in_variable(name); !variable.empty()) {
    const std::size_t element = element_number(name.back());
    if (element == 3) return {"0", bits};  // as the manual says
    return {function.add("call i32 asm \"movl %fs:" + variable + "@tpoff+" + std::to_string(4 * element) +
                         ", $0\", \"=r\"()"),
            bits};
  }
  return {function.call("i" + std::to_string(bits), "cuda_emulator_ptx_" + std::string(name), {}), bits};
}

}  // namespace cuda_front_end::ptx
