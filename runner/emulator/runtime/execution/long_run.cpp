// Finds long-running threads by a signal, which may interrupt the OS thread anywhere, perhaps while it holds
// a lock. So its handler only records the location, and a separate thread looks up the line and reports it.
#include "runner/emulator/runtime/execution/long_run.hpp"

#include <semaphore.h>
#include <signal.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <span>
#include <system_error>
#include <thread>

#include "runner/emulator/include/cuda_emulator/builtin_variables.h"
#include "runner/emulator/runtime/execution/worker.hpp"
#include "runner/emulator/runtime/report/findings.hpp"
#include "runner/emulator/runtime/report/source_place.hpp"

namespace cuda_emulator {
namespace {

constexpr long between_looks_ns = 500'000'000;

/// The location of a thread that runs for long.
struct Seen {
  std::array<const void*, 512> words;  ///< the address of its code, and what is on its stack
  std::size_t count;
  const char* kernel;
  uint3 block, thread;
};

Seen seen;
std::atomic<bool> is_seen{false};
std::atomic<bool> is_told{false};  ///< the last that was seen
sem_t something_seen;

void report_what_is_seen() {
  for (;;) {
    while (sem_wait(&something_seen) != 0) {
    }
    running_kernel = seen.kernel;
    blockIdx = seen.block;
    threadIdx = seen.thread;
    const void* const code = first_own_code(std::span(seen.words).first(seen.count));
    if (code)
      report(FindingKind::endless_loop, code,
             "this thread has run for more than two seconds here, and no other of its block got a turn: does "
             "the loop "
             "around this line ever end?");
    is_told = code != nullptr;
    is_seen = false;
  }
}

/// Reads the raw stack, also between its objects, where AddressSanitizer forbids reading.
__attribute__((no_sanitize_address)) void look(int, siginfo_t*, void* opaque) {
  Worker* const worker = Worker::running();
  if (!worker || !worker->long_run().is_long(is_told) || is_seen.exchange(true)) return;
  const auto& registers = static_cast<ucontext_t*>(opaque)->uc_mcontext.gregs;
  const Fiber& fiber = *worker->current().fiber;
  const auto* word = reinterpret_cast<const void* const*>(registers[REG_RSP] & ~greg_t{7});
  const auto* begin = reinterpret_cast<const void* const*>(fiber.stack);
  const auto* end = reinterpret_cast<const void* const*>(fiber.stack + fiber.stack_bytes);
  seen.words[0] = reinterpret_cast<const void*>(registers[REG_RIP] + 1);
  seen.count = 1;
  while (begin <= word && word < end && seen.count < seen.words.size()) seen.words[seen.count++] = *word++;
  seen.kernel = running_kernel;
  seen.block = blockIdx;
  seen.thread = threadIdx;
  sem_post(&something_seen);
}

int signal_of_looks() {
  return SIGRTMAX - 3;
}

bool begin_to_report() {
  sem_init(&something_seen, 0, 0);
  struct sigaction action {};
  action.sa_sigaction = look;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
  sigaction(signal_of_looks(), &action, nullptr);
  try {
    std::thread(report_what_is_seen).detach();
  } catch (const std::system_error&) {
    return false;  // no lead is worth a crash of the program
  }
  return true;
}

}  // namespace

void LongRun::begin() {
  if (has_timer_ || !wants_leads()) return;
  static const bool reports = begin_to_report();
  if (!reports) return;
  sigevent event{};
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = signal_of_looks();
  event._sigev_un._tid = gettid();
  has_timer_ = timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &timer_) == 0;
  const itimerspec period{{0, between_looks_ns}, {0, between_looks_ns}};
  if (has_timer_) timer_settime(timer_, 0, &period, nullptr);
}

LongRun::~LongRun() {
  if (has_timer_) timer_delete(timer_);
}

}  // namespace cuda_emulator
