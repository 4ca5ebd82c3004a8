// Matrices larger than device memory, or than a budget of it: c is computed tile by tile, each as a sum over
// panels of a and b. There are three streams: one copies the next panels in while another multiplies the
// current ones, and a third copies finished tiles out. (The tiling of cuBLASXt, and of out-of-core products
// since the first: Toledo, "A Survey of Out-of-Core Algorithms in Numerical Linear Algebra", 1999.) Panels are
// multiplied by whichever technique of this GPU should take the least time within the budget, of which its own
// memory is a part: gpu-tensor-fp16x3, gpu-ozaki-int8, gpu-tensor-fp64, or gpu-register-tiles.
//
// Work: M N K multiply-adds. Traffic over the bus: a once for every column of tiles, b once for every row of
// them, c once. The first panels and the end of the last tile cannot be hidden: so the first panels are shallow, and
// each tile leaves in slices during its last step, which is deep. Factors that cannot be pinned go through buffers
// (staged_copies.hpp). Several GPUs: matmul_gpu_multi.cpp. What was predicted and seen: laboratory/notes/matmul.md.

#include "kernels/matmul/matmul.hpp"

#ifdef WARP_JUDGE_HAS_CUDA

#include <algorithm>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "kernels/gpu/on_each_device.hpp"
#include "kernels/gpu/peers.hpp"
#include "kernels/gpu/phases.hpp"
#include "kernels/gpu/pinned_memory.hpp"
#include "kernels/matmul/streamed_band.hpp"
#include "kernels/matmul/streamed_product.hpp"

namespace kernels {

namespace {

constexpr double bus_bytes_per_second = 55e9;  // of an H200: PCIe 5.0 x 16

/// What this GPU can; the last one needs no memory of its own.
template <class T>
std::vector<std::unique_ptr<PanelProduct<T>>> panel_products() {
  std::vector<std::unique_ptr<PanelProduct<T>>> found;
#ifdef WARP_JUDGE_HAS_HOPPER
  if (hopper_supported().available) {
    if constexpr (std::is_same_v<T, float>) found.push_back(tensor_fp16x3_panels());
    if constexpr (std::is_same_v<T, double>) found.push_back(ozaki_int8_panels());
  }
#endif
  if constexpr (std::is_same_v<T, double>) {
    if (ampere_supported().available) {
      found.push_back(
          std::make_unique<DirectPanels<double>>(&multiply_tensor_fp64, PanelCosts{27e12, 6e-12}));
    }
  }
  constexpr auto costs = std::is_same_v<T, float> ? PanelCosts{26e12, 3e-12} : PanelCosts{12e12, 6e-12};
  found.push_back(std::make_unique<DirectPanels<T>>(&multiply_register_tiles<T>, costs));
  return found;
}

/// Which matrices the bands of a product are, one for each GPU: rows of a and c, or columns of b and c.
template <class T>
struct Bands {
  struct Band {
    MatrixView<const T> a, b;
    MatrixView<T> c;
  };
  std::vector<Band> all;
  SharedFactor shared;  ///< the factor that is in all of them

