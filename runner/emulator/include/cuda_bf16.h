/// bfloat16, the upper half of a float.
#pragma once

#include "cuda_emulator/atomic_functions.h"
#include "cuda_emulator/small_float.h"
#include "vector_types.h"

CUDA_EMULATOR_COMMON_CODE_BEGIN

#define CUDA_EMULATOR_SMALL __nv_bfloat16
#define CUDA_EMULATOR_PAIR __nv_bfloat162
#define CUDA_EMULATOR_FORMAT cuda_emulator::BrainFormat
#define CUDA_EMULATOR_WORD bfloat16
#define CUDA_EMULATOR_PAIR_WORD bfloat162
#include "cuda_emulator/small_float_class.h"
#include "cuda_emulator/small_float_conversions.h"
#include "cuda_emulator/small_float_functions.h"
#undef CUDA_EMULATOR_PAIR_WORD
#undef CUDA_EMULATOR_WORD
#undef CUDA_EMULATOR_FORMAT
#undef CUDA_EMULATOR_PAIR
#undef CUDA_EMULATOR_SMALL

CUDA_EMULATOR_COMMON_CODE_END

using nv_bfloat16 = __nv_bfloat16;
using nv_bfloat162 = __nv_bfloat162;

#define CUDART_INF_BF16 __ushort_as_bfloat16((unsigned short)0x7F80U)
#define CUDART_NAN_BF16 __ushort_as_bfloat16((unsigned short)0x7FFFU)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16((unsigned short)0x0001U)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16((unsigned short)0x7F7FU)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x8000U)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x0000U)
#define CUDART_ONE_BF16 __ushort_as_bfloat16((unsigned short)0x3F80U)
