#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "runner/tests/start_runner.hpp"

/// A run on GPU 0 that has ended, and what it wrote.
struct GpuRun {
  int runner_exit = -1;
  nlohmann::json facts;
  std::string output, errors, messages;
};

/// The runner's command line for one of the CUDA programs; its files lie in `folder` and begin with `name`.
std::vector<std::string> gpu_command(const TemporaryFolder& folder, const std::string& name,
                                     const std::vector<std::string>& program,
                                     const std::vector<std::string>& options = {"--gpu", "0"});

/// Runs it to its end; without facts when the runner refused.
GpuRun gpu_run(const std::vector<std::string>& program,
               const std::vector<std::string>& options = {"--gpu", "0"}, const Caller& caller = {});

/// Why no row can be tried here; empty when a GPU is there.
std::string gpu_obstacle();

/// Says why and leaves the test case where there is no GPU.
#define REQUIRE_GPU()                                                   \
  if (const std::string obstacle = gpu_obstacle(); !obstacle.empty()) { \
    WARN("skipped: " << obstacle);                                      \
    return;                                                             \
  }

/// Device memory in use on GPU 0 by all processes, in MiB, according to nvidia-smi; -1 if it does not say.
std::int64_t used_device_memory_mib();
