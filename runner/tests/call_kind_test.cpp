#include "runner/gpu_trace/call_kind.hpp"

#include CATCH2_HEADER

using gpu_trace::CallKind;
using gpu_trace::kind_of_call;

TEST_CASE("calls of the runtime and of the driver are distinguished by name") {
  for (const char* name :
       {"cudaLaunchKernel_v7000", "cudaLaunchKernel_ptsz_v7000", "cudaLaunchKernelExC_v11060",
        "cuLaunchKernel", "cuLaunchKernelEx", "cudaLaunchCooperativeKernel_v9000",
        "cuLaunchCooperativeKernel", "cudaGraphLaunch_v10000", "cuGraphLaunch"}) {
    CAPTURE(name);
    CHECK(kind_of_call(name) == CallKind::launch);
  }
  for (const char* name :
       {"cudaDeviceSynchronize_v3020", "cuCtxSynchronize", "cudaStreamSynchronize_ptsz_v7000",
        "cuStreamSynchronize", "cudaEventSynchronize_v3020", "cudaThreadSynchronize_v3020",
        "cudaMemcpy_v3020", "cudaMemcpy_ptds_v7000", "cuMemcpyDtoH_v2", "cudaMemcpy2D_v3020",
        "cudaMemcpyFromSymbol_v3020"}) {
    CAPTURE(name);
    CHECK(kind_of_call(name) == CallKind::synchronize);
  }
  for (const char* name : {"cudaMemcpyAsync_v3020", "cuMemcpyDtoHAsync_v2", "cuMemcpyHtoD_v2",
                           "cudaMemcpyPeer_v4000", "cudaMalloc_v3020", "cuLaunchHostFunc",
                           "cudaLaunchHostFunc_v10000", "cuGetErrorName", "", "cu", "cuda"}) {
    CAPTURE(name);
    CHECK(kind_of_call(name) == CallKind::other);
  }
  CHECK(kind_of_call("cudaMallocManaged_v6000") == CallKind::allocate_managed);
  CHECK(kind_of_call("cuMemAllocManaged") == CallKind::allocate_managed);
  CHECK(kind_of_call("cudaDeviceReset_v3020") == CallKind::end_context);
  CHECK(kind_of_call("cuDevicePrimaryCtxReset_v2") == CallKind::end_context);
  CHECK(kind_of_call("cudaPeekAtLastError_v3020") == CallKind::ask_error);
  CHECK(kind_of_call("cudaStreamQuery_v3020") == CallKind::ask_error);
  CHECK(kind_of_call("cuGetProcAddress_v2") == CallKind::ask_error);
  CHECK(kind_of_call("cudaGetDriverEntryPointByVersion_v12050") == CallKind::ask_error);
}

TEST_CASE("a plain name has no version") {
  using gpu_trace::plain_name;
  CHECK(plain_name("cudaMemcpy_v3020") == "cudaMemcpy");
  CHECK(plain_name("cudaMemcpy_ptds_v7000") == "cudaMemcpy");
  CHECK(plain_name("cuMemAlloc_v2") == "cuMemAlloc");
  CHECK(plain_name("cuMemAlloc_v") == "cuMemAlloc_v");
  CHECK(plain_name("cuMemAlloc_vx") == "cuMemAlloc_vx");
  CHECK(plain_name("cuInit") == "cuInit");
}
