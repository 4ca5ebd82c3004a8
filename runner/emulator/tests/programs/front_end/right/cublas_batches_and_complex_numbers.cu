// nvcc -lcublas
// cuBLAS on complex numbers, in batches, and with matrices of all shapes.
#include <cstdio>
#include <vector>
#include <cublas_v2.h>
#include <cuComplex.h>
// Whole numbers, so that no sum is rounded.
static std::vector<void*> owned;
template <class T>
T* on_device(const std::vector<T>& v) {
  T* d;
  cudaMalloc(&d, v.size() * sizeof(T));
  cudaMemcpy(d, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
  owned.push_back(d);
  return d;
}
template <class T>
std::vector<T> on_host(const T* d, size_t n) {
  std::vector<T> v(n);
  cudaMemcpy(v.data(), d, n * sizeof(T), cudaMemcpyDeviceToHost);
  return v;
}
static void show(const char* name, const std::vector<float>& v) {
  printf("%s:", name);
  for (float x : v) printf(" %g", x);
  printf("\n");
}
static void show(const char* name, const std::vector<double>& v) {
  printf("%s:", name);
  for (double x : v) printf(" %g", x);
  printf("\n");
}
template <class C>
void show(const char* name, const std::vector<C>& v) {
  printf("%s:", name);
  for (C x : v) printf(" %g%+gi", x.x, x.y);
  printf("\n");
}
int main() {
  cublasHandle_t h;
  cublasCreate(&h);
  const int n = 3, count = 2;
  float one = 1, zero = 0, two = 2;
  double done = 1, dzero = 0;
  std::vector<float> a(n * n * count), b(n * n * count);
  for (int i = 0; i < n * n * count; i++) {
    a[i] = i % 7 - 3;
    b[i] = i % 5;
  }
  float *da = on_device(a), *db = on_device(b), *dc = on_device(std::vector<float>(n * n * count, 1));
  cublasSgemmStridedBatched(h, CUBLAS_OP_N, CUBLAS_OP_T, n, n, n, &two, da, n, n * n, db, n, n * n, &one, dc,
                            n, n * n, count);
  show("strided", on_host(dc, n * n * count));
  float** pa = on_device(std::vector<float*>{da, da + n * n});
  float** pb = on_device(std::vector<float*>{db, db + n * n});
  float** pc = on_device(std::vector<float*>{dc, dc + n * n});
  printf("%d\n",
         cublasSgemmBatched(h, CUBLAS_OP_T, CUBLAS_OP_N, n, n, n, &one, pa, n, pb, n, &zero, pc, n, count));
  show("batched", on_host(dc, n * n * count));
  std::vector<double> ad(a.begin(), a.end());
  double *dad = on_device(ad), *dcd = on_device(std::vector<double>(9, 0));
  double** pda = on_device(std::vector<double*>{dad});
  double** pdc = on_device(std::vector<double*>{dcd});
  cublasDgemmBatched(h, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &done, pda, n, pda, n, &dzero, pdc, n, 1);
  show("dbatched", on_host(dcd, 9));
  std::vector<cuComplex> ca, cb;
  std::vector<cuDoubleComplex> za;
  for (int i = 0; i < 4; i++) {
    ca.push_back(make_cuComplex(i, 1 - i));
    cb.push_back(make_cuComplex(2 - i, i));
    za.push_back(make_cuDoubleComplex(i, -i));
  }
  cuComplex *dca = on_device(ca), *dcb = on_device(cb), *dcc = on_device(ca);
  cuDoubleComplex *dza = on_device(za), *dzc = on_device(za);
  cuComplex cone = make_cuComplex(1, 1), czero = make_cuComplex(0, 0);
  cuDoubleComplex zone = make_cuDoubleComplex(2, 0), zzero = make_cuDoubleComplex(0, 0);
  cublasCgemm(h, CUBLAS_OP_N, CUBLAS_OP_C, 2, 2, 2, &cone, dca, 2, dcb, 2, &czero, dcc, 2);
  show("cgemm", on_host(dcc, 4));
  cublasZgemm(h, CUBLAS_OP_C, CUBLAS_OP_T, 2, 2, 2, &zone, dza, 2, dza, 2, &zzero, dzc, 2);
  show("zgemm", on_host(dzc, 4));
  cublasCaxpy(h, 4, &cone, dca, 1, dcb, 1);
  show("caxpy", on_host(dcb, 4));
  cuComplex dot;
  cublasCdotu(h, 4, dca, 1, dcb, 1, &dot);
  printf("cdotu %g%+gi\n", dot.x, dot.y);
  cublasCdotc(h, 4, dca, 1, dcb, 1, &dot);
  printf("cdotc %g%+gi\n", dot.x, dot.y);
  cuDoubleComplex zdot;
  cublasZdotc(h, 4, dza, 1, dza, 1, &zdot);
  printf("zdotc %g%+gi\n", zdot.x, zdot.y);
  cublasCscal(h, 4, &cone, dcb, 1);
  show("cscal", on_host(dcb, 4));
  float half = 0.5f;
  cublasCsscal(h, 4, &half, dcb, 1);
  show("csscal", on_host(dcb, 4));
  float norm;
  cublasScasum(h, 4, dca, 1, &norm);
  printf("scasum %g\n", norm);
  double dnorm;
  cublasDznrm2(h, 1, dza + 3, 1, &dnorm);
  printf("dznrm2 %.5f\n", dnorm);
  int index;
  cublasIcamax(h, 4, dca, 1, &index);
  printf("icamax %d\n", index);
  cublasCgemv(h, CUBLAS_OP_C, 2, 2, &cone, dca, 2, dcb, 1, &czero, dcc, 1);
  show("cgemv", on_host(dcc, 2));
  cublasCgeru(h, 2, 2, &cone, dca, 1, dcb, 1, dcc, 2);
  show("cgeru", on_host(dcc, 4));
  // The rest of levels 1 to 3.
  float c = 0.6f, s = 0.8f;
  float *dx = on_device(std::vector<float>{5, 10, 15}), *dy = on_device(std::vector<float>{10, 0, 5});
  cublasSrot(h, 3, dx, 1, dy, 1, &c, &s);
  show("rot x", on_host(dx, 3));
  show("rot y", on_host(dy, 3));
  float ra = 3, rb = 4;
  cublasSrotg(h, &ra, &rb, &c, &s);
  printf("rotg %g %g %g %g\n", ra, rb, c, s);
  std::vector<float> sy = {4, 1, 2, 1, 5, 3, 2, 3, 6};
  float* ds = on_device(sy);
  cublasSsymv(h, CUBLAS_FILL_MODE_LOWER, 3, &one, ds, 3, da, 1, &zero, dc, 1);
  show("symv", on_host(dc, 3));
  cublasStrmv(h, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, 3, ds, 3, dc, 1);
  show("trmv", on_host(dc, 3));
  cublasStrsv(h, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, 3, ds, 3, dc, 1);
  show("trsv", on_host(dc, 3));
  cublasSsyr(h, CUBLAS_FILL_MODE_UPPER, 3, &two, db, 1, ds, 3);
  show("syr", on_host(ds, 9));
  cublasSsyr2(h, CUBLAS_FILL_MODE_LOWER, 3, &one, da, 1, db, 1, ds, 3);
  show("syr2", on_host(ds, 9));
  cublasSsymm(h, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, 3, 3, &one, ds, 3, db, 3, &zero, dc, 3);
  show("symm", on_host(dc, 9));
  cublasStrmm(h, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_T, CUBLAS_DIAG_UNIT, 3, 3, &two, ds, 3,
              db, 3, dc, 3);
  show("trmm", on_host(dc, 9));
  cublasSsyr2k(h, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, 3, 2, &one, da, 3, db, 3, &zero, dc, 3);
  show("syr2k", on_host(dc, 9));
  cublasSdgmm(h, CUBLAS_SIDE_RIGHT, 3, 3, da, 3, db, 1, dc, 3);
  show("dgmm", on_host(dc, 9));
  cublasSgbmv(h, CUBLAS_OP_N, 3, 3, 1, 1, &one, da, 3, db, 1, &zero, dc, 1);
  show("gbmv", on_host(dc, 3));
  cublasCherk(h, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N, 2, 2, &one, dca, 2, &zero, dcc, 2);
  show("cherk", on_host(dcc, 4));
  // Systems of equations in batches.
  std::vector<float> m = {2, 1, 1, 3, 4, 2, 1, 5};
  float* dm = on_device(m);
  float** pm = on_device(std::vector<float*>{dm, dm + 4});
  int *pivots, *info;
  cudaMalloc(&pivots, 16);
  cudaMalloc(&info, 8);
  printf("%d\n", cublasSgetrfBatched(h, 2, pm, 2, pivots, info, 2));
  show("getrf", on_host(dm, 8));
  auto pv = on_host(pivots, 4);
  printf("pivots %d %d %d %d\n", pv[0], pv[1], pv[2], pv[3]);
  float* di = on_device(std::vector<float>(8, 0));
  float** pi = on_device(std::vector<float*>{di, di + 4});
  cublasSgetriBatched(h, 2, pm, 2, pivots, pi, 2, info, 2);
  show("getri", on_host(di, 8));
  int zero_info;
  float* dr = on_device(std::vector<float>{1, 2, 3, 4});
  float** pr = on_device(std::vector<float*>{dr, dr + 2});
  cublasSgetrsBatched(h, CUBLAS_OP_N, 2, 1, pm, 2, pivots, pr, 2, &zero_info, 2);
  show("getrs", on_host(dr, 4));
  cublasDestroy(h);
  for (void* p : owned) cudaFree(p);
  cudaFree(pivots);
  cudaFree(info);
}
