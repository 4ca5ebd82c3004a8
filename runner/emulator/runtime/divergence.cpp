#include "runner/emulator/runtime/divergence.hpp"

#include <bit>
#include <cstdio>

#include "runner/emulator/runtime/findings.hpp"
#include "runner/emulator/runtime/source_place.hpp"
#include "runner/emulator/runtime/text.hpp"

namespace cuda_emulator {
namespace {

std::string text_of(std::uint32_t mask) {
  char text[16];
  std::snprintf(text, sizeof text, "0x%08x", mask);
  return text;
}

}  // namespace

void report_ended_before_barrier(const void* site, unsigned others) {
  if (!is_new_finding(FindingKind::barrier_divergence, site)) return;
  report(FindingKind::barrier_divergence, site,
         joined("a barrier of the block that not all threads reach: some have ended before it, up to ",
                others, " others come"));
}

void report_different_barriers(const void* one, const void* other) {
  if (!is_new_finding(FindingKind::barrier_divergence, other)) return;
  const std::string one_place = to_text(place_of(one)), other_place = to_text(place_of(other));
  if (one_place == other_place) return;
  report(FindingKind::barrier_divergence, other,
         joined("threads of one block wait at different barriers, at ", one_place, " and at ", other_place));
}

void report_incomplete_warp_operation(const Thread& first_lane, const PendingOperation& pending,
                                      const Warp& warp) {
  const void* site = (&first_lane)[std::countr_zero(pending.arrived)].call_site;
  if (!is_new_finding(FindingKind::warp_divergence, site)) return;
  report(FindingKind::warp_divergence, site,
         joined("an operation of the warp that not all lanes of its mask reach: mask ", text_of(pending.mask),
                ", lanes that came ", text_of(pending.arrived), ", lanes that live ", text_of(warp.live)));
}

void report_outside_of_mask(const void* site, std::uint32_t mask) {
  if (!is_new_finding(FindingKind::warp_divergence, site)) return;
  report(FindingKind::warp_divergence, site,
         joined("the lane is not in the mask that it gives, ", text_of(mask)));
}

}  // namespace cuda_emulator
