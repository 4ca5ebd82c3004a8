#pragma once

namespace kernels_bench {

/// The rows "ceiling/<name>".
void register_ceilings();

}  // namespace kernels_bench
