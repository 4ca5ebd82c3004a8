#include "runner/sandbox/keeper/facts.hpp"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <nlohmann/json.hpp>

#include "runner/sandbox/gpu/gpu_trace_facts.hpp"
#include "runner/sandbox/run/outcome.hpp"

namespace runner {
namespace {

using Json = nlohmann::ordered_json;

std::string signal_name(int number) {
  const char* abbreviation = sigabbrev_np(number);
  return abbreviation ? std::string("SIG") + abbreviation : fmt::format("signal {}", number);
}

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

/// Every key, in order; null or 0 for values that a program that never ran cannot have.
Json empty_facts(Outcome outcome, const Isolation& isolation) {
  Json facts;
  facts["format_version"] = 4;
  facts["outcome"] = name(outcome);
  for (const char* key : {"exit_code", "signal", "signal_name"}) facts[key] = nullptr;
  for (const char* key : {"user_ns", "system_ns", "wall_ns", "peak_memory_bytes", "stdout_bytes",
                          "stderr_bytes", "work_bytes", "work_files"}) {
    facts[key] = 0;
  }
  facts["contention"] = nullptr;
  facts["gpu"] = nullptr;
  facts["isolation"] = Json::parse(to_json_text(isolation));
  facts["message"] = nullptr;
  return facts;
}

std::string text_of(const Json& facts) {
  // A program's name in a message need not be UTF-8.
  return facts.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string facts_of_run(const Observation& observation, const Options& options, const Launched& program) {
  const Ending& ending = observation.ending;
  const Outcome outcome = decide_outcome(ending, options.limits);
  if (outcome == Outcome::start_failed) return facts_of_failed_start(program);
  Json facts = empty_facts(outcome, program.isolation);
  if (WIFEXITED(ending.wait_status)) facts["exit_code"] = WEXITSTATUS(ending.wait_status);
  if (WIFSIGNALED(ending.wait_status)) {
    facts["signal"] = WTERMSIG(ending.wait_status);
    facts["signal_name"] = signal_name(WTERMSIG(ending.wait_status));
  }
  facts["user_ns"] = observation.times.user_ns;
  facts["system_ns"] = observation.times.system_ns;
  facts["wall_ns"] = ending.now.wall_ns + ending.now.waited_ns;
  facts["peak_memory_bytes"] = ending.now.memory_bytes;
  facts["stdout_bytes"] = observation.stdout_bytes;
  facts["stderr_bytes"] = observation.stderr_bytes;
  facts["work_bytes"] = ending.now.work.bytes;
  facts["work_files"] = ending.now.work.files;
  facts["contention"] = {{"waited_ns", or_null(observation.contention.waited_ns)},
                         {"stolen_ns", or_null(observation.contention.stolen_ns)},
                         {"others_cpu_ns", or_null(observation.contention.others_cpu_ns)}};
  if (options.gpu) {
    facts["gpu"] = {{"device", *options.gpu}, {"peak_memory_bytes", or_null(observation.gpu_peak_bytes)}};
    add_gpu_trace(facts["gpu"], options, program.gpu_trace, program.started_ns);
  }
  facts["message"] = or_null(explain(outcome, ending.now, options.limits));
  return text_of(facts);
}

std::string facts_of_failed_start(const Launched& program) {
  Json facts = empty_facts(Outcome::start_failed, program.isolation);
  facts["message"] = program.start_failure;
  return text_of(facts);
}

}  // namespace runner
