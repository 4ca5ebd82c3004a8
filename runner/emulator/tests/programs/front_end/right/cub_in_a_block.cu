// CUB within a block: reduction, scan, radix sort and loads of several items per thread.
#include <cub/cub.cuh>
#include <iostream>

constexpr int kThreads = 64, kItems = 4;

__global__ void tour(const int* in, int n, int* sorted, int* scanned, int* facts) {
  using Load = cub::BlockLoad<int, kThreads, kItems, cub::BLOCK_LOAD_TRANSPOSE>;
  using Store = cub::BlockStore<int, kThreads, kItems, cub::BLOCK_STORE_WARP_TRANSPOSE>;
  using Sort = cub::BlockRadixSort<int, kThreads, kItems>;
  using Scan = cub::BlockScan<int, kThreads>;
  using Reduce = cub::BlockReduce<int, kThreads>;
  __shared__ union {
    typename Load::TempStorage load;
    typename Store::TempStorage store;
    typename Sort::TempStorage sort;
    typename Scan::TempStorage scan;
    typename Reduce::TempStorage reduce;
  } temp;

  int items[kItems], sums[kItems];
  Load(temp.load).Load(in, items, n, 1 << 20);
  __syncthreads();
  int local = 0;
  for (int i = 0; i < kItems; ++i) local += items[i] < (1 << 20) ? items[i] : 0;
  int total = Reduce(temp.reduce).Sum(local);
  __syncthreads();
  int aggregate;
  Scan(temp.scan).ExclusiveSum(items, sums, aggregate);
  __syncthreads();
  Sort(temp.sort).Sort(items);
  __syncthreads();
  Store(temp.store).Store(sorted, items, n);
  __syncthreads();
  Store(temp.store).Store(scanned, sums, n);
  if (threadIdx.x == 0) facts[0] = total, facts[1] = aggregate;
}

int main() {
  const int n = 201;
  int h[n], sorted[n], scanned[n], facts[2];
  for (int i = 0; i < n; ++i) h[i] = (i * 151 + 40) % 503;
  int *in, *dsorted, *dscanned, *dfacts;
  cudaMalloc(&in, sizeof h), cudaMalloc(&dsorted, sizeof h), cudaMalloc(&dscanned, sizeof h), cudaMalloc(&dfacts, sizeof facts);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  tour<<<1, kThreads>>>(in, n, dsorted, dscanned, dfacts);
  cudaMemcpy(sorted, dsorted, sizeof h, cudaMemcpyDeviceToHost);
  cudaMemcpy(scanned, dscanned, sizeof h, cudaMemcpyDeviceToHost);
  cudaMemcpy(facts, dfacts, sizeof facts, cudaMemcpyDeviceToHost);
  std::cout << "sum " << facts[0] << ", with padding " << facts[1] << '\n';
  for (int i = 0; i < n; i += 40) std::cout << sorted[i] << ' ' << scanned[i] << '\n';
  cudaFree(in), cudaFree(dsorted), cudaFree(dscanned), cudaFree(dfacts);
}
