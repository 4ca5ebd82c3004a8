/// Other functions for device code: loads and stores with cache hints, clocks, and ending the grid.
#pragma once

#include <time.h>

#include "qualifiers.h"

CUDA_EMULATOR_CHOSEN_CODE_BEGIN

// The device has only one cache policy.
#define CUDA_EMULATOR_LOAD(name) \
  template <class T>             \
  T name(const T* address) {     \
    return *address;             \
  }
#define CUDA_EMULATOR_STORE(name)  \
  template <class T>               \
  void name(T* address, T value) { \
    *address = value;              \
  }
CUDA_EMULATOR_LOAD(__ldg)
CUDA_EMULATOR_LOAD(__ldca)
CUDA_EMULATOR_LOAD(__ldcg)
CUDA_EMULATOR_LOAD(__ldcs)
CUDA_EMULATOR_LOAD(__ldlu)
CUDA_EMULATOR_LOAD(__ldcv)
CUDA_EMULATOR_STORE(__stwb)
CUDA_EMULATOR_STORE(__stcg)
CUDA_EMULATOR_STORE(__stcs)
CUDA_EMULATOR_STORE(__stwt)
#undef CUDA_EMULATOR_LOAD
#undef CUDA_EMULATOR_STORE

CUDA_EMULATOR_CHOSEN_CODE_END
CUDA_EMULATOR_DEVICE_CODE_BEGIN

/// Nanoseconds: the device's clock runs at 1 GHz.
long long clock64();
inline clock_t clock() noexcept {
  return static_cast<clock_t>(clock64());
}
unsigned long long __globaltimer();

/// Lets other threads run.
void __nanosleep(unsigned int nanoseconds);

/// Ends the grid with cudaErrorLaunchFailure.
[[noreturn]] void __trap();
inline void __brkpt() {}
inline void __prof_trigger(int) {}

CUDA_EMULATOR_DEVICE_CODE_END
