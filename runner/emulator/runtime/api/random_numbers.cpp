#include <cmath>

#include "runner/emulator/include/curand.h"
#include "runner/emulator/runtime/base/arena.hpp"
#include "runner/emulator/runtime/base/handles.hpp"
#include "runner/emulator/runtime/checks/address_check.hpp"
#include "runner/emulator/runtime/memory/device_access.hpp"
#include "runner/emulator/runtime/random/generator.hpp"

struct curandGenerator_st {
  curandRngType type;
  bool is_of_host;
  curandOrdering order = CURAND_ORDERING_PSEUDO_DEFAULT;
  std::uint64_t seed = 0, offset = 0;
  std::unique_ptr<cuda_emulator::RandomSequence> sequence;  ///< null until needed
};

using namespace cuda_emulator;

namespace {

auto& generators = *new Handles<curandGenerator_st>;

curandStatus create(curandGenerator_t* generator, curandRngType type, bool is_of_host) {
  if (!generator) return CURAND_STATUS_OUT_OF_RANGE;
  if (!random_sequence(type, CURAND_ORDERING_PSEUDO_DEFAULT, 0, 0)) return CURAND_STATUS_TYPE_ERROR;
  *generator = generators.make();
  (*generator)->type = type;
  (*generator)->is_of_host = is_of_host;
  return CURAND_STATUS_SUCCESS;
}

/// Changes a generator's sequence, which then starts from the beginning.
template <class Change>
curandStatus change(curandGenerator_t generator, Change do_change) {
  if (!generators.is_valid(generator)) return CURAND_STATUS_NOT_INITIALIZED;
  do_change(*generator);
  generator->sequence = nullptr;
  return CURAND_STATUS_SUCCESS;
}

/// Fills `output` by `make(sequence)`; `code` is the location of the call.
template <class Number, class Make>
curandStatus generate(curandGenerator_t generator, Number* output, std::size_t count, bool in_pairs,
                      const void* code, Make make) {
  if (!generators.is_valid(generator)) return CURAND_STATUS_NOT_INITIALIZED;
  if (count == 0) return CURAND_STATUS_SUCCESS;
  const std::size_t bytes = count * sizeof(Number);
  if (!generator->is_of_host) {
    if (!is_device_range(output, bytes, code)) return CURAND_STATUS_LAUNCH_FAILURE;
    if (Arena::instance().holds(output)) Arena::instance().set_states(output, bytes, ByteState::written);
  }
  if (!generator->sequence)
    generator->sequence =
        random_sequence(generator->type, generator->order, generator->seed, generator->offset);
  if (in_pairs && count % 2 && generator->sequence->needs_pairs()) return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
  const DeviceAccess access;
  make(*generator->sequence);
  return CURAND_STATUS_SUCCESS;
}

/// Makes normal numbers, and applies `change` to each.
template <class Number, class Change>
curandStatus generate_normal(curandGenerator_t generator, Number* output, std::size_t count, const void* code,
                             Change change_one) {
  return generate(generator, output, count, true, code, [=](RandomSequence& sequence) {
    sequence.normal(output, count);
    for (std::size_t n = 0; n < count; ++n) output[n] = change_one(output[n]);
  });
}

}  // namespace

curandStatus_t curandCreateGenerator(curandGenerator_t* generator, curandRngType_t type) {
  return create(generator, type, false);
}
curandStatus_t curandCreateGeneratorHost(curandGenerator_t* generator, curandRngType_t type) {
  return create(generator, type, true);
}
curandStatus_t curandDestroyGenerator(curandGenerator_t generator) {
  return generators.destroy(generator) ? CURAND_STATUS_SUCCESS : CURAND_STATUS_NOT_INITIALIZED;
}
curandStatus_t curandGetVersion(int* version) {
  *version = 10400;
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t) {
  return generators.is_valid(generator) ? CURAND_STATUS_SUCCESS : CURAND_STATUS_NOT_INITIALIZED;
}
curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator, unsigned long long seed) {
  return change(generator, [=](curandGenerator_st& g) {
    if (g.sequence) g.offset = g.sequence->offset_of_another_seed();
    g.seed = seed;
  });
}
curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset) {
  return change(generator, [=](curandGenerator_st& g) { g.offset = offset; });
}
curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t order) {
  return change(generator, [=](curandGenerator_st& g) { g.order = order; });
}
curandStatus_t curandGenerateSeeds(curandGenerator_t generator) {
  return curandSetStream(generator, nullptr);
}

curandStatus_t curandGenerate(curandGenerator_t generator, unsigned int* output, std::size_t count) {
  return generate(generator, output, count, false, __builtin_return_address(0),
                  [=](RandomSequence& sequence) { sequence.bits(output, count); });
}
curandStatus_t curandGenerateLongLong(curandGenerator_t generator, unsigned long long*, std::size_t) {
  return generators.is_valid(generator) ? CURAND_STATUS_TYPE_ERROR : CURAND_STATUS_NOT_INITIALIZED;
}
curandStatus_t curandGenerateUniform(curandGenerator_t generator, float* output, std::size_t count) {
  return generate(generator, output, count, false, __builtin_return_address(0),
                  [=](RandomSequence& sequence) { sequence.uniform(output, count); });
}
curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double* output, std::size_t count) {
  return generate(generator, output, count, false, __builtin_return_address(0),
                  [=](RandomSequence& sequence) { sequence.uniform(output, count); });
}
curandStatus_t curandGenerateNormal(curandGenerator_t generator, float* output, std::size_t count, float mean,
                                    float deviation) {
  return generate_normal(generator, output, count, __builtin_return_address(0),
                         [=](float x) { return std::fma(x, deviation, mean); });
}
curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double* output, std::size_t count,
                                          double mean, double deviation) {
  return generate_normal(generator, output, count, __builtin_return_address(0),
                         [=](double x) { return std::fma(x, deviation, mean); });
}
curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float* output, std::size_t count,
                                       float mean, float deviation) {
  return generate_normal(generator, output, count, __builtin_return_address(0),
                         [=](float x) { return std::exp(std::fma(x, deviation, mean)); });
}
curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator, double* output, std::size_t count,
                                             double mean, double deviation) {
  return generate_normal(generator, output, count, __builtin_return_address(0),
                         [=](double x) { return std::exp(std::fma(x, deviation, mean)); });
}
