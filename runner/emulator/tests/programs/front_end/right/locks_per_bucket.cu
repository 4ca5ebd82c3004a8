// A hash map with chains: each bucket has a lock by atomicCAS, taken in a loop that does not trap a warp.
#include <cstdio>

struct Node { int key, count, next; };

class Map {
    Node *nodes; int *heads, *locks, *used; int buckets;
public:
    void create(int b, int capacity) {
        buckets = b;
        cudaMalloc(&nodes, capacity * sizeof(Node));
        cudaMalloc(&heads, b * sizeof(int)); cudaMemset(heads, 0xff, b * sizeof(int));
        cudaMalloc(&locks, b * sizeof(int)); cudaMemset(locks, 0, b * sizeof(int));
        cudaMalloc(&used, sizeof(int));      cudaMemset(used, 0, sizeof(int));
    }
    void destroy() { cudaFree(nodes); cudaFree(heads); cudaFree(locks); cudaFree(used); }
    int size() const { int n; cudaMemcpy(&n, used, sizeof n, cudaMemcpyDeviceToHost); return n; }
    void fetch(Node *to, int n) const { cudaMemcpy(to, nodes, n * sizeof(Node), cudaMemcpyDeviceToHost); }

    __device__ void count(int key) {
        int b = (unsigned)key * 2654435761u % buckets;
        bool leave = false;
        while (!leave) {
            if (atomicCAS(&locks[b], 0, 1) == 0) {
                __threadfence();
                volatile Node *all = nodes;
                volatile int *head = heads + b;
                int at = *head;
                while (at != -1 && all[at].key != key) at = all[at].next;
                if (at == -1) {
                    at = atomicAdd(used, 1);
                    all[at].key = key;
                    all[at].count = 0;
                    all[at].next = *head;
                    *head = at;
                }
                all[at].count = all[at].count + 1;
                __threadfence();
                atomicExch(&locks[b], 0);
                leave = true;
            }
        }
    }
};

__global__ void countAll(Map map, const int *keys, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) map.count(keys[i]);
}

int main() {
    const int n = 3000;
    static int h[n], seen[200];
    for (int i = 0; i < n; i++) h[i] = i * i % 97 + (i % 7 == 0 ? 100 : 0), seen[h[i]]++;
    int *keys;
    cudaMalloc(&keys, sizeof h);
    cudaMemcpy(keys, h, sizeof h, cudaMemcpyHostToDevice);
    Map map;
    map.create(31, 200);
    countAll<<<(n + 95) / 96, 96>>>(map, keys, n);
    cudaDeviceSynchronize();
    static Node nodes[200];
    int size = map.size(), wrong = 0, total = 0;
    map.fetch(nodes, size);
    for (int i = 0; i < size; i++) wrong += seen[nodes[i].key] != nodes[i].count, total += nodes[i].count;
    printf("%d keys, %d in all, %d wrong\n", size, total, wrong);
    map.destroy();
    cudaFree(keys);
}
