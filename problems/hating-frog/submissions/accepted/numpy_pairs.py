# For each first plant all second plants at once: those whose path comes from outside and is still on a flat
# plant `best` jumps later. Few are left, and these are walked one by one.
import sys

import numpy as np

values = np.array(sys.stdin.read().split(), dtype=np.int32)
rows, columns, n = map(int, values[:3])
plants = values[3:].reshape(n, 2)
plants = plants[np.lexsort((plants[:, 1], plants[:, 0]))]
row, column = np.ascontiguousarray(plants[:, 0]), np.ascontiguousarray(plants[:, 1])
flat = np.zeros((rows + 1, columns + 1), dtype=bool)
flat[row, column] = True


def inside(r, c):
    return (1 <= r) & (r <= rows) & (1 <= c) & (c <= columns)


best = 2
for i in range(n - 1):
    r, c = int(row[i]), int(column[i])
    end = int(np.searchsorted(row, r + (rows - r) // best, side="right"))
    dr, dc = row[i + 1 : end] - r, column[i + 1 : end] - c
    far = c + best * dc
    kept = ~inside(r - dr, c - dc) & (1 <= far) & (far <= columns)
    dr, dc = dr[kept], dc[kept]
    kept = flat[r + best * dr, c + best * dc]
    for step_r, step_c in zip(dr[kept].tolist(), dc[kept].tolist()):
        count, at_r, at_c = 0, r, c
        while inside(at_r, at_c) and flat[at_r, at_c]:
            count, at_r, at_c = count + 1, at_r + step_r, at_c + step_c
        if not inside(at_r, at_c):
            best = max(best, count)
print(best if best > 2 else 0)
