// fog.cpu.sequential: row 0 of its stage. Weights are added up cell by cell, and the cells sorted.
// Memory: a number a cell, one for 64 points. Cost: one pass over the super-points. Loses to nothing that matters: it is done once. Source: 3D, G.
#include <algorithm>

#include "compute/network/fog/contract.h"
#include "compute/network/rules/symmetric_eigen.h"

namespace arete::cpu {

using shared::Vector3;

/// How far the places extend along their second principal axis.
static double secondExtent(std::span<const Vector3> places) {
  Vector3 sum;
  for (const Vector3& place : places) sum = sum + place;
  const Vector3 mean = sum * (1 / double(places.size()));
  shared::Matrix3 products;
  for (const Vector3& place : places)
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k) products.m[i][k] += (place[i] - mean[i]) * (place[k] - mean[k]);
  const Vector3 axis = shared::symmetricEigen(products).vector[1];
  double least = 0, most = 0;
  for (const Vector3& place : places) {
    const double at = dot(place - mean, axis);
    least = std::min(least, at), most = std::max(most, at);
  }
  return most - least;
}

Fog fogSequential(const FogInput& in, const StageContext& context) {
  int64_t weight = 0;
  for (const int64_t each : in.points.weights) weight += each;
  if (weight == 0) return {};
  Vector3 low = in.points.places[0], high = low;
  for (const Vector3& place : in.points.places)
    for (int k = 0; k < 3; ++k) low.set(k, std::min(low[k], place[k])), high.set(k, std::max(high[k], place[k]));
  const FogCells cells = fogCells(low, high, double(weight) / in.rules.fogCell);
  if (!cells.saySomething() || secondExtent(in.points.places) < double(FogCells::kFewestAcross) * cells.side()) return {};
  context.checkStop();
  std::vector<int64_t> weights(size_t(cells.count()));
  for (uint32_t i = 0; i < in.points.size(); ++i) weights[size_t(cells.of(in.points.places[i]))] += in.points.weights[i];
  const auto middle = weights.begin() + (cells.count() - 1) / 2;
  std::ranges::nth_element(weights, middle);
  const double all = double(*middle) * double(cells.count());
  return {all / cells.volume(), all / double(weight)};
}

}  // namespace arete::cpu
