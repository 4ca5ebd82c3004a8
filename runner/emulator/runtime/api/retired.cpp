#include "runner/emulator/runtime/api/retired.hpp"

#include "runner/emulator/runtime/base/text.hpp"
#include "runner/emulator/runtime/report/findings.hpp"
#include "runner/emulator/runtime/report/source_place.hpp"

namespace cuda_emulator {

void report_retired(const char* what, const void* destroyed_at, const void* code) {
  if (!is_new_finding(FindingKind::use_after_free, code)) return;
  report(FindingKind::use_after_free, code,
         joined("use of ", what, " that was destroyed at ", to_text(place_of(destroyed_at))));
}

}  // namespace cuda_emulator
