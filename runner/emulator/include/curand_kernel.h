/// cuRAND's generators for kernels: XORWOW, MRG32k3a and Philox, with the same numbers as on a device.
#pragma once

#include "cuda_emulator/random/poisson.h"
#include "cuda_runtime.h"

using curandStateXORWOW_t = curandStateXORWOW;
using curandState_t = curandStateXORWOW;
using curandState = curandStateXORWOW;
using curandStateMRG32k3a_t = curandStateMRG32k3a;
using curandStatePhilox4_32_10_t = curandStatePhilox4_32_10;

#define CUDA_EMULATOR_WITHOUT(name, what)                                                                 \
  struct __attribute__((unavailable("the emulated device has no " what " generators"))) name {};          \
  typedef struct name name##_t __attribute__((unavailable("the emulated device has no " what " generator" \
                                                          "s")));
CUDA_EMULATOR_WITHOUT(curandStateMtgp32, "MTGP32")
CUDA_EMULATOR_WITHOUT(curandStateSobol32, "Sobol")
CUDA_EMULATOR_WITHOUT(curandStateSobol64, "Sobol")
CUDA_EMULATOR_WITHOUT(curandStateScrambledSobol32, "Sobol")
CUDA_EMULATOR_WITHOUT(curandStateScrambledSobol64, "Sobol")
#undef CUDA_EMULATOR_WITHOUT
