#pragma once

#include <deque>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace cuda_emulator {

inline constexpr std::size_t retired_objects = 1024;

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
  /// Destroys an object that kernels may wrongly use later: it stays in memory, and has `destroyed_at`, until as
  /// many as `retired_objects` were destroyed after it. Null: the handle is not valid.
  Object* retire(const Object* handle) {
    const std::lock_guard lock(mutex_);
    const auto found = objects_.find(handle);
    if (found == objects_.end()) return nullptr;
    retired_.push_back(std::move(found->second));
    objects_.erase(found);
    if (retired_.size() > retired_objects) retired_.pop_front();
    return retired_.back().get();
  }
  bool is_valid(const Object* handle) {
    const std::lock_guard lock(mutex_);
    return objects_.count(handle) == 1;
  }

 private:
  std::mutex mutex_;
  std::unordered_map<const Object*, std::unique_ptr<Object>> objects_;
  std::deque<std::unique_ptr<Object>> retired_;
};

}  // namespace cuda_emulator
