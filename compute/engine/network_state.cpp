#include "compute/engine/network_state.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "compute/core/error.h"

namespace arete {

static PointArray rowsOf(uint32_t count, int dimension, const auto& placeOf) {
  PointArray points = PointArray::toBeWritten(Scalar::float64, dimension, count);
  double* to = points.elements<double>().data();
  for (uint32_t i = 0; i < count; ++i) {
    const shared::Vector3& place = placeOf(i);
    for (int k = 0; k < dimension; ++k) *to++ = place[k];
  }
  return points;
}

ChosenState stateOf(const SuperPoints& points) {
  std::vector<uint64_t> numbers(points.size());
  std::iota(numbers.begin(), numbers.end(), 0u);
  ChosenState state{.points = rowsOf(points.size(), points.dimension, [&](uint32_t i) -> const shared::Vector3& { return points.places[i]; }),
                    .origin = std::move(numbers)};
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
  const PointsView<double> points = state.points->view<double>();
  const int dimension = points.dimension;
  std::vector<RidgeNode> nodes(points.count);
  for (uint32_t i = 0; i < nodes.size(); ++i)
    for (int k = 0; k < dimension; ++k) nodes[i].place.set(k, points.at(i, k));
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

void putNodes(ChosenState& state, std::span<const RidgeNode> nodes, int dimension) {
  using Column = std::vector<double>;
  const size_t count = nodes.size(), coordinates = size_t(dimension);
  state.points = rowsOf(uint32_t(count), dimension, [&](uint32_t i) -> const shared::Vector3& { return nodes[i].place; });
  Column radius(count), density(count), crest(count), still(count), lost(count);
  std::array<Column, std::size(NodeColumn::tangent)> tangent;
  for (size_t k = 0; k < coordinates; ++k) tangent[k].resize(count);
  for (size_t i = 0; i < count; ++i) {  // once through the nodes, which are ten numbers each
    const RidgeNode& node = nodes[i];
    radius[i] = node.radius, density[i] = node.density, crest[i] = node.crest, still[i] = node.still, lost[i] = node.lost;
    for (size_t k = 0; k < coordinates; ++k) tangent[k][i] = node.tangent[int(k)];
  }
  putColumn(state, NodeColumn::radius, std::move(radius));
  putColumn(state, NodeColumn::density, std::move(density));
  putColumn(state, NodeColumn::crest, std::move(crest));
  putColumn(state, NodeColumn::still, std::move(still));
  putColumn(state, NodeColumn::lost, std::move(lost));
  for (size_t k = 0; k < coordinates; ++k) putColumn(state, NodeColumn::tangent[k], std::move(tangent[k]));
}

}  // namespace arete
