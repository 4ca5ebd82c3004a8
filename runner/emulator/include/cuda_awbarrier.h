#error "the barrier of cuda_awbarrier.h: not there on the emulated device (docs/emulator.md)"
