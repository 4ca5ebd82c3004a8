#pragma once

#include <cstddef>

#include "runner/emulator/runtime/memory/rows_copy.hpp"

namespace cuda_emulator {

/// Rows of bytes that lie `pitch` apart.
struct Rows {
  const char* begin;
  std::size_t pitch;
  std::size_t row_bytes;
  std::size_t count;
};

/// Whether it is host memory that a device cannot access directly.
bool is_pageable(const void* address);

/// Records a copy as work of its stream, and whether the host has waited for it, by CUDA's rules.
void note_copy(const RowsCopy& copy, bool to_device, const void* code);
/// Records a call that only writes, such as "a filling".
void note_filling(const Rows& rows, const char* call, const void* code);

}  // namespace cuda_emulator
