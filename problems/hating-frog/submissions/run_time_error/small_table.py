# Crashes: the table has 1001 rows and columns, the field up to 5000 (IndexError).
# Caught by secret/26-broken-far-away, the first case of a field that large.
rows, columns = map(int, input().split())
plants = sorted(tuple(map(int, input().split())) for _ in range(int(input())))
flat = [[False] * 1001 for _ in range(1001)]
for r, c in plants:
    flat[r][c] = True


def inside(r, c):
    return 1 <= r <= rows and 1 <= c <= columns


best = 2
for i, (r, c) in enumerate(plants):
    for r2, c2 in plants[i + 1 :]:
        dr, dc = r2 - r, c2 - c
        if r + best * dr > rows:
            break
        if inside(r - dr, c - dc) or not inside(r + best * dr, c + best * dc):
            continue
        count, at_row, at_column = 0, r, c
        while inside(at_row, at_column) and flat[at_row][at_column]:
            count, at_row, at_column = count + 1, at_row + dr, at_column + dc
        if not inside(at_row, at_column):
            best = max(best, count)
print(best if best > 2 else 0)
