// Tests that the umask and limits that a caller passes on to its processes affect neither the runner nor the
// program.

#include <sys/stat.h>

#include <fstream>

#include "runner/tests/callers.hpp"

#include CATCH2_HEADER

namespace {

struct Result {
  int runner_exit;
  std::string messages, output;
};

Result run_limits_printer(const Caller& caller, const std::vector<std::string>& options = {}) {
  const TemporaryFolder folder;
  std::vector<std::string> arguments = {"run", "--facts", folder / "facts", "--stdout", folder / "out"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  arguments.insert(arguments.end(), {"--", test_program("print_limits")});
  StartedRunner started(folder, arguments, caller);
  const int runner_exit = started.wait();
  return {runner_exit, started.messages(), text_of_file(folder / "out")};
}

const bool may_lack_addresses = !runner_is_sanitized();  // AddressSanitizer reserves terabytes when it starts

std::vector<std::pair<int, rlim_t>> tight_limits() {
  std::vector<std::pair<int, rlim_t>> limits = {
      {RLIMIT_CPU, 1},  {RLIMIT_FSIZE, 1024}, {RLIMIT_STACK, 1 << 20}, {RLIMIT_NOFILE, 64},
      {RLIMIT_CORE, 0}, {RLIMIT_NPROC, 64},   {RLIMIT_MEMLOCK, 0},     {RLIMIT_SIGPENDING, 1},
  };
  if (may_lack_addresses) {
    limits.emplace_back(RLIMIT_DATA, 64 << 20);
    limits.emplace_back(RLIMIT_AS, 256 << 20);
  }
  return limits;
}

}  // namespace

TEST_CASE("the program's umask is its own, and so are the modes of what it sees") {
  const Result plain = run_limits_printer({.umask = 022});
  REQUIRE(plain.output.find("mode 644") != std::string::npos);
  REQUIRE(plain.output.find("knows users") != std::string::npos);
  const auto mode = GENERATE(as<mode_t>(), 0, 027, 077, 0777);
  CAPTURE(mode);
  const Result result = run_limits_printer({.umask = mode});
  CHECK(result.output == plain.output);
}

TEST_CASE("the limits of the caller's shell are not the program's") {
  const Result plain = run_limits_printer({}, {"--cpu-limit-ms", "5000"});
  const Result tight = run_limits_printer({.soft_limits = tight_limits()}, {"--cpu-limit-ms", "5000"});
  CAPTURE(tight.messages);
  CHECK(tight.runner_exit == 0);
  CHECK(tight.output == plain.output);
  CHECK(plain.output.find("1: 67108865 67108865\n") != std::string::npos);
}

TEST_CASE("a hard limit below what the run needs is refused where it cannot be raised") {
  const auto user = ordinary_user();
  if (!user.is_to_be_had()) return;
  const auto [resource, value, option] =
      GENERATE(table<int, rlim_t, const char*>({{RLIMIT_CPU, 1, "ulimit -t"},
                                                {RLIMIT_FSIZE, 100'000, "ulimit -f"},
                                                {RLIMIT_AS, 256 << 20, "ulimit -v"},
                                                {RLIMIT_DATA, 64 << 20, "ulimit -d"},
                                                {RLIMIT_STACK, 1 << 20, "ulimit -s"},
                                                {RLIMIT_NOFILE, 64, "ulimit -n"}}));
  if (!may_lack_addresses && (resource == RLIMIT_AS || resource == RLIMIT_DATA)) return;
  Caller caller = user.caller;
  caller.hard_limits = {{resource, value}};
  const Result result =
      run_limits_printer(caller, {"--cpu-limit-ms", "5000", "--memory-limit-bytes", "33554432"});
  CAPTURE(result.messages);
  CHECK(result.runner_exit == 2);
  CHECK(result.messages.find(option) != std::string::npos);
  CHECK(result.output.empty());

  const Result enough =
      run_limits_printer(user.caller, {"--cpu-limit-ms", "5000", "--memory-limit-bytes", "33554432"});
  CHECK(enough.runner_exit == 0);
}

TEST_CASE("what the program's user cannot read is the caller's fault, and told as that") {
  if (geteuid() != 0) return;
  const TemporaryFolder folder;
  const std::string data = folder / "data";
  std::ofstream(data) << "for root alone";
  for (const auto& [mode, code] : {std::pair<mode_t, int>{0600, 2}, {0640, 2}, {0644, 0}}) {
    CAPTURE(mode);
    chmod(data.c_str(), mode);
    const Result result = run_limits_printer({}, {"--visible", data});
    CAPTURE(result.messages);
    CHECK(result.runner_exit == code);
    CHECK((result.messages.find(data) != std::string::npos) == (code == 2));
  }
}

TEST_CASE("the kernel's coarse count of CPU time comes long after the runner's own") {
  const TemporaryFolder folder;
  StartedRunner started(folder,
                        {"run", "--facts", folder / "facts", "--stdout", "-", "--stderr", folder / "err",
                         "--cpu-limit-ms", "10000", "--", "/bin/sh", "-c", "ulimit -t"});
  REQUIRE(started.wait() == 0);
  CHECK(std::stol(started.output()) >= 20);
}
