# Wrong: turns the matrix by 90 degrees, so every row comes out reversed.
# Caught by sample 01; right for a single row.
r, c = map(int, input().split())
rows = [input().split() for _ in range(r)]
for column in zip(*rows[::-1]):
    print(*column)
