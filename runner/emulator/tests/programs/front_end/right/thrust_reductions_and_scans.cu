// Thrust's reductions, scans and transformations, with functors, lambdas in functors, iterators, streams and policies.
#include <cstdio>
#include <thrust/complex.h>
#include <thrust/count.h>
#include <thrust/device_malloc.h>
#include <thrust/device_free.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/fill.h>
#include <thrust/for_each.h>
#include <thrust/gather.h>
#include <thrust/host_vector.h>
#include <thrust/generate.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/logical.h>
#include <thrust/random.h>
#include <thrust/reduce.h>
#include <thrust/replace.h>
#include <thrust/reverse.h>
#include <thrust/scan.h>
#include <thrust/scatter.h>
#include <thrust/sequence.h>
#include <thrust/tabulate.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/transform_scan.h>
#include <thrust/universal_vector.h>

struct Random {
  __device__ float operator()(unsigned i) const {
    thrust::default_random_engine engine(1234);
    engine.discard(i);
    return thrust::uniform_real_distribution<float>(0, 1)(engine);
  }
};

struct InCircle {
  __device__ bool operator()(thrust::tuple<float, float> p) const {
    const float x = thrust::get<0>(p), y = thrust::get<1>(p);
    return x * x + y * y < 1;
  }
};

struct Bin {
  int *bins;
  __device__ void operator()(float x) const { atomicAdd(&bins[int(x * 8)], 1); }
};

struct Square {
  __host__ __device__ int operator()(int x) const { return x * x; }
  __host__ __device__ thrust::complex<float> operator()(thrust::complex<float> x) const { return x * x; }
};

struct Negative {
  __device__ bool operator()(int x) const { return x < 0; }
};

template <class Vector>
void show(const char *name, const Vector &v) {
  printf("%s:", name);
  for (size_t i = 0; i < v.size(); ++i) printf(" %d", (int)v[i]);
  printf("\n");
}

__global__ void sums_of_rows(const int *m, int *sums, int columns) {
  const int *row = m + threadIdx.x * columns;
  sums[threadIdx.x] = thrust::reduce(thrust::seq, row, row + columns);
}

