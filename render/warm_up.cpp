// Drivers compile shaders anew for each blending mode and format that they first meet: llvmpipe takes some 10 ms for each, in the
// middle of a frame. So a few pixels of everything are drawn once while nobody waits for a picture.
#include "render/scene_state.h"

namespace arete {

namespace {

PointCloud smallCloud() { return PointCloud::recentred(std::vector<double>{0, 0, 0, 1, 0, 1, 0, 1, 1}, 3); }

/// Something for every layer: chosen points that moved and are joined, one that was removed, links. Tiles are lines like those.
std::shared_ptr<const Frame> smallFrame(const PointCloud& cloud) {
  auto frame = std::make_shared<Frame>();
  frame->cloud = cloud;
  frame->job.params.set(kR1Param, 0.5);
  const uint32_t firstTwo[] = {0, 1}, lastTwo[] = {1, 2};
  frame->chosen = cloud.points().subset(firstTwo);
  frame->previous = frame->removed = cloud.points().subset(lastTwo);
  frame->curve = makeCurve(frame->chosen, {{0, 1}});
  frame->curveKnown = true;
  frame->hash = "warm up";
  frame->exact = std::make_shared<Frame>(*frame);
  frame->difference.missing = frame->difference.extra = {0};
  return frame;
}

std::shared_ptr<const Links> smallLinks(const PointCloud& cloud) {
  auto links = std::make_shared<Links>();
  const uint32_t firstTwo[] = {0, 1};
  links->ends = cloud.points().subset(firstTwo);
  links->distances = {1};
  links->cells = {cloud.bounds()};
  return links;
}

/// So that its curve is drawn as tubes.
std::shared_ptr<const CurveExplanation> smallExplanation(const Frame& frame) {
  auto explanation = std::make_shared<CurveExplanation>();
  explanation->hash = frame.hash;
  explanation->distances.resize(frame.cloud.size());
  explanation->edges = edgesOf(frame.curve);
  explanation->bodies.nodes.assign(frame.curve.nodes.size(), {.radius = 1});
  return explanation;
}

void warmUpCrowd(const SceneGl& gl, const View& view, const Viewport& viewport) {
  if (!gl.crowd) return;
  const DrawOptions options;
  const DrawContext context(view, viewport, PicturePart::all(viewport), options, {glm::dvec3(0), glm::dvec3(1)});
  constexpr glm::vec3 kCentre(0);
  glEnable(GL_BLEND);
  gl.crowd->drawDiscs(context, context.toClipFrom(glm::dvec3(0)), std::span(&kCentre, 1), 1, 0);
  glDisable(GL_BLEND);
}

}  // namespace

void Scene::warmUp(uint32_t framebuffer, int width, int height) {
  const PointCloud cloud = std::exchange(state_->cloud, smallCloud());
  const std::shared_ptr<CloudPoints> points = state_->points;
  const std::shared_ptr<CloudPoints> leftOut = state_->leftOut;
  const std::shared_ptr<const Frame> frame = state_->frame;
  const std::shared_ptr<const Links> links = state_->links;
  const std::shared_ptr<const CurveExplanation> explanation = state_->explanation;
  const std::shared_ptr<const DifferingMarks> differing = state_->differing;
  setCloud(state_->cloud);
  setFrame(smallFrame(state_->cloud));
  setLinks(smallLinks(state_->cloud));
  setExplanation(smallExplanation(*state_->frame));
  setDiffering(std::make_shared<const DifferingMarks>(DifferingMarks{state_->cloud.points()}));
  const auto restore = [&] {
    setCloud(cloud, points);
    setLeftOut(leftOut);
    setFrame(frame);
    setLinks(links);
    setExplanation(explanation);
    setDiffering(differing);
    state_->shown.reset();
  };
  try {
    View view = viewOf(state_->cloud, {width, height});
    for (const LayerInfo& layer : layers()) view.style(layer.id).visible = true;
    for (const CameraMode mode : {CameraMode::turntable, CameraMode::flat}) {
      view.camera.setMode(mode);
      draw(view, {width, height}, {.everything = true, .framebuffer = framebuffer});
    }
    warmUpCrowd(*state_->gl, view, {width, height});
  } catch (...) {
    restore();
    throw;
  }
  restore();
}

}  // namespace arete
