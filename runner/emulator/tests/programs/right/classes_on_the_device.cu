// Virtual functions, function pointers, new and delete on the device; a search tree is built there.
#include <cstdio>

class Shape {
 public:
  __device__ virtual ~Shape() {}
  __device__ virtual int area() const = 0;
  __device__ virtual const char *name() const { return "shape"; }
};

class Rectangle : public Shape {
 protected:
  int w, h;

 public:
  __device__ Rectangle(int w, int h) : w(w), h(h) {}
  __device__ int area() const override { return w * h; }
  __device__ const char *name() const override { return w == h ? "square" : "rectangle"; }
};

class Triangle : public Rectangle {
 public:
  __device__ Triangle(int w, int h) : Rectangle(w, h) {}
  __device__ int area() const override { return Rectangle::area() / 2; }
  __device__ const char *name() const override { return "triangle"; }
};

__global__ void make(Shape **shapes, int n) {
  int i = threadIdx.x;
  if (i >= n) return;
  if (i % 2)
    shapes[i] = new Triangle(i + 1, 4);
  else
    shapes[i] = new Rectangle(i + 1, 3);
}

__global__ void measure(Shape **shapes, int n, int *areas) {
  int i = threadIdx.x;
  if (i < n) areas[i] = shapes[i]->area();
  if (i == 0)
    for (int k = 0; k < n; k++) printf("%s of %d\n", shapes[k]->name(), shapes[k]->area());
}

__global__ void destroy(Shape **shapes, int n) {
  if (threadIdx.x < n) delete shapes[threadIdx.x];
}

typedef int (*Binary)(int, int);
__device__ int add(int a, int b) { return a + b; }
__device__ int multiply(int a, int b) { return a * b; }
__device__ int gcd(int a, int b) { return b ? gcd(b, a % b) : a; }
__device__ Binary operations[] = {add, multiply, gcd};

__global__ void apply(int a, int b, int *out) {
  if (threadIdx.x < 3) out[threadIdx.x] = operations[threadIdx.x](a, b);
}

struct Node {
  int value;
  Node *left, *right;
};

__device__ Node *insert(Node *root, int value) {
  Node **place = &root;
  while (*place) place = value < (*place)->value ? &(*place)->left : &(*place)->right;
  *place = static_cast<Node *>(malloc(sizeof(Node)));
  **place = {value, nullptr, nullptr};
  return root;
}

__device__ int inOrder(Node *node, int *out, int count) {
  if (!node) return count;
  count = inOrder(node->left, out, count);
  out[count++] = node->value;
  count = inOrder(node->right, out, count);
  free(node);
  return count;
}

__global__ void treeSort(int *values, int n) {
  Node *root = nullptr;
  for (int i = 0; i < n; i++) root = insert(root, values[i]);
  inOrder(root, values, 0);
}

int main() {
  const int n = 6;
  Shape **shapes;
  int *d_out, out[20], sum = 0;
  cudaMalloc(&shapes, n * sizeof(Shape *));
  cudaMalloc(&d_out, sizeof out);
  make<<<1, 32>>>(shapes, n);
  measure<<<1, 32>>>(shapes, n, d_out);
  cudaMemcpy(out, d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i++) sum += out[i];
  printf("together %d\n", sum);
  destroy<<<1, 32>>>(shapes, n);

  apply<<<1, 32>>>(84, 36, d_out);
  cudaMemcpy(out, d_out, 3 * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d %d %d\n", out[0], out[1], out[2]);

  for (int i = 0; i < 20; i++) out[i] = i * 13 % 20;
  cudaMemcpy(d_out, out, sizeof out, cudaMemcpyHostToDevice);
  treeSort<<<1, 1>>>(d_out, 20);
  cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 20; i++) printf("%d ", out[i]);
  printf("\n%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  cudaFree(shapes);
  cudaFree(d_out);
}
