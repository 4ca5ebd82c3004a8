# Too slow: looks up every landing in a list, which is read from its start each time: about N^3 steps.
# Caught by the cases of 5000 plants, secret/41-huge-whole-row first.
rows, columns = map(int, input().split())
plants = [tuple(map(int, input().split())) for _ in range(int(input()))]


def inside(r, c):
    return 1 <= r <= rows and 1 <= c <= columns


best = 0
for first in plants:
    for second in plants:
        if first == second:
            continue
        r, c = first
        dr, dc = second[0] - r, second[1] - c
        if inside(r - dr, c - dc):
            continue
        count = 0
        while (r, c) in plants:
            count, r, c = count + 1, r + dr, c + dc
        if not inside(r, c) and count >= 3:
            best = max(best, count)
print(best)
