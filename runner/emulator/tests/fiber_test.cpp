#include "runner/emulator/runtime/execution/fiber.hpp"

#include <sys/mman.h>

#include <cstddef>
#include <cstring>
#include <memory>
#include <vector>

#include CATCH2_HEADER

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#endif

using cuda_emulator::Fiber;
using cuda_emulator::Fibers;

namespace {

Fibers* fibers = nullptr;

/// Leaves a call on the stack that never returns, with an array that a sanitizer puts red zones around.
void never_return(Fiber& fiber) {
  char text[200];
  std::memset(text, 'x', sizeof text);
  volatile char* seen = text;
  CHECK(seen[199] == 'x');
  fibers->switch_between(fiber, fibers->os_thread);
}

/// Whether a sanitizer takes what lies there for something that must not be touched.
bool is_marked([[maybe_unused]] char* memory, [[maybe_unused]] std::size_t bytes) {
#ifdef __SANITIZE_ADDRESS__
  return __asan_region_is_poisoned(memory, bytes) != nullptr;
#else
  return false;
#endif
}

}  // namespace

TEST_CASE("where stacks of fibers lay, others may have memory") {
  struct Range {
    char* memory;
    std::size_t bytes;
  };
  std::vector<Range> stacks;
  {
    Fibers some(&never_return);
    fibers = &some;
    for (int count = 0; count < 3; ++count) {
      Fiber& fiber = some.take();
      some.switch_between(some.os_thread, fiber);
      stacks.push_back({fiber.stack, fiber.stack_bytes});
#ifdef __SANITIZE_ADDRESS__
      CHECK(
          is_marked(fiber.stack, fiber.stack_bytes));  // the control: while they are stacks, they are marked
#endif
    }
  }
  for (const auto& [memory, bytes] : stacks) CHECK_FALSE(is_marked(memory, bytes));
}

#ifndef __SANITIZE_ADDRESS__  // whose marks would take a gigabyte here
TEST_CASE("stacks of a device full of threads leave the program mappings of its own") {
  constexpr std::size_t blocks = 32, threads = 1024, pages = 2000, page_bytes = 4096;
  std::vector<std::unique_ptr<Fibers>> pools;
  for (std::size_t block = 0; block < blocks; ++block) {
    pools.push_back(std::make_unique<Fibers>(&never_return));
    for (std::size_t thread = 0; thread < threads; ++thread) pools.back()->take();
  }
  void* const memory = mmap(nullptr, pages * page_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  REQUIRE(memory != MAP_FAILED);
  std::size_t split = 0;  // every other page becomes a mapping, and parts two
  for (std::size_t page = 1; page < pages; page += 2) {
    char* const here = static_cast<char*>(memory) + page * page_bytes;
    split += mprotect(here, page_bytes, PROT_READ | PROT_WRITE) == 0 ? 1 : 0;
  }
  munmap(memory, pages * page_bytes);
  CHECK(split == pages / 2);
}
#endif
