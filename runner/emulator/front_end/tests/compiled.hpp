#pragma once

#include <string>

namespace cuda_front_end {

/// What became of a source: compiled by the command that submissions are compiled with, and run.
struct Outcome {
  bool compiled = false;
  std::string messages;  ///< of the compiler
  int exit_status = -1;
  std::string output, error;
};

/// Compiles a source that is called user.cu with more options, in a shell's words; runs the program if there is one.
Outcome compile_and_run(const std::string& source, const std::string& options = "");

}  // namespace cuda_front_end
