# Wrong: looks only along rows, columns and diagonals, and takes the gap to the next plant in that direction
# for the step. Misses every other slope and every path that has foreign plants between its own. Caught by
# both samples and by every case about longer or slanting steps.
rows, columns = map(int, input().split())
flat = {tuple(map(int, input().split())) for _ in range(int(input()))}


def inside(r, c):
    return 1 <= r <= rows and 1 <= c <= columns


best = 0
for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
    lines = {}
    for r, c in sorted(flat):
        key = r * right - c * down
        if key not in lines:
            lines[key] = []
        lines[key].append((r, c))
    for line in lines.values():
        for (r, c), (r2, c2) in zip(line, line[1:]):
            dr, dc = r2 - r, c2 - c
            if inside(r - dr, c - dc):
                continue
            count = 0
            while inside(r, c) and (r, c) in flat:
                count, r, c = count + 1, r + dr, c + dc
            if not inside(r, c) and count >= 3:
                best = max(best, count)
print(best)
