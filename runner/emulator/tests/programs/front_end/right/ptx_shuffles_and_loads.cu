// Shuffles, votes, loads with cache hints, fences and reductions, each written as inline PTX.
#include <stdio.h>

#define FULL 0xffffffffu

__device__ int shflDownOr(int v, int delta, int otherwise) {
    int r;
    asm volatile("{\n\t"
                 ".reg .pred p;\n\t"
                 "shfl.sync.down.b32 %0|p, %1, %2, 0x1f, 0xffffffff;\n\t"
                 "@!p mov.b32 %0, %3;\n\t"
                 "}"
                 : "=&r"(r) : "r"(v), "r"(delta), "r"(otherwise));
    return r;
}

__device__ unsigned votes(bool p) {
    unsigned r;
    asm volatile("{ .reg .pred q; setp.ne.u32 q, %1, 0; vote.sync.ballot.b32 %0, q, 0xffffffff; }" : "=r"(r) : "r"((unsigned)p));
    return r;
}

__device__ float loadReadOnly(const float *p) {
    float v;
    asm("ld.global.nc.f32 %0, [%1];" : "=f"(v) : "l"(p));
    return v;
}

__device__ float4 loadFour(const float4 *p) {
    float4 v;
    asm volatile("ld.global.cs.v4.f32 {%0, %1, %2, %3}, [%4];" : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "l"(p));
    return v;
}

__device__ void storeStreaming(float *p, float v) { asm volatile("st.global.cs.f32 [%0], %1;" :: "l"(p), "f"(v) : "memory"); }
__device__ void addTo(int *p, int v) { asm volatile("red.global.add.s32 [%0], %1;" :: "l"(p), "r"(v) : "memory"); }

__global__ void warp(const float *in, float *out, int *sums) {
    int lane = threadIdx.x;
    int next = shflDownOr(lane * lane, 3, -1);
    unsigned odd = votes(next & 1);
    out[lane] = next;
    storeStreaming(out + 32 + lane, loadReadOnly(in + lane) * 2);
    if (lane < 8) {
        float4 v = loadFour((const float4 *)in + lane);
        out[64 + lane] = v.x + v.y + v.z + v.w;
    }
    addTo(sums, lane);
    asm volatile("membar.gl;" ::: "memory");
    asm volatile("bar.sync 0;");
    if (lane == 0) sums[1] = (int)odd;
}

int main() {
    float h[32], r[72], *in, *out;
    int s[2] = {0, 0}, *sums;
    for (int i = 0; i < 32; i++) h[i] = i + 0.5f;
    cudaMalloc(&in, sizeof h), cudaMalloc(&out, sizeof r), cudaMalloc(&sums, sizeof s);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemcpy(sums, s, sizeof s, cudaMemcpyHostToDevice);
    warp<<<1, 32>>>(in, out, sums);
    cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
    cudaMemcpy(s, sums, sizeof s, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 72; i += 7) printf("%g ", r[i]);
    printf("\n%d %08x\n", s[0], (unsigned)s[1]);
    cudaFree(in), cudaFree(out), cudaFree(sums);
}
