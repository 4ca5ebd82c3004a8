#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace base {

inline constexpr std::size_t large_page_bytes = std::size_t{2} << 20;

/// MADV_POPULATE_WRITE of Linux 5.14, which older headers do not name.
inline constexpr int populate_write = 23;

/// Lets the system provide, now, the large pages that begin from `begin` to before `end`, as far as they are
/// before `limit`; does nothing if it cannot. Their content stays, and others may write there meanwhile.
inline void provide_large_pages(const void* begin, const void* end, const void* limit) {
  constexpr auto place_of = [](const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); };
  const std::uintptr_t first = (place_of(begin) + large_page_bytes - 1) / large_page_bytes * large_page_bytes;
  for (std::uintptr_t page = first; page < place_of(end) && page + large_page_bytes <= place_of(limit);
       page += large_page_bytes) {
    ::madvise(reinterpret_cast<void*>(page), large_page_bytes, populate_write);
  }
}

/// An allocator for vectors of many numbers: new elements are not set to zero, as they are about to be
/// written, and large memory is on large pages if the system has them, which it provides in a fraction of the
/// time.
template <class T>
struct LargeAllocator {
  using value_type = T;

  LargeAllocator() = default;
  template <class U>
  explicit(false) LargeAllocator(const LargeAllocator<U>&) {}

  T* allocate(std::size_t count) {
    constexpr std::size_t large_bytes = 2 * large_page_bytes;
    if (count > static_cast<std::size_t>(-1) / 2 / sizeof(T)) throw std::bad_array_new_length();
    const std::size_t bytes = count * sizeof(T);
    if (bytes < large_bytes) return checked(std::malloc(bytes));
    const std::size_t whole_pages = (bytes + large_page_bytes - 1) / large_page_bytes * large_page_bytes;
    T* const memory = checked(std::aligned_alloc(large_page_bytes, whole_pages));
    ::madvise(memory, whole_pages, MADV_HUGEPAGE);  // a request: small pages work, too
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
