# Too slow: the definition in plain Python, 10^7 products a second, where the largest case has 10^9.
# Caught by the cases from 300x512x300 up.
m, k, n = map(int, input().split())
a = [list(map(float, input().split())) for _ in range(m)]
b = [list(map(float, input().split())) for _ in range(k)]
columns = list(zip(*b))
for row in a:
    print(*(sum(x * y for x, y in zip(row, column)) for column in columns))
