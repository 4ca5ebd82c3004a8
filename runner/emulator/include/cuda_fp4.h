#error "arithmetic with 4 bits: not there on the emulated device (docs/emulator.md)"
