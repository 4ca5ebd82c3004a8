#include "runner/emulator/runtime/execution/divergence.hpp"

#include <bit>
#include <cstdio>
#include <map>
#include <mutex>
#include <utility>

#include "runner/emulator/runtime/base/text.hpp"
#include "runner/emulator/runtime/report/findings.hpp"
#include "runner/emulator/runtime/report/source_place.hpp"

namespace cuda_emulator {
namespace {

std::string text_of(std::uint32_t mask) {
  char text[16];
  std::snprintf(text, sizeof text, "0x%08x", mask);
  return text;
}

/// Looking up a location is slow, and two calls that the compiler made of one meet again and again.
bool on_one_line(const void* one, const void* other) {
  static std::mutex mutex;
  static auto& known = *new std::map<std::pair<const void*, const void*>, bool>;
  const std::lock_guard lock(mutex);
  const auto [at, is_new] = known.try_emplace({one, other});
  if (is_new) at->second = to_text(place_of(one)) == to_text(place_of(other));
  return at->second;
}

}  // namespace

void report_barrier_gone_around(const void* site, unsigned others) {
  if (!is_new_finding(FindingKind::barrier_divergence, site)) return;
  report(FindingKind::barrier_divergence, site,
         joined("a barrier of the block that not all threads reach: some have gone around it to the end of "
                "the kernel, up to ",
                others, " others come"));
}

void report_different_barriers(const void* one, const void* other) {
  if (!is_new_finding(FindingKind::barrier_divergence, other) || on_one_line(one, other)) return;
  report(FindingKind::barrier_divergence, other,
         joined("threads of one block wait at different barriers, at ", to_text(place_of(one)), " and at ",
                to_text(place_of(other))));
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

void report_part_of_a_warp(const void* site, std::uint32_t arrived) {
  if (!is_new_finding(FindingKind::warp_divergence, site)) return;
  report(FindingKind::warp_divergence, site,
         joined("an operation on matrices that takes all 32 lanes of a warp: lanes that came ",
                text_of(arrived)));
}

}  // namespace cuda_emulator
