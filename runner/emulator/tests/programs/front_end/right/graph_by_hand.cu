// A graph made node by node: memset, copies, kernels and a host function; later with other arguments.
#include <cuda_runtime.h>
#include <stdio.h>

#define N 75

__global__ void addIndex(int *x, int n, int factor) {
    int i = threadIdx.x;
    if (i < n) x[i] += i * factor;
}

static int seen = 0;
static int result[N];

static void CUDART_CB look(void *data) {
    seen++;
    printf("host node %d: %d %d %d\n", seen, result[0], result[1], result[N - 1]);
    *(int *)data += result[1];
}

static void check(cudaError_t e, int line) {
    if (e != cudaSuccess) printf("line %d: %s\n", line, cudaGetErrorString(e));
}
#define C(x) check((x), __LINE__)

int main() {
    int *d, collected = 0, n = N, factor = 3;
    C(cudaMalloc(&d, N * sizeof(int)));
    cudaGraph_t graph;
    C(cudaGraphCreate(&graph, 0));
    cudaGraphNode_t clear, first, second, back, host;

    cudaMemsetParams set = {};
    set.dst = d;
    set.value = 0;
    set.elementSize = sizeof(int);
    set.width = N;
    set.height = 1;
    C(cudaGraphAddMemsetNode(&clear, graph, NULL, 0, &set));

    void *args[] = {&d, &n, &factor};
    cudaKernelNodeParams kernel = {};
    kernel.func = (void *)addIndex;
    kernel.gridDim = dim3(1);
    kernel.blockDim = dim3(96);
    kernel.kernelParams = args;
    C(cudaGraphAddKernelNode(&first, graph, &clear, 1, &kernel));
    factor = 100;
    C(cudaGraphAddKernelNode(&second, graph, &first, 1, &kernel));

    C(cudaGraphAddMemcpyNode1D(&back, graph, &second, 1, result, d, N * sizeof(int), cudaMemcpyDeviceToHost));
    cudaHostNodeParams call = {};
    call.fn = look;
    call.userData = &collected;
    C(cudaGraphAddHostNode(&host, graph, &back, 1, &call));

    cudaGraphExec_t exec;
    C(cudaGraphInstantiate(&exec, graph, 0));
    cudaStream_t stream;
    C(cudaStreamCreate(&stream));
    C(cudaGraphLaunch(exec, stream));
    C(cudaStreamSynchronize(stream));
    factor = 7;
    C(cudaGraphExecKernelNodeSetParams(exec, second, &kernel));
    C(cudaGraphLaunch(exec, stream));
    C(cudaGraphLaunch(exec, stream));
    C(cudaStreamSynchronize(stream));
    printf("collected %d\n", collected);
    C(cudaGraphExecDestroy(exec));
    C(cudaGraphDestroy(graph));
    C(cudaStreamDestroy(stream));
    C(cudaFree(d));
    return 0;
}
