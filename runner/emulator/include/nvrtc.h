#error "NVRTC: not there on the emulated device (docs/emulator.md)"
