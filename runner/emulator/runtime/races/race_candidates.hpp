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

/// Two unordered accesses of the running grid.
struct FoundRace {
  /// What would make the race harmless, which is known only when the grid has ended.
  enum class Excuse : std::uint8_t {
    none,
    read_before_atomic,  ///< the plain read only prepares an atomic operation, which reads again
    mark,                ///< the write sets a mark
  };

  const void* code = nullptr;  ///< of the later access
  std::string message;
  dim3 block, thread;
  Excuse excuse = Excuse::none;
  std::uint32_t excusing_code = 0;  ///< of the read, or otherwise of the write
  AccessStamp writer;
};

/// Races found in the running grid, kept until it ends and the harmless ones are known.
class RaceCandidates {
 public:
  static RaceCandidates& instance();

  /// Whether these two places have not been found yet in this grid. Call it before add().
  bool is_new(std::uint32_t code, std::uint32_t earlier_code);
  void add(FoundRace race);
  /// Records that a thread which read a place at `code` went on with an atomic operation on the same place.
  void note_atomic_after(std::uint32_t code);

  /// Called when the grid of `kernel` has ended: reports the remaining races.
  void end_grid(const char* kernel);

 private:
  bool is_harmless(const FoundRace& race) const;

  std::mutex mutex_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> known_;
  std::set<std::uint32_t> before_atomics_;
  std::vector<FoundRace> found_;
};

}  // namespace cuda_emulator
