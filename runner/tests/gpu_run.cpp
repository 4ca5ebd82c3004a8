#include "runner/tests/gpu_run.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>

namespace {

/// Far longer than any program here takes; a row may set its own.
constexpr std::array<std::pair<const char*, const char*>, 2> ample_limits = {
    {{"--wall-limit-ms", "30000"}, {"--memory-limit-bytes", "8589934592"}}};

}  // namespace

std::vector<std::string> gpu_command(const TemporaryFolder& folder, const std::string& name,
                                     const std::vector<std::string>& program,
                                     const std::vector<std::string>& options) {
  std::vector<std::string> command = {"run",
                                      "--facts",
                                      folder / (name + ".facts"),
                                      "--stdout",
                                      folder / (name + ".out"),
                                      "--stderr",
                                      folder / (name + ".err")};
  command.insert(command.end(), options.begin(), options.end());
  for (const auto& [option, ample] : ample_limits) {
    if (std::find(options.begin(), options.end(), option) == options.end()) {
      command.insert(command.end(), {option, ample});
    }
  }
  command.insert(command.end(), {"--", test_program(program.front())});
  command.insert(command.end(), program.begin() + 1, program.end());
  return command;
}

GpuRun gpu_run(const std::vector<std::string>& program, const std::vector<std::string>& options,
               const Caller& caller) {
  const TemporaryFolder folder;
  StartedRunner runner(folder, gpu_command(folder, "run", program, options), caller);
  GpuRun run;
  run.runner_exit = runner.wait();
  run.messages = runner.messages();
  run.output = text_of_file(folder / "run.out");
  run.errors = text_of_file(folder / "run.err");
  if (run.runner_exit == 0) run.facts = facts_in(folder / "run.facts");
  return run;
}

std::string gpu_obstacle() {
  return std::filesystem::exists("/dev/nvidia0") ? "" : "no GPU here: /dev/nvidia0 does not exist";
}

std::int64_t used_device_memory_mib() {
  std::FILE* answer = popen("nvidia-smi --id=0 --query-gpu=memory.used --format=csv,noheader,nounits", "r");
  if (answer == nullptr) return -1;
  long long used = -1;
  const int read = std::fscanf(answer, "%lld", &used);
  pclose(answer);
  return read == 1 ? used : -1;
}
