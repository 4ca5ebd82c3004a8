#pragma once

#include <span>

#include "runner/emulator/runtime/program/rows.hpp"

namespace cuda_emulator {

std::span<const KernelRow> kernel_rows();
std::span<const VariableRow> variable_rows();

/// The kernel that the host knows by the address `stub`; null if there is none.
const KernelRow* kernel_of(const void* stub);

/// The variable of the device that the host knows by the address `shadow`; null if there is none.
const VariableRow* variable_of(const void* shadow);

}  // namespace cuda_emulator
