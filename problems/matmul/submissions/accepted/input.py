import numpy as np


def read_matrix(rows):
    text = " ".join(input() for _ in range(rows))
    return np.fromstring(text, dtype=np.float32, sep=" ").reshape(rows, -1)


m, k, n = map(int, input().split())
a = read_matrix(m)
b = read_matrix(k)
for row in (a @ b).tolist():
    print(" ".join(map("{:.9g}".format, row)))
