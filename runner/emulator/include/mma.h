/// Matrix products by a warp: the operations of tensor cores.
#pragma once

#include <type_traits>

#include "cuda_bf16.h"
#include "cuda_emulator/matrix_layout.h"
#include "cuda_fp16.h"
#include "cuda_runtime.h"

CUDA_EMULATOR_DEVICE_CODE_BEGIN

namespace nvcuda {
namespace wmma {

struct row_major;
struct col_major;
struct matrix_a;
struct matrix_b;
struct accumulator;
enum layout_t { mem_row_major, mem_col_major };

namespace precision {
struct tf32;
}  // namespace precision

namespace emulated {

template <class T>
constexpr bool is_byte = std::is_same_v<T, signed char> || std::is_same_v<T, unsigned char>;

template <class T>
constexpr bool is_factor(int m, int n, int k) {
  if (std::is_same_v<T, precision::tf32>) return m == 16 && n == 16 && k == 8;
  if (std::is_same_v<T, double>) return m == 8 && n == 8 && k == 4;
  const bool is_shape = k == 16 && m * n == 256 && (m == 8 || m == 16 || m == 32);
  return is_shape && (std::is_same_v<T, __half> || std::is_same_v<T, __nv_bfloat16> || is_byte<T>);
}
template <class T>
constexpr bool is_sum(int m, int n, int k) {
  if (std::is_same_v<T, float>) return is_factor<__half>(m, n, k) || is_factor<precision::tf32>(m, n, k);
  if (std::is_same_v<T, double>) return is_factor<double>(m, n, k);
  return (std::is_same_v<T, __half> || std::is_same_v<T, int>) && is_factor<__half>(m, n, k);
}

template <class T>
constexpr int run = is_byte<T>       ? 4
                    : sizeof(T) == 2 ? 2
                                     : 1;
template <>
constexpr int run<precision::tf32> = 1;

template <class T>
double factor(T value) {
  return static_cast<double>(static_cast<std::conditional_t<sizeof(T) == 2, float, T>>(value));
}
/// The factor; the lower bits of tf32 are ignored.
inline double tf32_factor(float value) {
  return cuda_emulator::bits_as<float>(cuda_emulator::bits_as<unsigned int>(value) & 0xffffe000);
}

inline int lane() {
  return static_cast<int>(cuda_emulator::lane_in_warp());
}

}  // namespace emulated

template <class Use, int m, int n, int k, class T, class Layout = void>
class fragment {
  static constexpr bool is_accumulator = std::is_same_v<Use, accumulator>,
                        is_a = std::is_same_v<Use, matrix_a>;
  static_assert(is_accumulator ? emulated::is_sum<T>(m, n, k) : emulated::is_factor<T>(m, n, k),
                "the emulated device has no fragments of this shape and type");

 public:
  using element_type = std::conditional_t<std::is_same_v<T, precision::tf32>, float, T>;
  using storage_element_type = element_type;
  static constexpr int num_storage_elements = is_accumulator              ? m * n / 32
                                              : std::is_same_v<T, __half> ? 16
                                                                          : (is_a ? m : n) * k / 32;
  static constexpr int num_elements = num_storage_elements;
  alignas(8) element_type x[num_elements];

