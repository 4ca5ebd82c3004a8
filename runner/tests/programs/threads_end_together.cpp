// Eight threads that sleep long enough to be looked at, and end at the same time.
#include <chrono>
#include <thread>
#include <vector>

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([] { std::this_thread::sleep_for(std::chrono::milliseconds(100)); });
  }
  for (auto& thread : threads) thread.join();
}
