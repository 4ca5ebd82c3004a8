/// PTX's special registers: `%laneid` and others.
#pragma once

#include <string>
#include <string_view>

namespace cuda_front_end::ptx {

class Function;

struct SpecialValue {
  std::string value;
  int bits;
};

/// What `%name` says. Throws Unsupported if there is none of that name.
/// How many bits it has. Throws Unsupported for one that is not there.
int special_register_bits(std::string_view name);

SpecialValue special_register(std::string_view name, Function& function);

}  // namespace cuda_front_end::ptx
