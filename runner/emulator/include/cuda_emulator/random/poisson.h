/// Poisson's distribution.
#pragma once

#include "normal.h"

CUDA_EMULATOR_COMMON_CODE_BEGIN

namespace cuda_emulator {

/// Knuth, "The art of computer programming", volume 2: counts how many uniform numbers can be multiplied
/// before the product is less than exp(-mean).
template <class State>
unsigned int poisson_by_products(State* state, float mean) {
  unsigned int count = 0;
  for (float product = expf(mean) * curand_uniform(state); product > 1; product *= curand_uniform(state))
    ++count;
  return count;
}

/// Atkinson, "The computer generation of Poisson random variables", 1979: rejection from the logistic distribution.
template <class State>
unsigned int poisson_by_rejection(State* state, double mean) {
  const double beta = 3.14159265358979323846 / sqrt(3 * mean), alpha = beta * mean;
  const double k = log(0.767 - 3.36 / mean) - mean - log(beta);
  for (;;) {
    const double u = curand_uniform_double(state), v = curand_uniform_double(state);
    const double x = (alpha - log((1 - u) / u)) / beta, n = floor(x + 0.5);
    if (n < 0 || !(u < 1)) continue;
    const double y = alpha - beta * x, scale = 1 + exp(y);
    if (y + log(v / (scale * scale)) <= k + n * log(mean) - lgamma(n + 1))
      return static_cast<unsigned int>(n);
  }
}

}  // namespace cuda_emulator

/// Poisson numbers. For means below 64 and above 4000 they are the same as cuRAND's; between them, only the
/// distribution is.
template <class State>
unsigned int curand_poisson(State* state, double mean) {
  if (mean < 64) return cuda_emulator::poisson_by_products(state, static_cast<float>(mean));
  if (mean <= 4000) return cuda_emulator::poisson_by_rejection(state, mean);
  return static_cast<unsigned int>(sqrt(mean) * curand_normal_double(state) + mean + 0.5);
}

CUDA_EMULATOR_COMMON_CODE_END
