#pragma once

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

/// What the emulated device reports while it lives.
class Findings {
 public:
  Findings() {
    std::filesystem::remove(path_);
    setenv("CUDA_EMULATOR_FINDINGS", path_.c_str(), 1);
  }
  ~Findings() {
    unsetenv("CUDA_EMULATOR_FINDINGS");
    std::filesystem::remove(path_);
  }
  Findings(const Findings&) = delete;
  Findings& operator=(const Findings&) = delete;

  std::vector<nlohmann::json> all() const {
    std::vector<nlohmann::json> findings;
    std::ifstream file(path_);
    for (std::string line; std::getline(file, line);) findings.push_back(nlohmann::json::parse(line));
    return findings;
  }

 private:
  std::filesystem::path path_ =
      std::filesystem::temp_directory_path() / ("cuda-emulator-findings-" + std::to_string(getpid()));
};
