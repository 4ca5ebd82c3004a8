#error "cuBLAS's API of version 1: not there on the emulated device (docs/emulator.md)"
