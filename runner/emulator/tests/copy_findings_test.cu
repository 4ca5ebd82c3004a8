#include CATCH2_HEADER
#include <cuda_runtime.h>

#include <cstring>
#include <vector>

#include "findings_of.hpp"
#include "launch.hpp"

namespace {

/// Device memory of ints, of which `write` writes some in a kernel of one thread.
class Memory {
 public:
  template <class Write>
  Memory(std::size_t bytes, Write write) : bytes_(bytes) {
    cudaMalloc(&data_, bytes);
    launch({1, 1}, [write](char* p) { write(p); }, data_);
  }
  ~Memory() { cudaFree(data_); }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  char* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }

  template <class Call>
  static std::vector<std::string> messages_of(Call call, const std::string& kind = "uninitialised-read") {
    Findings findings;
    call();
    std::vector<std::string> messages;
    for (const auto& finding : findings.all()) {
      CHECK(finding.kind == kind);
      CHECK(finding.line > 0);
      messages.push_back(finding.message);
    }
    return messages;
  }

 private:
  char* data_ = nullptr;
  std::size_t bytes_;
};

void write_nothing(char*) {}

// What is reported when a memory is copied to the host: not a function, as a line is reported once.
#define MESSAGES(memory)                                                                    \
  Memory::messages_of([&] {                                                                 \
    std::vector<char> received((memory).bytes());                                           \
    cudaMemcpy(received.data(), (memory).data(), (memory).bytes(), cudaMemcpyDeviceToHost); \
  })

std::string only(const std::vector<std::string>& messages) {
  REQUIRE(messages.size() == 1);
  return messages[0];
}

bool begins(const std::string& text, const std::string& begin) {
  return text.rfind(begin, 0) == 0;
}

}  // namespace

TEST_CASE("uninitialised bytes are reported when they are copied to the host") {
  Memory memory(128, [](char* p) {
    for (int i = 0; i < 16; ++i) reinterpret_cast<int*>(p)[i] = i;
  });
  char host[128];
  const std::string whole = only(Memory::messages_of(
      [&] { cudaMemcpyAsync(host, memory.data(), 128, cudaMemcpyDeviceToHost, nullptr); }));
  CHECK(
      begins(whole, "64 of the 128 bytes copied to the host were never written, the first at offset 64 in "));
  CHECK(begins(only(Memory::messages_of([&] { cudaMemcpy(host, memory.data() + 60, 8, cudaMemcpyDefault); })),
               "4 of the 8 bytes copied to the host were never written, the first at offset 64 in "));
  CHECK(begins(only(Memory::messages_of(
                   [&] { cudaMemcpy2D(host, 4, memory.data() + 8, 32, 4, 4, cudaMemcpyDeviceToHost); })),
               "8 of the 16 bytes copied to the host were never written, the first at offset 72 in "));
  CHECK(Memory::messages_of([&] {
          cudaMemcpy(host, memory.data(), 64, cudaMemcpyDeviceToHost);
          cudaMemcpy2D(host, 4, memory.data(), 32, 4, 2, cudaMemcpyDeviceToHost);
        }).empty());
}

