#include "runner/emulator/include/cuda_emulator/textures.h"

#include <cmath>

#include "runner/emulator/runtime/api/retired.hpp"
#include "runner/emulator/runtime/base/handles.hpp"
#include "runner/emulator/runtime/base/last_error.hpp"
#include "runner/emulator/runtime/checks/address_check.hpp"
#include "runner/emulator/runtime/checks/memory_check.hpp"
#include "runner/emulator/runtime/checks/unread_results.hpp"
#include "runner/emulator/runtime/memory/array.hpp"
#include "runner/emulator/runtime/memory/texel.hpp"

namespace cuda_emulator {
namespace {

struct Texture {
  TexelGrid grid;
  cudaResourceDesc resource;
  cudaTextureDesc description;
  const void* destroyed_at = nullptr;
};

auto& textures = *new Handles<Texture>;

const Texture& texture_of(cudaTextureObject_t object) {
  return *reinterpret_cast<const Texture*>(object);
}

cudaError_t grid_of(const cudaResourceDesc& resource, TexelGrid& grid, const void* code) {
  switch (resource.resType) {
    case cudaResourceTypeArray: {
      const cudaArray* array = resource.res.array.array;
      if (!is_live(array)) return cudaErrorInvalidResourceHandle;
      grid = {array->data,   array->desc,  array->width,
              array->height, array->depth, array->width * element_bytes(array->desc)};
      return cudaSuccess;
    }
    case cudaResourceTypeLinear: {
      const auto& linear = resource.res.linear;
      if (element_bytes(linear.desc) == 0) return cudaErrorInvalidChannelDescriptor;
      if (!is_device_range(linear.devPtr, 1, code)) return cudaErrorInvalidValue;
      note_used_unseen(linear.devPtr);
      grid = {static_cast<const char*>(linear.devPtr),
              linear.desc,
              linear.sizeInBytes / element_bytes(linear.desc),
              1,
              1,
              0};
      return cudaSuccess;
    }
    case cudaResourceTypePitch2D: {
      const auto& rows = resource.res.pitch2D;
      if (element_bytes(rows.desc) == 0) return cudaErrorInvalidChannelDescriptor;
      if (!is_device_range(rows.devPtr, 1, code)) return cudaErrorInvalidValue;
      note_used_unseen(rows.devPtr);
      grid = {
          static_cast<const char*>(rows.devPtr), rows.desc, rows.width, rows.height, 1, rows.pitchInBytes};
      return cudaSuccess;
    }
    case cudaResourceTypeMipmappedArray:
      break;
  }
  return cudaErrorNotSupported;
}

/// Maps a coordinate to one of `count` texels; -1 is the border. Wrapping and mirroring need normalised
/// coordinates.
long place(float index, std::size_t count, cudaTextureAddressMode mode, bool normalized) {
  const auto texels = static_cast<float>(count);
  const float last = texels - 1;
  if (mode == cudaAddressModeBorder)
    return index < 0 || index > last || index != index ? -1 : static_cast<long>(index);
  if (normalized && mode == cudaAddressModeWrap)
    return static_cast<long>(index - texels * std::floor(index / texels));
  if (normalized && mode == cudaAddressModeMirror) {
    const float turn = index - 2 * texels * std::floor(index / (2 * texels));
    return static_cast<long>(turn < texels ? turn : 2 * texels - 1 - turn);
  }
  return index > 0 ? static_cast<long>(index < last ? index : last) : 0;
}

/// One axis of a linear filter: two neighbours and the weight of the second, which a device stores in 8 bits.
struct Axis {
  long first, second;
  float weight;
};

Axis axis(const Texture& texture, int number, float coordinate, std::size_t count) {
  const cudaTextureDesc& d = texture.description;
  const bool normalized = d.normalizedCoords != 0;
  const float x = normalized ? coordinate * static_cast<float>(count) : coordinate;
  const cudaTextureAddressMode mode = d.addressMode[number];
  if (d.filterMode == cudaFilterModePoint) {
    const long at = place(std::floor(x), count, mode, normalized);
    return {at, at, 0};
  }
  const float below = std::floor(x - 0.5f);
  return {place(below, count, mode, normalized), place(below + 1, count, mode, normalized),
          std::round((x - 0.5f - below) * 256) / 256};
}

/// The texel, as `read_texel` gives it, or zeros from freed memory. The read is checked like any of a kernel.
Texel checked_texel(const TexelGrid& grid, long x, long y, long z, bool as_floats, const float border[4],
                    const void* code) {
  const bool inside = x >= 0 && y >= 0 && z >= 0;
  Worker* worker = Worker::running();
  if (worker && inside && !check_texel(*worker, texel_address(grid, x, y, z), element_bytes(grid.desc), code))
    return {};
  return read_texel(grid, x, y, z, as_floats, border);
}

}  // namespace

Texel sampled(cudaTextureObject_t object, int dimensions, float x, float y, float z, const void* code) {
  const Texture& texture = texture_of(object);
  if (!is_usable(texture, "a texture", code)) return {};
  const TexelGrid& grid = texture.grid;
  const bool floats = texture.description.readMode == cudaReadModeNormalizedFloat;
  const Axis none{0, 0, 0};
  const Axis axes[3] = {axis(texture, 0, x, grid.width),
                        dimensions > 1 ? axis(texture, 1, y, grid.height) : none,
                        dimensions > 2 ? axis(texture, 2, z, grid.depth) : none};
  const auto texel = [&](bool second_x, bool second_y, bool second_z) {
    return checked_texel(grid, second_x ? axes[0].second : axes[0].first,
                         second_y ? axes[1].second : axes[1].first, second_z ? axes[2].second : axes[2].first,
                         floats, texture.description.borderColor, code);
  };
  if (texture.description.filterMode == cudaFilterModePoint) return texel(false, false, false);
  Texel sum{};
  for (int corner = 0; corner < 1 << dimensions; ++corner) {
    float weight = 1;
    for (int n = 0; n < dimensions; ++n) weight *= corner >> n & 1 ? axes[n].weight : 1 - axes[n].weight;
    if (weight == 0) continue;
    const Texel one = texel(corner & 1, corner & 2, corner & 4);
    for (int n = 0; n < 4; ++n) sum.component[n].f += weight * one.component[n].f;
  }
  return sum;
}

Texel fetched(cudaTextureObject_t object, int index, const void* code) {
  const Texture& texture = texture_of(object);
  if (!is_usable(texture, "a texture", code)) return {};
  const bool outside = index < 0 || static_cast<std::size_t>(index) >= texture.grid.width;
  return checked_texel(texture.grid, outside ? -1 : index, 0, 0,
                       texture.description.readMode == cudaReadModeNormalizedFloat,
                       texture.description.borderColor, code);
}

}  // namespace cuda_emulator

