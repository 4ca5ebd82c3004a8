#include "runner/emulator/runtime/execution/fiber.hpp"

#include <sys/mman.h>

#include <cstddef>
#include <cstring>
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
