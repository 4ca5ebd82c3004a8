#error "cuFFT: not there on the emulated device (docs/emulator.md)"
