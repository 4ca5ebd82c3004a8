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
// (staged_copies.hpp). What was predicted and seen for n = 32768 and 131072: laboratory/notes/matmul.md.

#include "kernels/matmul/matmul.hpp"

#ifdef WARP_JUDGE_HAS_CUDA

#include <algorithm>
#include <limits>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "kernels/gpu/event.hpp"
#include "kernels/gpu/pinned_memory.hpp"
#include "kernels/matmul/matmul_through_gpu.hpp"
#include "kernels/matmul/panel_product.hpp"
#include "kernels/matmul/row_stride.hpp"
#include "kernels/matmul/staged_copies.hpp"
#include "kernels/matmul/streamed_product.hpp"
#include "kernels/matmul/streaming_plan.hpp"

namespace kernels {

std::uint64_t streaming_budget() {
  if (gpu_memory_budget() != 0) return gpu_memory_budget();
  std::size_t free = 0, all = 0;
  check_cuda(cudaMemGetInfo(&free, &all), "free device memory");
  return free / 10 * 9;
}

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

/// Some of the rows or columns of a matrix.
struct Range {
  std::size_t first, count;
};

/// Part `index` of `size` things cut into parts of `part`.
Range part_of(std::size_t index, std::size_t part, std::size_t size) {
  const std::size_t first = index * part;
  return {first, std::min(part, size - first)};
}

/// One product on its way: streams, device memory, and the events that keep them in order.
template <class T>
class StreamedProduct {
 public:
  StreamedProduct(MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c, const StreamingPlan& plan,
                  std::unique_ptr<PanelProduct<T>> panels)
      : a_(a),
        b_(b),
        c_(c),
        a_is_pinned_(is_pinned(a)),
        b_is_pinned_(is_pinned(b)),
        plan_(plan),
        memory_(plan.elements(sizeof(T))),
        panels_(std::move(panels)) {
    for (std::size_t i = 0; i < plan.tiles_at_once(); ++i) c_tiles_[i] = take(plan.rows, plan.columns);
    const std::size_t panels_begin = taken_;
    for (std::size_t i = 0; i < plan.panels_at_once(); ++i) {
      a_panels_[i] = take(plan.rows, plan.depth);
      b_panels_[i] = take(plan.depth, plan.columns);
    }
    // As in DeviceMatrix: vectors reach beyond rows, and the last panel may be smaller than its place.
    check_cuda(
        cudaMemsetAsync(memory_.data() + panels_begin, 0, (taken_ - panels_begin) * sizeof(T), copies_in_),
        "clearing of the panels");
  }

  /// Starts all work and waits for it.
  void run() {
    for (std::size_t down = 0; down < plan_.tiles_down; ++down) {
      for (std::size_t across = 0; across < plan_.tiles_across; ++across) {
        start_tile(part_of(down, plan_.rows, c_.rows), part_of(across, plan_.columns, c_.columns));
      }
    }
    copies_in_.wait("copies to the GPU");
    products_.wait("products");
    copies_out_.wait("copies from the GPU");
  }

 private:
  MatrixView<T> take(std::size_t rows, std::size_t columns) {
    const MatrixView<T> matrix{memory_.data() + taken_, rows, columns, row_stride(columns, sizeof(T))};
    taken_ += rows * matrix.stride;
    return matrix;
  }

  void start_tile(Range rows, Range columns) {
    const std::size_t place = tile_++ % plan_.tiles_at_once();
    const MatrixView<T> tile = c_tiles_[place].block(0, 0, rows.count, columns.count);
    tile_free_[place].hold(products_);
    const std::vector<std::size_t> depths = plan_.depths(a_.columns, tile_ == 1, sizeof(T));
    Range depth{0, 0};
    for (std::size_t step = 0; step < depths.size(); ++step) {
      const std::size_t panel = step_++ % plan_.panels_at_once();
      depth = {depth.first + depth.count, depths[step]};
      const MatrixView<T> a_panel = a_panels_[panel].block(0, 0, rows.count, depth.count);
      const MatrixView<T> b_panel = b_panels_[panel].block(0, 0, depth.count, columns.count);
      panel_free_[panel].hold(copies_in_);
      copy_in(a_.block(rows.first, depth.first, rows.count, depth.count), a_is_pinned_, a_panel);
      copy_in(b_.block(depth.first, columns.first, depth.count, columns.count), b_is_pinned_, b_panel);
      panel_there_[panel].record(copies_in_);
      panel_there_[panel].hold(products_);
      panels_->take(a_panel, b_panel, products_);
      const Into into = step == 0 ? Into::empty : Into::sum;
      if (step + 1 < depths.size()) {
        panels_->multiply(0, tile, into, products_);
      } else {
        finish_tile(tile, into, c_.block(rows.first, columns.first, rows.count, columns.count));
      }
      panel_free_[panel].record(products_);
    }
    tile_free_[place].record(copies_out_);
  }

