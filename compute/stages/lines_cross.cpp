#include "compute/stages/lines_cross.h"

#include <array>
#include <vector>

#include "compute/shared/segment_distance.h"

namespace arete {

static constexpr size_t kOfEnds = 3;  // nodes: where a line goes on as another one, the two are close, and do not cross

namespace {

/// A node of a line, and the next one. Places of the plane lie in space.
struct Way {
  std::array<double, 3> from, to;
  size_t line;
};

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
  const size_t every = ways.size() / kNodes + 1;
  for (size_t i = 0; i < ways.size(); i += every) {
    context.checkStop();
    for (const Way& other : ways)
      if (other.line != ways[i].line &&
          shared::squaredDistanceToSegment(ways[i].from.data(), other.from.data(), other.to.data(), 3) < within * within)
        return true;
  }
  return false;
}

}  // namespace arete
