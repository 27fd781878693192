// Where the middle of the body is, seen from a node: whatever the versions of the stage share once they know to which node each super-point belongs.
#pragma once

#include <optional>
#include <vector>

#include "compute/measures/bodies/across_frame.h"
#include "compute/measures/bodies/circle_fit.h"
#include "compute/network/cross_sections/contract.h"
#include "compute/network/graph/node_graph.h"

namespace arete {

class SectionMiddles {
 public:
  static constexpr uint32_t kNobodys = UINT32_MAX;

  /// `owners`: by super-point, its node, or kNobodys. Input and nodes must outlive it.
  SectionMiddles(const CrossSectionsInput& in, std::span<const RidgeNode> nodes, std::span<const uint32_t> owners);

  /// The way from the node to the middle of its section. None where its section is no wall.
  std::optional<shared::Vector3> wayFrom(uint32_t node) const;
  /// Where a node goes, by the ways from all nodes.
  shared::Vector3 placeOf(uint32_t node, std::span<const std::optional<shared::Vector3>> ways) const;

 private:
  /// The super-points of a section, across the curve in units of R1; `half`: of its length, likewise.
  std::vector<PlanePlace> section(uint32_t node, const AcrossFrame& frame, const shared::Vector3& along, double half) const;
  std::vector<uint32_t> nodesAlong(uint32_t node, double half) const;
  /// From the nodes behind it to those before it, as far as R1 on either side, but not beyond a junction.
  shared::Vector3 direction(uint32_t node) const;
  shared::Vector3 meanBeyond(uint32_t node, uint32_t next) const;

  const CrossSectionsInput& in_;
  std::span<const RidgeNode> nodes_;
  ShrinkingGraph graph_;
  std::vector<uint32_t> starts_, owned_;  // the super-points of a node: ascending in owned_, from starts_[node] to starts_[node + 1]
};

}  // namespace arete