TEST_CASE("bytes that were copied or set count as written, on the device as what they were") {
  Memory from_host(100, write_nothing), set(100, write_nothing), copied(100, write_nothing);
  char host[100];  // whatever is in it
  cudaMemcpy(from_host.data(), host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(set.data(), 7, 50);
  CHECK(MESSAGES(from_host).empty());
  CHECK(Memory::messages_of([&] {
          cudaMemcpy(copied.data(), set.data(), 100, cudaMemcpyDeviceToDevice);
        }).empty());
  CHECK(begins(only(MESSAGES(copied)), "50 of the 100 bytes"));
}

TEST_CASE("what the host writes into pinned memory is written, whatever was copied there before") {
  Memory memory(64, write_nothing);
  void* pinned = nullptr;
  cudaMallocHost(&pinned, 64);
  CHECK(Memory::messages_of([&] { cudaMemcpy(pinned, memory.data(), 64, cudaMemcpyDeviceToHost); }).size() ==
        1);
  cudaMemcpy(memory.data(), pinned, 64, cudaMemcpyHostToDevice);
  CHECK(MESSAGES(memory).empty());
  cudaFreeHost(pinned);
}

TEST_CASE("padding of structs is not written, and no finding") {
  struct Early {
    char c;
    int i;
  };
  struct Late {
    double d;
    short s;
  };
  const auto write_late = [](char* p, int count) {
    for (int n = 0; n < count; ++n) reinterpret_cast<Late*>(p)[n].d = 1, reinterpret_cast<Late*>(p)[n].s = 2;
  };
  Memory early(100 * sizeof(Early), [](char* p) {
    for (int n = 0; n < 100; ++n) reinterpret_cast<Early*>(p)[n].c = 1, reinterpret_cast<Early*>(p)[n].i = n;
  });
  Memory late(50 * sizeof(Late), [=](char* p) { write_late(p, 50); });
  Memory one(sizeof(Late), [=](char* p) { write_late(p, 1); });
  Memory all_but_one(50 * sizeof(Late), [=](char* p) { write_late(p, 49); });
  CHECK(MESSAGES(early).empty());
  CHECK(MESSAGES(late).empty());
  CHECK(MESSAGES(one).empty());
  CHECK(begins(only(MESSAGES(all_but_one)), "310 of the 800 bytes"));
}

TEST_CASE("what a kernel writes by a library function is written") {
  Memory filled(640, [](char* p) { std::memset(p, 3, 640); });
  CHECK(MESSAGES(filled).empty());
}

TEST_CASE("uninitialised ints are not taken for padding") {
  Memory every_other(400, [](char* p) {
    for (int i = 0; i < 100; i += 2) reinterpret_cast<int*>(p)[i] = i;
  });
  Memory all_but_last(400, [](char* p) {
    for (int i = 0; i < 99; ++i) reinterpret_cast<int*>(p)[i] = i;
  });
  Memory all_but_first(8, [](char* p) { reinterpret_cast<int*>(p)[1] = 1; });
  CHECK(begins(only(MESSAGES(every_other)), "200 of the 400 bytes"));
  CHECK(begins(only(MESSAGES(all_but_last)), "4 of the 400 bytes"));
  CHECK(begins(only(MESSAGES(all_but_first)), "4 of the 8 bytes"));
}

TEST_CASE("a launch that failed is reported, and not what it has not written") {
  Findings findings;
  Memory memory(64, write_nothing);
  char host[64];
  launch({1, 2000}, [] {});
  cudaMemcpy(host, memory.data(), sizeof host, cudaMemcpyDeviceToHost);
  CHECK(findings.only().kind == "ignored-error");
  cudaGetLastError();
  launch({1, 1}, [] {});
  CHECK(only(MESSAGES(memory)).rfind("64 of the 64 bytes", 0) == 0);
}

TEST_CASE("a copy between the wrong sides reports which argument is which") {
  Memory memory(64, write_nothing);
  char host[64];
  const auto message = [](auto call, const char* kind) {
    const std::string text = only(Memory::messages_of(call, kind));
    CHECK(cudaGetLastError() == cudaErrorInvalidValue);
    return text;
  };
  CHECK(
      message([&] { cudaMemcpy(host, memory.data(), 64, cudaMemcpyHostToDevice); },
              "host-memory-on-device") ==
      "the destination (first argument) is the host's memory and the source (second argument) device memory: "
      "for cudaMemcpyHostToDevice they look exchanged, or it is the wrong direction");
  CHECK(message([&] { cudaMemcpy(memory.data(), host, 64, cudaMemcpyDeviceToHost); },
                "device-memory-on-host") ==
        "the destination (first argument) is device memory and the source (second argument) the host's: for "
        "cudaMemcpyDeviceToHost they look exchanged, or it is the wrong direction");
  CHECK(
      message([&] { cudaMemcpy2D(memory.data(), 8, host, 8, 8, 8, cudaMemcpyDeviceToDevice); },
              "host-memory-on-device") ==
      "the source (third argument) of cudaMemcpyDeviceToDevice needs device memory and is given the host's");
  CHECK(message([&] { cudaMemcpy(memory.data(), nullptr, 64, cudaMemcpyHostToDevice); },
                "device-memory-on-host") ==
        "the source (second argument) of cudaMemcpyHostToDevice is given a null pointer");
}

TEST_CASE("rows are checked to the end of the last one, on either side") {
  Memory memory(84, [](char* p) { std::memset(p, 1, 84); }), other(84, write_nothing);
  char host[100] = {};
  char* const data = memory.data();
  // Rows of 4 bytes, 16 apart: the sixth ends with the memory.
  CHECK(Memory::messages_of([&] {
          cudaMemcpy2D(data, 16, host, 16, 4, 6, cudaMemcpyHostToDevice);
          cudaMemcpy2D(host, 16, data, 16, 4, 6, cudaMemcpyDeviceToHost);
          cudaMemcpy2D(other.data(), 16, data, 16, 4, 6, cudaMemcpyDeviceToDevice);
          cudaMemset2D(data, 16, 0, 4, 6);
        }).empty());
  CHECK(cudaGetLastError() == cudaSuccess);
  const auto refuses = [&](auto call) {
    CHECK(
        only(Memory::messages_of(call, "out-of-bounds"))
            .starts_with("this call with 84 bytes goes 0 bytes after the end of the 84 bytes allocated at "));
    CHECK(cudaGetLastError() == cudaErrorInvalidValue);
  };
  refuses([&] { cudaMemcpy2D(data + 4, 16, host, 16, 4, 6, cudaMemcpyHostToDevice); });
  refuses([&] { cudaMemcpy2D(host, 16, data + 4, 16, 4, 6, cudaMemcpyDeviceToHost); });
  refuses([&] { cudaMemcpy2D(other.data() + 4, 16, data, 16, 4, 6, cudaMemcpyDeviceToDevice); });
  refuses([&] { cudaMemcpy2D(other.data(), 16, data + 4, 16, 4, 6, cudaMemcpyDeviceToDevice); });
  refuses([&] { cudaMemset2D(data + 4, 16, 0, 4, 6); });
}

TEST_CASE("a kernel may copy a struct with its padding, and members that it does not use") {
  struct Small {
    float value;
    bool valid;
  };
  struct Large {
    float x, y, z;
    int id;
    float w;
  };
  const auto messages_of = [](auto body) {
    void* data = nullptr;
    cudaMalloc(&data, 640);
    const auto messages = Memory::messages_of([&] { launch({1, 1}, body, static_cast<char*>(data)); });
    cudaFree(data);
    return messages;
  };
  CHECK(messages_of([](char* p) {
          auto* s = reinterpret_cast<Small*>(p);
          for (int n = 0; n < 40; ++n) s[n].value = 1, s[n].valid = true;
          for (int n = 40; n < 80; ++n) s[n] = s[n - 40];
        }).empty());
  CHECK(messages_of([](char* p) {
          auto* s = reinterpret_cast<Small*>(p);
          for (int n = 0; n < 40; ++n) s[n].valid = true;
          for (int n = 40; n < 80; ++n) s[n] = s[n - 40];
        }).size() == 1);
  CHECK(messages_of([](char* p) {
          auto* s = reinterpret_cast<Large*>(p);
          for (int n = 0; n < 16; ++n) s[n].x = 1, s[n].id = n;
          for (int n = 16; n < 32; ++n) s[n] = s[n - 16];
          s[0].z = s[20].x;
        }).empty());
  CHECK(messages_of([](char* p) {
          auto* s = reinterpret_cast<Large*>(p);
          for (int n = 0; n < 16; ++n) s[n].x = 1, s[n].id = n;
          for (int n = 16; n < 32; ++n) s[n] = s[n - 16];
          s[0].z = s[20].y;
        }).size() == 1);
}
