// Managed variables, lists, objects, hints and prefetching.
#include <cstdio>
#include <cstring>
__device__ __managed__ int total = 5;
__managed__ float vector[16];
struct Node {
  int value;
  Node* next;
};
class Managed {
 public:
  void* operator new(size_t n) {
    void* p;
    cudaMallocManaged(&p, n);
    return p;
  }
  void operator delete(void* p) { cudaFree(p); }
};
class Text : public Managed {
 public:
  Text(const char* s) {
    length = strlen(s);
    cudaMallocManaged(&data, length + 1);
    memcpy(data, s, length + 1);
  }
  ~Text() { cudaFree(data); }
  char* data;
  size_t length;
};
__global__ void upper(Text* t) {
  int i = threadIdx.x;
  if (i < t->length && t->data[i] >= 'a' && t->data[i] <= 'z') t->data[i] -= 32;
}
__global__ void walk(Node* head) {
  int s = 0;
  for (Node* n = head; n; n = n->next) {
    s += n->value;
    n->value *= 2;
  }
  total += s;
  for (int i = 0; i < 16; i++) vector[i] = s * i;
}
__global__ void fill(int* x, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) x[i] += i;
}
int main() {
  Node* head = nullptr;
  for (int i = 1; i <= 10; i++) {
    Node* n;
    cudaMallocManaged(&n, sizeof *n);
    n->value = i;
    n->next = head;
    head = n;
  }
  walk<<<1, 1>>>(head);
  cudaDeviceSynchronize();
  printf("%d %g %d\n", total, vector[3], head->value);
  while (head) {
    Node* n = head->next;
    cudaFree(head);
    head = n;
  }
  Text* t = new Text("unified memory");
  upper<<<1, 32>>>(t);
  cudaDeviceSynchronize();
  printf("%s\n", t->data);
  delete t;
  int n = 1 << 18, device;
  cudaGetDevice(&device);
  int* x;
  cudaMallocManaged(&x, n * 4);
  memset(x, 0, n * 4);
  cudaMemLocation here = {};
  here.type = cudaMemLocationTypeDevice;
  here.id = device;
  cudaMemLocation host = {};
  host.type = cudaMemLocationTypeHost;
  printf("%s\n", cudaGetErrorName(cudaMemAdvise(x, n * 4, cudaMemAdviseSetPreferredLocation, here)));
  printf("%s\n", cudaGetErrorName(cudaMemAdvise(x, n * 4, cudaMemAdviseSetReadMostly, here)));
  printf("%s\n", cudaGetErrorName(cudaMemPrefetchAsync(x, n * 4, here, 0)));
  fill<<<64, 256>>>(x, n);
  printf("%s\n", cudaGetErrorName(cudaMemPrefetchAsync(x, n * 4, host, 0, 0)));
  cudaDeviceSynchronize();
  long long s = 0;
  for (int i = 0; i < n; i++) s += x[i];
  printf("%lld\n", s);
  cudaPointerAttributes a;
  cudaPointerGetAttributes(&a, x);
  printf("type %d same %d\n", a.type, a.devicePointer == a.hostPointer);
  int on;
  cudaDeviceGetAttribute(&on, cudaDevAttrManagedMemory, device);
  printf("%d\n", on);
  cudaDeviceGetAttribute(&on, cudaDevAttrConcurrentManagedAccess, device);
  printf("%d\n", on);
  cudaStream_t st;
  cudaStreamCreate(&st);
  printf("%s\n", cudaGetErrorName(cudaStreamAttachMemAsync(st, x, 0, cudaMemAttachSingle)));
  cudaStreamDestroy(st);
  cudaFree(x);
}
