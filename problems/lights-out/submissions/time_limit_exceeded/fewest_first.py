# Too slow: tries all sets of one button, of two, of three, and so on: up to 2^30 sets for a panel.
# Caught by the first sample, which needs half of the buttons.
from itertools import combinations

places = [(row, column) for row in range(5) for column in range(6)]
toggles = [
    sum(1 << i for i, (r, c) in enumerate(places) if abs(r - row) + abs(c - column) <= 1)
    for row, column in places
]


def solve(lights):
    for size in range(31):
        for buttons in combinations(range(30), size):
            left = lights
            for button in buttons:
                left ^= toggles[button]
            if left == 0:
                return buttons


for k in range(1, int(input()) + 1):
    board = [int(light) for _ in range(5) for light in input().split()]
    pressed = solve(sum(light << i for i, light in enumerate(board)))
    print(f"PUZZLE #{k}")
    for row in range(5):
        print(*(int(6 * row + column in pressed) for column in range(6)))
