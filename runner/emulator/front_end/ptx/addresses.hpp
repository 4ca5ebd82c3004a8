/// Translates addresses in PTX. All except those of shared memory are the same as in C++.
#pragma once

#include <string>

#include "runner/emulator/front_end/ptx/instruction.hpp"

namespace cuda_front_end::ptx {

/// A shared memory address has 32 bits. It is an offset from a point below the OS thread's variables, which
/// include the shared ones. Both functions take and return i64.
std::string generic_of_shared(Function& out, const std::string& address);
std::string shared_of_generic(Function& out, const std::string& address);

/// Whether the instruction accesses shared memory. Refuses state spaces that the device does not have.
bool names_shared_memory(const Translation& t);

/// The generic address, as an i64, of an operand such as `[a+8]`.
std::string generic_address(Translation& t, const Operand& operand, bool shared);

}  // namespace cuda_front_end::ptx
