// Special registers read by inline PTX, compared with CUDA's own variables.
#include <cstdio>

__device__ __forceinline__ unsigned lane_id() {
  unsigned id;
  asm("mov.u32 %0, %%laneid;" : "=r"(id));
  return id;
}

static __device__ __inline__ unsigned laneMaskLt() {
  unsigned mask;
  asm volatile("mov.u32 %0, %%lanemask_lt;" : "=r"(mask));
  return mask;
}

#define READ(name)                                          \
  __device__ __forceinline__ unsigned read_##name() {       \
    unsigned v;                                             \
    asm volatile("mov.u32 %0, %%" #name ";" : "=r"(v));     \
    return v;                                               \
  }
READ(lanemask_ge)
READ(lanemask_eq)
READ(nwarpid)
READ(smid)
READ(nsmid)

__device__ unsigned dim(char axis) {
  unsigned t, n, b, g;
  if (axis == 'x') {
    asm("mov.u32 %0, %%tid.x;" : "=r"(t));
    asm("mov.u32 %0, %%ntid.x;" : "=r"(n));
    asm("mov.u32 %0, %%ctaid.x;" : "=r"(b));
    asm("mov.u32 %0, %%nctaid.x;" : "=r"(g));
  } else {
    asm("mov.u32 %0, %%tid.y;\n\tmov.u32 %1, %%ntid.y;\n\tmov.u32 %2, %%ctaid.y;\n\tmov.u32 %3, %%nctaid.y;"
        : "=r"(t), "=r"(n), "=r"(b), "=r"(g));
  }
  return ((b * n + t) << 8) + g;
}

__device__ int wrong_vectors() {
  unsigned x, y, z, w, first = 1, second = 2;
  asm volatile("mov.v4.u32 {%0, %1, %2, %3}, %%tid;" : "=r"(x), "=r"(y), "=r"(z), "=r"(w));
  int bad = x != threadIdx.x || y != threadIdx.y || z != threadIdx.z || w != 0;
  asm volatile("mov.v4.b32 {%0, %1, _, %2}, %%nctaid;" : "=r"(x), "=r"(y), "=r"(w));
  bad += x != gridDim.x || y != gridDim.y || w != 0;
  asm volatile("mov.u32 %0, %%tid.g; mov.u32 %1, %%ntid.w;" : "=r"(y), "=r"(w));
  bad += y != threadIdx.y || w != 0;
  asm volatile("mov.v2.u32 {%0, %1}, {%1, %0};" : "+r"(first), "+r"(second));
  return bad + (first != 2 || second != 1);
}

__global__ void ask(int *wrong, unsigned *ranks) {
  int thread = threadIdx.y * blockDim.x + threadIdx.x;
  unsigned lane = thread % 32;
  int bad = lane_id() != lane;
  bad += laneMaskLt() != (1u << lane) - 1;
  bad += read_lanemask_eq() != 1u << lane;
  bad += read_lanemask_ge() != ~((1u << lane) - 1);
  bad += read_nwarpid() < blockDim.x * blockDim.y / 32;
  bad += read_smid() >= read_nsmid();
  bad += dim('x') != ((blockIdx.x * blockDim.x + threadIdx.x) << 8) + gridDim.x;
  bad += dim('y') != ((blockIdx.y * blockDim.y + threadIdx.y) << 8) + gridDim.y;
  bad += wrong_vectors();
  asm volatile("bar.sync.all 0;");
  if (bad) atomicAdd(wrong, bad);
  if (blockIdx.x == 0 && blockIdx.y == 0 && threadIdx.x % 3 == 1) {
    unsigned active = __activemask();
    ranks[thread] = __popc(active & laneMaskLt()) <= lane;
  }
}

int main() {
  int *wrong, h;
  unsigned *ranks, r[96];
  cudaMalloc(&wrong, sizeof h), cudaMalloc(&ranks, sizeof r);
  cudaMemset(wrong, 0, sizeof h), cudaMemset(ranks, 0, sizeof r);
  ask<<<dim3(3, 2), dim3(24, 4)>>>(wrong, ranks);
  cudaMemcpy(&h, wrong, sizeof h, cudaMemcpyDeviceToHost);
  cudaMemcpy(r, ranks, sizeof r, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (unsigned x : r) sum += x;
  printf("%d wrong, %u ranks\n", h, sum);
  cudaFree(wrong), cudaFree(ranks);
}
