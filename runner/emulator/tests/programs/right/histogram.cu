// Histogram of the letters of a text: each block counts in shared memory, then adds to the whole.
#include <cstdio>
#include <cstring>
#include <string>

#define NUM_BINS 26

__global__ void histo_kernel(const unsigned char *buffer, long size, unsigned int *histo)
{
    __shared__ unsigned int temp[NUM_BINS];
    if (threadIdx.x < NUM_BINS) temp[threadIdx.x] = 0;
    __syncthreads();

    int i = threadIdx.x + blockIdx.x * blockDim.x;
    int stride = blockDim.x * gridDim.x;
    while (i < size) {
        int position = buffer[i] - 'a';
        if (position >= 0 && position < NUM_BINS)
            atomicAdd(&temp[position], 1);
        i += stride;
    }
    __syncthreads();
    if (threadIdx.x < NUM_BINS)
        atomicAdd(&histo[threadIdx.x], temp[threadIdx.x]);
}

int main()
{
    std::string text;
    const char *words[] = {"the", "quick", "brown", "fox", "jumps", "over", "lazy", "dog"};
    for (int i = 0; i < 3000; i++) {
        text += words[(i * i / 3 + i) % 8];
        text += i % 10 ? ' ' : '\n';
    }

    unsigned char *dev_buffer;
    unsigned int *dev_histo, histo[NUM_BINS];
    cudaMalloc((void **)&dev_buffer, text.size());
    cudaMalloc((void **)&dev_histo, sizeof(histo));
    cudaMemcpy(dev_buffer, text.data(), text.size(), cudaMemcpyHostToDevice);
    cudaMemset(dev_histo, 0, sizeof(histo));

    histo_kernel<<<6, 64>>>(dev_buffer, text.size(), dev_histo);
    cudaMemcpy(histo, dev_histo, sizeof(histo), cudaMemcpyDeviceToHost);

    unsigned int letters = 0, longest = 1;
    for (int b = 0; b < NUM_BINS; b++) {
        letters += histo[b];
        if (histo[b] > longest) longest = histo[b];
    }
    for (int b = 0; b < NUM_BINS; b++) {
        printf("%c %5u ", 'a' + b, histo[b]);
        for (unsigned int k = 0; k < histo[b] * 40 / longest; k++) putchar('#');
        putchar('\n');
    }
    printf("%u letters of %zu characters\n", letters, text.size());

    cudaFree(dev_buffer);
    cudaFree(dev_histo);
    return 0;
}
