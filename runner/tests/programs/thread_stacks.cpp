// Fills the stacks of eight threads, as many MiB each as told.
#include <alloca.h>
#include <pthread.h>

#include "fill.hpp"
#include "pause_ms.hpp"

namespace {

std::size_t bytes = 0;

void* fill_stack(void*) {
  fill(alloca(bytes), bytes);
  pause_ms(50);
  return nullptr;
}

}  // namespace

int main(int, char** argv) {
  bytes = mebibytes(argv[1]);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, bytes + (1 << 20));
  pthread_t threads[8];
  for (auto& thread : threads) {
    if (pthread_create(&thread, &attributes, fill_stack, nullptr) != 0) return 1;
  }
  for (const auto thread : threads) pthread_join(thread, nullptr);
}
