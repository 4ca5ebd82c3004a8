#include "kernels/gpu/cublas.hpp"

#ifdef WARP_JUDGE_HAS_CUBLAS

#include <dlfcn.h>

#include <string>

#include "kernels/gpu/per_device.hpp"

namespace kernels {
namespace {

#define WARP_JUDGE_TEXT(macro) WARP_JUDGE_TEXT_OF(macro)
#define WARP_JUDGE_TEXT_OF(text) #text

/// Found like any other library of the program: by its run path, which names the toolkit's folder, and the
/// system's.
constexpr const char* library_name = "libcublas.so." WARP_JUDGE_TEXT(CUBLAS_VER_MAJOR);

std::string loader_error() {
  const char* error = dlerror();
  return std::string("cuBLAS cannot be loaded: ") + (error != nullptr ? error : "unknown reason");
}

template <class Function>
void find(void* library, const char* name, Function*& function) {
  void* const found = dlsym(library, name);
  if (found == nullptr) throw GpuCannotRun(loader_error());
  function = reinterpret_cast<Function*>(found);
}

/// The library stays loaded until the process ends.
Cublas load() {
  void* const library = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw GpuCannotRun(loader_error());
  Cublas functions{};
  find(library, "cublasCreate_v2", functions.create);
  find(library, "cublasSetStream_v2", functions.set_stream);
  find(library, "cublasGetStatusString", functions.status_string);
  find(library, "cublasSgemm_v2", functions.sgemm);
  find(library, "cublasDgemm_v2", functions.dgemm);
  find(library, "cublasSgemmStridedBatched", functions.sgemm_strided_batched);
  find(library, "cublasGemmEx", functions.gemm_ex);
  find(library, "cublasSgeam", functions.sgeam);
  find(library, "cublasDgeam", functions.dgeam);
  find(library, "cublasZgeam", functions.zgeam);
  find(library, "cublasXtCreate", functions.xt_create);
  find(library, "cublasXtDestroy", functions.xt_destroy);
  find(library, "cublasXtDeviceSelect", functions.xt_device_select);
  find(library, "cublasXtSetBlockDim", functions.xt_set_block);
  find(library, "cublasXtSgemm", functions.xt_sgemm);
  find(library, "cublasXtDgemm", functions.xt_dgemm);
  return functions;
}

cublasHandle_t new_handle() {
  cublasHandle_t handle = nullptr;
  check_cublas(cublas().create(&handle), "cublasCreate");
  return handle;
}

}  // namespace

Support cublas_supported() {
  if (Support gpu = gpu_supported(); !gpu.available) return gpu;
  try {
    cublas();
  } catch (const GpuError& error) {
    return {false, error.what()};
  }
  return {};
}

const Cublas& cublas() {
  static const Cublas functions = load();
  return functions;
}

cublasHandle_t cublas_handle(GpuStream stream) {
  // Never destroyed: when a thread or the process ends, the CUDA context may already be gone.
  thread_local PerDevice<cublasHandle_t> handles;
  const cublasHandle_t handle = handles.get(&new_handle);
  check_cublas(cublas().set_stream(handle, stream), "cublasSetStream");
  return handle;
}

void check_cublas(cublasStatus_t status, std::string_view call) {
  if (status == CUBLAS_STATUS_SUCCESS) return;
  throw GpuError(std::string(call) + ": " + cublas().status_string(status));
}

}  // namespace kernels

#else

namespace kernels {

Support cublas_supported() {
  if (Support gpu = gpu_supported(); !gpu.available) return gpu;
  if (gpu_is_emulated) return {false, "not built for the emulated GPU: it loads NVIDIA's own cuBLAS"};
  return {false, "built without cuBLAS: install its headers and build again"};
}

}  // namespace kernels

#endif
