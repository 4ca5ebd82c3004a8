// Somebody who is used to counting from 1.
#include <iostream>
using namespace std;

__global__ void add(double *a, double *b, double *c, int n) {
#ifdef REPAIRED
  int i = threadIdx.x;
  if (i < n) {
#else
  int i = threadIdx.x + 1;
  if (i <= n) {
#endif
    double sum = a[i];  // fault: out-of-bounds
    sum += b[i];  // fault: out-of-bounds
    c[i] = sum;  // fault: out-of-bounds
  }
}

int main() {
  const int n = 33;
  double a[n], b[n], c[n], *da, *db, *dc;
  for (int i = 0; i < n; i++) { a[i] = i; b[i] = 2 * i; }
  cudaMalloc(&da, sizeof(a)); cudaMalloc(&db, sizeof(b)); cudaMalloc(&dc, sizeof(c));
  cudaMemcpy(da, a, sizeof(a), cudaMemcpyHostToDevice);
  cudaMemcpy(db, b, sizeof(b), cudaMemcpyHostToDevice);
  cudaMemset(dc, 0, sizeof(c));
  add<<<1, 64>>>(da, db, dc, n);
  cudaMemcpy(c, dc, sizeof(c), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i += 8) cout << c[i] << " ";
  cout << endl;
  cudaFree(da); cudaFree(db); cudaFree(dc);
  return 0;
}
