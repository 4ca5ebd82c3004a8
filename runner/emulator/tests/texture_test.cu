#include CATCH2_HEADER
#include <cuda_runtime.h>

#include "device_array.hpp"
#include "launch.hpp"

namespace {

/// A texture of 4 x 2 texels with the values 0 to 7.
class Texture {
 public:
  Texture(cudaTextureAddressMode address, cudaTextureFilterMode filter, bool normalized) {
    const auto desc = cudaCreateChannelDesc<float>();
    REQUIRE(cudaMallocArray(&array_, &desc, 4, 2) == cudaSuccess);
    const float values[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    REQUIRE(cudaMemcpy2DToArray(array_, 0, 0, values, 16, 16, 2, cudaMemcpyHostToDevice) == cudaSuccess);
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array_;
    cudaTextureDesc description{};
    description.addressMode[0] = description.addressMode[1] = address;
    description.filterMode = filter;
    description.normalizedCoords = normalized;
    description.borderColor[0] = -9;
    REQUIRE(cudaCreateTextureObject(&object_, &resource, &description, nullptr) == cudaSuccess);
  }
  ~Texture() {
    cudaDestroyTextureObject(object_);
    cudaFreeArray(array_);
  }

  float at(float x, float y) const {
    DeviceArray<float> result(std::vector<float>(1));
    launch({1, 1}, [=, t = object_](float* out) { *out = tex2D<float>(t, x, y); }, result.data());
    return result.values().at(0);
  }

 private:
  cudaArray_t array_ = nullptr;
  cudaTextureObject_t object_ = 0;
};

}  // namespace

TEST_CASE("a point filter takes the texel that holds the place") {
  const Texture t(cudaAddressModeClamp, cudaFilterModePoint, false);
  CHECK(t.at(0, 0) == 0);
  CHECK(t.at(2.9f, 1.5f) == 6);
  CHECK(t.at(-5, 9) == 4);
  CHECK(t.at(100, 0) == 3);
}

TEST_CASE("beyond the edge: border, wrap and mirror") {
  const Texture border(cudaAddressModeBorder, cudaFilterModePoint, false);
  CHECK(border.at(4.1f, 0) == -9);
  CHECK(border.at(3.9f, 0) == 3);
  const Texture wrap(cudaAddressModeWrap, cudaFilterModePoint, true);
  CHECK(wrap.at(1.3f, -0.25f) == 5);
  const Texture mirror(cudaAddressModeMirror, cudaFilterModePoint, true);
  CHECK(mirror.at(1.1f, 0) == 3);
  CHECK(mirror.at(-0.3f, 0) == 1);
}

TEST_CASE("a linear filter weighs four texels") {
  const Texture t(cudaAddressModeClamp, cudaFilterModeLinear, false);
  CHECK(t.at(1.5f, 0.5f) == 1);
  CHECK(t.at(2, 0.5f) == 1.5f);
  CHECK(t.at(2, 1) == 3.5f);
  CHECK(t.at(0, 0) == 0);
  CHECK(t.at(2.001f, 0.5f) == 1.5f);  // weights have 8 bits
}

TEST_CASE("a texture of linear memory gives bytes as fractions of 255") {
  DeviceArray<unsigned char> bytes({0, 51, 255});
  DeviceArray<float> result(std::vector<float>(4));
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear = {bytes.data(), cudaCreateChannelDesc<unsigned char>(), 3};
  cudaTextureDesc description{};
  description.readMode = cudaReadModeNormalizedFloat;
  cudaTextureObject_t object = 0;
  REQUIRE(cudaCreateTextureObject(&object, &resource, &description, nullptr) == cudaSuccess);
  launch(
      {1, 4},
      [object](float* out) { out[threadIdx.x] = tex1Dfetch<float>(object, static_cast<int>(threadIdx.x)); },
      result.data());
  CHECK(result.values() == std::vector<float>{0, 0.2f, 1, 0});
  CHECK(cudaDestroyTextureObject(object) == cudaSuccess);
}

TEST_CASE("integers have no linear filter") {
  DeviceArray<int> data(std::vector<int>(4));
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear = {data.data(), cudaCreateChannelDesc<int>(), 16};
  cudaTextureDesc description{};
  description.filterMode = cudaFilterModeLinear;
  cudaTextureObject_t object = 0;
  CHECK(cudaCreateTextureObject(&object, &resource, &description, nullptr) == cudaErrorInvalidFilterSetting);
  CHECK(cudaGetLastError() == cudaErrorInvalidFilterSetting);
}

TEST_CASE("an array tells what it was made as") {
  const cudaChannelFormatDesc wanted = cudaCreateChannelDesc<uchar4>();
  cudaArray_t array;
  REQUIRE(cudaMallocArray(&array, &wanted, 5, 0, cudaArraySurfaceLoadStore) == cudaSuccess);
  cudaChannelFormatDesc desc{};
  cudaExtent extent{};
  unsigned int flags = 0;
  CHECK(cudaArrayGetInfo(&desc, &extent, &flags, array) == cudaSuccess);
  CHECK((desc.x == 8 && desc.w == 8 && desc.f == cudaChannelFormatKindUnsigned));
  CHECK((extent.width == 5 && extent.height == 0 && extent.depth == 0));
  CHECK(flags == cudaArraySurfaceLoadStore);
  CHECK(cudaFreeArray(array) == cudaSuccess);
}

TEST_CASE("what is no array, or none any more, is refused") {
  const cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
  cudaArray_t freed;
  REQUIRE(cudaMallocArray(&freed, &desc, 4, 2, cudaArraySurfaceLoadStore) == cudaSuccess);
  REQUIRE(cudaFreeArray(freed) == cudaSuccess);
  DeviceArray<float> data(std::vector<float>(8));
  cudaResourceDesc without_type{};  // so it is cudaResourceTypeArray
  without_type.res.pitch2D = {data.data(), desc, 4, 2, 16};
  cudaResourceDesc of_freed{};
  of_freed.res.array.array = freed;
  const cudaTextureDesc description{};
  for (const cudaResourceDesc& resource : {without_type, of_freed}) {
    cudaTextureObject_t texture = 0;
    CHECK(cudaCreateTextureObject(&texture, &resource, &description, nullptr) ==
          cudaErrorInvalidResourceHandle);
    cudaSurfaceObject_t surface = 0;
    CHECK(cudaCreateSurfaceObject(&surface, &resource) == cudaErrorInvalidResourceHandle);
    CHECK(cudaGetLastError() == cudaErrorInvalidResourceHandle);
  }
  float values[8] = {};
  cudaMemcpy3DParms box{};
  box.dstArray = freed;
  box.srcPtr = {values, 16, 4, 2};
  box.extent = {4, 2, 1};
  box.kind = cudaMemcpyHostToDevice;
  CHECK(cudaMemcpy3D(&box) == cudaErrorInvalidResourceHandle);
  CHECK(cudaGetLastError() == cudaErrorInvalidResourceHandle);
}
