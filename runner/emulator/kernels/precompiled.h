/// Headers that most kernels include, compiled once for the emulated device.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "kernels/gpu/cuda_check.hpp"
#include "kernels/gpu/device_buffer.hpp"
#include "kernels/gpu/grid.hpp"
#include "kernels/gpu/shared_memory.hpp"
#include "kernels/gpu/stream_buffer.hpp"
