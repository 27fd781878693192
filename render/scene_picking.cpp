// What lies under the cursor.
#include <algorithm>
#include <cmath>

#include "render/scene_state.h"

namespace arete {

std::optional<Pick> Scene::pick(double x, double y, double radius) {
  if (!state_->shown || !state_->gl) return {};
  if (auto chosen = state_->pickChosen(x, y)) return chosen;
  try {
    return state_->pickCloud(x, y, radius);
  } catch (const Error&) {
    return {};  // the GPU that holds the image is lost: the next draw() finds another way
  }
}

std::optional<Pick> Scene::State::pickChosen(double x, double y) {
  const View& view = shown->view;
  const Viewport& viewport = shown->viewport;
  if (frame == nullptr || !view.style(LayerId::chosen).visible) return {};
  constexpr double kLeastRadius = 4;  // logical pixels: discs are picked by pointing at them
  const double reach = std::max<double>(view.style(LayerId::chosen).size / 2, kLeastRadius) * viewport.devicePixelRatio;
  const DrawOptions options;
  const DrawContext context(view, viewport, PicturePart::all(viewport), options, sceneBox());
  const glm::mat4 toClip = context.toClipFrom(points->centre());
  const std::vector<glm::vec3> positions = content().locals(frame->chosen);
  std::optional<uint32_t> best;
  double bestDistance = reach, bestDepth = 0;
  for (uint32_t i = 0; i < positions.size(); ++i) {
    const glm::vec4 clip = toClip * glm::vec4(positions[i], 1);
    if (clip.w <= 0) continue;
    const double dx = (clip.x / clip.w * 0.5 + 0.5) * viewport.width - x, dy = (0.5 - clip.y / clip.w * 0.5) * viewport.height - y;
    const double distance = std::hypot(dx, dy), depth = clip.z / clip.w;
    if (distance > bestDistance || (best && distance == bestDistance && depth >= bestDepth)) continue;
    best = i;
    bestDistance = distance;
    bestDepth = depth;
  }
  if (!best) return {};
  const glm::dvec3 world = points->centre() + glm::dvec3(positions[*best]), screen = view.camera.toScreen(viewport, world);
  return Pick{PickTarget::chosenPoint, *best, world, screen.x, screen.y};
}

std::optional<Pick> Scene::State::pickCloud(double x, double y, double radius) {
  const CloudLayer& layer = *gl->cloud;
  if (layer.drawn() == 0 || !shown->view.style(LayerId::cloud).visible) return {};
  const RasterTarget& target = layer.target();
  const double reach = std::max(radius * shown->viewport.devicePixelRatio, 1.0);
  const double fromBottom = target.height - y;
  const int left = std::max(int(std::floor(x - reach)), 0), right = std::min(int(std::ceil(x + reach)), target.width);
  const int bottom = std::max(int(std::floor(fromBottom - reach)), 0), top = std::min(int(std::ceil(fromBottom + reach)), target.height);
  if (left >= right || bottom >= top) return {};
  const std::vector<uint64_t> words = gl->cloud->image().words(left, bottom, right - left, top - bottom);
  uint64_t best = PointRasteriser::kEmpty;
  double bestDistance = reach * reach;
  for (size_t i = 0; i < words.size(); ++i) {
    if (words[i] == PointRasteriser::kEmpty) continue;
    const int column = left + int(i) % (right - left), row = bottom + int(i) / (right - left);
    const double dx = column + 0.5 - x, dy = row + 0.5 - fromBottom, distance = dx * dx + dy * dy;
    if (distance < bestDistance || (distance == bestDistance && words[i] < best)) best = words[i], bestDistance = distance;
  }
  if (best == PointRasteriser::kEmpty) return {};
  const uint32_t index = points->cloudIndex(uint32_t(best));
  const glm::dvec3 world = points->position(index), screen = shown->view.camera.toScreen(shown->viewport, world);
  return Pick{PickTarget::cloudPoint, index, world, screen.x, screen.y};
}

}  // namespace arete
