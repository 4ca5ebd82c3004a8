// Starts threads that sleep until no more can be started, at most 4000.
#include <pthread.h>

#include "safety_net.hpp"

int main() {
  arm_safety_net();
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 1 << 16);
  const auto sleep = [](void*) -> void* {
    pause();
    return nullptr;
  };
  for (int i = 0; i < 4000; ++i) {
    pthread_t thread;
    if (pthread_create(&thread, &attributes, sleep, nullptr) != 0) break;
  }
  pause();
}
