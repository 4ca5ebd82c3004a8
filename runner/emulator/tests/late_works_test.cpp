#include "runner/emulator/runtime/order/late_works.hpp"

#include <algorithm>
#include <set>
#include <string>

#include CATCH2_HEADER

using cuda_emulator::LateWorks;
using cuda_emulator::legacy_stream;
using cuda_emulator::StreamClocks;
using cuda_emulator::StreamKey;

namespace {

/// Streams whose works write down their letters.
struct Streams {
  explicit Streams(std::uint64_t seed) : late(seed) {}

  void put(StreamKey stream, char letter) {
    clocks.begin_work(stream);
    late.put(stream, clocks.after(stream), [this, letter] { done += letter; });
  }

  StreamClocks clocks;
  LateWorks late;
  std::string done;
};

}  // namespace

TEST_CASE("works are done once the host waits, with what they come after and nothing else") {
  Streams streams(1);
  streams.put(5, 'a');
  streams.put(5, 'b');
  streams.put(6, 'c');
  streams.clocks.wait(7, streams.clocks.enter(5));
  streams.put(7, 'd');
  streams.put(5, 'e');
  CHECK(streams.done.empty());
  streams.late.finish(streams.clocks.after(7));
  CHECK(streams.done == "abd");
  streams.late.finish(streams.clocks.after(7));
  CHECK(streams.done == "abd");
  streams.late.finish_all();
  REQUIRE(streams.done.size() == 5);
}

TEST_CASE("the legacy default stream comes after blocking streams, and before what they get later") {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Streams streams(seed);
    streams.clocks.make_non_blocking(9);
    streams.put(5, 'a');
    streams.put(9, 'x');
    streams.put(legacy_stream, 'b');
    streams.put(6, 'c');
    streams.late.finish(streams.clocks.after(6));
    std::string in_order = streams.done;
    const auto others = std::erase(in_order, 'x');
    CHECK(in_order == "abc");
    if (seed % 2) CHECK(others == 0);
    streams.late.finish_all();
    CHECK(streams.done.size() == 4);
  }
}

TEST_CASE("works in no order are done in any order, by the seed, and those of a stream in turn") {
  std::set<std::string> orders;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Streams streams(seed), again(seed);
    for (Streams* each : {&streams, &again}) {
      each->clocks.make_non_blocking(5);
      each->clocks.make_non_blocking(6);
      for (const char letter : {'a', 'b'}) each->put(5, letter);
      for (const char letter : {'c', 'd'}) each->put(6, letter);
      each->late.finish_all();
    }
    CHECK(streams.done == again.done);
    CHECK(streams.done.find('a') < streams.done.find('b'));
    CHECK(streams.done.find('c') < streams.done.find('d'));
    orders.insert(streams.done);
  }
  CHECK(orders.size() == 6);
}

TEST_CASE("with an even seed, what nobody waits for may come before what the host waits for") {
  std::set<std::string> orders, late_orders;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Streams streams(seed);
    streams.put(5, 'a');
    streams.put(6, 'b');
    streams.late.finish(streams.clocks.after(5));
    streams.late.finish(streams.clocks.after(6));
    (seed % 2 ? late_orders : orders).insert(streams.done);
  }
  CHECK(orders == std::set<std::string>{"ab", "ba"});
  CHECK(late_orders == std::set<std::string>{"ab"});
}

TEST_CASE("a query says that a stream is not done, and in the end that it is") {
  Streams streams(3);
  streams.put(5, 'a');
  streams.put(6, 'b');
  unsigned queries = 0;
  while (!streams.late.is_done_by_now(streams.clocks.after(5))) {
    REQUIRE(++queries < 1000);
  }
  CHECK(queries > 0);
  CHECK(streams.done.find('a') != std::string::npos);
}

TEST_CASE("a work that asks for another is not kept waiting") {
  Streams streams(1);
  streams.put(6, 'b');
  streams.clocks.begin_work(5);
  streams.late.put(5, streams.clocks.after(5), [&] {
    CHECK_FALSE(streams.late.finish_all());
    streams.done += 'a';
  });
  streams.late.finish(streams.clocks.after(5));
  CHECK(streams.done == "a");
}

TEST_CASE("a destroyed stream is forgotten once the host knows its work to be done") {
  StreamClocks clocks;
  clocks.begin_work(5);
  clocks.begin_work(6);
  clocks.destroy(5);
  CHECK(clocks.enter(legacy_stream).contains(5));  // still precedes what comes later
  clocks.host_knows({{5, 1}, {6, 1}});
  CHECK(!clocks.enter(legacy_stream).contains(5));
  CHECK(clocks.enter(legacy_stream).contains(6));  // may get more work
  for (StreamKey stream = 10; stream < 1010; ++stream) {
    clocks.begin_work(stream);
    clocks.host_knows(clocks.after(stream));
    clocks.enter(legacy_stream);
    clocks.destroy(stream);
  }
  CHECK(clocks.after_all().size() <= 2);
}
