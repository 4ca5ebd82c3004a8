#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "runner/emulator/include/vector_types.h"
#include "runner/emulator/runtime/base/race_cell.hpp"

namespace cuda_emulator {

/// Two accesses of the grid that runs that nothing puts in order.
struct FoundRace {
  /// What would make it harmless. That shows only when the grid has ended.
  enum class Excuse : std::uint8_t {
    none,
    read_before_atomic,  ///< the plain read only prepares an atomic operation, which looks again
    mark,                ///< the write sets a mark
  };

  const void* code = nullptr;  ///< of the later access
  std::string message;
  dim3 block, thread;
  Excuse excuse = Excuse::none;
  std::uint32_t excusing_code = 0;  ///< of the read, or else of the write
  AccessStamp writer;
};

/// What was found in the grid that runs, until it ends and it is known what of it is harmless.
class RaceCandidates {
 public:
  static RaceCandidates& instance();

  /// Whether these two places have not been found yet in this grid. To be asked before add().
  bool is_new(std::uint32_t code, std::uint32_t earlier_code);
  void add(FoundRace race);
  /// A thread that read a place at `code` went on with an atomic operation on the same.
  void note_atomic_after(std::uint32_t code);

  /// The grid of `kernel` has ended: reports what is left.
  void end_grid(const char* kernel);

 private:
  bool is_harmless(const FoundRace& race) const;

  std::mutex mutex_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> known_;
  std::set<std::uint32_t> before_atomics_;
  std::vector<FoundRace> found_;
};

}  // namespace cuda_emulator
