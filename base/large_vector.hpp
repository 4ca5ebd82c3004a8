#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace base {

/// For vectors of many numbers: what a vector adds is not set to zero, as it is about to be written, and large memory
/// is on large pages where the system has them, which it provides in a fraction of the time.
template <class T>
struct LargeAllocator {
  using value_type = T;

  LargeAllocator() = default;
  template <class U>
  explicit(false) LargeAllocator(const LargeAllocator<U>&) {}

  T* allocate(std::size_t count) {
    constexpr std::size_t large_page_bytes = std::size_t{2} << 20;
    constexpr std::size_t large_bytes = 2 * large_page_bytes;
    if (count > static_cast<std::size_t>(-1) / 2 / sizeof(T)) throw std::bad_array_new_length();
    const std::size_t bytes = count * sizeof(T);
    if (bytes < large_bytes) return checked(std::malloc(bytes));
    const std::size_t whole_pages = (bytes + large_page_bytes - 1) / large_page_bytes * large_page_bytes;
    T* const memory = checked(std::aligned_alloc(large_page_bytes, whole_pages));
    ::madvise(memory, whole_pages, MADV_HUGEPAGE);  // a wish: small pages do, too
    return memory;
  }

  void deallocate(T* memory, std::size_t) { std::free(memory); }

  template <class U, class... Arguments>
  void construct(U* place, Arguments&&... arguments) {
    if constexpr (sizeof...(Arguments) == 0 && std::is_trivially_default_constructible_v<U>) {
      ::new (static_cast<void*>(place)) U;
    } else {
      std::construct_at(place, std::forward<Arguments>(arguments)...);
    }
  }

  bool operator==(const LargeAllocator&) const = default;

 private:
  static T* checked(void* memory) {
    if (memory == nullptr) throw std::bad_alloc();
    return static_cast<T*>(memory);
  }
};

template <class T>
using LargeVector = std::vector<T, LargeAllocator<T>>;

}  // namespace base
