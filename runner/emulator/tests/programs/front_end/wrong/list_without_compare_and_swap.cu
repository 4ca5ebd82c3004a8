// Nodes are pushed onto a list by plain assignments to its head.
#include <stdio.h>

typedef struct Node {
    int value;
    struct Node *next;
} Node;

__device__ Node *head = NULL;

__global__ void push(Node *nodes, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Node *mine = nodes + i;
    mine->value = i;
#ifdef REPAIRED
    Node *old = head, *seen;
    do {
        seen = old;
        mine->next = seen;
        __threadfence();
        old = (Node *)atomicCAS((unsigned long long *)&head, (unsigned long long)seen, (unsigned long long)mine);
    } while (old != seen);
#else
    mine->next = head;  // fault: global-memory-race
    head = mine;  // fault: global-memory-race
#endif
}

__global__ void walk(int *length, int *sum)
{
    for (Node *p = head; p; p = p->next) {
        *length += 1;
        *sum += p->value;
    }
}

int main()
{
    const int n = 200;
    Node *nodes;
    int *facts, h[2];
    cudaMalloc(&nodes, n * sizeof(Node));
    cudaMalloc(&facts, sizeof h);
    cudaMemset(facts, 0, sizeof h);
    push<<<5, 40>>>(nodes, n);
    walk<<<1, 1>>>(facts, facts + 1);
    cudaMemcpy(h, facts, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d nodes, sum %d\n", h[0], h[1]);
    cudaFree(nodes);
    cudaFree(facts);
    return 0;
}
