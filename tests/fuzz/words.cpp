#include "tests/fuzz/words.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <limits>

namespace arete::fuzz {

namespace {

struct Piece {
  size_t begin = 0, end = 0;
};

bool inWord(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.' || c == '-' || c == '+';
}

/// A run of letters and digits, or one other character, at or after a random place.
Piece randomWord(std::string_view text, size_t begin, size_t end, Random& random) {
  size_t at = begin + random.below(end - begin);
  while (at < end && (text[at] == ' ' || text[at] == '\n')) ++at;
  if (at >= end) return {end, end};
  if (!inWord(text[at])) return {at, at + 1};
  Piece word{at, at + 1};
  while (word.begin > begin && inWord(text[word.begin - 1])) --word.begin;
  while (word.end < end && inWord(text[word.end])) ++word.end;
  return word;
}

/// With its line feed.
Piece randomLine(std::string_view text, size_t begin, size_t end, Random& random) {
  const size_t at = begin + random.below(end - begin);
  Piece line{at, std::min(text.find('\n', at), end)};
  if (line.end < end) ++line.end;
  while (line.begin > begin && text[line.begin - 1] != '\n') --line.begin;
  return line;
}

/// A little more, less, or many times as much; another number where it is none.
std::string nearNumber(std::string_view word, Random& random) {
  int64_t value = 0;
  const auto [rest, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || rest != word.data() + word.size()) return std::string(awkwardNumber(random));
  const auto bits = uint64_t(value);
  const uint64_t choices[] = {bits + 1, bits - 1, bits * 2, bits << 8, bits << 32, bits / 2, 0 - bits, 0};
  return std::to_string(int64_t(random.of(choices)));
}

void changeWord(std::string& text, Piece word, std::span<const std::string_view> dictionary, Random& random) {
  const std::string old = text.substr(word.begin, word.end - word.begin);
  std::string now;
  switch (random.below(6)) {
    case 0: now = awkwardNumber(random); break;
    case 1: now = nearNumber(old, random); break;
    case 2: now = std::to_string(random.below(20)); break;
    case 3: now = random.oneIn(2) ? "" : old + ' ' + old; break;
    default: now = dictionary.empty() ? std::string(awkwardNumber(random)) : std::string(random.of(dictionary)); break;
  }
  text.replace(word.begin, old.size(), now);
}

void changeLine(std::string& text, Piece line, Piece other, Random& random) {
  const std::string here = text.substr(line.begin, line.end - line.begin), there = text.substr(other.begin, other.end - other.begin);
  switch (random.below(3)) {
    case 0: text.erase(line.begin, here.size()); break;
    case 1: text.insert(line.begin, there); break;
    default:
      if (line.begin > other.begin) return changeLine(text, other, line, random);
      text.replace(other.begin, there.size(), here);
      text.replace(line.begin, here.size(), there);
      break;
  }
}

}  // namespace

std::string_view awkwardNumber(Random& random) {
  static constexpr std::string_view kNumbers[] = {"0",
                                                  "1",
                                                  "-1",
                                                  "2",
                                                  "3",
                                                  "16",
                                                  "17",
                                                  "127",
                                                  "128",
                                                  "255",
                                                  "256",
                                                  "32767",
                                                  "65535",
                                                  "65536",
                                                  "2147483647",
                                                  "2147483648",
                                                  "-2147483648",
                                                  "4294967295",
                                                  "4294967296",
                                                  "9223372036854775807",
                                                  "9223372036854775808",
                                                  "18446744073709551615",
                                                  "18446744073709551616",
                                                  "0.1",
                                                  "-0",
                                                  "1e5",
                                                  "1e38",
                                                  "1e39",
                                                  "1e-45",
                                                  "1e200",
                                                  "1e308",
                                                  "1e999",
                                                  "-1e999",
                                                  "5e-324",
                                                  "nan",
                                                  "-nan",
                                                  "inf",
                                                  "-inf",
                                                  "0x10",
                                                  "1.",
                                                  ".5",
                                                  "1e",
                                                  "+1",
                                                  "1,5",
                                                  "00000000000000000000001",
                                                  "3.40282347e+38",
                                                  "0.30000000000000004"};
  return random.of(kNumbers);
}

uint64_t awkwardBits(Random& random) {
  using Limits = std::numeric_limits<double>;
  static constexpr double kDoubles[] = {0.0,
                                        -0.0,
                                        1.0,
                                        -1.0,
                                        0.01,
                                        1e-7,
                                        1e5,
                                        1e154,
                                        1e200,
                                        1e-160,
                                        Limits::max(),
                                        Limits::min(),
                                        Limits::denorm_min(),
                                        Limits::infinity(),
                                        -Limits::infinity(),
                                        Limits::quiet_NaN()};
  if (random.oneIn(3)) return std::bit_cast<uint64_t>(random.of(kDoubles));
  const uint64_t power = uint64_t(1) << random.below(64);
  const uint64_t choices[] = {power, power - 1, power + 1, 0 - power, random.below(32), random()};
  return random.of(choices);
}

void changeText(std::string& text, size_t begin, size_t end, std::span<const std::string_view> dictionary, Random& random) {
  end = std::min(end, text.size());
  if (begin >= end) return;
  if (random.below(4) > 0) return changeWord(text, randomWord(text, begin, end, random), dictionary, random);
  const Piece line = randomLine(text, begin, end, random), other = randomLine(text, begin, end, random);
  if (line.begin != other.begin || random.oneIn(2)) changeLine(text, line, other, random);
}

}  // namespace arete::fuzz
