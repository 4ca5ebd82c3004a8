// Dot product: a cache in shared memory, one partial sum a block, the rest on the host.
#include <cstdio>
#include <cstdlib>
#define imin(a, b) ((a) < (b) ? (a) : (b))
#define sum_squares(x) (x * (x + 1) * (2 * x + 1) / 6)

const long N = 33 * 128;
const int threadsPerBlock = 128;
const int blocksPerGrid = imin(16, (N + threadsPerBlock - 1) / threadsPerBlock);

__global__ void dot(double *a, double *b, double *c)
{
	__shared__ double cache[threadsPerBlock];
	int tid = threadIdx.x + blockIdx.x * blockDim.x;
	int cacheIndex = threadIdx.x;
	double temp = 0;
	while (tid < N)
	{
		temp += a[tid] * b[tid];
		tid += blockDim.x * gridDim.x;
	}
	cache[cacheIndex] = temp;
	__syncthreads();
	int i = blockDim.x / 2;
	while (i != 0)
	{
		if (cacheIndex < i)
			cache[cacheIndex] += cache[cacheIndex + i];
		__syncthreads();
		i /= 2;
	}
	if (cacheIndex == 0)
		c[blockIdx.x] = cache[0];
}

int main()
{
	double *a = new double[N], *b = new double[N], partial_c[blocksPerGrid];
	double *dev_a, *dev_b, *dev_partial_c;
	cudaMalloc((void **)&dev_a, N * sizeof(double));
	cudaMalloc((void **)&dev_b, N * sizeof(double));
	cudaMalloc((void **)&dev_partial_c, blocksPerGrid * sizeof(double));
	for (int i = 0; i < N; i++)
	{
		a[i] = i;
		b[i] = i * 2;
	}
	cudaMemcpy(dev_a, a, N * sizeof(double), cudaMemcpyHostToDevice);
	cudaMemcpy(dev_b, b, N * sizeof(double), cudaMemcpyHostToDevice);
	dot<<<blocksPerGrid, threadsPerBlock>>>(dev_a, dev_b, dev_partial_c);
	cudaMemcpy(partial_c, dev_partial_c, sizeof(partial_c), cudaMemcpyDeviceToHost);

	double c = 0;
	for (int i = 0; i < blocksPerGrid; i++)
		c += partial_c[i];
	printf("GPU %.0f, formula %ld\n", c, 2 * sum_squares((N - 1)));
	cudaFree(dev_a);
	cudaFree(dev_b);
	cudaFree(dev_partial_c);
	delete[] a;
	delete[] b;
}
