#include "compute/core/gpu_points.h"

#include <algorithm>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace arete {

namespace {

/// Which points lie on a GPU, by the identity of their cloud. Points themselves do not say: they are a value that every CUDA source knows.
struct Register {
  std::mutex mutex;
  std::unordered_map<const PointArray*, std::weak_ptr<const GpuPoints>> lying;
};

Register& all() {
  static auto* const made = new Register;  // never destroyed: clouds may outlive what is destroyed at the end
  return *made;
}

/// A cloud's line of the register, and what keeps its points on the GPU; the cloud's own points outlive it.
class Entry {
 public:
  explicit Entry(std::shared_ptr<const GpuPoints> points) : points_(std::move(points)) {}
  ~Entry() {
    const std::lock_guard lock(all().mutex);
    all().lying.erase(key_);
  }
  Entry(const Entry&) = delete;
  Entry& operator=(const Entry&) = delete;

  void enter(const PointArray* key) {
    const std::lock_guard lock(all().mutex);
    all().lying[key_ = key] = points_;
  }
  PointArray onHost() const { return points_->all(); }

 private:
  std::shared_ptr<const GpuPoints> points_;
  const PointArray* key_ = nullptr;
};

std::vector<uint32_t> evenly(uint32_t size, uint32_t most) {
  const uint32_t count = std::min(size, most);
  std::vector<uint32_t> indices(count);
  for (uint32_t i = 0; i < count; ++i) indices[i] = uint32_t(uint64_t(size) * i / count);
  return indices;
}

}  // namespace

PointCloud cloudOnGpu(const std::shared_ptr<const GpuPoints>& points, const PointCloud::Origin& origin, const Bounds& bounds) {
  constexpr uint32_t kSample = 512;  // those that the choice of a grid looks at (compute/core/grid_shape.h)
  const auto entry = std::make_shared<Entry>(points);
  const PointCloud sample = PointCloud::inRange(points->subset(evenly(points->size(), kSample)), origin, bounds, {});
  const PointCloud cloud = PointCloud::part(sample, points->size(), bounds, [entry] { return entry->onHost(); });
  entry->enter(cloud.sharedPoints().get());
  return cloud;
}

std::shared_ptr<const GpuPoints> gpuPointsOf(const PointArray& points) {
  const std::lock_guard lock(all().mutex);
  const auto found = all().lying.find(&points);
  return found == all().lying.end() ? nullptr : found->second.lock();
}

PointArray pointsAt(const PointArray& points, std::span<const uint32_t> indices) {
  if (const auto lying = gpuPointsOf(points)) return lying->subset(indices);
  return points.subset(indices);
}

PointArray pointsAt(const PointCloud& cloud, std::span<const uint32_t> indices) {
  if (const auto lying = gpuPointsOf(*cloud.sharedPoints())) return lying->subset(indices);
  return cloud.points().subset(indices);
}

PointArray evenSample(const PointArray& points, uint32_t most) { return pointsAt(points, evenly(points.size(), most)); }

}  // namespace arete
