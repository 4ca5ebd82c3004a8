#pragma once

#include <string_view>

#include "runner/emulator/include/driver_types.h"

namespace cuda_emulator {

/// Stores `error` for cudaGetLastError() of this host thread and returns it. After an error that ended the
/// context, returns that one instead, whatever `error` is. `code` is where the program caused the error, if
/// not at its call of the library, and `reason` says more than the error does.
cudaError_t record_error(cudaError_t error, const void* code = nullptr, std::string_view reason = {});

/// Records the result of a call that frees something. After an unchecked error, any other call is a finding:
/// the error is ignored.
cudaError_t record_cleaning_up(cudaError_t error, const void* code = nullptr, std::string_view reason = {});

/// Records an error of a kernel that ended the context: every call returns it from now on.
void record_sticky_error(cudaError_t error);

/// Reports an unchecked error, as the next call would, before its consequences are found.
void report_ignored_error();

/// Starts a new context, without errors.
void forget_errors();

/// The error that ended the context; cudaSuccess while the context lives.
cudaError_t sticky_error();

}  // namespace cuda_emulator
