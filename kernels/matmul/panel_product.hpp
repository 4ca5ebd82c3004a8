#pragma once

#include <cstddef>
#include <memory>

#include "kernels/matmul/matmul.hpp"
#include "kernels/matmul/register_tiles.hpp"

namespace kernels {

/// The time that a technique takes for large panels, as seen on an H200. Only how it compares with others, and
/// with the bus, matters.
struct PanelCosts {
  double multiply_adds_per_second;
  double element_of_c_seconds;       ///< for each product that is added to it
  double panel_element_seconds = 0;  ///< when they are taken
};

/// How panels in device memory become a tile of c, for techniques that compute c in parts: what both panels
/// need beforehand is done once, and then rows of the tile are computed, all or some at a time.
template <class T>
class PanelProduct {
 public:
  virtual ~PanelProduct() = default;

  /// The device memory that it takes for panels of rows x depth and depth x columns, beside a few megabytes.
  virtual std::size_t scratch_bytes(std::size_t rows, std::size_t depth, std::size_t columns) const = 0;

  virtual PanelCosts costs() const = 0;

  /// Takes two panels, which must stay as they are until their last product is there. Work for `stream`, not
  /// waited for, like all that follows; it must outlast this object, whose memory is freed in its order.
  virtual void take(MatrixView<const T> a, MatrixView<const T> b, GpuStream stream) = 0;

  /// c = the product of b and of a's rows from `first_row` on, as many as c has, or c += it.
  virtual void multiply(std::size_t first_row, MatrixView<T> c, Into into, GpuStream stream) = 0;
};

/// Panels of a technique that needs nothing beforehand.
template <class T>
class DirectPanels : public PanelProduct<T> {
 public:
  using Multiply = void(MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c, Into into,
                        GpuStream stream);
  DirectPanels(Multiply* technique, PanelCosts costs) : multiply_(technique), costs_(costs) {}

  std::size_t scratch_bytes(std::size_t, std::size_t, std::size_t) const override { return 0; }
  PanelCosts costs() const override { return costs_; }
  void take(MatrixView<const T> a, MatrixView<const T> b, GpuStream) override {
    a_ = a;
    b_ = b;
  }
  void multiply(std::size_t first_row, MatrixView<T> c, Into into, GpuStream stream) override {
    multiply_(a_.block(first_row, 0, c.rows, a_.columns), b_, c, into, stream);
  }

 private:
  Multiply* multiply_;
  PanelCosts costs_;
  MatrixView<const T> a_{}, b_{};
};

/// gpu-tensor-fp16x3 as a part of other techniques; for compute capability 9.0.
std::unique_ptr<PanelProduct<float>> tensor_fp16x3_panels();

/// gpu-ozaki-int8 as a part of other techniques; for compute capability 9.0. The residues of c are there for
/// slices of so many elements: those of 16 million take 240 MiB, and keep the GPU busy.
std::unique_ptr<PanelProduct<double>> ozaki_int8_panels(std::size_t slice_elements = std::size_t{1} << 24);

/// gpu-tensor-fp64 as a part of other techniques: c = a b, or c += a b for Into::sum.
void multiply_tensor_fp64(MatrixView<const double> a, MatrixView<const double> b, MatrixView<double> c,
                          Into into, GpuStream stream);

}  // namespace kernels
