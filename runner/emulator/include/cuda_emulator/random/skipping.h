/// Skips ahead in linear generators by `steps * 2^log2_of_step` numbers.
#pragma once

#include <stdint.h>

#include "../qualifiers.h"

CUDA_EMULATOR_COMMON_CODE_BEGIN

/// `words`: the five of XORWOW's shift register.
extern "C" void cuda_emulator_skip_xorwow(uint32_t* words, unsigned long long steps, unsigned log2_of_step);
/// `components`: three for each part of MRG32k3a.
extern "C" void cuda_emulator_skip_mrg32k3a(uint32_t* components, unsigned long long steps,
                                            unsigned log2_of_step);

CUDA_EMULATOR_COMMON_CODE_END
