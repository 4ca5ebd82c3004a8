#include CATCH2_HEADER
#include <cuda_runtime.h>
#include <unistd.h>

#include "device_array.hpp"
#include "findings_of.hpp"
#include "launch.hpp"

namespace {

constexpr unsigned threads = 64;

/// The findings of a block of 64 threads that run `body` with 1 KiB of shared memory, filled with zeros.
template <class Body>
std::vector<Finding> findings_of(Body body) {
  Findings findings;
  launch({1, threads, 1024}, [body] {
    auto* s = reinterpret_cast<int*>(dynamic_shared_memory());
    for (unsigned i = threadIdx.x; i < 256; i += threads) s[i] = 0;
    __syncthreads();
    body(s, static_cast<int>(threadIdx.x));
  });
  return findings.all();
}

/// The only finding, which is a race.
template <class Body>
Finding race_of(Body body) {
  const auto all = findings_of(body);
  REQUIRE(all.size() == 1);
  CHECK(all[0].kind == "shared-memory-race");
  return all[0];
}

/// Makes another thread go on, after `value` is there. Without a fence that puts nothing in order.
__device__ void raise(int* flag, int value) {
  atomicExch(flag, value + 1);
}

__device__ void wait_for(int* flag) {
  while (atomicAdd(flag, 0) == 0) {
  }
}

bool tells(const Finding& finding, const std::string& text) {
  CAPTURE(finding.message);
  const bool found = finding.message.find(text) != std::string::npos;
  CHECK(found);
  return found;
}

}  // namespace

TEST_CASE("a read of what another thread wrote without a barrier") {
  const int line = __LINE__;
  const auto finding = race_of([](int* s, int t) {
    s[t] = t + 1;
    if (t > 0) s[t + 100] = s[t - 1];
  });
  CHECK(finding.line == line + 3);
  CHECK(finding.thread == std::array{33, 0, 0});  // 63 came last to the barrier and goes on first
  tells(finding,
        "read of 4 bytes at offset 128 in the 1024 bytes of dynamic shared memory, which thread (32, 0, 0) "
        "wrote at ");
  tells(finding, "shared_races_test.cu:" + std::to_string(line + 2) + " with no barrier between");
}

TEST_CASE("a write over what another thread read without a barrier") {
  const auto finding = race_of([](int* s, int t) {
    const int next = s[t % 32 == 31 ? t : t + 1];
    s[t] = next + t + 1;
  });
  tells(finding, "write of 4 bytes at offset ");
  tells(finding, " read at ");
}

TEST_CASE("a write over what another thread read, though the one that writes was the last to read it") {
  const auto by_lane = race_of([](int* s, int t) {
    if (t == 5) raise(&s[9], s[0]);
    if (t == 7) wait_for(&s[9]), s[0] += 1;
  });
  tells(by_lane, "write of 4 bytes at offset 0 ");
  tells(by_lane, "which thread (5, 0, 0) read at ");
  const auto by_another_warp = race_of([](int* s, int t) {
    if (t == 37) raise(&s[9], s[1]);
    if (t == 7) wait_for(&s[9]), s[1] += 1;
  });
  tells(by_another_warp, "write of 4 bytes at offset 4 ");
  tells(by_another_warp, "which thread (37, 0, 0) read at ");
  const auto of_a_byte = race_of([](int* s, int t) {
    char* const byte = reinterpret_cast<char*>(s) + 10;
    if (t == 5) raise(&s[9], *byte);
    if (t == 7) wait_for(&s[9]), *byte = static_cast<char>(*byte + 1);
  });
  tells(of_a_byte, "write of 1 byte at offset 10 ");
  tells(of_a_byte, "which thread (5, 0, 0) read at ");
}

TEST_CASE("two writes of different values") {
  tells(race_of([](int* s, int t) { s[t / 2] = t; }), " wrote at ");
  tells(race_of([](int* s, int t) { s[0] += t + 1; }), " wrote at ");
  tells(race_of([](int* s, int t) {
          reinterpret_cast<long long*>(s)[t] = reinterpret_cast<char*>(s)[8 * t + 9] = 1;
        }),
        "write of 8 bytes at offset ");
}

