// Crashes: a[1000][1000] has room for 10^6 elements, but not for 10^6 rows: row 5000 is far outside.
// Caught by "million-rows"; the smaller cases are right.
#include <cstdio>

int a[1000][1000];

int main() {
  int r, c;
  if (scanf("%d %d", &r, &c) != 2) return 1;
  for (int i = 0; i < r; i++)
    for (int j = 0; j < c; j++) scanf("%d", &a[i][j]);
  for (int j = 0; j < c; j++)
    for (int i = 0; i < r; i++) printf("%d%c", a[i][j], i + 1 < r ? ' ' : '\n');
}
