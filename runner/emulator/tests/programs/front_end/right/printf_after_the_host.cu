// A kernel's printf comes out when the host synchronises, after what the host has printed in between.
#include <stdio.h>

__global__ void greet(int number) {
    printf("  device: greeting %d from thread %d\n", number, threadIdx.x);
}

int main(void) {
    printf("host: before the launch\n");
    greet<<<1, 1>>>(1);
    printf("host: launched, not yet synchronised\n");
    cudaDeviceSynchronize();
    printf("host: synchronised\n");

    for (int i = 2; i <= 4; i++) {
        printf("host: round %d\n", i);
        greet<<<1, 1>>>(i);
        printf("host: after the launch of round %d\n", i);
        cudaDeviceSynchronize();
    }

    greet<<<1, 3>>>(5);
    printf("host: three threads\n");
    cudaDeviceSynchronize();
    printf("host: done\n");
    return 0;
}
