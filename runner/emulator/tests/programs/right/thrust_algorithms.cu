// Vectors, algorithms and iterators of Thrust, and a kernel on the same memory.
#include <cstdlib>
#include <iostream>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/extrema.h>
#include <thrust/fill.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/unique.h>

struct saxpy {
  int a;
  __host__ __device__ int operator()(int x, int y) const { return a * x + y; }
};

struct square {
  __host__ __device__ long long operator()(int x) const { return (long long)x * x; }
};

struct is_even {
  __host__ __device__ bool operator()(int x) const { return x % 2 == 0; }
};

__global__ void add_index(int *data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] += i;
}

template <typename V>
void show(const char *name, const V &v) {
  std::cout << name << ":";
  for (size_t i = 0; i < v.size(); i++) std::cout << ' ' << v[i];
  std::cout << '\n';
}

int main() {
  thrust::host_vector<int> h(12);
  unsigned seed = 1;
  for (size_t i = 0; i < h.size(); i++) h[i] = (seed = seed * 1103515245u + 12345u) / 65536 % 50;
  thrust::device_vector<int> d = h;
  show("data", d);

  thrust::sort(d.begin(), d.end());
  show("sorted", d);
  thrust::sort(d.begin(), d.end(), thrust::greater<int>());
  show("descending", d);
  std::cout << "sum " << thrust::reduce(d.begin(), d.end()) << ", max " << thrust::reduce(d.begin(), d.end(), 0, thrust::maximum<int>())
            << ", even " << thrust::count_if(d.begin(), d.end(), is_even()) << ", sum of squares "
            << thrust::transform_reduce(d.begin(), d.end(), square(), 0LL, thrust::plus<long long>()) << '\n';

  thrust::device_vector<int> x(12), y(12, 5);
  thrust::sequence(x.begin(), x.end(), 1);
  thrust::transform(x.begin(), x.end(), y.begin(), y.begin(), saxpy{3});
  show("saxpy", y);
  thrust::inclusive_scan(x.begin(), x.end(), x.begin());
  show("inclusive scan", x);
  thrust::exclusive_scan(x.begin(), x.end(), y.begin(), 100);
  show("exclusive scan", y);

  add_index<<<1, 32>>>(thrust::raw_pointer_cast(x.data()), x.size());
  show("after a kernel", x);
  x[3] = -7;
  thrust::fill(x.begin(), x.begin() + 2, 9);
  std::cout << "minimum at " << thrust::min_element(x.begin(), x.end()) - x.begin() << '\n';

  // the most frequent remainder: keys are sorted, then counted
  thrust::device_vector<int> keys(h.size()), values(h.size(), 1), k(h.size()), v(h.size());
  for (size_t i = 0; i < h.size(); i++) keys[i] = h[i] % 5;
  thrust::sort_by_key(keys.begin(), keys.end(), values.begin());
  auto ends = thrust::reduce_by_key(keys.begin(), keys.end(), values.begin(), k.begin(), v.begin());
  k.resize(ends.first - k.begin());
  v.resize(ends.second - v.begin());
  show("remainders", k);
  show("how often", v);

  thrust::copy_if(d.begin(), d.end(), x.begin(), is_even());
  thrust::counting_iterator<int> first(1);
  std::cout << "10! = " << thrust::reduce(first, first + 10, 1, thrust::multiplies<int>()) << '\n';
  thrust::copy(d.begin(), d.end(), h.begin());
  std::cout << h[0] << ' ' << h[11] << ' ' << x[0] << '\n';
}
