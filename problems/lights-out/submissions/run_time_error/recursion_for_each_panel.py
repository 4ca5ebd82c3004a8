# Crashes: the function for a panel calls itself for the next one, and Python allows about 1000 calls within
# each other (RecursionError). Caught by the cases of a thousand panels and more.


def chase(lights, first):
    above, pressed, presses = 0, first, []
    for row in lights:
        presses.append(pressed)
        above, pressed = pressed, row ^ above ^ ((pressed ^ pressed << 1 ^ pressed >> 1) & 63)
    return presses, pressed


def solve(k, count):
    lights = [int(input().replace(" ", ""), 2) for _ in range(5)]
    for first in range(64):
        presses, left_on = chase(lights, first)
        if left_on == 0:
            break
    print(f"PUZZLE #{k}")
    for row in presses:
        print(*f"{row:06b}")
    if k < count:
        solve(k + 1, count)


solve(1, int(input()))
