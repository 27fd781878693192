// Adaptive models: how often each symbol has occurred, and so its share of the decoder's interval.
// Idea: the start of a symbol's interval fits 16 bits, so the symbol of a quotient is found by counting how many of sixteen starts are not above
// it: no branch to mispredict. Where there are more than sixteen, a table by the quotient's upper bits says from which one on.
// Memory: 4 bytes a symbol, and the table. Cost: a vector comparison each time, and a pass over all symbols every few hundred symbols.
// Source: laz.md, section 5, which is LASzip's arithmetic coder after A. Said, *Introduction to Arithmetic Coding*, 2004.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace arete::laz {

inline constexpr int kGroup = 16;                                       ///< symbols whose starts are compared at once
inline constexpr uint32_t kShareBits = 15;                              ///< shares are in units of 2^-15
inline constexpr uint16_t kNoStart = 0xFFFF;                            ///< after the last symbol: above every quotient
inline constexpr uint32_t kSlotBits = 8;                                ///< of a quotient that its slot leaves out
inline constexpr size_t kSlots = (1U << (kShareBits - kSlotBits)) + 1;  ///< one more, as the quotient may be a little above 2^15

/// How many of sixteen ascending starts are not above `quotient`.
inline uint32_t startsUpTo(const uint16_t* starts, uint16_t quotient) {
#ifdef __SSE2__
  const __m128i quotients = _mm_set1_epi16(int16_t(quotient));
  const auto upTo = [&](const uint16_t* eight) {
    return _mm_cmpeq_epi16(_mm_subs_epu16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(eight)), quotients), _mm_setzero_si128());
  };
  const __m128i found = _mm_packs_epi16(upTo(starts), upTo(starts + kGroup / 2));  // ones, then zeros
  return uint32_t(__builtin_ctz(~uint32_t(_mm_movemask_epi8(found))));             // of 16 bits, so that there is always a zero behind the ones
#else
  return uint32_t(std::count_if(starts, starts + kGroup, [&](uint16_t start) { return start <= quotient; }));
#endif
}

/// The update of a model, for any capacity.
struct ModelState {
  uint32_t symbols = 0, total = 0, cycle = 0, countdown = 0;
};
/// Adds the past cycle to the total, halves the counts where they are too large, and makes new shares from them.
void updateShares(ModelState& state, uint16_t* counts, uint16_t* starts);
void beginShares(ModelState& state, uint32_t symbols, uint16_t* counts, uint16_t* starts);

/// For each value of a quotient's upper bits: the last symbol that starts not above the first such quotient.
template <class Symbol, size_t kSlots>
void tabulate(const uint16_t* starts, uint32_t symbols, std::array<Symbol, kSlots>& table) {
  constexpr uint32_t kLastOfSlot = (1U << kSlotBits) - 1;
  table.fill(0);
  for (uint32_t symbol = 0; symbol < symbols; ++symbol) table[(starts[symbol] + kLastOfSlot) >> kSlotBits] = Symbol(symbol);
  for (size_t slot = 1; slot < kSlots; ++slot) table[slot] = std::max(table[slot], table[slot - 1]);
}

template <int kCapacity>
class SymbolModel {
 public:
  explicit SymbolModel(int symbols = kCapacity) {
    starts_.fill(kNoStart);
    beginShares(state_, uint32_t(symbols), counts_.data(), starts_.data());
    if constexpr (kTabulated) tabulate(starts_.data(), state_.symbols, table_);
  }

  uint32_t symbols() const { return state_.symbols; }
  /// The last symbol whose start is not above the quotient.
  uint32_t find(uint32_t quotient) const {
    uint32_t from = 0;
    if constexpr (kTabulated) from = table_[quotient >> kSlotBits];
    for (;; from += kGroup - 1) {  // again where sixteen symbols share a slot, so that each of them is rare
      const uint32_t found = startsUpTo(starts_.data() + from, uint16_t(quotient));
      if (!kMore || found < kGroup) return from + found - 1;
    }
  }
  uint32_t start(uint32_t symbol) const { return starts_[symbol]; }
  /// The last decoded symbol; 0 at first.
  uint32_t last() const { return last_; }
  void count(uint32_t symbol) {
    last_ = symbol;
    ++counts_[symbol];
    if (--state_.countdown > 0) [[likely]]
      return;
    updateShares(state_, counts_.data(), starts_.data());
    if constexpr (kTabulated) tabulate(starts_.data(), state_.symbols, table_);
  }

 private:
  static constexpr bool kMore = kCapacity > kGroup, kTabulated = kCapacity > 3 * kGroup;  // few: sizes of corrections, which mostly are small
  using TableSymbol = std::conditional_t<kCapacity <= 256, uint8_t, uint16_t>;

  ModelState state_;
  uint32_t last_ = 0;
  std::array<TableSymbol, kTabulated ? kSlots : 1> table_;
  alignas(16) std::array<uint16_t, (kCapacity + kGroup - 1) / kGroup * kGroup + kGroup> starts_;  // more, so that sixteen are behind every symbol
  std::array<uint16_t, kCapacity> counts_;                                                        // at most 2^15 and a cycle
};

/// A model of two symbols.
class BitModel {
 public:
  uint32_t shareOfZero() const { return share_; }
  void count(bool one) {
    zeros_ += one ? 0 : 1;
    if (--countdown_ == 0) update();
  }

 private:
  void update();

  uint32_t share_ = 4096, zeros_ = 1, total_ = 2, cycle_ = 4, countdown_ = 4;
};

/// Made when first used: most models never are, and small chunks then start fast.
template <class Model>
class Lazy {
 public:
  template <class... Arguments>
  Model& get(Arguments... arguments) {
    if (!model_) [[unlikely]]
      model_ = std::make_unique<Model>(arguments...);
    return *model_;
  }

 private:
  std::unique_ptr<Model> model_;
};

}  // namespace arete::laz
