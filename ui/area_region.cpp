#include "ui/area_region.h"

namespace arete {

/// A row of the projection: direction · (point − from) · scale, for points in file coordinates on the axes that are drawn.
static void putRow(Region& region, const View& view, const PointCloud& cloud, const glm::dvec3& direction, const glm::dvec3& from, double scale) {
  const auto dimension = size_t(cloud.dimension());
  std::vector<double> row(dimension + 1);
  row[dimension] = -glm::dot(direction, from) * scale;
  for (int k = 0; k < 3; ++k) {
    const int axis = view.axes[size_t(k)];
    if (axis < 0 || size_t(axis) >= dimension) continue;
    row[size_t(axis)] += direction[k] * scale;
    row[dimension] -= direction[k] * scale * cloud.origin()[size_t(axis)];
  }
  region.projection.insert(region.projection.end(), row.begin(), row.end());
}

Region regionBehind(const std::vector<std::array<double, 2>>& outline, const View& view, const Viewport& viewport, const PointCloud& cloud, bool keep,
                    std::string name) {
  const Camera& camera = view.camera;
  Region region{.polygons = {}, .projection = {}, .keep = keep, .source = std::move(name)};
  Ring ring;  // in heights of the picture from its middle, y up
  for (const auto& [x, y] : outline) ring.push_back({(x - viewport.width / 2.0) / viewport.height, (viewport.height / 2.0 - y) / viewport.height});
  region.polygons.push_back(Polygon{{std::move(ring)}});
  const bool perspective = camera.perspective();
  const glm::dvec3 from = perspective ? camera.eye() : camera.target();
  // What lies at the target has its size in both: there `height` fills the picture, and farther away it shrinks with the distance.
  const double scale = (perspective ? glm::length(camera.eye() - camera.target()) : 1.0) / camera.height();
  putRow(region, view, cloud, camera.right(), from, scale);
  putRow(region, view, cloud, camera.up(), from, scale);
  if (perspective) {
    putRow(region, view, cloud, -camera.backward(), from, 1);
  } else {
    region.projection.resize(region.projection.size() + size_t(cloud.dimension()), 0.0);
    region.projection.push_back(1);
  }
  return region;
}

}  // namespace arete
