// Wrong: computes in double, but prints with the six digits that are cout's default.
// Caught by sums of few terms: sample 02 needs seven digits, as do all thin cases.
#include <iostream>
#include <vector>

using namespace std;

int main() {
  ios::sync_with_stdio(false);
  cin.tie(nullptr);
  int m, k, n;
  cin >> m >> k >> n;
  vector<vector<double>> a(m, vector<double>(k)), b(k, vector<double>(n)), c(m, vector<double>(n));
  for (auto& row : a)
    for (auto& x : row) cin >> x;
  for (auto& row : b)
    for (auto& x : row) cin >> x;
  for (int i = 0; i < m; i++)
    for (int p = 0; p < k; p++)
      for (int j = 0; j < n; j++) c[i][j] += a[i][p] * b[p][j];
  for (auto& row : c) {
    for (auto x : row) cout << x << ' ';
    cout << '\n';
  }
}
