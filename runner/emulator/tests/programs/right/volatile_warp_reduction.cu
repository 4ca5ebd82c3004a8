/* Maximum and sum in the way of the Fermi years: the last warp goes on without barriers, on volatile memory. */
#include <stdio.h>
#include <stdlib.h>
#include <limits.h>

#define BLOCK 128

__device__ void warpSum(volatile int *s, int tid)
{
	s[tid] += s[tid + 32];
	s[tid] += s[tid + 16];
	s[tid] += s[tid + 8];
	s[tid] += s[tid + 4];
	s[tid] += s[tid + 2];
	s[tid] += s[tid + 1];
}

__device__ void warpMax(volatile int *s, int tid)
{
	int step;
	for (step = 32; step > 0; step >>= 1) {
		int other = s[tid + step];
		if (other > s[tid])
			s[tid] = other;
	}
}

__global__ void sumAndMax(const int *data, int n, int *sums, int *maxima)
{
	__shared__ int sum[BLOCK + 32], max[BLOCK + 32];
	int tid = threadIdx.x;
	int i = blockIdx.x * (BLOCK * 2) + tid;

	sum[tid] = (i < n ? data[i] : 0) + (i + BLOCK < n ? data[i + BLOCK] : 0);
	max[tid] = i < n ? data[i] : INT_MIN;
	if (i + BLOCK < n && data[i + BLOCK] > max[tid])
		max[tid] = data[i + BLOCK];
	__syncthreads();

	if (tid < 64) {
		sum[tid] += sum[tid + 64];
		if (max[tid + 64] > max[tid])
			max[tid] = max[tid + 64];
	}
	__syncthreads();

	if (tid < 32) {
		warpSum(sum, tid);
		warpMax(max, tid);
	}
	if (tid == 0) {
		sums[blockIdx.x] = sum[0];
		maxima[blockIdx.x] = max[0];
	}
}

int main(int argc, char **argv)
{
	const int n = 10000;
	const int blocks = (n + 2 * BLOCK - 1) / (2 * BLOCK);
	int *data, *result, *dev_data, *dev_sums, *dev_maxima;
	int i, max = INT_MIN;
	long sum = 0;

	data = (int *)malloc(n * sizeof(int));
	result = (int *)malloc(2 * blocks * sizeof(int));
	for (i = 0; i < n; i++)
		data[i] = (i * 7919) % 20011 - 10000;

	cudaMalloc((void **)&dev_data, n * sizeof(int));
	cudaMalloc((void **)&dev_sums, blocks * sizeof(int));
	cudaMalloc((void **)&dev_maxima, blocks * sizeof(int));
	cudaMemcpy(dev_data, data, n * sizeof(int), cudaMemcpyHostToDevice);
	sumAndMax<<<blocks, BLOCK>>>(dev_data, n, dev_sums, dev_maxima);
	cudaMemcpy(result, dev_sums, blocks * sizeof(int), cudaMemcpyDeviceToHost);
	cudaMemcpy(result + blocks, dev_maxima, blocks * sizeof(int), cudaMemcpyDeviceToHost);

	for (i = 0; i < blocks; i++) {
		sum += result[i];
		if (result[blocks + i] > max)
			max = result[blocks + i];
	}
	printf("%d blocks: sum %ld, max %d\n", blocks, sum, max);
	for (i = 0; i < n; i++)
		sum -= data[i];
	printf("difference from the host's sum: %ld\n", sum);

	cudaFree(dev_data);
	cudaFree(dev_sums);
	cudaFree(dev_maxima);
	free(data);
	free(result);
	return 0;
}
