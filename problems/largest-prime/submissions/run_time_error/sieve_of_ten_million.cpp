// Crashes: looks up numbers of any size in a sieve of ten million. Caught by sample 02 and by every larger
// number.
#include <cstdio>
#include <vector>

const int limit = 10000000;

int main() {
  std::vector<bool> composite(limit + 1);
  for (int p = 2; p * p <= limit; p++)
    if (!composite[p])
      for (int i = p * p; i <= limit; i += p) composite[i] = true;
  unsigned long long n;
  while (scanf("%llu", &n) == 1) {
    if (n <= 2) {
      puts("-1");
      continue;
    }
    while (composite.at(--n)) continue;
    printf("%llu\n", n);
  }
}
