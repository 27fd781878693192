// Answers of stages as lists of numbers: two answers are the same to the bit when the lists are equal. Every list within an answer comes after its
// size.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <ranges>
#include <string>
#include <utility>
#include <vector>

#include "compute/core/curve.h"
#include "compute/neighbours/knn/contract.h"
#include "compute/neighbours/within/contract.h"
#include "compute/network/fog/contract.h"
#include "compute/network/radius/contract.h"
#include "compute/network/side_lines/contract.h"
#include "compute/network/twigs/contract.h"
#include "compute/network/witnesses/contract.h"
#include "compute/tiles/contract.h"

namespace arete {

using Bits = std::vector<uint64_t>;

inline void addBits(Bits& bits, std::integral auto value) { bits.push_back(uint64_t(value)); }
inline void addBits(Bits& bits, double value) { bits.push_back(std::bit_cast<uint64_t>(value)); }
inline void addBits(Bits& bits, float value) { bits.push_back(std::bit_cast<uint32_t>(value)); }

void addBits(Bits& bits, const shared::Vector3& place);
void addBits(Bits& bits, const Edge& edge);
void addBits(Bits& bits, const RidgeNode& node);
void addBits(Bits& bits, const Witness& witness);
void addBits(Bits& bits, const Twig& twig);
void addBits(Bits& bits, const ShiftCount& count);
void addBits(Bits& bits, const Polyline& line);
void addBits(Bits& bits, const TileNode& node);
void addBits(Bits& bits, const IndexLists& lists);
void addBits(Bits& bits, const PointArray& points);  // whatever the layout
void addBits(Bits& bits, const Fog& fog);
void addBits(Bits& bits, const RadiusLevel& level);
void addBits(Bits& bits, const SpreadPlace& place);
void addBits(Bits& bits, const CloudRadius& radius);
void addBits(Bits& bits, const Curve& curve);
void addBits(Bits& bits, const SuperPoints& points);
void addBits(Bits& bits, const Witnesses& witnesses);
void addBits(Bits& bits, const SideLines& lines);
void addBits(Bits& bits, const TileTree& tree);
void addBits(Bits& bits, const Neighbours& found);  // without its times and note
void addBits(Bits& bits, const PointsWithin& found);

template <class A, class B>
void addBits(Bits& bits, const std::pair<A, B>& both);

template <std::ranges::sized_range List>
void addBits(Bits& bits, const List& list) {
  bits.push_back(uint64_t(std::ranges::size(list)));
  for (const auto& each : list) addBits(bits, each);
}

template <class A, class B>
void addBits(Bits& bits, const std::pair<A, B>& both) {
  addBits(bits, both.first), addBits(bits, both.second);
}

template <class Value>
Bits bitsOf(const Value& value) {
  Bits bits;
  addBits(bits, value);
  return bits;
}

}  // namespace arete
