/// Translates PTX's special registers, such as `%laneid`.
#pragma once

#include <string>
#include <string_view>

namespace cuda_front_end::ptx {

class Function;

struct SpecialValue {
  std::string value;
  int bits;
};

/// Whether `%name` is a vector of x, y, z and w.
bool is_of_four_elements(std::string_view name);

/// Whether `mov` accepts `%name` as a type of so many bits. Throws Unsupported for a register that only a GPU
/// has, and Invalid for one that does not exist.
bool special_register_may_have(std::string_view name, int bits);

/// What `%name` says.
SpecialValue special_register(std::string_view name, Function& function);

}  // namespace cuda_front_end::ptx
