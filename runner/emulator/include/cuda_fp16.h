/// Half precision.
#pragma once

#include "cuda_emulator/atomic_functions.h"
#include "cuda_emulator/small_float.h"
#include "vector_types.h"

CUDA_EMULATOR_COMMON_CODE_BEGIN

#define CUDA_EMULATOR_SMALL __half
#define CUDA_EMULATOR_PAIR __half2
#define CUDA_EMULATOR_FORMAT cuda_emulator::HalfFormat
#define CUDA_EMULATOR_WORD half
#define CUDA_EMULATOR_PAIR_WORD half2
#include "cuda_emulator/small_float_class.h"
#include "cuda_emulator/small_float_conversions.h"
#include "cuda_emulator/small_float_functions.h"
#undef CUDA_EMULATOR_PAIR_WORD
#undef CUDA_EMULATOR_WORD
#undef CUDA_EMULATOR_FORMAT
#undef CUDA_EMULATOR_PAIR
#undef CUDA_EMULATOR_SMALL

CUDA_EMULATOR_COMMON_CODE_END

using half = __half;
using half2 = __half2;
using __nv_half = __half;
using __nv_half2 = __half2;
using nv_half = __half;
using nv_half2 = __half2;

#define CUDART_INF_FP16 __ushort_as_half((unsigned short)0x7C00U)
#define CUDART_NAN_FP16 __ushort_as_half((unsigned short)0x7FFFU)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half((unsigned short)0x0001U)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half((unsigned short)0x7BFFU)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half((unsigned short)0x8000U)
#define CUDART_ZERO_FP16 __ushort_as_half((unsigned short)0x0000U)
#define CUDART_ONE_FP16 __ushort_as_half((unsigned short)0x3C00U)
