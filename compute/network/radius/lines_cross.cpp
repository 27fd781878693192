#include "compute/network/radius/lines_cross.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "compute/core/segment_distance.h"

namespace arete {

static constexpr size_t kOfEnds = 3;  // nodes: where a line goes on as another one, the two are close, and do not cross

namespace {

/// A node of a line, and the next one. Places of the plane lie in space.
struct Way {
  std::array<double, 3> from, to;
  size_t line;
};

/// Ways of one line that follow each other, and a box that holds every place so near to one of them.
struct Stretch {
  std::span<const Way> ways;
  std::array<double, 3> low, high;

  Stretch(std::span<const Way> of, double within) : ways(of), low(of[0].from), high(low) {
    constexpr double kMore = 1 + 1e-6;  // rounding decides nothing
    for (const Way& way : ways)
      for (size_t k = 0; k < 3; ++k) low[k] = std::min({low[k], way.from[k], way.to[k]}), high[k] = std::max({high[k], way.from[k], way.to[k]});
    for (size_t k = 0; k < 3; ++k) {
      const double around = within * kMore + 1e-9 * std::max(std::abs(low[k]), std::abs(high[k]));
      low[k] -= around, high[k] += around;
    }
  }
  bool mayTouch(const Way& other) const {
    if (other.line == ways[0].line) return false;
    for (size_t k = 0; k < 3; ++k)
      if (other.from[k] < low[k] || other.from[k] > high[k]) return false;
    return true;
  }
};

std::vector<Stretch> stretchesOf(std::span<const Way> ways, double within) {
  constexpr size_t kLongest = 32;
  std::vector<Stretch> stretches;
  for (size_t begin = 0; begin < ways.size();) {
    size_t end = begin + 1;
    while (end < ways.size() && end - begin < kLongest && ways[end].line == ways[begin].line) ++end;
    stretches.emplace_back(ways.subspan(begin, end - begin), within);
    begin = end;
  }
  return stretches;
}

}  // namespace

bool linesCross(const Curve& network, double within, const StageContext& context) {
  constexpr size_t kNodes = 4000;
  std::vector<Way> ways;
  const auto placeOf = [&](uint32_t node) {
    std::array<double, 3> place{};
    for (int k = 0; k < network.nodes.dimension(); ++k) place[size_t(k)] = network.nodes.coordinate(node, k);
    return place;
  };
  for (size_t line = 0; line < network.polylines.size(); ++line) {
    const std::vector<uint32_t>& nodes = network.polylines[line].nodes;
    for (size_t i = kOfEnds; i + kOfEnds + 1 < nodes.size(); ++i) ways.push_back({placeOf(nodes[i]), placeOf(nodes[i + 1]), line});
  }
  const std::vector<Stretch> stretches = stretchesOf(ways, within);
  const auto isNear = [&](const Way& from, const Way& other) {
    return shared::squaredDistanceToSegment(from.from.data(), other.from.data(), other.to.data(), 3) < within * within;
  };
  const size_t every = ways.size() / kNodes + 1;
  for (size_t i = 0; i < ways.size(); i += every) {
    context.checkStop();
    for (const Stretch& stretch : stretches)
      if (stretch.mayTouch(ways[i]) && std::ranges::any_of(stretch.ways, [&](const Way& other) { return isNear(ways[i], other); })) return true;
  }
  return false;
}

}  // namespace arete
