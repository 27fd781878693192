#include "compute/measures/bodies/branch_columns.h"

namespace arete {

static double orNone(uint32_t number) { return number == BodyBranch::kNone ? -1 : double(number); }

std::span<const BodyTableColumn<BodyBranch>> branchColumns() {
  static constexpr BodyTableColumn<BodyBranch> kColumns[] = {
      {"component", "The connected piece that it belongs to.", true, [](const BodyBranch& b) { return double(b.component); }},
      {"parent", "The branch that it leaves; -1 at the root.", true, [](const BodyBranch& b) { return orNone(b.parent); }},
      {"from_node", "The node where it begins, seen from the root.", true, [](const BodyBranch& b) { return double(b.from); }},
      {"to_node", "The node where it ends.", true, [](const BodyBranch& b) { return double(b.to); }},
      {"closed", "1 where it ends where it begins.", true, [](const BodyBranch& b) { return double(b.closed); }},
      {"order", "Branches from the root to it, itself included.", true, [](const BodyBranch& b) { return double(b.order); }},
      {"strahler", "Strahler number: 1 at tips.", true, [](const BodyBranch& b) { return double(b.strahler); }},
      {"length", "Along the curve, from node to node.", false, [](const BodyBranch& b) { return b.length; }},
      {"radius", "Mean along it.", false, [](const BodyBranch& b) { return b.radius; }},
      {"radius_error", "Standard error of the mean.", false, [](const BodyBranch& b) { return b.radiusError; }},
      {"radius_from", "Radius where it begins.", false, [](const BodyBranch& b) { return b.radiusFrom; }},
      {"radius_to", "Radius where it ends.", false, [](const BodyBranch& b) { return b.radiusTo; }},
      {"taper", "Radius lost per length, away from the root.", false, [](const BodyBranch& b) { return b.taper; }},
      {"surface", "Of its side, outside of the thicker branch that it leaves.", false, [](const BodyBranch& b) { return b.surface; }},
      {"surface_error", "Standard error of the surface.", false, [](const BodyBranch& b) { return b.surfaceError; }},
      {"volume", "Outside of the thicker branch that it leaves.", false, [](const BodyBranch& b) { return b.volume; }},
      {"volume_error", "Standard error of the volume.", false, [](const BodyBranch& b) { return b.volumeError; }},
      {"seen", "Share of directions in which its wall is seen.", false, [](const BodyBranch& b) { return b.seen; }},
      {"angle", "Degrees between it and its parent; none at the root.", false, [](const BodyBranch& b) { return b.angle; }},
  };
  return kColumns;
}

std::span<const BodyTableColumn<BodyTotals>> totalsColumns() {
  static constexpr BodyTableColumn<BodyTotals> kColumns[] = {
      {"root_node", "Where it begins: the largest ball or the thickest end.", true, [](const BodyTotals& t) { return double(t.root); }},
      {"branches", "How many it has.", true, [](const BodyTotals& t) { return double(t.branches); }},
      {"strahler", "The greatest Strahler number.", true, [](const BodyTotals& t) { return double(t.strahler); }},
      {"length", "Of all branches.", false, [](const BodyTotals& t) { return t.length; }},
      {"surface", "Of all branches.", false, [](const BodyTotals& t) { return t.surface; }},
      {"surface_error", "Standard error of the surface.", false, [](const BodyTotals& t) { return t.surfaceError; }},
      {"volume", "Of all branches.", false, [](const BodyTotals& t) { return t.volume; }},
      {"volume_error", "Standard error of the volume.", false, [](const BodyTotals& t) { return t.volumeError; }},
  };
  return kColumns;
}

}  // namespace arete
