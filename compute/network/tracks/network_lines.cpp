#include "compute/network/tracks/network_lines.h"

#include <algorithm>
#include <cmath>

namespace arete {

NetworkLines::Pieces NetworkLines::piecesOf(const Curve& network) {
  Pieces pieces;
  const auto place = [&](uint32_t node) { return TrackPlace{network.nodes.coordinate(node, 0), network.nodes.coordinate(node, 1)}; };
  for (uint32_t line = 0; line < network.polylines.size(); ++line) {
    const auto& [nodes, closed] = network.polylines[line];
    double begin = 0;
    for (size_t i = 1; i < nodes.size() + (closed ? 1 : 0); ++i) {
      const TrackPlace a = place(nodes[i - 1]), b = place(nodes[i % nodes.size()]);
      const double length = legLength(a, b);
      if (length == 0) continue;
      pieces.ends.insert(pieces.ends.end(), {a[0], a[1], b[0], b[1]});
      pieces.about.push_back({line, begin, length});
      begin += length;
    }
  }
  return pieces;
}

NetworkLines::NetworkLines(const Curve& network, ThreadPool& threads) : NetworkLines(piecesOf(network), threads) {}

NetworkLines::NetworkLines(Pieces pieces, ThreadPool& threads)
    : ends_(std::move(pieces.ends)), pieces_(std::move(pieces.about)), tree_(ends_, 2, threads) {}

std::optional<NetworkLines::Place> NetworkLines::nearest(const TrackPlace& point) const {
  if (pieces_.empty()) return {};
  const SegmentTree::Nearest found = tree_.nearest(point);
  const uint32_t number = tree_.number(found.segment);
  const double* const ends = &ends_[4 * size_t(number)];
  const Piece& piece = pieces_[number];
  const double x = (ends[2] - ends[0]) / piece.length, y = (ends[3] - ends[1]) / piece.length;
  const double px = point[0] - ends[0], py = point[1] - ends[1];
  return Place{std::sqrt(found.squaredDistance), x * py - y * px, piece.line, piece.begin + std::clamp(x * px + y * py, 0.0, piece.length)};
}

}  // namespace arete
