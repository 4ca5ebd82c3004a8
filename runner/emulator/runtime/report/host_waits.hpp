#pragma once

namespace cuda_emulator {

/// Notes that the program's host thread waits for the device, or asks for its state, by a call that returns to `code`. A call
/// that is made again and again for seconds is a lead: a program that its time limit ends may wait for what never comes.
void note_host_wait(const void* code);

}  // namespace cuda_emulator
