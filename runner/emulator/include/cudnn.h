#error "cuDNN: not there on the emulated device (docs/emulator.md)"
