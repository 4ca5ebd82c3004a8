// The Game of Life with one buffer: cells change while their neighbours still count them.
#include <stdio.h>
#define W 33
#define H 29

__global__ void generation(const char *from, char *to)
{
    int x = threadIdx.x, y = blockIdx.x, alive = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (dx || dy) alive += from[(y + dy + H) % H * W + (x + dx + W) % W];  // fault: global-memory-race
    char now = from[y * W + x];
    to[y * W + x] = alive == 3 || (alive == 2 && now);
}

int main()
{
    char h[W * H] = {0}, *a, *b;
    const int glider[5][2] = {{1, 0}, {2, 1}, {0, 2}, {1, 2}, {2, 2}};
    for (int k = 0; k < 5; k++) h[(glider[k][1] + 10) * W + glider[k][0] + 10] = 1;
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&b, sizeof h);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    for (int g = 0; g < 40; g++) {
#ifdef REPAIRED
        generation<<<H, W>>>(a, b);
        char *t = a;
        a = b;
        b = t;
#else
        generation<<<H, W>>>(a, a);
#endif
    }
    cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
    int alive = 0, where = 0;
    for (int i = 0; i < W * H; i++)
        if (h[i]) alive++, where += i;
    printf("%d alive, at %d\n", alive, alive ? where / alive : -1);
    cudaFree(a), cudaFree(b);
    return 0;
}
