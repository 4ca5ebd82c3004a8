#error "arithmetic with 6 bits: not there on the emulated device (docs/emulator.md)"
