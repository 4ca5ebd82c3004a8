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

/// Whether it is memory of the host that a device cannot reach by itself.
bool is_pageable(const void* address);

/// A copy is done: a work of its stream, for which the host has waited or not, as CUDA has it.
void note_copy(const RowsCopy& copy, bool to_device, const void* code);
/// Notes the same of a call that only writes: "a filling".
void note_filling(const Rows& rows, const char* call, const void* code);

}  // namespace cuda_emulator
