/* Numbers stay text: only where each one begins is noted, and the characters are copied. */
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  size_t capacity = 1 << 16, size = 0, got;
  char* text = malloc(capacity + 1);
  while ((got = fread(text + size, 1, capacity - size, stdin)) > 0) {
    size += got;
    if (size == capacity) text = realloc(text, (capacity *= 2) + 1);
  }
  text[size] = 0;

  char* p;
  size_t r = strtoul(text, &p, 10), c = strtoul(p, &p, 10);
  char** start = malloc(r * c * sizeof *start);
  for (size_t k = 0; k < r * c; k++) {
    while (*p == ' ' || *p == '\n') p++;
    start[k] = p;
    while (*p > ' ') p++;
  }

  char *out = malloc(size + 1), *end = out;
  for (size_t j = 0; j < c; j++)
    for (size_t i = 0; i < r; i++) {
      for (char* q = start[i * c + j]; *q > ' '; q++) *end++ = *q;
      *end++ = i + 1 < r ? ' ' : '\n';
    }
  fwrite(out, 1, (size_t)(end - out), stdout);
  return 0;
}
