// Replaces C library calls by which the system reads or writes host memory. For the system, a guarded page is
// not a fault but an error, so these ask first. Calls of the program and of libraries arrive here first.
#include <dlfcn.h>
#include <sys/types.h>
#include <sys/uio.h>

#include <cstddef>
#include <cstdio>

#include "runner/emulator/runtime/memory/host_guard.hpp"

namespace {

/// The C library's own function of this name.
template <class Function>
Function next(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

void let_through(const void* memory, std::size_t bytes, bool writes, const void* code) {
  cuda_emulator::HostGuard::instance().let_through(static_cast<const char*>(memory), bytes, writes, code);
}

void let_through(const iovec* pieces, int count, bool writes, const void* code) {
  for (int n = 0; n < count; ++n) let_through(pieces[n].iov_base, pieces[n].iov_len, writes, code);
}

}  // namespace

extern "C" {

ssize_t read(int descriptor, void* memory, std::size_t bytes) {
  static const auto real = next<ssize_t (*)(int, void*, std::size_t)>("read");
  let_through(memory, bytes, true, __builtin_return_address(0));
  return real(descriptor, memory, bytes);
}

ssize_t write(int descriptor, const void* memory, std::size_t bytes) {
  static const auto real = next<ssize_t (*)(int, const void*, std::size_t)>("write");
  let_through(memory, bytes, false, __builtin_return_address(0));
  return real(descriptor, memory, bytes);
}

ssize_t pread(int descriptor, void* memory, std::size_t bytes, off_t offset) {
  static const auto real = next<ssize_t (*)(int, void*, std::size_t, off_t)>("pread");
  let_through(memory, bytes, true, __builtin_return_address(0));
  return real(descriptor, memory, bytes, offset);
}

ssize_t pwrite(int descriptor, const void* memory, std::size_t bytes, off_t offset) {
  static const auto real = next<ssize_t (*)(int, const void*, std::size_t, off_t)>("pwrite");
  let_through(memory, bytes, false, __builtin_return_address(0));
  return real(descriptor, memory, bytes, offset);
}

ssize_t readv(int descriptor, const iovec* pieces, int count) {
  static const auto real = next<ssize_t (*)(int, const iovec*, int)>("readv");
  let_through(pieces, count, true, __builtin_return_address(0));
  return real(descriptor, pieces, count);
}

/// The call that a std::ofstream uses for large writes.
ssize_t writev(int descriptor, const iovec* pieces, int count) {
  static const auto real = next<ssize_t (*)(int, const iovec*, int)>("writev");
  let_through(pieces, count, false, __builtin_return_address(0));
  return real(descriptor, pieces, count);
}

std::size_t fread(void* memory, std::size_t bytes, std::size_t count, std::FILE* file) {
  static const auto real = next<std::size_t (*)(void*, std::size_t, std::size_t, std::FILE*)>("fread");
  let_through(memory, bytes * count, true, __builtin_return_address(0));
  return real(memory, bytes, count, file);
}

std::size_t fwrite(const void* memory, std::size_t bytes, std::size_t count, std::FILE* file) {
  static const auto real = next<std::size_t (*)(const void*, std::size_t, std::size_t, std::FILE*)>("fwrite");
  let_through(memory, bytes * count, false, __builtin_return_address(0));
  return real(memory, bytes, count, file);
}
}
