#include "runner/emulator/include/cuda_emulator/surfaces.h"

#include <algorithm>

#include "runner/emulator/runtime/api/retired.hpp"
#include "runner/emulator/runtime/base/handles.hpp"
#include "runner/emulator/runtime/base/last_error.hpp"
#include "runner/emulator/runtime/base/text.hpp"
#include "runner/emulator/runtime/execution/worker.hpp"
#include "runner/emulator/runtime/memory/array.hpp"
#include "runner/emulator/runtime/report/findings.hpp"

namespace {

struct Surface {
  cudaResourceDesc resource;
  cudaArray array;  ///< as it was: it may be freed, and its memory is still checked
  const void* destroyed_at = nullptr;
};

auto& surfaces = *new cuda_emulator::Handles<Surface>;

Surface* surface_of(cudaSurfaceObject_t object) {
  return reinterpret_cast<Surface*>(object);
}

}  // namespace

using namespace cuda_emulator;

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* surface, const cudaResourceDesc* resource) {
  if (!surface || !resource || resource->resType != cudaResourceTypeArray)
    return record_error(cudaErrorInvalidValue);
  if (!is_live(resource->res.array.array)) return record_error(cudaErrorInvalidResourceHandle);
  if (!(resource->res.array.array->flags & cudaArraySurfaceLoadStore))
    return record_error(cudaErrorInvalidValue);
  Surface* made = surfaces.make();
  made->resource = *resource;
  made->array = *resource->res.array.array;
  *surface = reinterpret_cast<cudaSurfaceObject_t>(made);
  return record_error(cudaSuccess);
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface) {
  const bool lived = retire(surfaces, surface_of(surface), __builtin_return_address(0));
  return record_cleaning_up(lived ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc* resource, cudaSurfaceObject_t surface) {
  if (!resource || !surfaces.is_valid(surface_of(surface))) return record_error(cudaErrorInvalidValue);
  *resource = surface_of(surface)->resource;
  return record_error(cudaSuccess);
}

extern "C" void* cuda_emulator_surface_element(cudaSurfaceObject_t object, int dimensions, int x, int y,
                                               int z, int bytes, int mode) {
  const Surface& surface = *surface_of(object);
  if (!is_usable(surface, "a surface", __builtin_return_address(0))) return nullptr;
  const cudaArray& array = surface.array;
  const long row_bytes = static_cast<long>(array.width * element_bytes(array.desc)),
             rows = static_cast<long>(array.height), layers = static_cast<long>(array.depth);
  long place[3] = {x, dimensions > 1 ? y : 0, dimensions > 2 ? z : 0};
  const long last[3] = {row_bytes - bytes, rows - 1, layers - 1};
  for (int n = 0; n < 3; ++n) {
    if (place[n] >= 0 && place[n] <= last[n]) continue;
    if (mode == cudaBoundaryModeZero) return nullptr;
    if (mode == cudaBoundaryModeTrap) {
      report(FindingKind::out_of_bounds, __builtin_return_address(0),
             joined(counted_bytes(static_cast<std::size_t>(bytes)), " at (", x, ", ", y, ", ", z,
                    ") of a surface of ", row_bytes, " bytes x ", rows, " x ", layers));
      Worker::running()->abort_launch(cudaErrorIllegalAddress);
    }
    place[n] = std::clamp(place[n], 0l, last[n]);
  }
  return array.data + (place[2] * rows + place[1]) * row_bytes + place[0];
}
