// Apart from the tests, which are full of hooks: there the JSON library takes most of compiling.
#include "findings_of.hpp"

#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

Findings::Findings()
    : path_(std::filesystem::temp_directory_path() / ("cuda-emulator-findings-" + std::to_string(getpid()))) {
  std::filesystem::remove(path_);
  setenv("CUDA_EMULATOR_FINDINGS", path_.c_str(), 1);
}

Findings::~Findings() {
  unsetenv("CUDA_EMULATOR_FINDINGS");
  std::filesystem::remove(path_);
}

std::vector<Finding> Findings::all() const {
  std::vector<Finding> findings;
  std::ifstream file(path_);
  for (std::string text; std::getline(file, text);) {
    const auto line = nlohmann::json::parse(text);
    findings.push_back({line.value("kind", ""), line.value("message", ""), line.value("file", ""),
                        line.value("kernel", ""), line.value("line", 0),
                        line.value("block", std::array<int, 3>{}),
                        line.value("thread", std::array<int, 3>{})});
  }
  return findings;
}

Finding Findings::only() const {
  const auto found = all();
  if (found.size() == 1) return found[0];
  Finding other_number;
  other_number.kind = std::to_string(found.size()) + " findings";
  return other_number;
}
