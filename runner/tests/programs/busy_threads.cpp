// Computes forever in four threads.
#include <thread>
#include <vector>

#include "safety_net.hpp"

int main() {
  arm_safety_net();
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([] {
      for (volatile unsigned turn = 0;;) turn = turn + 1;
    });
  }
  for (auto& thread : threads) thread.join();
}
