# Wrong: takes the sizes for M N K, the order of many BLAS calls. Right where K = N only; caught by sample 01.
import sys

import numpy as np

m, n, k, *values = sys.stdin.read().split()
m, n, k = int(m), int(n), int(k)
values = np.array(values, dtype=np.float64)
a = values[: m * k].reshape(m, k)
b = values[m * k : m * k + k * n].reshape(k, n)
for row in (a @ b).tolist():
    print(*row)
