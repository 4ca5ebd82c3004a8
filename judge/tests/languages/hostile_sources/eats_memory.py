kept = []
while True:
    kept.append(b"x" * (64 << 20))
