// Sizes and alignments of structs, bit fields, unions and vectors, and shared variables with an alignment of their own.
#include <cstdio>
#include <cstddef>
#include <cstdint>
struct __align__(16) Particle {
  float x, y, z;
  int id;
};
struct alignas(32) Wide {
  double d[3];
};
struct Packed {
  unsigned a : 3, b : 5;
  int c : 7;
  unsigned long long d : 40;
  bool e : 1;
};
struct __attribute__((packed)) Tight {
  char c;
  int i;
};
union Bits {
  float f;
  uint32_t u;
  uchar4 b;
};
struct Derived : Particle {
  char tag;
};
enum Color : unsigned char { Red, Green = 5 };
struct Empty {};
struct Nested {
  struct {
    int a, b;
  } inner;
  int3 v;
  float2 f;
  char1 c;
  Color color;
  double2 d;
};
__global__ void sizes(size_t* o) {
  int k = 0;
  o[k++] = sizeof(Particle);
  o[k++] = alignof(Particle);
  o[k++] = sizeof(Wide);
  o[k++] = sizeof(Packed);
  o[k++] = sizeof(Tight);
  o[k++] = sizeof(Bits);
  o[k++] = sizeof(Derived);
  o[k++] = sizeof(Nested);
  o[k++] = offsetof(Nested, d);
  o[k++] = sizeof(float3);
  o[k++] = alignof(float4);
  o[k++] = sizeof(longlong2);
  o[k++] = alignof(double2);
  o[k++] = sizeof(Empty);
  o[k++] = sizeof(long);
  o[k++] = sizeof(dim3);
  o[k++] = sizeof(void*);
  o[k++] = alignof(short4);
  o[k++] = sizeof(char3);
  o[k++] = alignof(ulong2);
  o[k++] = sizeof(wchar_t);
  o[k++] = sizeof(Color);
}
__global__ void fields(Packed* p, Bits* b, Particle* q, Nested* n, Tight* t) {
  int i = threadIdx.x;
  p[i].a = i;
  p[i].b = i * 3;
  p[i].c = -i;
  p[i].d = (1ull << 39) + i;
  p[i].e = i & 1;
  b[i].f = i * 1.5f;
  b[i].b.x |= 1;
  Particle r = q[i];
  r.x += r.y;
  r.id = i;
  q[i] = r;
  n[i].inner.a = i;
  n[i].v = make_int3(i, i + 1, i + 2);
  n[i].color = Green;
  n[i].d.y = i * .5;
  if (i < 4) t[i].c = 'a' + i;
}
__shared__ int dummy_unused[4];
__global__ void shared_aligned(uintptr_t* o) {
  __shared__ alignas(128) char a[33];
  __shared__ __align__(64) char b[5];
  __shared__ Particle p[3];
  __shared__ double2 d;
  a[threadIdx.x] = 1;
  b[0] = 2;
  p[threadIdx.x % 3].id = 1;
  d.x = 1;
  __syncthreads();
  o[0] = (uintptr_t)a % 128;
  o[1] = (uintptr_t)b % 64;
  o[2] = (uintptr_t)p % 16;
  o[3] = (uintptr_t)&d % 16;
}
int main() {
  size_t* o;
  cudaMallocManaged(&o, 512);
  sizes<<<1, 1>>>(o);
  cudaDeviceSynchronize();
  for (int i = 0; i < 22; i++) printf("%zu ", o[i]);
  printf("\n");
  Packed* p;
  Bits* b;
  Particle* q;
  Nested* n;
  Tight* t;
  cudaMallocManaged(&p, 32 * sizeof *p);
  cudaMallocManaged(&b, 32 * sizeof *b);
  cudaMallocManaged(&q, 32 * sizeof *q);
  cudaMallocManaged(&n, 32 * sizeof *n);
  cudaMallocManaged(&t, 32 * sizeof *t);
  for (int i = 0; i < 32; i++) {
    q[i] = {1.f * i, 2.f * i, 3.f * i, 0};
    p[i] = {};
  }
  fields<<<1, 32>>>(p, b, q, n, t);
  cudaDeviceSynchronize();
  for (int i = 0; i < 32; i += 5)
    printf("%u %u %d %llu %d %08x %g %d %d %d %g\n", p[i].a, p[i].b, p[i].c, (unsigned long long)p[i].d,
           p[i].e, b[i].u, q[i].x, q[i].id, n[i].v.z, n[i].color, n[i].d.y);
  printf("%c %zu\n", t[3].c, sizeof(Packed));
  shared_aligned<<<1, 32>>>((uintptr_t*)o);
  cudaDeviceSynchronize();
  printf("%zu %zu %zu %zu\n", o[0], o[1], o[2], o[3]);
  cudaFree(o);
  cudaFree(p);
  cudaFree(b);
  cudaFree(q);
  cudaFree(n);
  cudaFree(t);
}
