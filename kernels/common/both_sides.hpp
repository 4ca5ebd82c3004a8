#pragma once

/// Marks a function that both host and device call.
#ifdef __CUDACC__
#define WARP_JUDGE_BOTH_SIDES __host__ __device__
#else
#define WARP_JUDGE_BOTH_SIDES
#endif
