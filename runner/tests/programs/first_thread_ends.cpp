// The first thread ends; another one goes on for 50 ms and exits 5.
#include <pthread.h>

#include <cstdlib>
#include <thread>

#include "pause_ms.hpp"

int main() {
  std::thread([] {
    pause_ms(50);
    std::_Exit(5);
  }).detach();
  pthread_exit(nullptr);
}
