#error "cuBLASLt: not there on the emulated device (docs/emulator.md)"
