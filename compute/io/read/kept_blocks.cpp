#include "compute/io/read/kept_blocks.h"

#include <algorithm>

#include "compute/filter/point_rules.h"

namespace arete {

static std::vector<uint32_t> keptOf(const PointCloud& cloud, const Filter& rules) {
  std::vector<uint8_t> kept(cloud.size(), 1);
  applyRules(pointRules(cloud, rules), 0, kept);
  std::vector<uint32_t> indices;
  for (uint32_t i = 0; i < cloud.size(); ++i)
    if (kept[i] != 0) indices.push_back(i);
  return indices;
}

void KeptBlocks::take(size_t block, PointArray points, std::vector<Attribute> attributes) {
  const PointCloud all = PointCloud::inRange(std::move(points), origin_, {}, std::move(attributes));  // no rule asks for the bounds
  const std::vector<uint32_t> indices = keptOf(all, rules_);
  Block& kept = blocks_[block];
  kept.points = all.points().subset(indices);
  for (const Attribute& attribute : all.attributes()) kept.attributes.push_back({attribute.name, attribute.values.at(indices)});
}

PointCloud KeptBlocks::join(Scalar scalar, int dimension, ReadThreads& threads) {
  std::vector<size_t> before(1, 0);
  for (const Block& block : blocks_) before.push_back(before.back() + block.points.size());
  std::vector<Attribute> attributes;
  for (const Attribute& attribute : blocks_.empty() ? std::vector<Attribute>{} : blocks_.front().attributes)
    attributes.push_back({attribute.name, AttributeValues(attribute.values.type())});
  PointArray points = PointArray::toBeWritten(scalar, dimension, uint32_t(before.back()));
  withScalarType(scalar, [&]<class T>() {
    T* const to = points.elements<T>().data();
    const auto copy = [&](size_t block, int) {
      std::ranges::copy(blocks_[block].points.elements<T>(), to + before[block] * size_t(dimension));
      blocks_[block].points = PointArray();
    };
    if (!points.empty()) threads.forEach(blocks_.size(), copy, [] {});
  });
  for (size_t a = 0; a < attributes.size(); ++a) {
    attributes[a].values.resize(before.back());
    const auto copy = [&](size_t block, int) {
      attributes[a].values.put(before[block], blocks_[block].attributes[a].values);
      blocks_[block].attributes[a].values = AttributeValues();
    };
    threads.forEach(blocks_.size(), copy, [] {});
  }
  return PointCloud::inRange(std::move(points), origin_, std::move(attributes));
}

}  // namespace arete
