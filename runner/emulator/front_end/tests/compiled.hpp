#pragma once

#include <map>
#include <string>

namespace cuda_front_end {

/// The result of compiling a source by the command for submissions, and of running it.
struct Outcome {
  bool compiled = false;
  std::string messages;  ///< of the compiler
  int exit_status = -1;
  std::string output, error;
};

/// Compiles a source named user.cu with additional shell options, and runs the program if there is one. `headers`, by
/// their paths, lie next to it.
Outcome compile_and_run(const std::string& source, const std::string& options = "",
                        const std::map<std::string, std::string>& headers = {});

}  // namespace cuda_front_end
