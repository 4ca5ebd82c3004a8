// Longest common subsequence: dynamic programming along the antidiagonals of the table.
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>
using namespace std;

__global__ void diagonal(const char *a, const char *b, int n, int m, int d, const int *two_back, const int *back, int *now)
{
    // cell (i, j) with i + j == d, 1 <= i <= n, 1 <= j <= m; arrays are indexed by i
    int i = max(1, d - m) + blockIdx.x * blockDim.x + threadIdx.x;
    int j = d - i;
    if (i > n || j < 1) return;
    if (a[i - 1] == b[j - 1])
        now[i] = two_back[i - 1] + 1;
    else
        now[i] = max(back[i - 1], back[i]);
}

int on_device(const string &a, const string &b)
{
    int n = a.size(), m = b.size(), *table, result;
    char *d_a, *d_b;
    cudaMalloc(&d_a, n);
    cudaMalloc(&d_b, m);
    cudaMalloc(&table, 3 * (n + 1) * sizeof(int));
    cudaMemcpy(d_a, a.data(), n, cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, b.data(), m, cudaMemcpyHostToDevice);
    cudaMemset(table, 0, 3 * (n + 1) * sizeof(int));
    for (int d = 2; d <= n + m; d++) {
        int *now = table + d % 3 * (n + 1), *back = table + (d + 2) % 3 * (n + 1), *two_back = table + (d + 1) % 3 * (n + 1);
        int cells = min({n, m, d - 1, n + m - d + 1});
        // the borders of the table, i == 0 and j == 0, are zero in every diagonal
        cudaMemset(now, 0, sizeof(int));
        if (d <= n) cudaMemset(now + d, 0, sizeof(int));
        diagonal<<<(cells + 63) / 64, 64>>>(d_a, d_b, n, m, d, two_back, back, now);
    }
    cudaMemcpy(&result, table + (n + m) % 3 * (n + 1) + n, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(table);
    return result;
}

int on_host(const string &a, const string &b)
{
    vector<vector<int>> t(a.size() + 1, vector<int>(b.size() + 1));
    for (size_t i = 1; i <= a.size(); i++)
        for (size_t j = 1; j <= b.size(); j++)
            t[i][j] = a[i - 1] == b[j - 1] ? t[i - 1][j - 1] + 1 : max(t[i - 1][j], t[i][j - 1]);
    return t[a.size()][b.size()];
}

int main()
{
    string dna1, dna2;
    for (int i = 0; i < 150; i++) dna1 += "ACGT"[i * i % 7 % 4];
    for (int i = 0; i < 211; i++) dna2 += "ACGT"[(i * i + i / 3) % 11 % 4];
    const pair<string, string> cases[] = {
        {"AGGTAB", "GXTXAYB"}, {"parallel programming", "massively parallel machines"}, {"x", "y"}, {dna1, dna2}};
    for (auto &[a, b] : cases) {
        int device = on_device(a, b), host = on_host(a, b);
        cout << a.substr(0, 20) << " / " << b.substr(0, 20) << ": " << device << (device == host ? "" : " WRONG") << endl;
    }
}
