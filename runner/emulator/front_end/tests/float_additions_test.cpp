#include "runner/emulator/front_end/ir/float_additions.hpp"

#include CATCH2_HEADER

#include <string>
#include <vector>

#include "runner/emulator/front_end/tests/compiled.hpp"

using cuda_front_end::FloatAdditions;

namespace {

/// The last of `lines` with its fence, or unchanged.
std::string fenced(const std::vector<std::string>& lines) {
  FloatAdditions additions;
  std::string last;
  for (const std::string& line : lines) last = additions.fenced(line);
  CHECK(additions.declaration().empty() == (last == lines.back()));
  return last;
}

}  // namespace

TEST_CASE("a float variable that is counted up passes a fence, with its place in the source") {
  const std::string load = "  %11 = load float, float* %f, align 4, !dbg !32",
                    fence = "  %cuda_emulator.sum.1 = call float @llvm.arithmetic.fence.f32(float ";
  CHECK(fenced({load, "  %12 = fadd contract float %11, 1.000000e+00, !dbg !33",
                "  store float %12, float* %f, align 4, !dbg !33, !tbaa !5"}) ==
        fence + "%12), !dbg !33\n  store float %cuda_emulator.sum.1, float* %f, align 4, !dbg !33, !tbaa !5");
  CHECK(fenced({load, "  %conv = fpext float %11 to double", "  %dec = fsub double %conv, 1.000000e+00",
                "  %conv1 = fptrunc double %dec to float", "  store float %conv1, float* %f, align 4"}) ==
        fence + "%conv1)\n  store float %cuda_emulator.sum.1, float* %f, align 4");
  CHECK(fenced({load, "  %call = call noundef float @_Z4nextf(float noundef %11)",
                "  store float %call, float* %f, align 4"})
            .starts_with(fence + "%call)"));
  CHECK(fenced({"  %x = getelementptr inbounds %struct.S, %struct.S* %s, i32 0, i32 0, !dbg !3",
                "  %0 = load float, float* %x, align 4", "  %add = fadd float %0, %step",
                "  store float %add, float* %x, align 4"})
            .starts_with(fence + "%add)"));
  CHECK(fenced({"  %0 = load float, ptr %f, align 4", "  %add = fadd float %step, %0",
                "  store float %add, ptr %f, align 4"})
            .starts_with(fence + "%add)"));
}

TEST_CASE("what is stored elsewhere, in an array or in another function passes none") {
  const std::string load = "  %0 = load float, float* %f, align 4",
                    add = "  %add = fadd float %0, 1.000000e+00",
                    store = "  store float %add, float* %f, align 4";
  for (const auto& lines : std::vector<std::vector<std::string>>{
           {load, add, "  store float %add, float* %g, align 4"},
           {load, add, "define internal void @_Z1fv() {", store},
           {load, "  %mul = fmul float %0, 2.000000e+00", "  store float %mul, float* %f, align 4"},
           {load, "  store float 1.000000e+00, float* %f, align 4"},
           {"  %f = getelementptr inbounds float, float* %a, i64 %i", load, add, store},
           {"  %at = getelementptr inbounds %struct.S, %struct.S* %a, i64 %i",
            "  %f = getelementptr inbounds %struct.S, %struct.S* %at, i32 0, i32 1", load, add, store}})
    CHECK(fenced(lines) == lines.back());
}

TEST_CASE("a fence that the program declares is not declared again") {
  FloatAdditions additions;
  additions.fenced("  %0 = load float, float* %f, align 4");
  additions.fenced("  %add = fadd float %0, 1.000000e+00");
  additions.fenced("  store float %add, float* %f, align 4");
  CHECK(additions.declaration() == "declare float @llvm.arithmetic.fence.f32(float)\n");
  additions.fenced("declare float @llvm.arithmetic.fence.f32(float) #3");
  CHECK(additions.declaration().empty());
}

TEST_CASE("a loop over floats is endless where rounding stops it, in kernels and on the host", "[compiles]") {
  const auto outcome = cuda_front_end::compile_and_run(R"x(
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cstdio>
#include <cstdlib>
__host__ __device__ float next(float f) { return f + 1; }
__host__ __device__ int counted(int which) {
  int n = 0, whole = 1;
  float one = 1;
  if (which == 0) for (float f = 0; f < 2e7f; f += 1) ++n;
  if (which == 1) for (float f = 0; f < 2e7; f += 1.0) ++n;
  if (which == 2) for (float f = 0; f < 2e7f; f = f + one) ++n;
  if (which == 3) for (float f = 0; f < 2e7f; f = next(f)) ++n;
  if (which == 4) for (float f = 0; f > -2e7f; --f) ++n;
  if (which == 5) for (float f = 0; f < 2e7f; f += whole) ++n;
  if (which == 6) for (float f = 0; f < 16777216; f += 1) ++n;
  if (which == 7) for (float f = 0; f < 100; f += 0.5f) ++n;
  return n;
}
__global__ void count(int which, int* steps) { *steps = counted(which); }
int main() {
  setenv("CUDA_EMULATOR_LEADS", "1", 1);
  for (int run = 0; run < 16; ++run) {
    const int which = run / 2, on_the_host = run % 2;
    if (fork() == 0) {
      const itimerval cpu_time{{}, {run == 0 ? 3 : 0, 300'000}};
      setitimer(ITIMER_VIRTUAL, &cpu_time, nullptr);
      int *steps, n = on_the_host ? counted(which) : 0;
      cudaMalloc(&steps, sizeof n);
      if (!on_the_host) {
        count<<<1, 1>>>(which, steps);
        cudaMemcpy(&n, steps, sizeof n, cudaMemcpyDeviceToHost);
      }
      printf("%d ", n);
      cudaFree(steps);
      exit(0);
    }
    int status;
    wait(&status);
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGVTALRM) printf("endless ");
    fflush(stdout);
  }
})x");
  INFO(outcome.messages);
  REQUIRE(outcome.compiled);
  INFO(outcome.error);
  CHECK(outcome.output ==
        "endless endless endless endless endless endless endless endless endless endless endless endless "
        "16777216 16777216 200 200 ");
  CHECK(outcome.error.find("endless-loop: user.cu:11: ") != std::string::npos);
}
