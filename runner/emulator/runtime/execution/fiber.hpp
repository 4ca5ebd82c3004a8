#pragma once

#include <boost/context/fiber.hpp>
#include <cstddef>
#include <deque>
#include <vector>

namespace cuda_emulator {

struct Thread;

/// A stack, and the point at which execution left it.
struct Fiber {
  boost::context::fiber context;  ///< where to start
  Thread* to_start = nullptr;     ///< the CUDA thread to start, set before switching to a fiber that was free
  char* stack = nullptr;          ///< its lowest address; null for the OS thread's own stack
  std::size_t stack_bytes = 0;
  bool has_begun = false;
  void* left_at[5] = {};        ///< where to go on, while it does not run
  void* end_of_thread[5] = {};  ///< where a thread continues that ends within its code
  void* fake_stack = nullptr;   ///< AddressSanitizer's, while the fiber does not run
};

/// Clears AddressSanitizer's marks of calls that never return.
void clean_abandoned_stack(Fiber& fiber);

/// The fibers of one OS thread, which they never leave; at most one for each thread of the largest block.
class Fibers {
 public:
  /// `run` is the endless function of every fiber; it starts when the fiber is first used.
  explicit Fibers(void (*run)(Fiber&));
  ~Fibers();
  Fibers(const Fibers&) = delete;
  Fibers& operator=(const Fibers&) = delete;

  Fiber& take();
  void give_back(Fiber& fiber) { free_.push_back(&fiber); }

  /// Switches from `from`, which is running, to `to`; returns when `from` is switched to again.
  void switch_between(Fiber& from, Fiber& to);

  /// Forgets what the fibers were doing, without running destructors. Called on the OS thread's own stack.
  void abandon_all();

  /// Whether `address` is on one of the stacks.
  bool own(const void* address) const {
    return static_cast<std::size_t>(static_cast<const char*>(address) - memory_) < memory_bytes_;
  }

  Fiber os_thread;  ///< the OS thread's original stack

 private:
  void make_context(Fiber& fiber);
  void arrive();

  void (*run_)(Fiber&);
  char* memory_;
  std::size_t memory_bytes_;
  int guard_mappings_ = 0;  ///< stacks whose guard page took a mapping
  std::deque<Fiber> all_;
  std::vector<Fiber*> free_;
  Fiber* left_ = nullptr;  ///< for AddressSanitizer: the fiber that was last switched away from
};

}  // namespace cuda_emulator
