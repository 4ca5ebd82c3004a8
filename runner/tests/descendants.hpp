#pragma once

#include <sys/types.h>

#include <vector>

/// The processes whose parent is `pid`.
std::vector<pid_t> children_of(pid_t pid);

/// All living processes that the tests have started or inherited, as they inherit processes that lose their
/// parent. Zombies do not count.
std::vector<pid_t> living_descendants();

/// Waits up to five seconds until there are none; returns whether that happened.
bool all_descendants_end();
