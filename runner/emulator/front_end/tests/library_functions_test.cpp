#include CATCH2_HEADER

#include <string>

#include "runner/emulator/front_end/device_module.hpp"

namespace {

/// A kernel of the program and one of CUB. Each calls a function of its own, and both call @_ZN3cub5shareEv.
const std::string both =
    "define dso_local void @_Z4minev() #0 {\n"
    "  call void @_ZN3cub3oneEv()\n"
    "  call void @_ZN3cub5shareEv()\n"
    "  ret void\n}\n"
    "define linkonce_odr dso_local void @_ZN3cub3oneEv() #1 {\n"
    "  br label %again, !llvm.loop !7\n}\n"
    "define linkonce_odr dso_local void @_ZN3cub5shareEv() #1 {\n"
    "  br label %again, !dbg !2, !llvm.loop !8\n}\n"
    "define weak_odr dso_local void @_ZN3cub6kernelEv() #0 {\n"
    "  call void @_ZN3cub3twoEv()\n"
    "  call void @_ZN3cub5shareEv()\n"
    "  ret void\n}\n"
    "define linkonce_odr dso_local void @_ZN3cub3twoEv() #1 {\n"
    "  br label %again, !dbg !3, !llvm.loop !9\n}\n"
    "attributes #0 = { convergent \"frame-pointer\"=\"all\" }\n"
    "attributes #1 = { alwaysinline convergent \"frame-pointer\"=\"all\" }\n"
    "!nvvm.annotations = !{!0, !1}\n"
    "!0 = !{void ()* @_Z4minev, !\"kernel\", i32 1}\n"
    "!1 = !{void ()* @_ZN3cub6kernelEv, !\"kernel\", i32 1}\n";

}  // namespace

TEST_CASE("what CUB's kernels alone call is neither inlined nor unrolled at its request") {
  const std::string module = cuda_front_end::host_module(both, "m1").module;
  CAPTURE(module);
  CHECK(module.find("@_ZN3cub3twoEv() #10001 {\n  br label %again, !dbg !3\n") != std::string::npos);
  CHECK(module.find("\nattributes #10001 = { convergent ") != std::string::npos);
}

TEST_CASE("what a kernel of the program calls is inlined and unrolled as CUB asks") {
  const std::string module = cuda_front_end::host_module(both, "m1").module;
  CAPTURE(module);
  CHECK(module.find("@_ZN3cub3oneEv() #1 {\n  br label %again, !llvm.loop !7\n") != std::string::npos);
  CHECK(module.find("@_ZN3cub5shareEv() #1 {\n  br label %again, !dbg !2, !llvm.loop !8\n") !=
        std::string::npos);
  CHECK(module.find("\nattributes #1 = { alwaysinline convergent ") != std::string::npos);
}
