/// Barriers of a block, and fences.
#pragma once

#include "qualifiers.h"

CUDA_EMULATOR_DEVICE_CODE_BEGIN

void __syncthreads();
/// A barrier that returns to every thread the number of threads for which `predicate` holds.
int __syncthreads_count(int predicate);
/// A barrier that returns whether it holds for all of them.
int __syncthreads_and(int predicate);
/// A barrier that returns whether it holds for any of them.
int __syncthreads_or(int predicate);

// Fences.
void __threadfence_block();
void __threadfence();
void __threadfence_system();

CUDA_EMULATOR_DEVICE_CODE_END
