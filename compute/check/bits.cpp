#include "compute/check/bits.h"

namespace arete {

namespace {

void addAll(Bits& bits, const auto&... values) { (addBits(bits, values), ...); }

}  // namespace

void addBits(Bits& bits, const shared::Vector3& place) { addAll(bits, place.x, place.y, place.z); }
void addBits(Bits& bits, const Edge& edge) { addAll(bits, edge.a, edge.b); }
void addBits(Bits& bits, const RidgeNode& node) {
  addAll(bits, node.place, node.tangent, node.radius, node.density, node.crest, node.still, node.lost);
}
void addBits(Bits& bits, const Witness& witness) { addAll(bits, witness.a, witness.b, witness.weight); }
void addBits(Bits& bits, const Twig& twig) { addAll(bits, twig.node, twig.tip); }
void addBits(Bits& bits, const ShiftCount& count) { addAll(bits, count.went, count.rested); }
void addBits(Bits& bits, const Polyline& line) { addAll(bits, line.nodes, line.closed); }
void addBits(Bits& bits, const TileNode& node) { addAll(bits, node.parent, node.firstChild, node.children, node.begin, node.end, node.level); }
void addBits(Bits& bits, const IndexLists& lists) { addAll(bits, lists.starts, lists.all()); }

void addBits(Bits& bits, const PointArray& points) {
  addAll(bits, points.size(), points.dimension(), int(points.scalar()));
  withScalarType(points.scalar(), [&]<class T>() {
    const PointsView<T> view = points.view<T>();
    for (uint32_t i = 0; i < view.count; ++i)
      for (int k = 0; k < view.dimension; ++k) addBits(bits, view.at(i, k));
  });
}

void addBits(Bits& bits, const Fog& fog) { addAll(bits, fog.intensity, fog.share); }
void addBits(Bits& bits, const RadiusLevel& level) {
  addAll(bits, level.radius, level.places, level.linear, level.full, level.flat, level.spread, level.thickness, std::span(level.dimension));
}
void addBits(Bits& bits, const SpreadPlace& place) { addAll(bits, place.place, place.spread); }
void addBits(Bits& bits, const CloudRadius& radius) {
  addAll(bits, int(radius.sign), radius.r1, radius.linear, radius.curve, radius.strewn, radius.sheets, radius.widest, radius.twoScales, radius.levels,
         radius.spreads);
}
void addBits(Bits& bits, const Curve& curve) {
  addAll(bits, curve.nodes, curve.edges, curve.polylines, curve.components, curve.loops, curve.junctions, curve.ends, curve.length);
}
void addBits(Bits& bits, const SuperPoints& points) {
  addAll(bits, points.dimension, points.places, points.weights, points.kernelScale, points.sphereCentre.has_value(),
         points.sphereCentre.value_or(shared::Vector3{}));
}
void addBits(Bits& bits, const Witnesses& witnesses) { addAll(bits, witnesses.pairs, witnesses.nearestTo); }
void addBits(Bits& bits, const SideLines& lines) { addAll(bits, lines.added, lines.edges); }
void addBits(Bits& bits, const TileTree& tree) {
  addAll(bits, int(tree.kind), tree.dimension, tree.nodes, tree.bounds, tree.levels, tree.points, tree.leaves, tree.touching, tree.surroundings,
         tree.note);
}
void addBits(Bits& bits, const Neighbours& found) {
  addAll(bits, found.queries, found.k, found.indices);
  std::visit([&](const auto& squared) { addBits(bits, squared); }, found.squaredDistances);
}
void addBits(Bits& bits, const PointsWithin& found) {
  addAll(bits, found.starts, found.indices);
  std::visit([&](const auto& squared) { addBits(bits, squared); }, found.squaredDistances);
}

}  // namespace arete
