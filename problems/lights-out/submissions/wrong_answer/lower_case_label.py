# Wrong: prints "Puzzle" where the statement requires "PUZZLE". Caught by every case, if capital and small
# letters are distinguished.


def chase(lights, first):
    above, pressed, presses = 0, first, []
    for row in lights:
        presses.append(pressed)
        above, pressed = pressed, row ^ above ^ ((pressed ^ pressed << 1 ^ pressed >> 1) & 63)
    return presses, pressed


for k in range(1, int(input()) + 1):
    lights = [int(input().replace(" ", ""), 2) for _ in range(5)]
    for first in range(64):
        presses, left_on = chase(lights, first)
        if left_on == 0:
            break
    print(f"Puzzle #{k}")
    for row in presses:
        print(*f"{row:06b}")
