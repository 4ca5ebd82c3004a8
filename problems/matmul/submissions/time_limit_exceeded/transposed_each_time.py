# Too slow: transposes the whole of B for every element of the product: n^4 steps.
# Caught by the cases from 300x512x300 up.
m, k, n = map(int, input().split())
a = [list(map(float, input().split())) for _ in range(m)]
b = [list(map(float, input().split())) for _ in range(k)]
for row in a:
    print(*(sum(x * y for x, y in zip(row, list(zip(*b))[j])) for j in range(n)))
