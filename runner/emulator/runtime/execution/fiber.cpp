#include "runner/emulator/runtime/execution/fiber.hpp"

#include <sys/mman.h>

#include <atomic>
#include <boost/context/preallocated.hpp>
#include <cstdlib>
#include <new>

#include "runner/emulator/runtime/base/limits.hpp"

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

namespace cuda_emulator {
namespace {

constexpr std::size_t page_bytes = 4096;
/// Reserves address space; only touched pages take memory. The number of pages is odd, so that the pages in
/// use do not all fall into the same few sets of the TLB.
constexpr std::size_t stack_bytes = (std::size_t{256} << 10) + page_bytes;
/// The distance between tops of stacks within a page, so that they do not all fall into the same few cache
/// sets.
constexpr std::size_t colours = 16, colour_bytes = 192;

constexpr int most_guard_mappings = 28'000;
std::atomic<int> guard_mappings = 0;  ///< of all pools

/// Makes the page below a stack inaccessible, so that an overflow does not reach the neighbour. Returns whether that
/// split a mapping. From Linux 6.13 on it never does. Before, each stack takes two of the 65,530 mappings that a
/// process may have, and a device full of threads would leave none to the program: its last stacks have no such page.
bool guard_by_mapping(char* page) {
  constexpr int install_guard = 102;  // MADV_GUARD_INSTALL, which older headers lack
  if (madvise(page, page_bytes, install_guard) == 0) return false;
  if (guard_mappings.fetch_add(1) < most_guard_mappings && mprotect(page, page_bytes, PROT_NONE) == 0) {
    return true;
  }
  --guard_mappings;
  return false;
}

/// The pool owns the stacks: a fiber never ends, and if it did, nothing would have to be freed.
struct KeepStack {
  using traits_type = boost::context::stack_traits;
  boost::context::stack_context allocate() { throw std::bad_alloc(); }
  void deallocate(boost::context::stack_context&) {}
};

}  // namespace

void clean_abandoned_stack([[maybe_unused]] Fiber& fiber) {
#ifdef __SANITIZE_ADDRESS__
  __asan_unpoison_memory_region(fiber.stack, fiber.stack_bytes);
#endif
}

Fibers::Fibers(void (*run)(Fiber&)) : run_(run), memory_bytes_(most_threads_of_block * stack_bytes) {
  os_thread.has_begun = true;
  void* memory = mmap(nullptr, memory_bytes_, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  madvise(memory, memory_bytes_, MADV_NOHUGEPAGE);  // a stack that uses one page must not take 512
  memory_ = static_cast<char*>(memory);
}

Fibers::~Fibers() {
  for (Fiber& fiber : all_) {
    clean_abandoned_stack(fiber);  // otherwise the marks would apply to whatever memory is mapped there next
    // Its destructor would unwind what the fiber was doing.
    new (&fiber.context) boost::context::fiber();
  }
  munmap(memory_, memory_bytes_);
  guard_mappings -= guard_mappings_;
}

Fiber& Fibers::take() {
  if (!free_.empty()) {
    Fiber& fiber = *free_.back();
    free_.pop_back();
    return fiber;
  }
  Fiber& fiber = all_.emplace_back();
  char* lowest = memory_ + (all_.size() - 1) * stack_bytes;
  if (guard_by_mapping(lowest)) ++guard_mappings_;
  fiber.stack = lowest + page_bytes;
  fiber.stack_bytes = stack_bytes - page_bytes - (all_.size() % colours) * colour_bytes;
  make_context(fiber);
  return fiber;
}

void Fibers::make_context(Fiber& fiber) {
  clean_abandoned_stack(fiber);
  boost::context::stack_context stack;
  stack.sp = fiber.stack + fiber.stack_bytes;
  stack.size = fiber.stack_bytes;
  const boost::context::preallocated whole(stack.sp, stack.size, stack);
  // Whatever was there is abandoned, and so not destroyed.
  fiber.has_begun = false;
  new (&fiber.context) boost::context::fiber(std::allocator_arg, whole, KeepStack(),
                                             [this, &fiber](boost::context::fiber&& came_from) {
#ifdef __SANITIZE_ADDRESS__
                                               left_->context = std::move(came_from);
#else
        // Nothing returns there, so it is not destroyed either.
        new (&fiber.context) boost::context::fiber(std::move(came_from));
#endif
                                               arrive();
                                               run_(fiber);
                                               std::abort();
                                               return boost::context::fiber();
                                             });
}

void Fibers::arrive() {
#ifdef __SANITIZE_ADDRESS__
  const void* bottom = nullptr;
  std::size_t bytes = 0;
  __sanitizer_finish_switch_fiber(nullptr, &bottom, &bytes);
  if (left_ == &os_thread) {
    os_thread.stack = static_cast<char*>(const_cast<void*>(bottom));
    os_thread.stack_bytes = bytes;
  }
#endif
}

#ifdef __SANITIZE_ADDRESS__
// AddressSanitizer would treat a jump as the end of the functions on the old stack.
void Fibers::switch_between(Fiber& from, Fiber& to) {
  __sanitizer_start_switch_fiber(&from.fake_stack, to.stack, to.stack_bytes);
  left_ = &from;
  boost::context::fiber came_from = std::move(to.context).resume();
  left_->context = std::move(came_from);
  __sanitizer_finish_switch_fiber(from.fake_stack, nullptr, nullptr);
}
#else
// Boost.Context starts a fiber. Later switches use this code, which takes half the time: a kernel leaves no
// processor state that would have to be saved.
void Fibers::switch_between(Fiber& from, Fiber& to) {
  if (__builtin_setjmp(from.left_at) == 0) {
    if (to.has_begun) __builtin_longjmp(to.left_at, 1);
    to.has_begun = true;
    std::move(to.context).resume();
    std::abort();  // it is left like any other
  }
}
#endif

void Fibers::abandon_all() {
  free_.clear();
  for (Fiber& fiber : all_) {
    make_context(fiber);
    free_.push_back(&fiber);
  }
}

}  // namespace cuda_emulator
