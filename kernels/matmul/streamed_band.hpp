#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>

#include "kernels/common/rounded_up.hpp"
#include "kernels/gpu/event.hpp"
#include "kernels/gpu/pooled_memory.hpp"
#include "kernels/gpu/stream.hpp"
#include "kernels/matmul/matmul_through_gpu.hpp"
#include "kernels/matmul/panel_product.hpp"
#include "kernels/matmul/row_stride.hpp"
#include "kernels/matmul/staged_copies.hpp"
#include "kernels/matmul/streaming_plan.hpp"

namespace kernels {

/// Some of the rows or columns of a matrix.
struct Range {
  std::size_t first, count;
};

/// Part `index` of `size` things cut into parts of `part`; behind the last of them it is empty.
inline Range part_of(std::size_t index, std::size_t part, std::size_t size) {
  const std::size_t first = std::min(index * part, size);
  return {first, std::min(part, size - first)};
}

/// The factor of which all bands of a product need the same panels: b if they are rows of c, a if they are columns.
enum class SharedFactor { a, b };

/// One step of a product: a tile of each band grows by the product of two panels.
struct StreamedStep {
  std::size_t number;  ///< among all
  std::size_t tile;    ///< its number
  std::size_t down, across;
  Range depth;             ///< of the panels
  bool is_first, is_last;  ///< of the tile
};

/// The band of a product that one GPU computes: its streams, device memory, and the events that keep them in order.
/// All is made, used and destroyed with that GPU as the current one. Matrices are in host memory.
///
/// `Neighbours` are all bands in order, if their GPUs are linked: each copies only its part of the panels that all need
/// from the host, and takes the others' parts from them. A band without links is its only neighbour.
template <class T>
class StreamedBand {
 public:
  using Neighbours = std::span<const std::unique_ptr<StreamedBand>>;

  StreamedBand(MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c, SharedFactor shared,
               const StreamingPlan& plan, std::unique_ptr<PanelProduct<T>> technique)
      : a_(a),
        b_(b),
        c_(c),
        shared_(shared),
        a_is_pinned_(is_pinned(a)),
        b_is_pinned_(is_pinned(b)),
        plan_(plan),
        memory_(plan.elements(sizeof(T)) * sizeof(T), products_),
        technique_(std::move(technique)) {
    for (std::size_t i = 0; i < plan.tiles_at_once(); ++i) c_tiles_[i] = take(plan.rows, plan.columns);
    for (std::size_t i = 0; i < plan.panels_at_once(); ++i) {
      const std::size_t begin = taken_;
      a_panels_[i] = take(plan.rows, plan.depth);
      b_panels_[i] = take(plan.depth, plan.columns);
      // As in DeviceMatrix: vectors reach beyond rows, and the last panel may be smaller than its place.
      check_cuda(cudaMemsetAsync(elements() + begin, 0, (taken_ - begin) * sizeof(T), products_),
                 "clearing of the panels");
      panel_free_[i].record(products_);
    }
  }

  /// Starts the copy of this band's part of the shared panel.
  void copy_part(const StreamedStep& step, Neighbours neighbours) {
    const Panels panels = panels_of(step);
    panel_free_[panels.place].hold(copies_in_);
    // What the others still take was there for an earlier step.
    for (const auto& other : neighbours) {
      if (other.get() != this) other->shared_there_[panels.place].hold(copies_in_);
    }
    for (std::size_t index = 0; index < neighbours.size(); ++index) {
      if (neighbours[index].get() != this) continue;
      const auto part = [&](auto panel) { return part_of_panel(panel, index, neighbours.size()); };
      if (shared_ == SharedFactor::a) copy(part(panels.host_a), a_is_pinned_, part(panels.a));
      if (shared_ == SharedFactor::b) copy(part(panels.host_b), b_is_pinned_, part(panels.b));
    }
    part_there_[panels.place].record(copies_in_);
  }

  /// Starts the copies of the others' parts, after copy_part() of all.
  void take_parts(const StreamedStep& step, Neighbours neighbours) {
    const Panels mine = panels_of(step);
    for (std::size_t index = 0; index < neighbours.size(); ++index) {
      if (neighbours[index].get() == this) continue;
      const Panels theirs = neighbours[index]->panels_of(step);
      const auto part = [&](const Panels& panels) {
        return part_of_panel(shared_ == SharedFactor::a ? panels.a : panels.b, index, neighbours.size());
      };
      neighbours[index]->part_there_[mine.place].hold(copies_in_);
      copy_matrix(part(theirs), part(mine), copies_in_, "part of a neighbour's panel");
    }
    shared_there_[mine.place].record(copies_in_);
  }

