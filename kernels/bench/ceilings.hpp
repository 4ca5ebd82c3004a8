#pragma once

namespace kernels_bench {

/// The rows "ceiling/<name>", those of the other functions too.
void register_ceilings();

/// Copies between the host's memory and the GPU's.
void register_link_ceilings();

/// Products of matrices on tensor cores. Where cuBLAS cannot be loaded there is none.
void register_tensor_ceilings();

}  // namespace kernels_bench
