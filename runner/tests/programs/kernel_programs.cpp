// Tries to load programs into the kernel and to watch it from close by.
#include <linux/bpf.h>
#include <linux/perf_event.h>
#include <sys/syscall.h>

#include "attempt.hpp"

int main() {
  bpf_attr map{};
  map.map_type = BPF_MAP_TYPE_ARRAY;
  map.key_size = map.value_size = 4;
  map.max_entries = 1;
  attempt("bpf", syscall(SYS_bpf, BPF_MAP_CREATE, &map, sizeof map));
  perf_event_attr counter{};
  counter.size = sizeof counter;
  counter.type = PERF_TYPE_SOFTWARE;
  counter.exclude_kernel = 1;
  attempt("perf_event_open", syscall(SYS_perf_event_open, &counter, 0, -1, -1, 0));
  attempt("userfaultfd", syscall(SYS_userfaultfd, 1 /* user mode only */));
  return escaped;
}
