// The form of a store (kept_store.h), little endian: head; texts; from a multiple of 4096 bytes on the coordinates
// (compute/chains/evolve/strip_file.h); cells, 12 bytes each: key and number of points; chosen points: places in the stream, coordinates; a checksum
// for each block of coordinates. What lies between them is 0, up to a multiple of 8 bytes.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compute/core/cloud_facts.h"
#include "compute/core/grid_shape.h"

namespace arete::cpu {

inline constexpr std::array<char, 8> kStoreMagic = {'a', 'r', 'e', 't', 'e', 's', 't', 'o'};
/// Of the form, and of the rules by which points are read, chosen and put into cells.
inline constexpr uint32_t kStoreVersion = 1;
inline constexpr size_t kCellWords = 3;  ///< of 4 bytes: key, points

/// What whoever makes a store says of it, to know it again.
struct StoreLabel {
  std::vector<std::string> input;  ///< what the points were read from
  std::string about;               ///< anything else
};

struct StoreHead {
  StoreLabel label;
  CloudFacts facts;
  double r1 = 0;
  GridShape shape = {};  ///< of the cells
  uint32_t cells = 0;    ///< with points
  uint32_t chosen = 0;

  /// Of the file, or little less.
  uint64_t aboutBytes() const;
};

/// The first bytes of a store. Sums are checksums of one kind of what follows each.
struct StoreHeader {
  std::array<char, 8> magic = kStoreMagic;
  uint32_t version = kStoreVersion;
  uint32_t scalarBytes = 0, dimension = 0;
  uint32_t cells = 0, chosen = 0, inputs = 0;
  uint64_t points = 0, textBytes = 0, fileBytes = 0;
  double r1 = 0;
  std::array<double, kMaxDimension> origin{}, minimum{}, maximum{};
  uint32_t axes = 0;
  std::array<uint32_t, GridShape::kAxes> axis{}, count{};
  uint32_t unused = 0;
  std::array<double, GridShape::kAxes> gridOrigin{}, inverseEdge{}, last{};
  uint64_t textSum = 0, cellSum = 0, chosenSum = 0, blockSum = 0;
  uint64_t sum = 0;  // of what is before
};

uint64_t sumOf(const StoreHeader& header);
StoreHeader headerOf(const StoreHead& head);
/// Without its label.
StoreHead headFrom(const StoreHeader& header);
/// What no store can have, whatever its cloud; "" where all is possible.
std::string_view impossible(const StoreHeader& header);

/// Each with its size before it, together a multiple of four bytes.
std::string textOf(const StoreLabel& label);
/// Nothing where there are not so many texts in it.
std::optional<StoreLabel> labelFrom(std::string_view all, uint32_t inputs);

/// Where the parts of a store are.
struct StorePlaces {
  uint64_t texts = sizeof(StoreHeader), coordinates = 0, cells = 0, chosen = 0, sums = 0;

  StorePlaces(const StoreHead& head, uint64_t textBytes);
  explicit StorePlaces(const StoreHead& head) : StorePlaces(head, textOf(head.label).size()) {}
};

}  // namespace arete::cpu
