/// What lowered sources call: cuda-lower turns `kernel<<<grid, block>>>(arguments)` into
/// `configure(grid, block) ? void() : kernel(arguments)`, and the body of a kernel into
/// `run(name, [=] {... reach_end(); })`.
#pragma once

#include <cstddef>
#include <utility>

#include "launch.h"

namespace cuda_emulator {

/// The shape of a launch until its kernel is called, which is at the end of the same expression.
/// Configurations nest, since an argument may be the result of a function that launches a kernel of its own.
class Configured {
 public:
  explicit Configured(const LaunchShape& shape);
  ~Configured();
  Configured(const Configured&) = delete;
  Configured& operator=(const Configured&) = delete;

  /// False: the call behind the colon is what is left to do.
  explicit operator bool() const { return false; }

  /// The shape that the kernel called now is launched with. A kernel that is called without one, or on the
  /// device, ends the program with a message.
  static LaunchShape take(const char* signature);

 private:
  LaunchShape shape_;
  bool taken_ = false;
  Configured* outer_;
};

/// Not a template: what stands between `<<<` and `>>>` is converted as for CUDA, whose version 13 lets the
/// block be left out. In line, so that the constructor is called from the line of the launch.
__attribute__((always_inline)) inline Configured configure(dim3 grid, dim3 block = 1,
                                                           std::size_t shared_bytes = 0,
                                                           cudaStream_t stream = nullptr) {
  return Configured(LaunchShape(grid, block, shared_bytes, stream));
}

/// Says that no hook reports what this program's kernels store:
/// then copies are not searched for uninitialised memory.
void stores_are_unseen();

#ifdef CUDA_EMULATOR_STORES_ARE_UNSEEN
inline const bool stores_were_told_unseen = (stores_are_unseen(), true);
#endif

/// Called where the body of a kernel ends: a thread that comes here did not leave by `return`.
void reach_end();

/// Launches a kernel: each thread of the grid calls its
/// own copy of `body`, which holds the kernel's arguments.
template <class Body>
void run(const char* signature, Body body) {
  launch(
      signature, Configured::take(signature),
      [](Body& arguments) {
        Body own = arguments;
        own();
      },
      std::move(body));
}

}  // namespace cuda_emulator
