// What the lanes of a warp can tell each other without memory.
#include <cstdio>

constexpr unsigned FULL = 0xffffffffu;

__global__ void shuffles(int *out) {
  const int lane = threadIdx.x;
  out[lane] = __shfl_sync(FULL, lane * lane, 31 - lane);            // reversed
  out[32 + lane] = __shfl_up_sync(FULL, lane, 3);                   // shifted
  out[64 + lane] = __shfl_down_sync(FULL, lane, 5, 16);             // in halves
  int value = lane + 1;                                             // inclusive scan
  for (int d = 1; d < 32; d *= 2) {
    int left = __shfl_up_sync(FULL, value, d);
    if (lane >= d) value += left;
  }
  out[96 + lane] = value;
  int best = (lane * 11) % 32;                                      // butterfly maximum of groups of 8
  for (int m = 4; m; m /= 2) best = max(best, __shfl_xor_sync(FULL, best, m));
  out[128 + lane] = best;
}

__global__ void votes(unsigned *out) {
  const int lane = threadIdx.x % 32;
  const unsigned odd = __ballot_sync(FULL, lane & 1), early = __ballot_sync(FULL, lane < 10);
  const int any = __any_sync(FULL, lane == 31), all = __all_sync(FULL, lane < 31);
  const unsigned same = __match_any_sync(FULL, lane / 5);
  int agreed;
  const unsigned everybody = __match_all_sync(FULL, 7, &agreed);
  if (lane == 12) {
    out[0] = odd, out[1] = early, out[2] = any, out[3] = all, out[4] = same, out[5] = everybody, out[6] = agreed;
    out[7] = __popc(early), out[8] = __ffs(same), out[9] = __clz(early), out[10] = __brev(early);
  }
}

// Keeps the positive numbers in their order, 32 at a time.
__global__ void compact(const int *in, int n, int *out, int *count) {
  int written = 0;
  for (int base = 0; base < n; base += 32) {
    const int i = base + threadIdx.x;
    const bool keep = i < n && in[i] > 0;
    const unsigned mask = __ballot_sync(FULL, keep);
    if (keep) out[written + __popc(mask & ((1u << threadIdx.x) - 1))] = in[i];
    written += __popc(mask);
  }
  if (threadIdx.x == 0) *count = written;
}

// Half of a warp works on its own.
__global__ void halves(int *out) {
  const int lane = threadIdx.x;
  int sum = lane;
  if (lane < 16) {
    for (int m = 8; m; m >>= 1) sum += __shfl_xor_sync(0x0000ffffu, sum, m);
  } else {
    sum = __reduce_max_sync(0xffff0000u, lane * 3 % 17);
  }
  __syncwarp();
  out[lane] = sum;
}

int main() {
  int *d, h[160];
  unsigned u[11];
  cudaMalloc(&d, 4096);
  shuffles<<<1, 32>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  for (int row = 0; row < 5; row++) {
    for (int i = 0; i < 32; i++) printf("%d%c", h[row * 32 + i], i == 31 ? '\n' : ' ');
  }
  votes<<<1, 32>>>(reinterpret_cast<unsigned *>(d));
  cudaMemcpy(u, d, sizeof u, cudaMemcpyDeviceToHost);
  for (unsigned value : u) printf("%x ", value);
  halves<<<1, 32>>>(d);
  cudaMemcpy(h, d, 32 * sizeof(int), cudaMemcpyDeviceToHost);
  printf("\nhalves: %d %d\n", h[3], h[30]);

  const int n = 100;
  for (int i = 0; i < n; i++) h[i] = (i * 29) % 21 - 10;
  cudaMemcpy(d, h, n * sizeof(int), cudaMemcpyHostToDevice);
  compact<<<1, 32>>>(d, n, d + 200, d + 500);
  int kept = 0;
  cudaMemcpy(&kept, d + 500, sizeof kept, cudaMemcpyDeviceToHost);
  cudaMemcpy(h, d + 200, kept * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d kept:", kept);
  for (int i = 0; i < kept; i++) printf(" %d", h[i]);
  printf("\n");
  cudaFree(d);
  return cudaGetLastError() != cudaSuccess;
}
