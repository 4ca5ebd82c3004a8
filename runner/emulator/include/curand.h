/// cuRAND's host calls, which fill arrays with the same random numbers as on a GPU. The device's functions
/// are in curand_kernel.h.
#pragma once

#define CURAND_H_

#include "cuda_runtime_api.h"

struct curandGenerator_st;
using curandGenerator_t = curandGenerator_st*;

enum curandStatus {
  CURAND_STATUS_SUCCESS = 0,
  CURAND_STATUS_VERSION_MISMATCH = 100,
  CURAND_STATUS_NOT_INITIALIZED = 101,
  CURAND_STATUS_ALLOCATION_FAILED = 102,
  CURAND_STATUS_TYPE_ERROR = 103,
  CURAND_STATUS_OUT_OF_RANGE = 104,
  CURAND_STATUS_LENGTH_NOT_MULTIPLE = 105,
  CURAND_STATUS_DOUBLE_PRECISION_REQUIRED = 106,
  CURAND_STATUS_LAUNCH_FAILURE = 201,
  CURAND_STATUS_PREEXISTING_FAILURE = 202,
  CURAND_STATUS_INITIALIZATION_FAILED = 203,
  CURAND_STATUS_ARCH_MISMATCH = 204,
  CURAND_STATUS_INTERNAL_ERROR = 999,
};
using curandStatus_t = curandStatus;

#define CUDA_EMULATOR_WITHOUT(what) __attribute__((unavailable("the emulated device has no " what)))

enum curandRngType {
  CURAND_RNG_PSEUDO_DEFAULT = 100,
  CURAND_RNG_PSEUDO_XORWOW = 101,
  CURAND_RNG_PSEUDO_MRG32K3A = 121,
  CURAND_RNG_PSEUDO_MTGP32 CUDA_EMULATOR_WITHOUT("MTGP32") = 141,
  CURAND_RNG_PSEUDO_MT19937 CUDA_EMULATOR_WITHOUT("MT19937") = 142,
  CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161,
  CURAND_RNG_QUASI_DEFAULT CUDA_EMULATOR_WITHOUT("Sobol sequences") = 200,
  CURAND_RNG_QUASI_SOBOL32 CUDA_EMULATOR_WITHOUT("Sobol sequences") = 201,
  CURAND_RNG_QUASI_SCRAMBLED_SOBOL32 CUDA_EMULATOR_WITHOUT("Sobol sequences") = 202,
  CURAND_RNG_QUASI_SOBOL64 CUDA_EMULATOR_WITHOUT("Sobol sequences") = 203,
  CURAND_RNG_QUASI_SCRAMBLED_SOBOL64 CUDA_EMULATOR_WITHOUT("Sobol sequences") = 204,
};
using curandRngType_t = curandRngType;

enum curandOrdering {
  CURAND_ORDERING_PSEUDO_BEST = 100,
  CURAND_ORDERING_PSEUDO_DEFAULT = 101,
  CURAND_ORDERING_PSEUDO_SEEDED CUDA_EMULATOR_WITHOUT("seeded order of random numbers") = 102,
  CURAND_ORDERING_PSEUDO_LEGACY = 103,
  CURAND_ORDERING_PSEUDO_DYNAMIC CUDA_EMULATOR_WITHOUT("order of random numbers that depends on the device") =
      104,
};
using curandOrdering_t = curandOrdering;

CUDA_EMULATOR_API_BEGIN
curandStatus_t curandCreateGenerator(curandGenerator_t* generator, curandRngType_t type);
/// Creates a generator that writes to host memory.
curandStatus_t curandCreateGeneratorHost(curandGenerator_t* generator, curandRngType_t type);
curandStatus_t curandDestroyGenerator(curandGenerator_t generator);
curandStatus_t curandGetVersion(int* version);
curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream);
curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator, unsigned long long seed);
curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset);
curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t order);
curandStatus_t curandGenerateSeeds(curandGenerator_t generator);

curandStatus_t curandGenerate(curandGenerator_t generator, unsigned int* output, size_t count);
/// A call for 64-bit generators, none of which exists here.
curandStatus_t curandGenerateLongLong(curandGenerator_t generator, unsigned long long* output, size_t count);
curandStatus_t curandGenerateUniform(curandGenerator_t generator, float* output, size_t count);
curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double* output, size_t count);
curandStatus_t curandGenerateNormal(curandGenerator_t generator, float* output, size_t count, float mean,
                                    float deviation);
curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double* output, size_t count,
                                          double mean, double deviation);
curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float* output, size_t count, float mean,
                                       float deviation);
curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator, double* output, size_t count,
                                             double mean, double deviation);

CUDA_EMULATOR_WITHOUT("Poisson numbers by a call of the host")
curandStatus_t curandGeneratePoisson(curandGenerator_t generator, unsigned int* output, size_t count,
                                     double lambda);
CUDA_EMULATOR_WITHOUT("Sobol sequences")
curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t generator, unsigned int dimensions);
#undef CUDA_EMULATOR_WITHOUT

CUDA_EMULATOR_API_END
