/* All shortest paths of a road map, with the path itself. */
#include <stdio.h>
#include <stdlib.h>

#define V 60
#define INF (1 << 28)

__global__ void relax(int *dist, int *via, int k)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y;
    __shared__ int best;
    if (j >= V)
        return;
    if (threadIdx.x == 0)
        best = dist[i * V + k];
    __syncthreads();
    if (best == INF)
        return;
    int other = best + dist[k * V + j];
    if (other < dist[i * V + j]) {
        dist[i * V + j] = other;
        via[i * V + j] = k;
    }
}

static void path(const int *via, int i, int j)
{
    int k = via[i * V + j];
    if (k < 0) {
        printf(" %d", j);
        return;
    }
    path(via, i, k);
    path(via, k, j);
}

int main(void)
{
    static int dist[V * V], via[V * V];
    int i, j, k, *d_dist, *d_via;
    for (i = 0; i < V; i++)
        for (j = 0; j < V; j++) {
            int road = (i * 17 + j * 29) % 23;
            dist[i * V + j] = i == j ? 0 : road < 2 ? 1 + (i * j) % 19 : INF;
            via[i * V + j] = -1;
        }
    cudaMalloc((void **)&d_dist, sizeof(dist));
    cudaMalloc((void **)&d_via, sizeof(via));
    cudaMemcpy(d_dist, dist, sizeof(dist), cudaMemcpyHostToDevice);
    cudaMemcpy(d_via, via, sizeof(via), cudaMemcpyHostToDevice);
    dim3 blocks((V + 31) / 32, V);
    for (k = 0; k < V; k++)
        relax<<<blocks, 32>>>(d_dist, d_via, k);
    cudaMemcpy(dist, d_dist, sizeof(dist), cudaMemcpyDeviceToHost);
    cudaMemcpy(via, d_via, sizeof(via), cudaMemcpyDeviceToHost);

    int longest = 0, from = 0, to = 0;
    long sum = 0;
    for (i = 0; i < V; i++)
        for (j = 0; j < V; j++)
            if (dist[i * V + j] < INF) {
                sum += dist[i * V + j];
                if (dist[i * V + j] > longest) {
                    longest = dist[i * V + j];
                    from = i;
                    to = j;
                }
            }
    printf("sum %ld, longest %d:", sum, longest);
    printf(" %d", from);
    path(via, from, to);
    printf("\n");
    cudaFree(d_dist);
    cudaFree(d_via);
    return 0;
}
