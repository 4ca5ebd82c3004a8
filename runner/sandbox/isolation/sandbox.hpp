#pragma once

#include <string>
#include <vector>

#include "base/descriptor.hpp"
#include "runner/sandbox/isolation/cgroup.hpp"
#include "runner/sandbox/isolation/credentials.hpp"
#include "runner/sandbox/run/isolation.hpp"
#include "runner/sandbox/run/options.hpp"

namespace runner {

/// The data that a run's processes share: made by the keeper, inherited by the sandbox's first process and by
/// the program's, each of which adds what it has set up.
struct Sandbox {
  const Options& options;
  const Cgroup& cgroup;
  std::string program_path;  ///< absolute
  pid_t keeper;
  Identity identity;
  Isolation isolation;
  base::Descriptor in, out, err;                 ///< the program's standard streams
  base::Descriptor channel;                      ///< for reports to the keeper
  base::Descriptor work_dir;                     ///< none until it is there
  std::vector<std::string> gpu_trace_libraries;  ///< of gpu_trace_libraries(); empty without a GPU
  base::Descriptor gpu_trace;  ///< of a run with a GPU: the file that a CUDA program's trace is kept in
  std::int64_t work_files_at_start = 0;
  bool in_user_namespace = false;
  bool in_pid_namespace = false;
};

/// The life of the sandbox's first process (init.cpp): sets up what all in it share, starts the program, and
/// reports its end. `namespaces`: the CLONE_NEW... flags that the process was made with.
[[noreturn]] void be_init(Sandbox& sandbox, std::uint64_t namespaces);

/// The life of the program's process until the program takes over (become_program.cpp).
[[noreturn]] void become_program(Sandbox& sandbox);

}  // namespace runner
