// Wrong: adds in 32 bits, but a sum of two 32-bit integers needs 33.
// Caught by sample 02 and by every case of the full range; not by small numbers.
#include <cstdio>
#include <vector>

int main() {
  int n;
  if (scanf("%d", &n) != 1) return 1;
  std::vector<int> a(n), b(n);
  for (int& x : a) scanf("%d", &x);
  for (int& x : b) scanf("%d", &x);
  for (int i = 0; i < n; i++) printf("%d ", (int)((unsigned)a[i] + (unsigned)b[i]));
  puts("");
}