  /// Makes at most one for each of `devices`, none of them empty; the first is the largest.
  Bands(MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c, std::size_t devices) {
    constexpr std::size_t unit = 256;
    const bool by_rows = c.rows >= c.columns;
    shared = by_rows ? SharedFactor::b : SharedFactor::a;
    for (std::size_t index = 0; index < devices; ++index) {
      const Share share(by_rows ? c.rows : c.columns, devices, index, unit);
      if (share.count == 0) break;
      if (by_rows) {
        all.push_back({a.block(share.first, 0, share.count, a.columns), b,
                       c.block(share.first, 0, share.count, c.columns)});
      } else {
        all.push_back(
            {a, b.block(0, share.first, b.rows, share.count), c.block(0, share.first, c.rows, share.count)});
      }
    }
  }
};

template <class T>
StreamingCosts streaming_costs(const PanelProduct<T>& technique, SharedFactor shared, std::size_t sharers) {
  constexpr double copy_seconds = sizeof(T) / bus_bytes_per_second;
  const PanelCosts costs = technique.costs();
  const double part = 1 / static_cast<double>(sharers);
  return {.element_bytes = sizeof(T),
          .multiply_adds_per_copy = costs.multiply_adds_per_second * copy_seconds,
          .per_element_of_c = costs.element_of_c_seconds / copy_seconds,
          .per_panel_element = costs.panel_element_seconds / copy_seconds,
          .copied_of_a = shared == SharedFactor::a ? part : 1,
          .copied_of_b = shared == SharedFactor::b ? part : 1,
          .scratch_bytes = [&technique](auto... sizes) { return technique.scratch_bytes(sizes...); }};
}

/// One product on its way, on one GPU or several, all of which do the same steps.
template <class T>
class StreamedProduct {
 public:
  /// Chooses how to multiply and makes what that needs.
  StreamedProduct(std::span<const int> devices, MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c,
                  std::uint64_t budget) {
    const Bands<T> bands(a, b, c, devices.size());
    devices_ = devices.first(bands.all.size());
    depth_ = a.columns;
    is_linked_ = link(devices_);
    // The last of the techniques run on every GPU, so those that all have are as many as the fewest.
    std::vector<std::vector<std::unique_ptr<PanelProduct<T>>>> techniques;
    std::size_t common = std::numeric_limits<std::size_t>::max();
    on_each([&](std::size_t) {
      techniques.push_back(panel_products<T>());
      common = std::min(common, techniques.back().size());
    });
    const std::size_t chosen = choose(techniques.front(), common, bands, budget);
    on_each([&](std::size_t index) {
      auto& technique = techniques[index][techniques[index].size() - chosen];
      const auto& [band_a, band_b, band_c] = bands.all[index];
      bands_.push_back(std::make_unique<StreamedBand<T>>(band_a, band_b, band_c, bands.shared, plan_,
                                                         std::move(technique)));
    });
  }
  StreamedProduct(const StreamedProduct&) = delete;
  StreamedProduct& operator=(const StreamedProduct&) = delete;
  ~StreamedProduct() {
    for (std::size_t index = 0; index < bands_.size(); ++index) {
      const CurrentDevice current(devices_[index]);
      bands_[index].reset();
    }
  }

  /// Starts all work and waits for it.
  void run() {
    StreamedStep step{};
    for (step.down = 0; step.down < plan_.tiles_down; ++step.down) {
      for (step.across = 0; step.across < plan_.tiles_across; ++step.across) {
        const std::vector<std::size_t> depths = plan_.depths(depth_, step.tile == 0, sizeof(T));
        step.depth = {0, 0};
        for (std::size_t i = 0; i < depths.size(); ++i) {
          step.depth = {step.depth.first + step.depth.count, depths[i]};
          step.is_first = i == 0;
          step.is_last = i + 1 == depths.size();
          start(step);
          ++step.number;
        }
        ++step.tile;
      }
    }
    on_each([&](std::size_t index) { bands_[index]->wait(); });
  }

 private:
  template <class Work>
  void on_each(Work work) const {
    for (std::size_t index = 0; index < devices_.size(); ++index) {
      const CurrentDevice current(devices_[index]);
      work(index);
    }
  }

  /// Which technique should take the least time within the budget, counted from the last; sets the plan.
  std::size_t choose(const std::vector<std::unique_ptr<PanelProduct<T>>>& techniques, std::size_t common,
                     const Bands<T>& bands, std::uint64_t budget) {
    const auto& [a, b, c] = bands.all.front();
    const std::size_t sharers = is_linked_ ? devices_.size() : 1;
    const std::size_t m = c.rows, k = a.columns, n = c.columns;
    std::size_t chosen = 0;
    std::uint64_t least_budget = 0;
    double least_time = std::numeric_limits<double>::infinity();
    for (std::size_t from_last = common; from_last > 0; --from_last) {
      const auto& candidate = *techniques[techniques.size() - from_last];
      const StreamingCosts costs = streaming_costs(candidate, bands.shared, sharers);
      least_budget = least_streaming_budget(m, k, n, costs);
      const auto found = plan_streaming(m, k, n, costs, budget);
      if (!found) continue;
      const double time = streaming_time(m, k, n, costs, *found);
      if (time >= least_time) continue;
      least_time = time;
      chosen = from_last;
      plan_ = *found;
    }
    if (chosen > 0) return chosen;
    throw GpuCannotRun("matmul_gpu_streamed: " + std::to_string(budget) +
                       " bytes of device memory are too few: the smallest tiles need " +
                       std::to_string(least_budget));
  }

