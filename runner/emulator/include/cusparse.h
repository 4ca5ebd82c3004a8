#error "cuSPARSE: not there on the emulated device (docs/emulator.md)"
