// Scaling an image with the texture unit: linear interpolation, addresses clamped, wrapped and mirrored.
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

#define CUDA_SAFE_CALL(x) if ((x) != cudaSuccess) { printf("line %d failed\n", __LINE__); return 1; }

const int WIDTH = 8, HEIGHT = 4;

__global__ void enlarge(cudaTextureObject_t tex, float *out, int width, int height, float scale)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        out[y * width + x] = tex2D<float>(tex, x / scale + 0.5f, y / scale + 0.5f);
}

__global__ void walk(cudaTextureObject_t tex, float *out, int count)
{
    int i = threadIdx.x;
    // normalised coordinates, from two widths left of the image to two widths right of it
    if (i < count) out[i] = tex2D<float>(tex, (i - count / 2 + 0.5f) / WIDTH, 0.5f / HEIGHT);
}

int main()
{
    float image[HEIGHT][WIDTH], *d_out, out[32 * 16];
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            image[y][x] = 8 * x + 64 * y;

    cudaChannelFormatDesc channels = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    CUDA_SAFE_CALL(cudaMallocArray(&array, &channels, WIDTH, HEIGHT));
    CUDA_SAFE_CALL(cudaMemcpy2DToArray(array, 0, 0, image, sizeof image[0], sizeof image[0], HEIGHT, cudaMemcpyHostToDevice));

    cudaResourceDesc resource;
    memset(&resource, 0, sizeof(resource));
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc description;
    memset(&description, 0, sizeof(description));
    description.addressMode[0] = description.addressMode[1] = cudaAddressModeClamp;
    description.filterMode = cudaFilterModeLinear;
    description.readMode = cudaReadModeElementType;

    cudaTextureObject_t tex = 0;
    CUDA_SAFE_CALL(cudaCreateTextureObject(&tex, &resource, &description, NULL));
    CUDA_SAFE_CALL(cudaMalloc(&d_out, sizeof(out)));
    enlarge<<<dim3(4, 2), dim3(8, 8)>>>(tex, d_out, 32, 16, 4.0f);
    CUDA_SAFE_CALL(cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost));
    for (int y = 0; y < 16; y += 3) {
        for (int x = 0; x < 32; x += 3) printf("%4g", out[y * 32 + x]);
        printf("\n");
    }
    CUDA_SAFE_CALL(cudaDestroyTextureObject(tex));

    const cudaTextureAddressMode modes[] = {cudaAddressModeClamp, cudaAddressModeWrap, cudaAddressModeMirror, cudaAddressModeBorder};
    const char *names[] = {"clamp", "wrap", "mirror", "border"};
    description.filterMode = cudaFilterModePoint;
    description.normalizedCoords = 1;
    for (int m = 0; m < 4; m++) {
        description.addressMode[0] = description.addressMode[1] = modes[m];
        CUDA_SAFE_CALL(cudaCreateTextureObject(&tex, &resource, &description, NULL));
        walk<<<1, 32>>>(tex, d_out, 32);
        CUDA_SAFE_CALL(cudaMemcpy(out, d_out, 32 * sizeof(float), cudaMemcpyDeviceToHost));
        printf("%-6s:", names[m]);
        for (int i = 0; i < 32; i++) printf(" %g", out[i]);
        printf("\n");
        CUDA_SAFE_CALL(cudaDestroyTextureObject(tex));
    }
    CUDA_SAFE_CALL(cudaFree(d_out));
    CUDA_SAFE_CALL(cudaFreeArray(array));
    return 0;
}
