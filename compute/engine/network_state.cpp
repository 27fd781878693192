#include "compute/engine/network_state.h"

#include <algorithm>
#include <numeric>

#include "compute/core/error.h"

namespace arete {

/// Where the elements of rows are to be written.
static void putPlaces(PointArray& points, const auto& placeOf) {
  double* to = points.elements<double>().data();
  for (uint32_t i = 0; i < points.size(); ++i) {
    const shared::Vector3& place = placeOf(i);
    for (int k = 0; k < points.dimension(); ++k) *to++ = place[k];
  }
}

ChosenState stateOf(const SuperPoints& points) {
  ChosenState state{.points = PointArray::toBeWritten(Scalar::float64, points.dimension, points.size())};
  putPlaces(state.points, [&](uint32_t i) -> const shared::Vector3& { return points.places[i]; });
  state.origin.resize(points.size());
  std::iota(state.origin.begin(), state.origin.end(), 0u);
  putColumn(state, NodeColumn::weight, {points.weights.begin(), points.weights.end()});
  return state;
}

void putColumn(ChosenState& state, std::string_view name, std::vector<double> values) {
  const auto found = std::ranges::find(state.columns, name, &PointColumn::name);
  if (found == state.columns.end()) state.columns.push_back({std::string(name), std::move(values)});
  else found->values = std::move(values);
}

static const std::vector<double>& columnOf(const ChosenState& state, std::string_view name) {
  const PointColumn* const column = state.column(name);
  if (column == nullptr) throw Error(ErrorKind::internal, "cannot detect a network", name, "the nodes have no such column", "please report this");
  return std::get<std::vector<double>>(*column->values);
}

std::vector<RidgeNode> nodesOf(const ChosenState& state) {
  const int dimension = state.points.dimension();
  std::vector<RidgeNode> nodes(state.points.size());
  for (uint32_t i = 0; i < nodes.size(); ++i)
    for (int k = 0; k < dimension; ++k) nodes[i].place.set(k, state.points.view<double>().at(i, k));
  const auto take = [&](std::string_view name, auto set) {
    const std::vector<double>& values = columnOf(state, name);
    for (uint32_t i = 0; i < nodes.size(); ++i) set(nodes[i], values[i]);
  };
  take(NodeColumn::radius, [](RidgeNode& node, double value) { node.radius = value; });
  take(NodeColumn::density, [](RidgeNode& node, double value) { node.density = value; });
  take(NodeColumn::crest, [](RidgeNode& node, double value) { node.crest = value; });
  take(NodeColumn::still, [](RidgeNode& node, double value) { node.still = value != 0; });
  take(NodeColumn::lost, [](RidgeNode& node, double value) { node.lost = value != 0; });
  for (int k = 0; k < dimension; ++k) take(NodeColumn::tangent[k], [k](RidgeNode& node, double value) { node.tangent.set(k, value); });
  return nodes;
}

void putNodes(ChosenState& state, std::span<const RidgeNode> nodes) {
  putPlaces(state.points, [&](uint32_t i) -> const shared::Vector3& { return nodes[i].place; });
  const auto put = [&](std::string_view name, auto get) {
    std::vector<double> values;
    values.reserve(nodes.size());
    for (const RidgeNode& node : nodes) values.push_back(double(get(node)));
    putColumn(state, name, std::move(values));
  };
  put(NodeColumn::radius, [](const RidgeNode& node) { return node.radius; });
  put(NodeColumn::density, [](const RidgeNode& node) { return node.density; });
  put(NodeColumn::crest, [](const RidgeNode& node) { return node.crest; });
  put(NodeColumn::still, [](const RidgeNode& node) { return node.still; });
  put(NodeColumn::lost, [](const RidgeNode& node) { return node.lost; });
  for (int k = 0; k < state.points.dimension(); ++k) put(NodeColumn::tangent[k], [k](const RidgeNode& node) { return node.tangent[k]; });
}

}  // namespace arete
