/* A Julia set with cuComplex, and what else that header has. */
#include <stdio.h>
#include <cuComplex.h>

#define DIM_X 72
#define DIM_Y 26

__device__ int julia(int x, int y)
{
    const double scale = 1.5;
    double jx = scale * (DIM_X / 2 - x) / (DIM_X / 2);
    double jy = scale * (DIM_Y / 2 - y) / (DIM_Y / 2);
    cuDoubleComplex c = make_cuDoubleComplex(-0.8, 0.156);
    cuDoubleComplex a = make_cuDoubleComplex(jx, jy);
    int i;
    for (i = 0; i < 30; i++) {
        a = cuCadd(cuCmul(a, a), c);
        if (cuCabs(a) > 30.0)
            break;
    }
    return i;
}

__global__ void kernel(char *image)
{
    int x = blockIdx.x, y = blockIdx.y;
    int offset = x + y * gridDim.x;
    int i = julia(x, y);
    image[offset] = i == 30 ? '#' : i > 12 ? '+' : i > 6 ? '.' : ' ';
}

__global__ void arithmetic(cuDoubleComplex *out)
{
    cuComplex f = cuCmulf(make_cuComplex(1, 2), make_cuFloatComplex(3, -1));
    cuDoubleComplex a = make_cuDoubleComplex(3, 4), b = make_cuDoubleComplex(-1, 2);
    out[0] = cuCadd(a, b);
    out[1] = cuCsub(a, b);
    out[2] = cuCmul(a, b);
    out[3] = cuCdiv(a, b);
    out[4] = cuConj(a);
    out[5] = make_cuDoubleComplex(cuCabs(a), cuCreal(b) + cuCimag(b));
    out[6] = cuComplexFloatToDouble(cuCaddf(f, cuComplexDoubleToFloat(a)));
}

int main(void)
{
    char *dev_bitmap, bitmap[DIM_Y][DIM_X];
    cuDoubleComplex *dev_numbers, numbers[7];
    cudaMalloc((void **)&dev_bitmap, sizeof(bitmap));
    dim3 grid(DIM_X, DIM_Y);
    kernel<<<grid, 1>>>(dev_bitmap);
    cudaMemcpy(bitmap, dev_bitmap, sizeof(bitmap), cudaMemcpyDeviceToHost);
    for (int y = 0; y < DIM_Y; y++)
        printf("%.*s\n", DIM_X, bitmap[y]);
    cudaFree(dev_bitmap);

    cudaMalloc((void **)&dev_numbers, sizeof(numbers));
    arithmetic<<<1, 1>>>(dev_numbers);
    cudaMemcpy(numbers, dev_numbers, sizeof(numbers), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 7; i++)
        printf("(%g, %g) ", numbers[i].x, numbers[i].y);
    printf("\n");
    cudaFree(dev_numbers);
    return 0;
}
