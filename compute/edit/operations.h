// The operations on the graph, one each. Internal to compute/edit.
#pragma once

#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include "compute/edit/apply_edits.h"
#include "compute/edit/edit_graph.h"

namespace arete {

/// What an operation works on.
struct EditWork {
  EditGraph& graph;
  const PointCloud& cloud;
  const EditTolerances& tolerances;
  std::stop_token stop;

  void checkStop() const;
  /// The node that an edit touches: where it is, or near.
  std::optional<uint32_t> node(const Edit& edit, size_t i) const;
  /// The edge between two of the edit's places, or, where they are not joined any more, the one that runs there.
  std::optional<Edge> edge(const Edit& edit, const Edge& pair) const;
};

EditStatus applied(std::string text);
EditStatus gone(std::string text);
/// "1 node", "3 nodes".
std::string counted(size_t count, std::string_view what);

EditStatus removeShorterThan(double length, const EditWork& work);
EditStatus removeLongerThan(double length, const EditWork& work);
EditStatus joinNodes(const Edit& edit, const EditWork& work);
EditStatus keepAsRight(const Edit& edit, const EditWork& work);
EditStatus dropAsNoise(const Edit& edit, const EditWork& work);

/// The places between two, without these, along which the points of the cloud are densest; nothing where none lead there. Their coordinates one
/// after the other. Throws Cancelled.
std::optional<std::vector<double>> wayThroughCloud(std::span<const double> from, std::span<const double> to, const EditWork& work);

}  // namespace arete