  /// Starts the copy of the band's own panel, the step's product, and the copy of a finished tile.
  void multiply(const StreamedStep& step) {
    const Panels panels = panels_of(step);
    if (panels.host_c.rows == 0 || panels.host_c.columns == 0) return;
    const std::size_t tile_place = step.tile % plan_.tiles_at_once();
    const MatrixView<T> tile = c_tiles_[tile_place].block(0, 0, panels.host_c.rows, panels.host_c.columns);
    if (step.is_first) tile_free_[tile_place].hold(products_);
    const Into into = step.is_first ? Into::empty : Into::sum;
    copy_own(panels);
    technique_->take(panels.a, panels.b, products_);
    if (step.is_last) {
      finish_tile(tile, into, panels.host_c);
      tile_free_[tile_place].record(copies_out_);
    } else {
      technique_->multiply(0, tile, into, products_);
    }
    panel_free_[panels.place].record(products_);
  }

  void wait() const {
    copies_in_.wait("copies to the GPU");
    products_.wait("products");
    copies_out_.wait("copies from the GPU");
  }

 private:
  /// What a step works on.
  struct Panels {
    std::size_t place;
    MatrixView<const T> host_a, host_b;
    MatrixView<T> a, b, host_c;
  };

  T* elements() const { return static_cast<T*>(memory_.data()); }

  MatrixView<T> take(std::size_t rows, std::size_t columns) {
    const MatrixView<T> matrix{elements() + taken_, rows, columns, row_stride(columns, sizeof(T))};
    taken_ += rows * matrix.stride;
    return matrix;
  }

  Panels panels_of(const StreamedStep& step) const {
    const std::size_t place = step.number % plan_.panels_at_once();
    const Range rows = part_of(step.down, plan_.rows, c_.rows), depth = step.depth;
    const Range columns = part_of(step.across, plan_.columns, c_.columns);
    return {.place = place,
            .host_a = a_.block(rows.first, depth.first, rows.count, depth.count),
            .host_b = b_.block(depth.first, columns.first, depth.count, columns.count),
            .a = a_panels_[place].block(0, 0, rows.count, depth.count),
            .b = b_panels_[place].block(0, 0, depth.count, columns.count),
            .host_c = c_.block(rows.first, columns.first, rows.count, columns.count)};
  }

  /// Some of a panel's rows, a part of as many parts as there are neighbours.
  template <class Element>
  static MatrixView<Element> part_of_panel(MatrixView<Element> panel, std::size_t index, std::size_t parts) {
    const Range rows = part_of(index, (panel.rows + parts - 1) / parts, panel.rows);
    return panel.block(rows.first, 0, rows.count, panel.columns);
  }

  void copy(MatrixView<const T> panel, bool is_pinned, MatrixView<T> to) {
    if (is_pinned) return copy_matrix(panel, to, copies_in_, "panel of a factor");
    staged_.copy(panel, to, copies_in_);
  }

  /// Starts the copy of the panel that no other band needs; later products wait for it.
  void copy_own(const Panels& panels) {
    if (shared_ == SharedFactor::a) copy(panels.host_b, b_is_pinned_, panels.b);
    if (shared_ == SharedFactor::b) copy(panels.host_a, a_is_pinned_, panels.a);
    panel_there_.record(copies_in_);
    panel_there_.hold(products_);
  }

  /// The last step of a tile, in slices, each of which leaves as soon as it is there. The last ones are the smallest:
  /// nothing hides that these leave.
  void finish_tile(MatrixView<T> tile, Into into, MatrixView<T> destination) {
    constexpr std::size_t least_slices = 8, smallest_slice = 256;
    for (std::size_t first = 0; first < tile.rows;) {
      const std::size_t left = tile.rows - first;
      const std::size_t slice = std::min(tile.rows / least_slices, left / 4);
      const std::size_t rows = std::min(left, std::max(smallest_slice, rounded_up(slice, smallest_slice)));
      const MatrixView<T> part = tile.block(first, 0, rows, tile.columns);
      technique_->multiply(first, part, into, products_);
      slice_there_.record(products_);
      slice_there_.hold(copies_out_);
      copy_matrix(part, destination.block(first, 0, rows, tile.columns), copies_out_, "tile of c");
      first += rows;
    }
  }

  MatrixView<const T> a_, b_;
  MatrixView<T> c_;
  SharedFactor shared_;
  bool a_is_pinned_, b_is_pinned_;
  StreamingPlan plan_;
  std::size_t taken_ = 0;
  MatrixView<T> c_tiles_[2], a_panels_[2], b_panels_[2];
  StagedCopies staged_;
  Stream copies_in_, products_, copies_out_;
  Event part_there_[2], shared_there_[2], panel_there_, panel_free_[2], tile_free_[2], slice_there_;
  PooledMemory memory_;  ///< freed in the order of a stream, so before it, like the technique's own
  std::unique_ptr<PanelProduct<T>> technique_;
};

}  // namespace kernels