TEST_CASE("writes of the same value are no race") {
  CHECK(findings_of([](int* s, int t) {
          s[0] = 7;
          __syncthreads();
          s[t] = s[0];
          __syncthreads();
        }).size() == 1);  // thread 0 writes what others read
  CHECK(findings_of([](int* s, int t) {
          if (t % 3 == 0) s[0] = 7;
          __syncthreads();
          s[t + 1] = s[0];
        }).empty());
}

TEST_CASE("a barrier puts accesses in order") {
  CHECK(findings_of([](int* s, int t) {
          s[t] = t;
          for (int k = 32; k > 0; k /= 2) {
            __syncthreads();
            if (t < k) s[t] += s[t + k];
          }
        }).empty());
  SECTION("one left out of the loop") {
    CHECK(race_of([](int* s, int t) {
            s[t] = t;
            __syncthreads();
            for (int k = 32; k > 0; k /= 2) {
              if (t < k) s[t] += s[t + k];
            }
          }).line > 0);
  }
  SECTION("neighbours within a word") {
    CHECK(findings_of([](int* s, int t) { reinterpret_cast<char*>(s)[t] = static_cast<char>(t); }).empty());
  }
}

TEST_CASE("static shared memory is watched too") {
  CHECK(race_of([](int* s, int t) {
          __shared__ int own[64];
          own[t] = 0;
          __syncthreads();
          own[t] = t + 1;
          s[t] = own[63 - t];
        }).line > 0);
}

TEST_CASE("__syncwarp puts the accesses of a warp in order, and of no other") {
  CHECK(findings_of([](int* s, int t) {
          s[t] = t + 1;
          __syncwarp();
          const int value = s[t / 32 * 32 + (t + 1) % 32];
          __syncwarp();
          s[t] = value;
        }).empty());
  const auto finding = race_of([](int* s, int t) {
    s[t] = t + 1;
    __syncwarp();
    s[128 + t] = s[63 - t];
  });
  tells(finding, "with no barrier between");
}

TEST_CASE("__syncwarp puts nothing in order for lanes that its mask does not name") {
  const auto shift = [](int distance) {
    return [distance](int* s, int t) {
      s[t] = t + 1;
      if (t % 32 < 16) __syncwarp(0xffffu);
      if (t % 32 < 8) s[128 + t] = s[t + distance];
    };
  };
  CHECK(findings_of(shift(8)).empty());
  CHECK_FALSE(findings_of(shift(16)).empty());
}

TEST_CASE("shuffles and votes put nothing in order") {
  CHECK(race_of([](int* s, int t) {
          s[t] = t + 1;
          __shfl_sync(0xffffffffu, t, 0);
          s[128 + t] = s[t ^ 1];
        }).line > 0);
}

TEST_CASE("atomic operations do not race with each other") {
  CHECK(findings_of([](int* s, int t) {
          atomicAdd(&s[t % 5], t);
          atomicMax(&s[t % 5], t);
          __syncthreads();
          s[128 + t] = s[t % 5];
        }).empty());
  SECTION("but with others") {
    CHECK(race_of([](int* s, int t) {
            s[t] = 5;
            atomicAdd(&s[t / 2], 1);
          }).line > 0);
    CHECK(race_of([](int* s, int t) {
            atomicAdd(&s[0], 1);
            s[128 + t] = s[0];
          }).line > 0);
  }
}

TEST_CASE("volatile accesses do not race with each other") {
  CHECK(findings_of([](int* s, int t) {
          volatile int* v = s;
          v[t] = t;
          if (t >= 16) return;
          v[t] = v[t] + v[t + 16];
          v[t] = v[t] + v[t + 8];
        }).empty());
}

TEST_CASE("a lock with fences puts accesses in order") {
  const auto count = [](bool fences) {
    return [fences](int* s, int) {
      for (bool done = false; !done;) {
        if (atomicCAS(&s[0], 0, 1) != 0) continue;
        if (fences) __threadfence_block();
        s[1] += 1;
        if (fences) __threadfence_block();
        atomicExch(&s[0], 0);
        done = true;
      }
    };
  };
  CHECK(findings_of(count(true)).empty());
  CHECK_FALSE(findings_of(count(false)).empty());
}
