#pragma once

#include <memory>
#include <mutex>
#include <unordered_map>

namespace cuda_emulator {

/// The objects behind the currently valid handles of one type.
template <class Object>
class Handles {
 public:
  Object* make() {
    auto object = std::make_unique<Object>();
    Object* handle = object.get();
    const std::lock_guard lock(mutex_);
    objects_[handle] = std::move(object);
    return handle;
  }
  bool destroy(const Object* handle) {
    const std::lock_guard lock(mutex_);
    return objects_.erase(handle) == 1;
  }
  bool is_valid(const Object* handle) {
    const std::lock_guard lock(mutex_);
    return objects_.count(handle) == 1;
  }

 private:
  std::mutex mutex_;
  std::unordered_map<const Object*, std::unique_ptr<Object>> objects_;
};

}  // namespace cuda_emulator
