# Crashes (IndexError): takes every matrix for a square one. Caught by sample 01, where B is 3 x 2.
m, k, n = map(int, input().split())
a = [list(map(float, input().split())) for _ in range(m)]
b = [list(map(float, input().split())) for _ in range(k)]
for row in a:
    print(*(sum(row[p] * b[p][j] for p in range(k)) for j in range(k)))
