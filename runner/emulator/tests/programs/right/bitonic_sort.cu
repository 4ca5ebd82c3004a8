/* Bitonic sort; the length is a power of two. Small steps stay in shared memory. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define LENGTH (1 << 13)
#define THREADS 512

__device__ inline void compareAndSwap(unsigned int &a, unsigned int &b, bool ascending)
{
  if ((a > b) == ascending)
  {
    unsigned int t = a;
    a = b;
    b = t;
  }
}

/* One step of a merge, in global memory. */
__global__ void bitonicStep(unsigned int *values, int j, int k)
{
  unsigned int i = threadIdx.x + blockDim.x * blockIdx.x;
  unsigned int ixj = i ^ j;
  if (ixj > i)
    compareAndSwap(values[i], values[ixj], (i & k) == 0);
}

/* All steps whose partners lie in one block: j from `first` down to 1, for k from kFrom to kTo. */
__global__ void bitonicShared(unsigned int *values, int kFrom, int kTo)
{
  __shared__ unsigned int s[2 * THREADS];
  const int base = blockIdx.x * 2 * THREADS, t = threadIdx.x;
  s[t] = values[base + t];
  s[t + THREADS] = values[base + t + THREADS];
  for (int k = kFrom; k <= kTo; k *= 2)
  {
    for (int j = min(k / 2, THREADS); j > 0; j /= 2)
    {
      __syncthreads();
      int low = 2 * t - (t & (j - 1));
      compareAndSwap(s[low], s[low + j], ((base + low) & k) == 0);
    }
  }
  __syncthreads();
  values[base + t] = s[t];
  values[base + t + THREADS] = s[t + THREADS];
}

int main(void)
{
  unsigned int *values = (unsigned int *)malloc(LENGTH * sizeof(unsigned int)), *dev_values;
  unsigned int x = 1, sumBefore = 0, sumAfter = 0;
  for (int i = 0; i < LENGTH; i++)
  {
    x = x * 1664525u + 1013904223u;
    values[i] = x >> 8;
    sumBefore += values[i];
  }
  cudaMalloc((void **)&dev_values, LENGTH * sizeof(unsigned int));
  cudaMemcpy(dev_values, values, LENGTH * sizeof(unsigned int), cudaMemcpyHostToDevice);

  const int blocks = LENGTH / (2 * THREADS);
  bitonicShared<<<blocks, THREADS>>>(dev_values, 2, 2 * THREADS);
  for (int k = 4 * THREADS; k <= LENGTH; k <<= 1)
  {
    int j;
    for (j = k >> 1; j > THREADS; j >>= 1)
      bitonicStep<<<2 * blocks, THREADS>>>(dev_values, j, k);
    bitonicShared<<<blocks, THREADS>>>(dev_values, k, k);
  }

  cudaMemcpy(values, dev_values, LENGTH * sizeof(unsigned int), cudaMemcpyDeviceToHost);
  cudaFree(dev_values);
  int inversions = 0;
  for (int i = 0; i < LENGTH; i++)
  {
    sumAfter += values[i];
    if (i && values[i - 1] > values[i])
      inversions++;
  }
  printf("inversions: %d, the same sum: %s\n", inversions, sumBefore == sumAfter ? "yes" : "no");
  printf("first %u, middle %u, last %u\n", values[0], values[LENGTH / 2], values[LENGTH - 1]);
  free(values);
  return EXIT_SUCCESS;
}