  void copy_in(MatrixView<const T> panel, bool is_pinned, MatrixView<T> to) {
    if (is_pinned) return copy_matrix(panel, to, copies_in_, "panel of a factor");
    staged_.copy(panel, to, copies_in_);
  }

  /// The last step of a tile, in slices, each of which leaves as soon as it is there.
  void finish_tile(MatrixView<T> tile, Into into, MatrixView<T> destination) {
    constexpr std::size_t most_slices = 8, smallest_slice = 256;
    const std::size_t slice = std::max(
        smallest_slice, (tile.rows / most_slices + smallest_slice - 1) / smallest_slice * smallest_slice);
    for (std::size_t first = 0; first < tile.rows; first += slice) {
      const std::size_t rows = std::min(slice, tile.rows - first);
      const MatrixView<T> part = tile.block(first, 0, rows, tile.columns);
      panels_->multiply(first, part, into, products_);
      slice_there_.record(products_);
      slice_there_.hold(copies_out_);
      copy_matrix(part, destination.block(first, 0, rows, tile.columns), copies_out_, "tile of c");
    }
  }

  MatrixView<const T> a_, b_;
  MatrixView<T> c_;
  bool a_is_pinned_, b_is_pinned_;
  StreamingPlan plan_;
  DeviceBuffer<T> memory_;  ///< all device memory; freed after the streams below have done their work
  std::size_t taken_ = 0, tile_ = 0, step_ = 0;
  MatrixView<T> c_tiles_[2], a_panels_[2], b_panels_[2];
  StagedCopies staged_;
  Stream copies_in_, products_, copies_out_;
  Event panel_there_[2], panel_free_[2], tile_free_[2], slice_there_;
  std::unique_ptr<PanelProduct<T>> panels_;  ///< its memory is freed in the order of a stream, so before it
};

template <class T>
StreamingCosts streaming_costs(const PanelProduct<T>& panels) {
  constexpr double copy_seconds = sizeof(T) / bus_bytes_per_second;
  const PanelCosts costs = panels.costs();
  return {.element_bytes = sizeof(T),
          .multiply_adds_per_copy = costs.multiply_adds_per_second * copy_seconds,
          .per_element_of_c = costs.element_of_c_seconds / copy_seconds,
          .per_panel_element = costs.panel_element_seconds / copy_seconds,
          .scratch_bytes = [&panels](auto... sizes) { return panels.scratch_bytes(sizes...); }};
}

/// The way of multiplying panels that should take the least time within the budget, with its plan.
template <class T>
struct Way {
  std::unique_ptr<PanelProduct<T>> panels;
  StreamingPlan plan;

  Way(std::size_t m, std::size_t k, std::size_t n, std::uint64_t budget) {
    std::uint64_t least_budget = 0;
    double least_time = std::numeric_limits<double>::infinity();
    for (auto& candidate : panel_products<T>()) {
      const StreamingCosts costs = streaming_costs(*candidate);
      least_budget = least_streaming_budget(m, k, n, costs);
      const auto found = plan_streaming(m, k, n, costs, budget);
      if (!found) continue;
      const double time = streaming_time(m, k, n, costs, *found);
      if (time >= least_time) continue;
      least_time = time;
      panels = std::move(candidate);
      plan = *found;
    }
    if (panels) return;
    throw GpuCannotRun("matmul_gpu_streamed: " + std::to_string(budget) +
                       " bytes of device memory are too few: the smallest tiles need " +
                       std::to_string(least_budget));
  }
};

}  // namespace

template <class T>
void multiply_streamed(MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c, std::uint64_t budget) {
  if (c.rows == 0 || c.columns == 0) return;
  Way<T> way(c.rows, a.columns, c.columns, budget);
  StreamedProduct<T>(a, b, c, way.plan, std::move(way.panels)).run();
}

/// Host-level only. Its copies overlap with its kernels, so GpuPhases counts both as kernels; pinning the
/// matrices, where they are not yet pinned, counts as start-up.
template <class T>
void matmul_gpu_streamed(MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c) {
  if (c.rows == 0 || c.columns == 0) return;
  GpuPhaseClock clock;
  Way<T> way(c.rows, a.columns, c.columns, streaming_budget());
  const PinnedMemory pinned_a(a), pinned_b(b), pinned_c(c);
  StreamedProduct<T> product(a, b, c, way.plan, std::move(way.panels));
  clock.end(&GpuPhases::start_up_ns);
  product.run();
  clock.end(&GpuPhases::kernels_ns);
}

template void multiply_streamed(MatrixView<const float>, MatrixView<const float>, MatrixView<float>,
                                std::uint64_t);
template void multiply_streamed(MatrixView<const double>, MatrixView<const double>, MatrixView<double>,
                                std::uint64_t);
template MatmulFunction<float> matmul_gpu_streamed<float>;
template MatmulFunction<double> matmul_gpu_streamed<double>;

}  // namespace kernels

#endif
