# All boards at once: presses = boards times the inverse of the toggle matrix, modulo 2.
import sys

import numpy as np

places = [(row, column) for row in range(5) for column in range(6)]
toggles = np.array([[abs(r - s) + abs(c - d) <= 1 for s, d in places] for r, c in places], dtype=np.int64)

# Over GF(2) the inverse is found by elimination on [toggles | identity].
matrix = np.concatenate([toggles, np.eye(30, dtype=np.int64)], axis=1)
for i in range(30):
    pivot = i + int(np.argmax(matrix[i:, i]))
    matrix[[i, pivot]] = matrix[[pivot, i]]
    others = matrix[:, i].copy()
    others[i] = 0
    matrix ^= np.outer(others, matrix[i])
inverse = matrix[:, 30:].astype(np.float32)

count, _, body = sys.stdin.buffer.read().partition(b"\n")
lights = (np.frombuffer(body, dtype=np.uint8)[::2] - ord("0")).reshape(-1, 30)
presses = (lights.astype(np.float32) @ inverse).astype(np.uint8) & 1

text = np.empty((len(presses), 60), dtype=np.uint8)
text[:, ::2] = presses + ord("0")
text[:, 1::2] = ord(" ")
text[:, 11::12] = ord("\n")
output = []
for k, board in enumerate(text, start=1):
    output.append(b"PUZZLE #%d\n" % k)
    output.append(board.tobytes())
sys.stdout.buffer.write(b"".join(output))
