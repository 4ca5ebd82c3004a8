#pragma once

#include <cstdint>
#include <filesystem>

namespace problems {

/// The bytes that this process can still fill: what the kernel calls available (proc_meminfo(5), without swap), or
/// less where a control group of either version or a limit on address space (RLIMIT_AS) leaves less. The folders
/// are those of proc(5) and cgroups(7); a file that is not there sets no limit.
std::uint64_t available_memory_bytes(const std::filesystem::path& proc = "/proc",
                                     const std::filesystem::path& cgroups = "/sys/fs/cgroup");

}  // namespace problems
