/* Crashes: a line may be longer than 65536 characters, then strtok finds no more numbers and atoi gets NULL.
   Caught by "million-columns"; the shorter lines are right. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char line[65536];

int main(void) {
  int r, c;
  if (!fgets(line, sizeof line, stdin) || sscanf(line, "%d %d", &r, &c) != 2) return 1;
  int* a = malloc(sizeof(int) * (size_t)r * (size_t)c);
  for (int i = 0; i < r; i++) {
    if (!fgets(line, sizeof line, stdin)) return 1;
    char* token = strtok(line, " \n");
    for (int j = 0; j < c; j++) {
      a[(size_t)i * c + j] = atoi(token);
      token = strtok(NULL, " \n");
    }
  }
  for (int j = 0; j < c; j++)
    for (int i = 0; i < r; i++) printf("%d%c", a[(size_t)i * c + j], i + 1 < r ? ' ' : '\n');
  return 0;
}
