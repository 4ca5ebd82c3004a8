// Thrust's sorts, searches, merges, sets, partitions and compactions.
#include <cstdio>
#include <thrust/adjacent_difference.h>
#include <thrust/binary_search.h>
#include <thrust/device_vector.h>
#include <thrust/equal.h>
#include <thrust/find.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/merge.h>
#include <thrust/mismatch.h>
#include <thrust/partition.h>
#include <thrust/remove.h>
#include <thrust/set_operations.h>
#include <thrust/sort.h>
#include <thrust/unique.h>

struct Particle {
  float mass;
  int cell;
};

struct ByCell {
  __device__ bool operator()(const Particle &a, const Particle &b) const { return a.cell < b.cell; }
};

struct IsOdd {
  __device__ bool operator()(int x) const { return x & 1; }
};

template <class Vector>
void show(const char *name, const Vector &v) {
  printf("%s:", name);
  for (size_t i = 0; i < v.size(); ++i) printf(" %d", (int)v[i]);
  printf("\n");
}

int main() {
  const int n = 3000;
  thrust::host_vector<int> h(n);
  unsigned seed = 7;
  for (int i = 0; i < n; ++i) h[i] = int((seed = seed * 1664525u + 1013904223u) >> 8) % 4001 - 2000;
  thrust::device_vector<int> d = h, e = h;
  thrust::sort(d.begin(), d.end());
  thrust::stable_sort(e.begin(), e.end(), thrust::greater<int>());
  printf("%d %d, sorted %d, the same backwards %d\n", (int)d.front(), (int)d.back(), (int)thrust::is_sorted(d.begin(), d.end()),
         (int)thrust::equal(d.begin(), d.end(), thrust::make_reverse_iterator(e.end())));

  thrust::device_vector<float> values(n);
  for (int i = 0; i < n; ++i) values[i] = i * 0.25f;
  thrust::device_vector<int> keys = h;
  thrust::sort_by_key(keys.begin(), keys.end(), values.begin());
  printf("least key %d from %.2f\n", (int)keys[0], (float)values[0]);

  thrust::host_vector<Particle> particles(200);
  for (int i = 0; i < 200; ++i) particles[i] = {i * 1.5f, (i * 37) % 10};
  thrust::device_vector<Particle> on_device = particles;
  thrust::stable_sort(on_device.begin(), on_device.end(), ByCell());
  particles = on_device;
  printf("particles %d %.1f, %d %.1f\n", particles[0].cell, particles[0].mass, particles[199].cell, particles[199].mass);

  thrust::device_vector<int> wanted(4), found(4);
  wanted[0] = -3000, wanted[1] = 0, wanted[2] = d[1500], wanted[3] = 3000;
  thrust::lower_bound(d.begin(), d.end(), wanted.begin(), wanted.end(), found.begin());
  show("lower bounds", found);
  thrust::upper_bound(d.begin(), d.end(), wanted.begin(), wanted.end(), found.begin());
  show("upper bounds", found);
  printf("one: %d %d\n", int(thrust::lower_bound(d.begin(), d.end(), 10) - d.begin()),
         (int)thrust::binary_search(d.begin(), d.end(), 100000));
  printf("first odd at %d, value 10 or none at %d\n", int(thrust::find_if(d.begin(), d.end(), IsOdd()) - d.begin()),
         int(thrust::find(d.begin(), d.end(), 100001) - d.begin()));

  thrust::device_vector<int> unique = d;
  unique.erase(thrust::unique(unique.begin(), unique.end()), unique.end());
  printf("%d different ones\n", (int)unique.size());
  thrust::device_vector<int> odd(n);
  const auto odd_end = thrust::copy_if(unique.begin(), unique.end(), odd.begin(), IsOdd());
  printf("%d odd ones, the first %d\n", int(odd_end - odd.begin()), (int)odd[0]);
  unique.erase(thrust::remove_if(unique.begin(), unique.end(), IsOdd()), unique.end());
  printf("%d even ones, the last %d\n", (int)unique.size(), (int)unique.back());
  thrust::device_vector<int> both(unique.size() + (odd_end - odd.begin()));
  thrust::merge(unique.begin(), unique.end(), odd.begin(), odd_end, both.begin());
  printf("merged %d, sorted %d\n", (int)both.size(), (int)thrust::is_sorted(both.begin(), both.end()));

  int a[] = {1, 2, 4, 4, 7, 9}, b[] = {2, 4, 5, 9, 10};
  thrust::device_vector<int> x(a, a + 6), y(b, b + 5), z(11);
  z.resize(thrust::set_union(x.begin(), x.end(), y.begin(), y.end(), z.begin()) - z.begin());
  show("union", z);
  z.resize(thrust::set_intersection(x.begin(), x.end(), y.begin(), y.end(), z.begin()) - z.begin());
  show("intersection", z);
  z.resize(11);
  z.resize(thrust::set_difference(x.begin(), x.end(), y.begin(), y.end(), z.begin()) - z.begin());
  show("difference", z);
  z.resize(11);
  z.resize(thrust::set_symmetric_difference(x.begin(), x.end(), y.begin(), y.end(), z.begin()) - z.begin());
  show("symmetric difference", z);

  thrust::device_vector<int> parts = x;
  const auto middle = thrust::stable_partition(parts.begin(), parts.end(), IsOdd());
  show("odd ones first", parts);
  printf("up to %d\n", int(middle - parts.begin()));
  thrust::device_vector<int> steps(6);
  thrust::adjacent_difference(x.begin(), x.end(), steps.begin());
  show("differences", steps);
  const auto differ = thrust::mismatch(x.begin(), x.begin() + 5, y.begin());
  printf("differ at %d\n", int(differ.first - x.begin()));

  thrust::device_vector<int> k1(8), k2(8);
  for (int i = 0; i < 8; ++i) k1[i] = i % 3, k2[i] = 8 - i;
  const auto pairs = thrust::make_zip_iterator(thrust::make_tuple(k1.begin(), k2.begin()));
  thrust::sort(pairs, pairs + 8);
  show("first of the pairs", k1);
  show("second", k2);
}
