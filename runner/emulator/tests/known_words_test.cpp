#include "runner/emulator/runtime/races/known_words.hpp"

#include <array>

#include CATCH2_HEADER

using cuda_emulator::KnownWords;

namespace {

struct Memory {
  alignas(16) std::array<char, 64> bytes{};
  KnownWords words{bytes.data(), bytes.size()};

  bool may_read(std::size_t word) const { return words.may_read<4>(&bytes[4 * word]); }
  bool may_write(std::size_t word) const { return words.may_write<4>(&bytes[4 * word]); }
};

}  // namespace

TEST_CASE("nothing is known of a word at first, nor in another epoch") {
  Memory m;
  m.words.resume(5);
  CHECK_FALSE(m.may_read(3));
  m.words.let_own(3);
  m.words.let_all_read(4);
  CHECK(m.may_write(3));
  CHECK(m.may_read(4));
  m.words.begin_epoch();
  CHECK_FALSE(m.may_read(3));
  CHECK_FALSE(m.may_write(3));
  CHECK_FALSE(m.may_read(4));
}

TEST_CASE("a word is for its owner to read and write, for some warps to read, or for all") {
  Memory m;
  m.words.resume(70);
  m.words.let_own(0);
  m.words.let_warp_read(1);
  m.words.let_all_read(2);
  CHECK(m.may_write(0));
  CHECK(m.may_read(0));
  CHECK(m.may_read(1));
  CHECK_FALSE(m.may_write(1));
  m.words.resume(71);  // of the same warp
  CHECK_FALSE(m.may_read(0));
  CHECK(m.may_read(1));
  m.words.resume(1023);
  CHECK_FALSE(m.may_read(1));
  CHECK(m.may_read(2));
  m.words.let_warp_read(1);
  CHECK(m.may_read(1));
  m.words.resume(70);
  CHECK(m.may_read(1));
  m.words.forget(1);
  CHECK_FALSE(m.may_read(1));
}

TEST_CASE("a word that its owner loses is read by those that may, and by no more") {
  Memory m;
  m.words.resume(1);
  m.words.let_own(0);
  m.words.resume(40);
  m.words.let_warp_read(0);
  CHECK(m.may_read(0));
  m.words.resume(1);
  CHECK_FALSE(m.may_read(0));
  CHECK_FALSE(m.may_write(0));
}

TEST_CASE("a long access needs all of its words, a short one its own") {
  Memory m;
  for (const std::size_t word : {4u, 5u, 6u}) m.words.let_all_read(word);
  CHECK_FALSE(m.words.may_read<16>(&m.bytes[16]));
  CHECK(m.words.may_read<8>(&m.bytes[16]));
  CHECK(m.words.may_read<1>(&m.bytes[27]));
  CHECK_FALSE(m.words.may_read<2>(&m.bytes[28]));
  m.words.let_all_read(7);
  CHECK(m.words.may_read<16>(&m.bytes[16]));
}
