// Counting keys in a hash table with open addressing; slots are claimed with atomicCAS.
#include <algorithm>
#include <cstdio>
#include <map>
#include <vector>

typedef unsigned long long Key;
const Key EMPTY = ~0ull;

struct Table {
    Key *keys;
    unsigned int *counts;
    unsigned int mask;
};

__device__ __forceinline__ unsigned int hashOf(Key k) {
    k ^= k >> 33;
    k *= 0xff51afd7ed558ccdull;
    k ^= k >> 33;
    return (unsigned int)k;
}

__device__ bool insert(Table t, Key key) {
    for (unsigned int probe = 0, slot = hashOf(key) & t.mask; probe <= t.mask; probe++, slot = (slot + 1) & t.mask) {
        Key before = atomicCAS(&t.keys[slot], EMPTY, key);
        if (before == EMPTY || before == key) {
            atomicAdd(&t.counts[slot], 1u);
            return true;
        }
    }
    return false;  // the table is full
}

__global__ void insertAll(Table t, const Key *keys, int n, int *refused) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        if (!insert(t, keys[i])) atomicAdd(refused, 1);
}

__global__ void lookUp(Table t, const Key *keys, int n, unsigned int *found) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned int slot = hashOf(keys[i]) & t.mask;
    found[i] = 0;
    while (t.keys[slot] != EMPTY) {
        if (t.keys[slot] == keys[i]) {
            found[i] = t.counts[slot];
            break;
        }
        slot = (slot + 1) & t.mask;
    }
}

int main() {
    const int n = 6000, queries = 300;
    std::vector<Key> keys(n);
    std::map<Key, unsigned int> expected;
    for (int i = 0; i < n; i++) {
        keys[i] = Key(i) * i % 1021 * 1000003;
        expected[keys[i]]++;
    }
    std::vector<Key> asked(queries);
    std::vector<unsigned int> found(queries);
    for (int i = 0; i < queries; i++) asked[i] = Key(i) * 1000003;

    Table table = {0, 0, 2047};
    Key *d_keys;
    unsigned int *d_found;
    int *d_refused, refused;
    cudaMalloc(&table.keys, 2048 * sizeof(Key));
    cudaMalloc(&table.counts, 2048 * sizeof(unsigned int));
    cudaMalloc(&d_keys, n * sizeof(Key));
    cudaMalloc(&d_found, queries * sizeof(unsigned int));
    cudaMalloc(&d_refused, sizeof(int));
    cudaMemset(table.keys, 0xff, 2048 * sizeof(Key));
    cudaMemset(table.counts, 0, 2048 * sizeof(unsigned int));
    cudaMemset(d_refused, 0, sizeof(int));
    cudaMemcpy(d_keys, keys.data(), n * sizeof(Key), cudaMemcpyHostToDevice);
    insertAll<<<12, 128>>>(table, d_keys, n, d_refused);
    cudaMemcpy(d_keys, asked.data(), queries * sizeof(Key), cudaMemcpyHostToDevice);
    lookUp<<<(queries + 127) / 128, 128>>>(table, d_keys, queries, d_found);
    cudaMemcpy(found.data(), d_found, queries * sizeof(unsigned int), cudaMemcpyDeviceToHost);
    cudaMemcpy(&refused, d_refused, sizeof(int), cudaMemcpyDeviceToHost);

    int wrong = 0, absent = 0;
    for (int i = 0; i < queries; i++) {
        wrong += found[i] != (expected.count(asked[i]) ? expected[asked[i]] : 0);
        absent += found[i] == 0;
    }
    printf("%zu different keys, %d refused, %d of %d absent, %d wrong\n", expected.size(), refused, absent, queries, wrong);
    cudaFree(table.keys);
    cudaFree(table.counts);
    cudaFree(d_keys);
    cudaFree(d_found);
    cudaFree(d_refused);
    return 0;
}
