/* Squares of floats: the result is copied back with the size of doubles. */
#include <stdio.h>
#include <stdlib.h>
#define N 256

__global__ void square(float *x)
{
	int i = threadIdx.x;
	x[i] *= x[i];
}

int main(void)
{
	float *d_x;
	float *x = (float *)malloc(N * sizeof(double));
	for (int i = 0; i < N; i++)
		x[i] = i;
	cudaMalloc((void **)&d_x, N * sizeof(float));
	cudaMemcpy(d_x, x, N * sizeof(float), cudaMemcpyHostToDevice);
	square<<<1, N>>>(d_x);
#ifdef REPAIRED
	cudaError_t err = cudaMemcpy(x, d_x, N * sizeof(float), cudaMemcpyDeviceToHost);
#else
	cudaError_t err = cudaMemcpy(x, d_x, N * sizeof(double), cudaMemcpyDeviceToHost); // fault: out-of-bounds
#endif
	if (err != cudaSuccess)
		printf("%s\n", cudaGetErrorString(err));
	else
		printf("%g\n", x[N - 1]);
	cudaFree(d_x);
	free(x);
	return 0;
}
