#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <vector>

namespace cuda_emulator {
void forget_errors();  // of last_error.hpp, which does not go together with cuda_runtime.h
}

/// One line of what the emulated device reports. What it does not say is empty or zero.
struct Finding {
  std::string kind, message, file, kernel;
  int line = 0;
  std::array<int, 3> block{}, thread{};
};

/// What the emulated device reports while it lives.
class Findings {
 public:
  Findings();
  ~Findings();
  Findings(const Findings&) = delete;
  Findings& operator=(const Findings&) = delete;

  std::vector<Finding> all() const;

  /// The only one; where there is another number of them, its kind says how many: "0 findings".
  Finding only() const;

 private:
  std::filesystem::path path_;
};
