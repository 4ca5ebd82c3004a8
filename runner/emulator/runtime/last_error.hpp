#pragma once

#include "runner/emulator/include/driver_types.h"

namespace cuda_emulator {

/// Remembers `error` for cudaGetLastError() of this host thread and gives it back. Once an error that ends
/// the context has happened, that one is given instead, whatever `error` is.
cudaError_t record_error(cudaError_t error);

}  // namespace cuda_emulator
