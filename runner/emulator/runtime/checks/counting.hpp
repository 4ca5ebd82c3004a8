#pragma once

#include <cstddef>

#include "runner/emulator/runtime/checks/memory_check.hpp"

namespace cuda_emulator {

/// Called, if counters are wanted, before a kernel accesses global or shared memory.
void count_access(Worker& worker, const void* address, std::size_t bytes, StrongOperation operation,
                  const void* code);

/// Called, if counters are wanted, before a kernel copies a struct: in pieces as long as its alignment
/// allows.
void count_range(Worker& worker, const void* address, std::size_t bytes, StrongOperation operation,
                 const void* code);

/// Called, if counters are wanted, before the running thread meets others of its warp or block.
void count_meeting(Worker& worker, Counted kind, const void* code);

}  // namespace cuda_emulator
