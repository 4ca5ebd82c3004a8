#pragma once

#include <string_view>

#include "runner/emulator/include/driver_types.h"

namespace cuda_emulator {

/// Remembers `error` for cudaGetLastError() of this host thread and gives it back. Once an error that ends
/// the context has happened, that one is given instead, whatever `error` is. `code` is where the program
/// caused it, if that is not where it called the library, and `reason` says more than the error does.
cudaError_t record_error(cudaError_t error, const void* code = nullptr, std::string_view reason = {});

/// Records it for a call that frees something. After an unchecked
/// error, any other call is a finding: the error is ignored.
cudaError_t record_cleaning_up(cudaError_t error, const void* code = nullptr, std::string_view reason = {});

/// Remembers an error of a kernel that ended the context: from now on every call gives it.
void record_sticky_error(cudaError_t error);

/// Reports an unchecked error, as the next call would, before its consequences are found.
void report_ignored_error();

/// A new context: no error has happened in it.
void forget_errors();

/// The error that ended the context; cudaSuccess while it lives.
cudaError_t sticky_error();

}  // namespace cuda_emulator
