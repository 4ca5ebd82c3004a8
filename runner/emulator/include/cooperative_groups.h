/// Cooperative groups: the block, tiles of a warp, active lanes, and the grid.
#pragma once

#include "cooperative_groups/coalesced.h"
#include "cooperative_groups/grid.h"
#include "cooperative_groups/invoke.h"
#include "cooperative_groups/thread_block.h"
#include "cooperative_groups/thread_group.h"
#include "cooperative_groups/tile.h"
