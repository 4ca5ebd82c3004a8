import sys

import numpy as np

values = np.fromstring(sys.stdin.read(), dtype=np.float64, sep=" ")
m, k, n = map(int, values[:3])
a = values[3 : 3 + m * k].reshape(m, k)
b = values[3 + m * k :].reshape(k, n)
line = " ".join(["%.9g"] * n)
print("\n".join(line % tuple(row) for row in (a @ b).tolist()))
