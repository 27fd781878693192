// Numbers at equal distances in a file: readers of binary formats name such columns instead of reading the numbers.
#pragma once

#include <optional>
#include <span>

#include "compute/core/attribute_values.h"

namespace arete {

/// Value i is at offset + i·stride. Its number is ((raw & mask) >> shift) · scale + add.
struct Column {
  ScalarType type = ScalarType::float32;
  std::endian order = std::endian::little;
  uint64_t offset = 0;
  uint64_t stride = 0;
  double scale = 1, add = 0;
  uint64_t mask = 0;                    ///< of an unsigned integer; 0 = all bits
  int shift = 0;                        ///< after the mask
  std::optional<uint64_t> noData = {};  ///< a number that stands for none, before scale and offset: its bits as an integer of 64 bits, or as a double
};

/// Puts `count` values from value `first` on into every `outStride`-th double of `out`. All of them must lie in `data`.
void copyColumn(std::span<const std::byte> data, const Column& column, uint64_t first, size_t count, double* out, size_t outStride);

/// What an attribute keeps all numbers of the column in.
inline ScalarType heldType(const Column& column) {
  if (column.scale != 1 || column.add != 0) return ScalarType::float64;
  if (column.noData) return withMissing(heldType(column.type));
  return column.mask != 0 && column.mask >> column.shift <= UINT8_MAX ? ScalarType::uint8 : heldType(column.type);
}
/// The same into those of `out`, which are of the column's held type, from `at` on.
void copyColumn(std::span<const std::byte> data, const Column& column, uint64_t first, size_t count, AttributeValues& out, size_t at);

}  // namespace arete
