#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "runner/tests/start_runner.hpp"

/// A finished run on GPU 0, and its output.
struct GpuRun {
  int runner_exit = -1;
  nlohmann::json facts;
  std::string output, errors, messages;
};

/// The runner's command line for one of the CUDA programs; the names of its files in `folder` start with
/// `name`.
std::vector<std::string> gpu_command(const TemporaryFolder& folder, const std::string& name,
                                     const std::vector<std::string>& program,
                                     const std::vector<std::string>& options = {"--gpu", "0"});

/// Runs it to its end; without facts if the runner refused.
GpuRun gpu_run(const std::vector<std::string>& program,
               const std::vector<std::string>& options = {"--gpu", "0"}, const Caller& caller = {});

/// The reason why no row can be tested here; empty if there is a GPU.
std::string gpu_obstacle();

/// Prints the reason and leaves the test case if there is no GPU.
#define REQUIRE_GPU()                                                   \
  if (const std::string obstacle = gpu_obstacle(); !obstacle.empty()) { \
    WARN("skipped: " << obstacle);                                      \
    return;                                                             \
  }

/// Device memory in use on GPU 0 by all processes, in MiB, according to nvidia-smi; -1 if it does not say.
std::int64_t used_device_memory_mib();
