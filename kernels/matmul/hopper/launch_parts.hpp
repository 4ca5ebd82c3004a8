#pragma once

#include <array>
#include <type_traits>

#include "kernels/gpu/cuda_check.hpp"
#include "kernels/gpu/overlap.cuh"
#include "kernels/matmul/tile_parts.hpp"

namespace kernels::hopper {

/// Launches `kernel`, `name` in errors, with a cluster for each tile that is split, of as many blocks as it has parts. It
/// may begin before the kernel in front of it ends: it calls wait_for_previous().
template <class... Parameters>
void launch_parts(void (*kernel)(Parameters...), const char* name, const TileParts& parts, const Grid& grid,
                  GpuStream stream, std::type_identity_t<Parameters>... arguments) {
  std::array<cudaLaunchAttribute, 2> attributes{};
  cudaLaunchConfig_t config{};
  config.gridDim = grid.blocks;
  config.blockDim = grid.threads;
  config.dynamicSmemBytes = grid.shared_bytes;
  config.stream = stream;
  config.attrs = attributes.data();
  if (parts.split_tiles() > 0) {
    attributes.at(config.numAttrs).id = cudaLaunchAttributeClusterDimension;
    attributes.at(config.numAttrs++).val.clusterDim = {parts.parts, 1, 1};
  }
  attributes.at(config.numAttrs).id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attributes.at(config.numAttrs++).val.programmaticStreamSerializationAllowed = 1;
  check_cuda(cudaLaunchKernelEx(&config, kernel, arguments...), name);
}

}  // namespace kernels::hopper
