// The writing side of LAZ's arithmetic coder, as plain as can be, so that it has nothing in common with the reader: models in a map, shares made
// by the formula, one byte after the other. Source: laz.md, sections 4 to 6, turned round.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace arete::test::laz {

/// How often each symbol came.
struct Model {
  std::vector<uint32_t> counts, starts;
  uint32_t total, cycle, left;

  explicit Model(uint32_t symbols) : counts(symbols, 1), starts(symbols), total(symbols), cycle((symbols + 6) >> 1), left(cycle) { share(); }
  void share() {
    const uint32_t scale = (1U << 31) / total;
    for (uint32_t k = 0, sum = 0; k < counts.size(); sum += counts[k++]) starts[k] = scale * sum >> 16;
  }
  void count(uint32_t symbol) {
    ++counts[symbol];
    if (--left > 0) return;
    total += cycle;
    if (total > 32768) {
      total = 0;
      for (uint32_t& c : counts) total += c = (c + 1) >> 1;
    }
    share();
    left = cycle = std::min(5 * cycle >> 2, 8 * (uint32_t(counts.size()) + 6));
  }
};

/// How often 0 came.
struct TwoModel {
  uint32_t zeros = 1, total = 2, share = 4096, cycle = 4, left = 4;
  void count(bool one) {
    zeros += one ? 0 : 1;
    if (--left > 0) return;
    total += cycle;
    if (total > 8192) {
      total = (total + 1) >> 1;
      zeros = (zeros + 1) >> 1;
      if (zeros == total) ++total;
    }
    share = zeros * ((1U << 31) / total) >> 18;
    left = cycle = std::min(5 * cycle >> 2, 64U);
  }
};

/// The interval, and the bytes that are settled.
class Coder {
 public:
  void symbol(Model& model, uint32_t symbol) {
    const uint32_t unit = length_ >> 15, low = model.starts[symbol] * unit;
    narrow(low, symbol + 1 == model.counts.size() ? length_ - low : model.starts[symbol + 1] * unit - low);
    model.count(symbol);
  }
  void bit(TwoModel& model, bool one) {
    const uint32_t zero = model.share * (length_ >> 13);
    if (one) narrow(zero, length_ - zero);
    else narrow(0, zero);
    model.count(one);
  }
  void raw(int bits, uint32_t value) {
    if (bits > 19) {
      raw(16, value & 0xFFFF);
      raw(bits - 16, value >> 16);
      return;
    }
    const uint32_t unit = length_ >> bits;
    narrow(value * unit, unit);
  }
  /// As many bytes as a decoder takes.
  std::string finish() {
    std::string all = bytes_;
    for (int shift = 24; shift >= 0; shift -= 8) all += char(base_ >> shift);
    return all;
  }

 private:
  void narrow(uint32_t low, uint32_t length) {
    base_ += low;
    if (base_ < low)  // carries into what is settled
      for (size_t i = bytes_.size(); i-- > 0 && ++reinterpret_cast<uint8_t&>(bytes_[i]) == 0;) {
      }
    for (length_ = length; length_ < 1U << 24; length_ <<= 8, base_ <<= 8) bytes_ += char(base_ >> 24);
  }
  uint32_t base_ = 0, length_ = UINT32_MAX;
  std::string bytes_;
};

/// The models of one item, or of one channel of it, by kind and context.
class Models {
 public:
  void symbol(Coder& coder, int kind, uint32_t context, uint32_t symbols, uint32_t value) {
    coder.symbol(models_.try_emplace({kind, context}, symbols).first->second, value);
  }
  /// The number of bits of the correction.
  uint32_t integer(Coder& coder, int kind, int bits, uint32_t context, uint32_t prediction, uint32_t value) {
    constexpr uint32_t kCorrections = 1 << 20;  // contexts that no size has
    const int shift = 32 - bits;
    int64_t c = int32_t((value - prediction) << shift) >> shift;
    uint32_t k = 0;
    for (int64_t left = c <= 0 ? -c : c - 1; left > 0; left >>= 1) ++k;
    symbol(coder, kind, context, uint32_t(bits + 1), k);
    if (k == 0) coder.bit(bits_[kind], c != 0);
    if (k == 0 || k == 32) return k;
    c += c < 0 ? (int64_t(1) << k) - 1 : -1;
    const uint32_t rest = k > 8 ? k - 8 : 0;
    symbol(coder, kind, kCorrections + k, 1U << std::min(k, 8U), uint32_t(c >> rest));
    if (rest > 0) coder.raw(int(rest), uint32_t(c) & ((1U << rest) - 1));
    return k;
  }

 private:
  std::map<std::pair<int, uint32_t>, Model> models_;
  std::map<int, TwoModel> bits_;
};

}  // namespace arete::test::laz
