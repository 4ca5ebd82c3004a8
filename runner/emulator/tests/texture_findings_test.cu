#include CATCH2_HEADER
#include <cuda_runtime.h>

#include <string>

#include "device_array.hpp"
#include "findings_of.hpp"
#include "launch.hpp"

namespace {

constexpr auto floats = [] { return cudaCreateChannelDesc<float>(); };

cudaResourceDesc of_array(cudaArray_t array) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  return resource;
}

cudaResourceDesc of_memory(float* memory, std::size_t count) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear = {memory, floats(), count * sizeof(float)};
  return resource;
}

cudaTextureObject_t texture_of(const cudaResourceDesc& resource) {
  cudaTextureDesc description{};
  cudaTextureObject_t object = 0;
  REQUIRE(cudaCreateTextureObject(&object, &resource, &description, nullptr) == cudaSuccess);
  return object;
}

cudaSurfaceObject_t surface_of(cudaArray_t array) {
  const cudaResourceDesc resource = of_array(array);
  cudaSurfaceObject_t object = 0;
  REQUIRE(cudaCreateSurfaceObject(&object, &resource) == cudaSuccess);
  return object;
}

/// An array of 4 x 2 floats, the first row of which was written.
cudaArray_t half_written() {
  const auto desc = floats();
  cudaArray_t array;
  REQUIRE(cudaMallocArray(&array, &desc, 4, 2, cudaArraySurfaceLoadStore) == cudaSuccess);
  const float values[4] = {1, 2, 3, 4};
  REQUIRE(cudaMemcpy2DToArray(array, 0, 0, values, 16, 16, 1, cudaMemcpyHostToDevice) == cudaSuccess);
  return array;
}

/// The finding of one thread that runs `read`, which puts its line into its argument.
template <class Read>
Finding finding_of(Read read) {
  DeviceArray<int> line(std::vector<int>(1));
  Findings findings;
  launch({1, 1}, read, line.data());
  const Finding found = findings.only();
  if (found.kind.ends_with("findings")) return found;  // how many there were
  CHECK(found.line == line.values()[0]);
  CHECK(found.file.find("texture_findings_test.cu") != std::string::npos);
  cudaGetLastError();
  return found;
}

template <class Object>
auto reading_texture(Object object, float y) {
  return [=](int* line) {
    *line = __LINE__ + 1;
    if (tex2D<float>(object, 1, y) < -1) *line = 0;
  };
}

template <class Object>
auto reading_surface(Object object, int y) {
  return [=](int* line) {
    *line = __LINE__ + 1;
    if (surf2Dread<float>(object, 4, y) < -1) *line = 0;
  };
}

}  // namespace

TEST_CASE("texels that were never written are found, written ones are not") {
  cudaArray_t array = half_written();
  const cudaTextureObject_t texture = texture_of(of_array(array));
  CHECK(finding_of(reading_texture(texture, 0)).kind == "0 findings");
  CHECK(finding_of(reading_texture(texture, 1)).kind == "uninitialised-read");
  cudaArray_t another = half_written();  // a read that was reported counts as written
  const cudaSurfaceObject_t surface = surface_of(another);
  CHECK(finding_of(reading_surface(surface, 0)).kind == "0 findings");
  CHECK(finding_of(reading_surface(surface, 1)).kind == "uninitialised-read");
  CHECK(cudaFreeArray(array) == cudaSuccess);
  CHECK(cudaFreeArray(another) == cudaSuccess);
}

TEST_CASE("a texture of freed memory is found where it is read") {
  float* memory;
  REQUIRE(cudaMalloc(&memory, 40) == cudaSuccess);
  REQUIRE(cudaMemset(memory, 0, 40) == cudaSuccess);
  const cudaTextureObject_t texture = texture_of(of_memory(memory, 10));
  const auto read = [=](int* line) {
    *line = __LINE__ + 1;
    if (tex1Dfetch<float>(texture, 3) < -1) *line = 0;
  };
  CHECK(finding_of(read).kind == "0 findings");
  REQUIRE(cudaFree(memory) == cudaSuccess);
  CHECK(finding_of(read).kind == "use-after-free");
}

TEST_CASE("a texture and a surface of a freed array are found where they are used") {
  cudaArray_t array = half_written();
  const cudaTextureObject_t texture = texture_of(of_array(array));
  const cudaSurfaceObject_t surface = surface_of(array);
  REQUIRE(cudaFreeArray(array) == cudaSuccess);
  CHECK(finding_of(reading_texture(texture, 0)).kind == "use-after-free");
  CHECK(finding_of(reading_surface(surface, 0)).kind == "use-after-free");
}

TEST_CASE("a texture and a surface that were destroyed are found where they are used") {
  cudaArray_t array = half_written();
  const cudaTextureObject_t texture = texture_of(of_array(array));
  const auto read = [=](int* line) {
    *line = __LINE__ + 1;
    if (tex2D<float>(texture, 1, 0) < -1) *line = 0;
  };
  CHECK(finding_of(read).kind == "0 findings");
  const int line_of_end = __LINE__ + 1;
  REQUIRE(cudaDestroyTextureObject(texture) == cudaSuccess);
  const Finding of_texture = finding_of(read);
  CHECK(of_texture.kind == "use-after-free");
  CHECK(of_texture.message.find("texture_findings_test.cu:" + std::to_string(line_of_end)) !=
        std::string::npos);
  const cudaSurfaceObject_t surface = surface_of(array);
  REQUIRE(cudaDestroySurfaceObject(surface) == cudaSuccess);
  const auto read_surface = [=](int* line) {
    *line = __LINE__ + 1;
    if (surf2Dread<float>(surface, 4, 0) < -1) *line = 0;
  };
  CHECK(finding_of(read_surface).kind == "use-after-free");
  CHECK(cudaDestroyTextureObject(texture) == cudaErrorInvalidValue);
  cudaGetLastError();
  CHECK(cudaFreeArray(array) == cudaSuccess);
}

TEST_CASE("texels that another block of the kernel writes are a race") {
  DeviceArray<float> values(std::vector<float>(256));
  const cudaTextureObject_t texture = texture_of(of_memory(values.data(), 256));
  DeviceArray<float> read(std::vector<float>(256));
  const auto write_and_read = [=](float* to, float* from, float value, bool of_others) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    to[i] = value * static_cast<float>(i + 1);
    from[i] = tex1Dfetch<float>(texture, of_others ? (i + 64) % 256 : i);
  };
  {
    Findings findings;
    launch({4, 64}, write_and_read, values.data(), read.data(), 1.0f, false);
    CHECK(findings.only().kind == "0 findings");
  }
  Findings findings;
  launch({4, 64}, write_and_read, values.data(), read.data(), 2.0f, true);
  CHECK(findings.only().kind == "global-memory-race");
}
