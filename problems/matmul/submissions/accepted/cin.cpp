// The loops in the order i, k, j, in single precision; nine digits at the end.
#include <iostream>
#include <vector>

using namespace std;

int main() {
  ios::sync_with_stdio(false);
  cin.tie(nullptr);
  int m, k, n;
  cin >> m >> k >> n;
  vector<vector<float>> a(m, vector<float>(k)), b(k, vector<float>(n)), c(m, vector<float>(n));
  for (auto& row : a)
    for (auto& x : row) cin >> x;
  for (auto& row : b)
    for (auto& x : row) cin >> x;
  for (int i = 0; i < m; i++) {
    for (int p = 0; p < k; p++) {
      float x = a[i][p];
      for (int j = 0; j < n; j++) c[i][j] += x * b[p][j];
    }
  }
  cout.precision(9);
  for (auto& row : c) {
    for (int j = 0; j < n; j++) cout << row[j] << (j + 1 < n ? ' ' : '\n');
  }
}
