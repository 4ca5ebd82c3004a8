# The answer to a sum of boards (mod 2) is the sum of the answers, so the answer to each of the 64 possible
# lines in each of the five rows is worked out once; a board then costs five look-ups.


def chase(lights, first):
    above, pressed, presses = 0, first, 0
    for row in lights:
        presses = presses << 6 | pressed
        above, pressed = pressed, row ^ above ^ ((pressed ^ pressed << 1 ^ pressed >> 1) & 63)
    return presses, pressed


def solve(lights):
    for first in range(64):
        presses, left_on = chase(lights, first)
        if left_on == 0:
            return presses


lines = [" ".join(f"{bits:06b}") for bits in range(64)]
tables = []
for row in range(5):
    answers = [solve([bits if r == row else 0 for r in range(5)]) for bits in range(64)]
    tables.append(dict(zip(lines, answers)))
a, b, c, d, e = tables

output = []
for k in range(1, int(input()) + 1):
    x = a[input()] ^ b[input()] ^ c[input()] ^ d[input()] ^ e[input()]
    rows = (lines[x >> 24], lines[x >> 18 & 63], lines[x >> 12 & 63], lines[x >> 6 & 63], lines[x & 63])
    output.append(f"PUZZLE #{k}\n" + "\n".join(rows))
print("\n".join(output))
