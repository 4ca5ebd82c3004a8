/// What went wrong.
#pragma once

#include "../driver_types.h"

/// The last error of this host thread, which is forgotten, unless it is one that ended the context.
cudaError_t cudaGetLastError();
/// The last error, without forgetting.
cudaError_t cudaPeekAtLastError();
const char* cudaGetErrorName(cudaError_t error);
const char* cudaGetErrorString(cudaError_t error);
