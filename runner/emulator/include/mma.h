#error "the tensor cores' mma.h: not there on the emulated device (docs/emulator.md)"
