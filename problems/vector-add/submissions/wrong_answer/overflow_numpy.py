# Wrong: int32 arrays wrap around in silence, a sum needs 33 bits.
# Caught by sample 02 and by every case of the full range.
import numpy as np

n = int(input())
a = np.array(input().split(), dtype=np.int32)
b = np.array(input().split(), dtype=np.int32)
print(" ".join(map(str, (a + b).tolist())))
