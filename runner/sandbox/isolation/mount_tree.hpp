#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

#include "base/descriptor.hpp"

namespace runner {

/// The content of the program's file system.
struct MountPlan {
  std::vector<std::string>
      visible;                      ///< absolute paths of files and folders, shown read-only at the same path
  std::vector<std::string> hidden;  ///< absolute paths that must not be seen, even inside /usr
  std::vector<std::string> devices;  ///< absolute paths of device nodes
  bool whole_proc = false;           ///< /proc with more than the processes: a GPU driver reads it
  bool own_pid_namespace = true;     ///< without one, /proc would show the whole machine and stays empty
  uid_t user = 0;  ///< outside number of who owns the work directory, in a new user namespace: inside
  gid_t group = 0;
  std::int64_t work_bytes = 0;       ///< size of the work directory
  std::int64_t work_files = 0;       ///< files and folders that it may hold
  std::int64_t gpu_trace_bytes = 0;  ///< size of the file for the trace of a GPU program; 0: none
};

/// The parts of the tree that the runner keeps.
struct PrivateTree {
  base::Descriptor work;       ///< the work directory
  base::Descriptor gpu_trace;  ///< the file for the trace; none where the plan has none
};

inline constexpr const char* work_folder = "/sandbox";
inline constexpr const char* gpu_trace_folder = "/gpu-trace";
inline constexpr const char* gpu_trace_file = "/gpu-trace/facts";

/// Inodes of the work directory's file system that do not belong to the program.
inline constexpr std::int64_t work_inodes_of_ours = 4;

/// Replaces everything that this process sees of the file system, in a mount namespace of its own.
/// `missing_proc` gets the reason if there is no /proc. Throws Failure; the tree may be half built then.
PrivateTree enter_private_tree(const MountPlan& plan, std::string& missing_proc);

/// The file behind `path`, a regular one, for reading only: not even its owner can open it for writing
/// through /proc/self/fd, and no link there reveals its path. Before enter_private_tree(). Throws Failure.
base::Descriptor open_read_only_view(const std::string& path);

}  // namespace runner
