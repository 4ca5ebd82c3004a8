#pragma once

#include "runner/emulator/runtime/base/handles.hpp"
#include "runner/emulator/runtime/order/late_works.hpp"

namespace cuda_emulator {

/// Reports that a kernel uses an object, such as "a texture", that the host has destroyed before it launched it.
void report_retired(const char* what, const void* destroyed_at, const void* code);

/// Whether a kernel may use an object: one that was destroyed is reported.
template <class Object>
bool is_usable(const Object& object, const char* what, const void* code) {
  if (!object.destroyed_at) [[likely]]
    return true;
  report_retired(what, object.destroyed_at, code);
  return false;
}

/// Destroys an object that kernels use. Work that was launched before, and runs only now as streams are late, may
/// still use it. False: the handle is not valid.
template <class Object>
bool retire(Handles<Object>& handles, const Object* handle, const void* code) {
  Object* const object = handles.retire(handle);
  const LateWorks* const late = LateWorks::instance();
  if (object && !(late && late->has_any())) object->destroyed_at = code;
  return object != nullptr;
}

}  // namespace cuda_emulator
