// 2D convolution: the mask in constant memory, the tile with its halo in shared memory.
#include <stdio.h>
#include <cuda.h>
#include <cuda_runtime.h>

#define MASK_WIDTH 5
#define MASK_RADIUS (MASK_WIDTH / 2)
#define O_TILE_WIDTH 12
#define BLOCK_WIDTH (O_TILE_WIDTH + MASK_WIDTH - 1)
#define clamp(x, lo, hi) (min(max((x), (lo)), (hi)))

__constant__ int M[MASK_WIDTH][MASK_WIDTH];
__constant__ int divisor = 1;

__global__ void convolution2D(const unsigned char *in, unsigned char *out, int height, int width)
{
    __shared__ int Ns[BLOCK_WIDTH][BLOCK_WIDTH];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row_o = blockIdx.y * O_TILE_WIDTH + ty;
    int col_o = blockIdx.x * O_TILE_WIDTH + tx;
    int row_i = row_o - MASK_RADIUS;
    int col_i = col_o - MASK_RADIUS;

    // pixels beyond the edge are those of the edge
    Ns[ty][tx] = in[clamp(row_i, 0, height - 1) * width + clamp(col_i, 0, width - 1)];
    __syncthreads();

    if (ty < O_TILE_WIDTH && tx < O_TILE_WIDTH && row_o < height && col_o < width) {
        int sum = 0;
        for (int i = 0; i < MASK_WIDTH; i++)
            for (int j = 0; j < MASK_WIDTH; j++)
                sum += M[i][j] * Ns[i + ty][j + tx];
        out[row_o * width + col_o] = (unsigned char)clamp(sum / divisor, 0, 255);
    }
}

static unsigned char image[61][97], result[61][97];

static void run(const char *name, const int mask[MASK_WIDTH][MASK_WIDTH], int div)
{
    unsigned char *d_in, *d_out;
    const int height = 61, width = 97;
    cudaMemcpyToSymbol(M, mask, MASK_WIDTH * MASK_WIDTH * sizeof(int));
    cudaMemcpyToSymbol(divisor, &div, sizeof(int));
    cudaMalloc((void **)&d_in, sizeof(image));
    cudaMalloc((void **)&d_out, sizeof(result));
    cudaMemcpy(d_in, image, sizeof(image), cudaMemcpyHostToDevice);
    dim3 dimBlock(BLOCK_WIDTH, BLOCK_WIDTH);
    dim3 dimGrid((width - 1) / O_TILE_WIDTH + 1, (height - 1) / O_TILE_WIDTH + 1);
    convolution2D<<<dimGrid, dimBlock>>>(d_in, d_out, height, width);
    cudaMemcpy(result, d_out, sizeof(result), cudaMemcpyDeviceToHost);
    cudaFree(d_in);
    cudaFree(d_out);

    int y, x, dy, dx, errors = 0;
    long sum = 0;
    for (y = 0; y < height; y++)
        for (x = 0; x < width; x++) {
            int expected = 0;
            for (dy = 0; dy < MASK_WIDTH; dy++)
                for (dx = 0; dx < MASK_WIDTH; dx++) {
                    int cy = y + dy - MASK_RADIUS, cx = x + dx - MASK_RADIUS;
                    cy = cy < 0 ? 0 : cy >= height ? height - 1 : cy;
                    cx = cx < 0 ? 0 : cx >= width ? width - 1 : cx;
                    expected += mask[dy][dx] * image[cy][cx];
                }
            expected /= div;
            expected = expected < 0 ? 0 : expected > 255 ? 255 : expected;
            errors += expected != result[y][x];
            sum += result[y][x];
        }
    printf("%s: sum %ld, corner %d, middle %d, errors %d\n", name, sum, result[0][0], result[30][48], errors);
}

int main()
{
    for (int y = 0; y < 61; y++)
        for (int x = 0; x < 97; x++)
            image[y][x] = (y * y + 3 * x + ((x / 8 + y / 8) % 2) * 100) % 256;
    const int blur[MASK_WIDTH][MASK_WIDTH] = {
        {1, 4, 6, 4, 1}, {4, 16, 24, 16, 4}, {6, 24, 36, 24, 6}, {4, 16, 24, 16, 4}, {1, 4, 6, 4, 1}};
    const int edges[MASK_WIDTH][MASK_WIDTH] = {
        {0, 0, -1, 0, 0}, {0, -1, -2, -1, 0}, {-1, -2, 16, -2, -1}, {0, -1, -2, -1, 0}, {0, 0, -1, 0, 0}};
    run("Gauss", blur, 256);
    run("Laplace of Gauss", edges, 1);
    return 0;
}
