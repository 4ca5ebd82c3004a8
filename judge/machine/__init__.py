"""The machine that judges: its cores, GPUs, CUDA toolkit and hardware."""
