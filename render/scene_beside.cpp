// Clouds beside the one that is detected in: each an image of points of its own, laid over the picture by its depths.
#include <glm/gtc/matrix_transform.hpp>

#include "render/scene_state.h"

namespace arete {

glm::dvec3 placeBeside(const PointCloud& other, const PointCloud& cloud, const std::array<int, 3>& axes) {
  glm::dvec3 place(0);
  for (int k = 0; k < 3; ++k) {
    const int axis = axes[size_t(k)];
    if (axis < 0) continue;
    const auto originOf = [axis](const PointCloud& each) { return axis < each.dimension() ? each.origin()[size_t(axis)] : 0.0; };
    place[k] = originOf(other) - originOf(cloud);
  }
  return place;
}

void Scene::State::prepareBeside(const View& view) {
  for (BesidePoints& other : beside) {
    if (other.cloud.empty() || (other.points != nullptr && other.points->axes() == view.axes)) continue;
    other.points = std::make_shared<CloudPoints>(other.cloud, view.axes);
    ++besideRevision;
  }
}

void Scene::State::prepareLeftOut(const View& view) {
  if (!leftOut || leftOut->axes() == view.axes) return;
  leftOut = std::make_shared<CloudPoints>(leftOut->onAxes(view.axes));
  ++leftOutRevision;
}

void Scene::State::drawLeftOut(CloudLayer& cloudLayer, const DrawContext& context, const Backdrop& backdrop) {
  constexpr double kShare = 0.3;  // of the time for points: they are in the background
  static constexpr Colour kDark{64, 70, 78}, kWhite{208, 211, 214};
  const bool isBehind = cloudLayer.isPicture();
  if (!gl->leftOut || isBehind != (gl->behind != nullptr)) {
    auto behind = isBehind ? std::make_unique<BehindPoints>(*threads) : nullptr;
    gl->behind = behind.get();
    auto image = isBehind ? std::unique_ptr<PointsImage>(std::move(behind)) : gl->softwareDriver ? makeLaidPoints(*threads) : makeHardwarePoints();
    gl->leftOut = std::make_unique<CloudLayer>(std::move(image), *threads, true);
  }
  View view = context.view;
  view.style(LayerId::cloud).colour = view.theme == Theme::dark ? kDark : kWhite;
  view.colourBy = ColourBy::uniform;
  const DrawContext own(view, context.viewport, context.part, context.options, sceneBox());
  const SceneContent content{*leftOut, leftOutRevision, nullptr, 0, cloud, nullptr, 0, nullptr, 0, *threads};
  const bool shares = !gl->leftOut->complete(leftOut->size()) && !cloudLayer.complete(points->size());
  gl->leftOut->setShare(shares ? kShare : 1);
  cloudLayer.setShare(shares ? 1 - kShare : 1);
  gl->leftOut->draw(own, content, backdrop);
  if (gl->behind != nullptr) cloudLayer.image().setBehind(gl->behind->behind());
  glDepthMask(GL_TRUE);
  if (!isBehind) glClear(GL_DEPTH_BUFFER_BIT);  // they hide nothing
}

bool Scene::State::drawBeside(const DrawContext& context, const Backdrop& backdrop) {
  if (gl->beside.size() != beside.size()) {
    gl->beside.clear();
    for (size_t i = 0; i < beside.size(); ++i)
      gl->beside.push_back(std::make_unique<CloudLayer>(gl->softwareDriver ? makeLaidPoints(*threads) : makeHardwarePoints(), *threads, true));
  }
  bool complete = true;
  for (size_t i = 0; i < std::min(beside.size(), context.view.beside.size()); ++i) {
    const BesidePoints& other = beside[i];
    if (other.cloud.empty() || !context.view.beside[i].style.visible) continue;
    View view = context.view;
    view.style(LayerId::cloud) = view.beside[i].style;
    view.style(LayerId::cloud).colour = view.colourOfBeside(i);
    view.colourBy = ColourBy::uniform;
    DrawContext own(view, context.viewport, context.part, context.options, sceneBox());
    own.toClip = own.toClip * glm::translate(glm::dmat4(1), placeBeside(other.cloud, cloud, view.axes));
    const SceneContent content{*other.points, besideRevision, nullptr, 0, other.cloud, nullptr, 0, nullptr, 0, *threads};
    gl->beside[i]->draw(own, content, backdrop);
    complete = complete && gl->beside[i]->complete(other.points->size());
  }
  return complete;
}

}  // namespace arete
