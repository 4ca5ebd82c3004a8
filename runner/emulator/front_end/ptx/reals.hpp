/// Computing with floats of any type in LLVM's text.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "runner/emulator/front_end/ptx/instruction.hpp"

namespace cuda_front_end::ptx {

/// A float of 16 bits as a float of 32, which has room for it.
std::string widened(Function& out, Type type, const std::string& value);
/// A float of 32 or 64 bits (`from`) as one of the 16 bits of `type`, rounded: "rn", "rz", "rm" or "rp".
std::string narrowed(Function& out, Type from, Type type, const std::string& value,
                     std::string_view rounding = "rn");

/// "rz", "rm" or "rp", if the instruction says so; empty for the nearest.
std::string_view directed_rounding(const Translation& t);

/// The value with subnormal numbers as 0, if the instruction says `.ftz`.
std::string flushed(Translation& t, Type type, const std::string& value);
/// The value between 0 and 1, if the instruction says `.sat`.
std::string saturated_real(Translation& t, Type type, const std::string& value);

/// `fcmp RELATION`
std::string compare_reals(Function& out, const char* relation, Type type, const std::string& a,
                          const std::string& b);

/// Calls `llvm.NAME.f32` or so.
std::string real_intrinsic(Function& out, const std::string& name, Type type,
                           const std::vector<std::string>& values);

/// Gives operand 0 what `compute` makes of the other operands' values, `count` of them, for each of the elements that
/// `type` has. It computes with f32 where the type has 16 bits.
void for_each_element(Translation& t, Type type, std::size_t count,
                      const std::function<std::string(Type, const std::vector<std::string>&)>& compute);

}  // namespace cuda_front_end::ptx
