/// What went wrong.
#pragma once

#include "../driver_types.h"

/// Returns and clears the last error of this host thread. An error that ended the context stays.
cudaError_t cudaGetLastError();
/// Returns the last error without clearing it.
cudaError_t cudaPeekAtLastError();
const char* cudaGetErrorName(cudaError_t error);
const char* cudaGetErrorString(cudaError_t error);
