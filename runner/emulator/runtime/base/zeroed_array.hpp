#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <new>

namespace cuda_emulator {

/// An array of zeros, of which only written elements take memory.
template <class T>
class ZeroedArray {
 public:
  explicit ZeroedArray(std::size_t count) : bytes_(count * sizeof(T)) {
    void* memory =
        mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    elements_ = static_cast<T*>(memory);
  }
  ~ZeroedArray() { munmap(elements_, bytes_); }
  ZeroedArray(const ZeroedArray&) = delete;
  ZeroedArray& operator=(const ZeroedArray&) = delete;

  T& operator[](std::size_t n) { return elements_[n]; }
  const T& operator[](std::size_t n) const { return elements_[n]; }
  void clear() { madvise(elements_, bytes_, MADV_DONTNEED); }

 private:
  std::size_t bytes_;
  T* elements_;
};

}  // namespace cuda_emulator
