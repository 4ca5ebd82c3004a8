// Shared arrays are declared and addressed by macros; sizes come from more macros.
#include <stdio.h>

#define SHARED __shared__
#define TILE_DIM 16
#define TILE(type, name) SHARED type name[TILE_DIM][TILE_DIM + 1]
#define BUFFER(name, n) __shared__ int name[(n)]
#define AT(tile, x, y) tile[(y)][(x)]
#define DYNAMIC(type, name) extern __shared__ type name[]
#define SYNC() __syncthreads()

__global__ void transpose(const float *in, float *out, int w, int h)
{
    TILE(float, tile);
    int x = blockIdx.x * TILE_DIM + threadIdx.x, y = blockIdx.y * TILE_DIM + threadIdx.y;
    if (x < w && y < h) AT(tile, threadIdx.x, threadIdx.y) = in[y * w + x];
    SYNC();
    x = blockIdx.y * TILE_DIM + threadIdx.x;
    y = blockIdx.x * TILE_DIM + threadIdx.y;
    if (x < h && y < w) out[y * h + x] = AT(tile, threadIdx.y, threadIdx.x);
}

__global__ void rotate(int *data, int by)
{
    BUFFER(a, 64);
    DYNAMIC(int, b);
    int t = threadIdx.x;
    a[t] = data[t];
    SYNC();
    b[(t + by) % blockDim.x] = a[t];
    SYNC();
    data[t] = b[t];
}

int main()
{
    const int w = 37, h = 21;
    float in[w * h], out[w * h], *din, *dout;
    for (int i = 0; i < w * h; i++) in[i] = i;
    cudaMalloc(&din, sizeof(in));
    cudaMalloc(&dout, sizeof(out));
    cudaMemcpy(din, in, sizeof(in), cudaMemcpyHostToDevice);
    dim3 block(TILE_DIM, TILE_DIM), grid((w + 15) / 16, (h + 15) / 16);
    transpose<<<grid, block>>>(din, dout, w, h);
    cudaMemcpy(out, dout, sizeof(out), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) wrong += out[x * h + y] != in[y * w + x];
    printf("%d wrong, last row begins with %g\n", wrong, out[(w - 1) * h]);

    int v[50], *dv;
    for (int i = 0; i < 50; i++) v[i] = i;
    cudaMalloc(&dv, sizeof(v));
    cudaMemcpy(dv, v, sizeof(v), cudaMemcpyHostToDevice);
    rotate<<<1, 50, sizeof(v)>>>(dv, 7);
    cudaMemcpy(v, dv, sizeof(v), cudaMemcpyDeviceToHost);
    printf("%d %d %d %d\n", v[0], v[6], v[7], v[49]);
    cudaFree(din), cudaFree(dout), cudaFree(dv);
    return 0;
}