  /// The position of element number `i` of this lane.
  static cuda_emulator::MatrixPlace place(int i) {
    constexpr auto use = is_accumulator ? cuda_emulator::MatrixUse::accumulator
                         : is_a         ? cuda_emulator::MatrixUse::a
                                        : cuda_emulator::MatrixUse::b;
    return cuda_emulator::matrix_place(use, {m, n, k, is_accumulator ? 1 : emulated::run<T>},
                                       emulated::lane(), i);
  }
};

namespace emulated {

template <class Fragment, class T>
__attribute__((always_inline)) void load(Fragment& fragment, const T* from, unsigned leading, bool by_rows) {
  cuda_emulator_expect_whole_warp();
  for (int i = 0; i < Fragment::num_elements; ++i) {
    const cuda_emulator::MatrixPlace place = Fragment::place(i);
    const auto row = static_cast<unsigned>(place.row), column = static_cast<unsigned>(place.column);
    fragment.x[i] = from[by_rows ? row * leading + column : column * leading + row];
  }
}

template <class T, class Fragment>
void factors(double* to, const Fragment& fragment) {
  for (int i = 0; i < Fragment::num_elements; ++i) {
    if constexpr (std::is_same_v<T, precision::tf32>) {
      to[i] = tf32_factor(fragment.x[i]);
    } else {
      to[i] = factor(fragment.x[i]);
    }
  }
}

template <class T>
T sum(double exact, bool saturate) {
  if constexpr (!std::is_same_v<T, int>) {
    return T(exact);
  } else {
    return saturate ? cuda_emulator::integer_of<int>(exact)
                    : static_cast<int>(static_cast<unsigned>(static_cast<long long>(exact)));
  }
}

}  // namespace emulated

template <class Use, int m, int n, int k, class T, class Layout>
__attribute__((always_inline)) inline void load_matrix_sync(
    fragment<Use, m, n, k, T, Layout>& to,
    const typename fragment<Use, m, n, k, T, Layout>::element_type* from, unsigned leading) {
  static_assert(!std::is_void_v<Layout>, "a fragment without a layout is loaded with one");
  emulated::load(to, from, leading, std::is_same_v<Layout, row_major>);
}
template <int m, int n, int k, class T>
__attribute__((always_inline)) inline void load_matrix_sync(fragment<accumulator, m, n, k, T>& to,
                                                            const T* from, unsigned leading,
                                                            layout_t layout) {
  emulated::load(to, from, leading, layout == mem_row_major);
}

template <int m, int n, int k, class T>
__attribute__((always_inline)) inline void store_matrix_sync(T* to,
                                                             const fragment<accumulator, m, n, k, T>& from,
                                                             unsigned leading, layout_t layout) {
  cuda_emulator_expect_whole_warp();
  for (int i = 0; i < from.num_elements; ++i) {
    const cuda_emulator::MatrixPlace place = from.place(i);
    const auto row = static_cast<unsigned>(place.row), column = static_cast<unsigned>(place.column);
    to[layout == mem_row_major ? row * leading + column : column * leading + row] = from.x[i];
  }
}

template <class Use, int m, int n, int k, class T, class Layout>
void fill_fragment(fragment<Use, m, n, k, T, Layout>& to,
                   const typename fragment<Use, m, n, k, T, Layout>::element_type& value) {
  for (auto& element : to.x) element = value;
}

template <int m, int n, int k, class D, class T, class LayoutA, class LayoutB, class C>
__attribute__((always_inline)) inline void mma_sync(fragment<accumulator, m, n, k, D>& d,
                                                    const fragment<matrix_a, m, n, k, T, LayoutA>& a,
                                                    const fragment<matrix_b, m, n, k, T, LayoutB>& b,
                                                    const fragment<accumulator, m, n, k, C>& c,
                                                    bool saturate = false) {
  static_assert((emulated::is_byte<T> ? std::is_same_v<C, int> : !std::is_same_v<C, int>) &&
                    (std::is_same_v<T, __half> || std::is_same_v<C, D>),
                "the emulated device has no product of fragments of these types");
  cuda_emulator::MatrixFragments all{
      {m, n, k, emulated::run<T>}, a.num_elements, b.num_elements, c.num_elements};
  emulated::factors<T>(all.a, a);
  emulated::factors<T>(all.b, b);
  emulated::factors<C>(all.c, c);
  cuda_emulator_multiply_matrices(&all);
  for (int i = 0; i < d.num_elements; ++i) d.x[i] = emulated::sum<D>(all.d[i], saturate);
}

/// Rounds to 10 bits of fraction, ties away from zero.
inline float __float_to_tf32(float value) {
  const auto bits = cuda_emulator::bits_as<unsigned int>(value);
  if ((bits & 0x7f800000) == 0x7f800000) return value;
  return cuda_emulator::bits_as<float>((bits + 0x1000) & 0xffffe000);
}

}  // namespace wmma
}  // namespace nvcuda

CUDA_EMULATOR_DEVICE_CODE_END