  void start(const StreamedStep& step) {
    const auto neighbours = [&](std::size_t index) {
      const std::span all(bands_);
      return is_linked_ ? all : all.subspan(index, 1);
    };
    on_each([&](std::size_t index) { bands_[index]->copy_part(step, neighbours(index)); });
    on_each([&](std::size_t index) { bands_[index]->take_parts(step, neighbours(index)); });
    on_each([&](std::size_t index) { bands_[index]->multiply(step); });
  }

  std::span<const int> devices_;
  std::size_t depth_ = 0;
  bool is_linked_ = false;
  StreamingPlan plan_{};
  std::vector<std::unique_ptr<StreamedBand<T>>> bands_;
};

/// How much memory of the current GPU may be used: the budget that was set, or most of what is free.
std::uint64_t streaming_budget() {
  if (gpu_memory_budget() != 0) return gpu_memory_budget();
  std::size_t free = 0, all = 0;
  check_cuda(cudaMemGetInfo(&free, &all), "free device memory");
  return free / 10 * 9;
}

/// The budget of each: those that are named several times share their memory out.
std::uint64_t budget_of_each(std::span<const int> devices) {
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  for (const int device : devices) {
    const CurrentDevice current(device);
    const auto times = static_cast<std::uint64_t>(std::ranges::count(devices, device));
    least = std::min(least, streaming_budget() / times);
  }
  return least;
}

}  // namespace

template <class T>
void multiply_streamed(std::span<const int> devices, MatrixView<const T> a, MatrixView<const T> b,
                       MatrixView<T> c, std::uint64_t budget) {
  if (c.rows == 0 || c.columns == 0) return;
  StreamedProduct<T>(devices, a, b, c, budget).run();
}

template <class T>
void multiply_from_host(std::span<const int> devices, MatrixView<const T> a, MatrixView<const T> b,
                        MatrixView<T> c) {
  if (c.rows == 0 || c.columns == 0) return;
  GpuPhaseClock clock;
  const std::uint64_t budget = budget_of_each(devices);
  const PinnedMemory pinned_a(a), pinned_b(b), pinned_c(c);
  StreamedProduct<T> product(devices, a, b, c, budget);
  clock.end(&GpuPhases::start_up_ns);
  product.run();
  clock.end(&GpuPhases::kernels_ns);
}

/// Host-level only.
template <class T>
void matmul_gpu_streamed(MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c) {
  int device = 0;
  check_cuda(cudaGetDevice(&device), "cudaGetDevice");
  multiply_from_host<T>({&device, 1}, a, b, c);
}

template void multiply_streamed(std::span<const int>, MatrixView<const float>, MatrixView<const float>,
                                MatrixView<float>, std::uint64_t);
template void multiply_streamed(std::span<const int>, MatrixView<const double>, MatrixView<const double>,
                                MatrixView<double>, std::uint64_t);
template void multiply_from_host(std::span<const int>, MatrixView<const float>, MatrixView<const float>,
                                 MatrixView<float>);
template void multiply_from_host(std::span<const int>, MatrixView<const double>, MatrixView<const double>,
                                 MatrixView<double>);
template MatmulFunction<float> matmul_gpu_streamed<float>;
template MatmulFunction<double> matmul_gpu_streamed<double>;

}  // namespace kernels

#endif
