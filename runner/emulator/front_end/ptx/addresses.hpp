/// Addresses in PTX. All but those of shared memory are those of C++.
#pragma once

#include <string>

#include "runner/emulator/front_end/ptx/instruction.hpp"

namespace cuda_front_end::ptx {

/// An address of shared memory has 32 bits and counts from a place below the variables of the OS thread, which the
/// shared ones are among. Both functions take and give i64.
std::string generic_of_shared(Function& out, const std::string& address);
std::string shared_of_generic(Function& out, const std::string& address);

/// Whether the instruction is about shared memory. Refuses spaces that the device does not have.
bool names_shared_memory(const Translation& t);

/// What `[a+8]` stands for, as a generic address, an i64.
std::string generic_address(Translation& t, const Operand& operand, bool shared);

}  // namespace cuda_front_end::ptx
