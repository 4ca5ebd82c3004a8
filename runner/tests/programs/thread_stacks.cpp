// Fills the stacks of eight threads, the given number of MiB each; none ends before all are full.
#include <alloca.h>
#include <pthread.h>

#include "fill.hpp"
#include "safety_net.hpp"

namespace {

constexpr unsigned number = 8;
std::size_t bytes = 0;
pthread_barrier_t all_full;

void* fill_stack(void*) {
  fill(alloca(bytes), bytes);
  pthread_barrier_wait(&all_full);
  return nullptr;
}

}  // namespace

int main(int, char** argv) {
  arm_safety_net();
  bytes = mebibytes(argv[1]);
  pthread_barrier_init(&all_full, nullptr, number);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, bytes + (1 << 20));
  pthread_t threads[number];
  for (auto& thread : threads) {
    if (pthread_create(&thread, &attributes, fill_stack, nullptr) != 0) return 1;
  }
  for (const auto thread : threads) pthread_join(thread, nullptr);
}
