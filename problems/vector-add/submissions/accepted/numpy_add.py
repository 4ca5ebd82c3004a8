import sys

import numpy as np

values = np.array(sys.stdin.buffer.read().split(), dtype=np.int64)
n = int(values[0])
total = values[1 : n + 1] + values[n + 1 : 2 * n + 1]
sys.stdout.write(" ".join(map(str, total.tolist())) + "\n")