int main() {
  const int n = 5000;
  thrust::device_vector<float> x(n), y(n);
  thrust::transform(thrust::make_counting_iterator(0u), thrust::make_counting_iterator(unsigned(n)), x.begin(), Random());
  thrust::transform(thrust::make_counting_iterator(unsigned(n)), thrust::make_counting_iterator(2u * n), y.begin(), Random());
  const auto points = thrust::make_zip_iterator(thrust::make_tuple(x.begin(), y.begin()));
  printf("%d of %d in the circle\n", (int)thrust::count_if(points, points + n, InCircle()), n);
  thrust::device_vector<int> bins(8);
  thrust::for_each(x.begin(), x.end(), Bin{thrust::raw_pointer_cast(bins.data())});
  show("bins", bins);

  thrust::device_vector<float> ones(30000000 / 8, 1.f);
  printf("sum of ones %.0f\n", thrust::reduce(ones.begin(), ones.end(), 0.f));
  ones.clear();
  ones.shrink_to_fit();

  thrust::device_vector<int> v(12);
  thrust::sequence(v.begin(), v.end(), -5, 2);
  show("sequence", v);
  printf("sum %d, squares %d, product with itself %d, least %d at %d, largest %d\n", thrust::reduce(v.begin(), v.end()),
         thrust::transform_reduce(v.begin(), v.end(), Square(), 0, thrust::plus<int>()),
         thrust::inner_product(v.begin(), v.end(), v.begin(), 0), (int)*thrust::min_element(v.begin(), v.end()),
         int(thrust::min_element(v.begin(), v.end()) - v.begin()),
         thrust::reduce(v.begin(), v.end(), -1000, thrust::maximum<int>()));
  const auto extremes = thrust::minmax_element(v.begin(), v.end());
  printf("from %d to %d\n", (int)*extremes.first, (int)*extremes.second);
  thrust::device_vector<int> w(12);
  thrust::inclusive_scan(v.begin(), v.end(), w.begin());
  show("inclusive", w);
  thrust::exclusive_scan(v.begin(), v.end(), w.begin(), 100);
  show("exclusive", w);
  thrust::transform_inclusive_scan(v.begin(), v.end(), w.begin(), Square(), thrust::plus<int>());
  show("squares", w);
  thrust::device_vector<int> keys(12);
  for (int i = 0; i < 12; ++i) keys[i] = i / 5;
  thrust::inclusive_scan_by_key(keys.begin(), keys.end(), v.begin(), w.begin());
  show("by key", w);
  thrust::exclusive_scan_by_key(keys.begin(), keys.end(), v.begin(), w.begin());
  show("exclusive by key", w);
  thrust::device_vector<int> sums(12);
  const auto ends = thrust::reduce_by_key(keys.begin(), keys.end(), v.begin(), thrust::make_discard_iterator(), sums.begin());
  printf("%d keys: %d %d %d\n", int(ends.second - sums.begin()), (int)sums[0], (int)sums[1], (int)sums[2]);

  thrust::replace_if(v.begin(), v.end(), Negative(), 0);
  thrust::reverse(v.begin(), v.end());
  show("without negative ones, backwards", v);
  int places[] = {3, 0, 11, 7};
  thrust::device_vector<int> at(places, places + 4), gathered(4), scattered(12, -1);
  thrust::gather(at.begin(), at.end(), v.begin(), gathered.begin());
  show("gathered", gathered);
  thrust::scatter(gathered.begin(), gathered.end(), at.begin(), scattered.begin());
  show("scattered", scattered);
  printf("through a permutation %d\n", thrust::reduce(thrust::make_permutation_iterator(v.begin(), at.begin()),
                                                       thrust::make_permutation_iterator(v.begin(), at.end())));
  printf("all %d any %d none %d\n", (int)thrust::all_of(v.begin(), v.end(), Negative()),
         (int)thrust::any_of(v.begin(), v.end(), Negative()), (int)thrust::none_of(v.begin(), v.end(), Negative()));
  thrust::tabulate(v.begin(), v.end(), Square());
  show("tabulated", v);
  thrust::fill_n(v.begin(), 3, 7);
  thrust::transform(v.begin(), v.end(), thrust::make_constant_iterator(10), v.begin(), thrust::multiplies<int>());
  v.push_back(1);
  v.insert(v.begin(), 2);
  show("changed", v);

  cudaStream_t stream;
  cudaStreamCreate(&stream);
  int *raw;
  cudaMalloc(&raw, 100 * sizeof(int));
  thrust::sequence(thrust::cuda::par.on(stream), thrust::device_pointer_cast(raw), thrust::device_pointer_cast(raw) + 100);
  thrust::transform(thrust::device, raw, raw + 100, raw, Square());
  printf("last %d, sum %d\n", (int)thrust::device_pointer_cast(raw)[99], thrust::reduce(thrust::cuda::par.on(stream), raw, raw + 100));
  thrust::device_vector<int> rows(10);
  sums_of_rows<<<1, 10, 0, stream>>>(raw, thrust::raw_pointer_cast(rows.data()), 10);
  cudaStreamSynchronize(stream);
  show("rows", rows);
  cudaFree(raw);
  cudaStreamDestroy(stream);

  thrust::universal_vector<int> both(4);
  for (int i = 0; i < 4; ++i) both[i] = i + 1;
  thrust::transform(both.begin(), both.end(), both.begin(), Square());
  printf("seen from here %d %d\n", both[2], both[3]);
  thrust::device_vector<thrust::complex<float>> z(2, thrust::complex<float>(1, 2));
  thrust::transform(z.begin(), z.end(), z.begin(), Square());
  const thrust::complex<float> first = z[0];
  printf("%.0f%+.0fi\n", first.real(), first.imag());
  thrust::host_vector<float> floats(v.begin(), v.end());
  thrust::device_vector<double> doubles = floats;
  printf("%.1f\n", (double)doubles[1]);
  thrust::device_ptr<int> p = thrust::device_malloc<int>(3);
  thrust::fill(p, p + 3, 9);
  printf("%d\n", thrust::reduce(p, p + 3));
  thrust::device_free(p);
}
