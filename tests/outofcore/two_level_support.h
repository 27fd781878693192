// Indexes with tiny leaves, and the neighbours that row 0 finds.
#pragma once

#include "compute/catalog/version.h"
#include "compute/neighbours/outofcore/build_index.h"
#include "compute/neighbours/outofcore/disk_search.h"
#include "tests/io/write_support.h"
#include "tests/support/sanitizers.h"
#include "tests/support/zoo.h"

namespace arete::test {

using namespace outofcore;

constexpr size_t kMemory = 32 << 20;

inline Neighbours referenceAnswer(const PointArray& points, const KnnQuery& query) {
  const auto device = makeCpuDevice(1);
  const ParamValues params;
  return nearestNeighbours(versions(Stage::knn)[0].as<Stage::knn>(), {points, params}, query, {*device, {}, {}});
}

/// Points with a name for what they are, so that indexes of them can be kept.
class NamedStream final : public PointStream {
 public:
  explicit NamedStream(const PointArray& points, std::string name = "points of a test") : points_(points), name_(std::move(name)) {}

  uint64_t size() const override { return points_.size(); }
  int dimension() const override { return points_.dimension(); }
  Scalar scalar() const override { return points_.scalar(); }
  std::string identity() const override { return name_; }
  void read(uint64_t first, const Take& take, const std::stop_token& stop) const override { ArrayStream(points_).read(first, take, stop); }

 private:
  const PointArray& points_;
  std::string name_;
};

}  // namespace arete::test
