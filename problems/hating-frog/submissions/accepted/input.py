# All pairs of plants in order of rows. For each first plant, only such second plants are looked at that can
# begin a path longer than the best so far: the jump before the first plant must come from outside the field,
# and `best` jumps after it there must be a flat plant. A place is one number, 8192 * row + column, and so is
# a step.
from bisect import bisect_left, bisect_right

rows, columns = map(int, input().split())
n = int(input())
plants = [tuple(map(int, input().split())) for _ in range(n)]
if rows < columns:  # longer columns than rows: most pairs are then out of reach by their rows alone
    rows, columns = columns, rows
    plants = [(c, r) for r, c in plants]
plants.sort()
row = [r for r, c in plants]
column = [c for r, c in plants]
place = [8192 * r + c for r, c in plants]
flat = set(place)

best = 2
for i in range(n):
    r, c, first = row[i], column[i], place[i]
    base = first - best * first  # base + best * second is `best` jumps after the first plant
    # The columns and the rows that `best` jumps allow.
    left = c - (c - 1) // best
    right = c + (columns - c) // best
    end = bisect_right(row, r + (rows - r) // best, i)
    # From this plant on, the jump before comes from above the field.
    above = min(end, bisect_left(row, 2 * r, i + 1))
    seconds = []
    if 2 * c <= right:  # it may also come from the left
        low = 2 * c
        near = zip(column[i + 1 : above], place[i + 1 : above])
        seconds += [p for x, p in near if low <= x <= right and base + best * p in flat]
    if left < 2 * c - columns:  # or from the right
        high = 2 * c - columns
        near = zip(column[i + 1 : above], place[i + 1 : above])
        seconds += [p for x, p in near if left <= x < high and base + best * p in flat]
    near = zip(column[above:end], place[above:end])
    seconds += [p for x, p in near if left <= x <= right and base + best * p in flat]

    for second in seconds:
        dr, dc = (second >> 13) - r, (second & 8191) - c
        count, at_row, at_column = 1, r + dr, c + dc
        while at_row <= rows and 1 <= at_column <= columns and 8192 * at_row + at_column in flat:
            count += 1
            at_row += dr
            at_column += dc
        if not (at_row <= rows and 1 <= at_column <= columns):
            best = max(best, count)
print(best if best > 2 else 0)
