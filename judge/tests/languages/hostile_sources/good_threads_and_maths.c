#include <math.h>
#include <pthread.h>
#include <stdio.h>
static void *twice(void *value) {
  double *n = value;
  *n = fma(*n, 2, 0) * cbrt(1);
  return 0;
}
int main(void) {
  double n;
  scanf("%lf", &n);
  pthread_t thread;
  pthread_create(&thread, 0, twice, &n);
  pthread_join(thread, 0);
  printf("%.0f\n", n);
}
