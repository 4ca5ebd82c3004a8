/// Barriers of a block, and fences.
#pragma once

void __syncthreads();
/// A barrier that tells every thread for how many threads `predicate` holds.
int __syncthreads_count(int predicate);
/// ... whether it holds for all of them.
int __syncthreads_and(int predicate);
/// ... whether it holds for any of them.
int __syncthreads_or(int predicate);

// Threads of a block share an OS thread and see each other's writes at once; blocks need a real fence.
inline void __threadfence_block() {
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
}
inline void __threadfence() {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
inline void __threadfence_system() {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
