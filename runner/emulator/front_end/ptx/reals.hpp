/// Emits floating-point arithmetic of any type as LLVM text.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "runner/emulator/front_end/ptx/instruction.hpp"

namespace cuda_front_end::ptx {

/// Widens a 16-bit float to 32 bits.
std::string widened(Function& out, Type type, const std::string& value);
/// Rounds a float of 32 or 64 bits (`from`) to the 16 bits of `type`, by "rn", "rz", "rm" or "rp".
std::string narrowed(Function& out, Type from, Type type, const std::string& value,
                     std::string_view rounding = "rn");

/// "rz", "rm" or "rp", if the instruction says so; empty for rounding to nearest.
std::string_view directed_rounding(const Translation& t);

/// The value with subnormal numbers flushed to 0, if the instruction says `.ftz`.
std::string flushed(Translation& t, Type type, const std::string& value);
/// The value clamped to [0, 1], if the instruction says `.sat`.
std::string saturated_real(Translation& t, Type type, const std::string& value);

/// `fcmp RELATION`
std::string compare_reals(Function& out, const char* relation, Type type, const std::string& a,
                          const std::string& b);

/// Calls an intrinsic such as `llvm.NAME.f32`.
std::string real_intrinsic(Function& out, const std::string& name, Type type,
                           const std::vector<std::string>& values);

/// Computes each element of operand 0 by `compute` from the values of the other `count` operands. 16-bit types
/// are computed in f32.
void for_each_element(Translation& t, Type type, std::size_t count,
                      const std::function<std::string(Type, const std::vector<std::string>&)>& compute);

}  // namespace cuda_front_end::ptx
