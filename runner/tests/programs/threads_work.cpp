// Adds up a million numbers in eight threads.
#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>

int main() {
  std::atomic<long> sum = 0;
  std::vector<std::thread> threads;
  for (long part = 0; part < 8; ++part) {
    threads.emplace_back([&sum, part] {
      long own = 0;
      for (long number = part; number < 1'000'000; number += 8) own += number;
      sum += own;
    });
  }
  for (auto& thread : threads) thread.join();
  std::printf("sum %ld\n", sum.load());
}
