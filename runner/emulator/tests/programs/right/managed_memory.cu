// Unified memory: classes that allocate themselves where both sides can see them, and a linked list.
#include <cstdio>
#include <cstring>
#include <new>

class Managed {
 public:
  void *operator new(size_t len) {
    void *ptr;
    if (cudaMallocManaged(&ptr, len) != cudaSuccess) throw std::bad_alloc();
    return ptr;
  }
  void operator delete(void *ptr) {
    cudaDeviceSynchronize();
    cudaFree(ptr);
  }
};

class String : public Managed {
  int length = 0;
  char *data = nullptr;

 public:
  explicit String(const char *text) : length(strlen(text)) {
    cudaMallocManaged(&data, length + 1);
    memcpy(data, text, length + 1);
  }
  String(const String &) = delete;
  ~String() { cudaFree(data); }
  __host__ __device__ char &operator[](int i) { return data[i]; }
  __host__ __device__ int size() const { return length; }
  const char *c_str() const { return data; }
};

struct Element : Managed {
  String name;
  int value;
  Element *next;
  Element(const char *name, int value, Element *next) : name(name), value(value), next(next) {}
};

__managed__ int visited = 0;
__managed__ int histogram[4];

__global__ void shout(Element *list) {
  for (Element *e = list; e; e = e->next) {
    for (int i = threadIdx.x; i < e->name.size(); i += blockDim.x) {
      char &c = e->name[i];
      if (c >= 'a' && c <= 'z') c += 'A' - 'a';
    }
    if (threadIdx.x == 0) {
      e->value *= 2;
      visited++;
      histogram[e->value / 10]++;
    }
  }
}

int main() {
  Element *list = nullptr;
  const char *names[] = {"ampere", "hopper", "turing", "volta", "pascal"};
  for (int i = 0; i < 5; i++) list = new Element(names[i], 3 * i + 1, list);
  shout<<<1, 4>>>(list);
  cudaDeviceSynchronize();
  while (list) {
    printf("%s %d\n", list->name.c_str(), list->value);
    Element *next = list->next;
    delete list;
    list = next;
  }
  printf("visited %d; %d %d %d %d\n", visited, histogram[0], histogram[1], histogram[2], histogram[3]);

  // A matrix of pointers to rows, all of it managed.
  int **rows;
  cudaMallocManaged(&rows, 3 * sizeof(int *));
  for (int r = 0; r < 3; r++) {
    cudaMallocManaged(&rows[r], 8 * sizeof(int));
    for (int c = 0; c < 8; c++) rows[r][c] = r * c;
  }
  auto error = cudaDeviceSynchronize();
  printf("%d %s\n", rows[2][7], cudaGetErrorName(error));
  for (int r = 0; r < 3; r++) cudaFree(rows[r]);
  cudaFree(rows);
}
