#pragma once

namespace cuda_emulator {

/// Records that the program's host thread waits for the device, or queries its state, by a call that returns
/// to `code`. A call that is repeated for seconds is a lead: a program that its time limit ends may wait for
/// something that never happens.
void note_host_wait(const void* code);

}  // namespace cuda_emulator
