// What all GPU variants share: that errors are thrown with their cause, and leave the GPU usable.

#include <string>

#include CATCH2_HEADER

#include "kernels/gpu/device_buffer.hpp"
#include "kernels/gpu/phases.hpp"
#include "kernels/gpu/stream_buffer.hpp"
#include "kernels/tests/on_device.hpp"

namespace {

__global__ void set_to(int* place, int value) {
  *place = value;
}

int value_after_kernel() {
  const kernels::DeviceBuffer<int> place(1);
  set_to<<<1, 1>>>(place.data(), 42);
  kernels::check_launch("set_to");
  int value = 0;
  kernels::check_cuda(cudaMemcpy(&value, place.data(), sizeof value, cudaMemcpyDeviceToHost), "copy out");
  return value;
}

template <class Work>
std::string error_of(Work work) {
  try {
    work();
  } catch (const kernels::GpuError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("more device memory than there is: an error that names the bytes, and the GPU goes on") {
  REQUIRE_GPU();
  const std::string error = error_of([] { kernels::DeviceBuffer<char>(std::size_t{1} << 50); });
  CHECK(error.find("cudaMalloc of 1125899906842624 bytes: cudaErrorMemoryAllocation") == 0);
  CHECK(value_after_kernel() == 42);
}

TEST_CASE("more memory of a stream than there is: an error that names the bytes, and the GPU goes on") {
  REQUIRE_GPU();
  const kernels::Stream stream;
  const std::string error = error_of([&] { kernels::StreamBuffer<char>(std::size_t{1} << 50, stream); });
  CHECK(error.find("cudaMallocAsync of 1125899906842624 bytes: cudaErrorMemoryAllocation") == 0);
  CHECK(value_after_kernel() == 42);
}

TEST_CASE("memory of a stream outlives its owner until the stream's work with it is done") {
  REQUIRE_GPU();
  const kernels::Stream stream;
  const kernels::DeviceBuffer<int> copy(1);
  {
    const kernels::StreamBuffer<int> place(1, stream);
    set_to<<<1, 1, 0, stream>>>(place.data(), 43);
    kernels::check_launch("set_to");
    kernels::check_cuda(
        cudaMemcpyAsync(copy.data(), place.data(), sizeof(int), cudaMemcpyDeviceToDevice, stream), "copy");
  }
  stream.wait("set_to");
  int value = 0;
  kernels::check_cuda(cudaMemcpy(&value, copy.data(), sizeof value, cudaMemcpyDeviceToHost), "copy out");
  CHECK(value == 43);
}

TEST_CASE("a missing GPU feature is distinguished from a failure") {
  CHECK_THROWS_AS(kernels::check_cuda(cudaErrorMemoryAllocation, "call"), kernels::GpuCannotRun);
  CHECK_THROWS_AS(kernels::check_cuda(cudaErrorNoKernelImageForDevice, "call"), kernels::GpuCannotRun);
  try {
    kernels::check_cuda(cudaErrorIllegalAddress, "call");
    FAIL("no error");
  } catch (const kernels::GpuCannotRun&) {
    FAIL("an illegal address is no lack");
  } catch (const kernels::GpuError& error) {
    CHECK(std::string(error.what()).find("call: cudaErrorIllegalAddress") == 0);
  }
}

TEST_CASE("the emulated GPU is always there, and never a fast one") {
  if (!kernels::gpu_is_emulated) return;
  CHECK(kernels::gpu_supported().available);
  CHECK(!kernels::fast_gpu_supported());
}

TEST_CASE("a launch that is refused: an error that names the kernel, and the GPU goes on") {
  REQUIRE_GPU();
  const std::string error = error_of([] {
    set_to<<<1, 4096>>>(nullptr, 1);
    kernels::check_launch("set_to");
  });
  INFO(error);
  CHECK(error.find("set_to: cudaErrorInvalid") == 0);
  CHECK(value_after_kernel() == 42);
}

TEST_CASE("every phase of a host-level call is counted once") {
  REQUIRE_GPU();
  const kernels::GpuPhases before = kernels::gpu_phases();
  kernels::GpuPhaseClock clock;
  clock.end(&kernels::GpuPhases::start_up_ns);
  clock.end(&kernels::GpuPhases::kernels_ns);
  CHECK(kernels::gpu_phases().start_up_ns > before.start_up_ns);
  CHECK(kernels::gpu_phases().kernels_ns > before.kernels_ns);
  CHECK(kernels::gpu_phases().copy_in_ns == before.copy_in_ns);
  CHECK(kernels::gpu_phases().copy_out_ns == before.copy_out_ns);
}
