// All-pairs gravitation: bodies pass through shared memory tile by tile.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define N 300
#define P 64
#define EPS2 0.01f
#define DT 0.01f

__device__ float3 bodyBodyInteraction(float4 bi, float4 bj, float3 ai) {
  float3 r;
  r.x = bj.x - bi.x;
  r.y = bj.y - bi.y;
  r.z = bj.z - bi.z;
  float distSqr = r.x * r.x + r.y * r.y + r.z * r.z + EPS2;
  float invDist = rsqrtf(distSqr);
  float s = bj.w * invDist * invDist * invDist;
  ai.x += r.x * s;
  ai.y += r.y * s;
  ai.z += r.z * s;
  return ai;
}

__global__ void accelerate(const float4 *positions, float3 *acceleration, int n) {
  __shared__ float4 shPosition[P];
  int gtid = blockIdx.x * blockDim.x + threadIdx.x;
  float4 my = gtid < n ? positions[gtid] : make_float4(0, 0, 0, 0);
  float3 acc = {0.0f, 0.0f, 0.0f};
  for (int tile = 0; tile * P < n; tile++) {
    int idx = tile * P + threadIdx.x;
    shPosition[threadIdx.x] = idx < n ? positions[idx] : make_float4(0, 0, 0, 0);
    __syncthreads();
#pragma unroll 4
    for (int i = 0; i < P; i++) acc = bodyBodyInteraction(my, shPosition[i], acc);
    __syncthreads();
  }
  if (gtid < n) acceleration[gtid] = acc;
}

__global__ void move(float4 *positions, float3 *velocity, const float3 *acceleration, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  velocity[i].x += acceleration[i].x * DT;
  velocity[i].y += acceleration[i].y * DT;
  velocity[i].z += acceleration[i].z * DT;
  positions[i].x += velocity[i].x * DT;
  positions[i].y += velocity[i].y * DT;
  positions[i].z += velocity[i].z * DT;
}

int main() {
  float4 *h = (float4 *)malloc(N * sizeof(float4));
  for (int i = 0; i < N; i++) {
    float angle = 6.2831853f * i / N + 0.1f;
    h[i] = make_float4(cosf(angle) * (1 + i % 3), sinf(angle) * (1 + i % 3), 0.125f * (i % 5) - 0.2f, 1.0f / N);
  }
  float4 *positions;
  float3 *velocity, *acceleration;
  cudaMalloc(&positions, N * sizeof(float4));
  cudaMalloc(&velocity, N * sizeof(float3));
  cudaMalloc(&acceleration, N * sizeof(float3));
  cudaMemcpy(positions, h, N * sizeof(float4), cudaMemcpyHostToDevice);
  cudaMemset(velocity, 0, N * sizeof(float3));
  for (int step = 0; step < 20; step++) {
    accelerate<<<(N + P - 1) / P, P>>>(positions, acceleration, N);
    move<<<(N + P - 1) / P, P>>>(positions, velocity, acceleration, N);
  }
  cudaMemcpy(h, positions, N * sizeof(float4), cudaMemcpyDeviceToHost);
  for (int i = 0; i < N; i += 59) printf("body %3d: %7.3f %7.3f %7.3f\n", i, h[i].x, h[i].y, h[i].z);
  cudaFree(positions);
  cudaFree(velocity);
  cudaFree(acceleration);
  free(h);
  return 0;
}
