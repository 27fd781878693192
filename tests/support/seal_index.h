// Forges indexes of clouds on disk: makes the checksums of an altered index right again, so that the error is met after they have been checked.
#pragma once

#include <algorithm>
#include <cstring>
#include <string>

#include "compute/neighbours/outofcore/leaf_index.h"

namespace arete::test {

/// Where the header of an index has its numbers; compute/neighbours/outofcore/leaf_index.cpp writes it.
struct IndexHeaderPlaces {
  static constexpr size_t kScalarBytes = 12, kDimension = 16, kPoints = 20, kLeafCapacity = 24, kLeaves = 28, kFileBytes = 32, kOrigin = 40,
                          kTablesChecksum = 424, kChecksum = 432, kBytes = 440, kLeafTable = 448;
};

template <class V>
V valueAt(const std::string& file, size_t at) {
  V value{};
  if (at + sizeof value <= file.size()) std::memcpy(&value, file.data() + at, sizeof value);
  return value;
}

template <class V>
void setAt(std::string& file, size_t at, V value) {
  if (at <= file.size() && sizeof value <= file.size() - at) std::memcpy(file.data() + at, &value, sizeof value);
}

/// Right checksums for what the leaves, the tables and the header hold now, and the size that the file has. What does not fit the file is left.
inline void sealIndex(std::string& file) {
  using Places = IndexHeaderPlaces;
  using outofcore::Leaf;
  if (file.size() < Places::kLeafTable) return;
  const auto sumOf = [&](uint64_t at, uint64_t bytes) {
    Checksum sum;
    if (at <= file.size() && bytes <= file.size() - at) sum.add(std::as_bytes(std::span(file).subspan(at, bytes)));
    return sum;
  };
  const uint64_t scalar = valueAt<uint32_t>(file, Places::kScalarBytes), dimension = valueAt<uint32_t>(file, Places::kDimension);
  const uint64_t leaves = valueAt<uint32_t>(file, Places::kLeaves);
  for (uint64_t i = 0; i < std::min<uint64_t>(leaves, file.size() / sizeof(Leaf)); ++i) {
    const uint64_t at = Places::kLeafTable + i * sizeof(Leaf);
    if (at + sizeof(Leaf) > file.size()) break;
    auto leaf = valueAt<Leaf>(file, at);
    const uint64_t coordinates = leaf.count * dimension * scalar;
    leaf.checksum = outofcore::leafChecksum(sumOf(leaf.offset, coordinates), sumOf(leaf.offset + coordinates, leaf.count * sizeof(uint32_t)));
    setAt(file, at, leaf);
  }
  setAt(file, Places::kTablesChecksum, sumOf(Places::kLeafTable, leaves * (sizeof(Leaf) + 2 * dimension * scalar)).value());
  setAt(file, Places::kFileBytes, uint64_t(file.size()));
  setAt(file, Places::kChecksum, sumOf(0, Places::kChecksum).value());
}

}  // namespace arete::test
