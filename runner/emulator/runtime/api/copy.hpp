#pragma once

#include <cstddef>

#include "runner/emulator/include/driver_types.h"
#include "runner/emulator/runtime/memory/rows_copy.hpp"

namespace cuda_emulator {

/// Copies after checking that both sides are what `kind` says; `code` is the location of the program's call.
cudaError_t copy(const RowsCopy& copy, cudaMemcpyKind kind, const void* code);

/// A copy in three dimensions.
cudaError_t copy_box(const cudaMemcpy3DParms* parameters, const void* code);

/// Fills rows of device memory with `byte`.
cudaError_t fill(void* address, std::size_t pitch, int byte, std::size_t row_bytes, std::size_t rows,
                 const void* code);

}  // namespace cuda_emulator
