// Keeps doubles exactly, in fewer bytes, until it is known what becomes of them. Numbers from text are mostly decimals: m · 10^-e with a small
// integer m, which is kept as its distance from the smallest one of a block. Dividing m by 10^e gives the very double that was read, since both are
// exact and division rounds correctly, as reading does. Floats are kept as floats; what is neither stays a double. Source: A. Afroozeh, L. Kuffo, P.
// Boncz, ALP: Adaptive lossless floating-point compression, 2023; without its packing into bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "compute/core/pages.h"

namespace arete {

/// A queue of blocks of numbers in pages of its own, so that memory is given back as soon as blocks are taken out.
class CompactNumbers {
 public:
  static constexpr size_t kBlock = 4096;  ///< numbers at most

  /// Block i belongs to column i mod `columns`; numbers of one column are alike.
  explicit CompactNumbers(size_t columns) : exponents_(columns, kUnknown) {}
  CompactNumbers(CompactNumbers&&) = default;
  CompactNumbers& operator=(CompactNumbers&&) = default;

  /// Adds at most kBlock numbers, every `stride`-th from `values` on.
  void append(const double* values, size_t count, size_t stride);
  size_t blocks() const { return blocks_.size(); }
  size_t count(size_t block) const { return blocks_[block].count; }
  /// Puts the same bits into every `stride`-th double of `out`.
  void copy(size_t block, double* out, size_t stride) const;
  /// Blocks before this one are no longer needed.
  void release(size_t block);
  size_t bytes() const { return slabs_.size() * kSlabBytes; }

 private:
  static constexpr size_t kSlabBytes = size_t(1) << 20;
  static constexpr int kUnknown = -1;
  enum class Form : uint8_t { decimals, floats, doubles };

  struct Block {
    Form form = Form::doubles;
    uint8_t width = 0;  ///< bytes of a distance
    int8_t exponent = 0;
    uint16_t count = 0, exceptions = 0;
    int64_t base = 0;
    size_t slab = 0, at = 0;  ///< of all slabs there have been, and in it
  };
  struct Integers;
  bool appendFloats(std::span<const double> values);
  bool appendDecimals(std::span<const double> values, int& exponent);
  std::byte* room(size_t bytes, Block& block);
  const std::byte* data(const Block& block) const { return slabs_[block.slab - released_].bytes() + block.at; }

  std::vector<int> exponents_;  // of each column's last block
  std::vector<Block> blocks_;
  std::deque<Pages> slabs_;
  size_t released_ = 0;  // slabs
  size_t endInSlab_ = 0;
};

}  // namespace arete