using namespace cuda_emulator;

extern "C" void cuda_emulator_sample(cuda_emulator::Texel* texel, cudaTextureObject_t texture, int dimensions,
                                     float x, float y, float z) {
  *texel = cuda_emulator::sampled(texture, dimensions, x, y, z, __builtin_return_address(0));
}
extern "C" void cuda_emulator_fetch(cuda_emulator::Texel* texel, cudaTextureObject_t texture, int index) {
  *texel = cuda_emulator::fetched(texture, index, __builtin_return_address(0));
}

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* texture, const cudaResourceDesc* resource,
                                    const cudaTextureDesc* description, const cudaResourceViewDesc*) {
  if (!texture || !resource || !description) return record_error(cudaErrorInvalidValue);
  Texture made{{}, *resource, *description, nullptr};
  const cudaError_t error = grid_of(*resource, made.grid, __builtin_return_address(0));
  if (error != cudaSuccess) return record_error(error);
  const bool integers =
      made.grid.desc.f != cudaChannelFormatKindFloat && description->readMode == cudaReadModeElementType;
  if (integers && description->filterMode == cudaFilterModeLinear)
    return record_error(cudaErrorInvalidFilterSetting);
  Texture* kept = textures.make();
  *kept = made;
  *texture = reinterpret_cast<cudaTextureObject_t>(kept);
  return record_error(cudaSuccess);
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture) {
  const bool lived = retire(textures, reinterpret_cast<const Texture*>(texture), __builtin_return_address(0));
  return record_cleaning_up(lived || !texture ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* resource, cudaTextureObject_t texture) {
  if (!resource || !textures.is_valid(reinterpret_cast<const Texture*>(texture)))
    return record_error(cudaErrorInvalidValue);
  *resource = texture_of(texture).resource;
  return record_error(cudaSuccess);
}
