#include "app/offscreen/animation_plan.h"

#include <algorithm>
#include <cmath>

#include <glm/gtc/quaternion.hpp>

#include "compute/core/error.h"

namespace arete {

/// Every k-th step and the last one.
static std::vector<uint32_t> shownSteps(uint32_t every, uint32_t last) {
  std::vector<uint32_t> steps;
  for (uint64_t step = 0; step < last; step += every) steps.push_back(uint32_t(step));
  steps.push_back(last);
  return steps;
}

static uint32_t picturesIn(double seconds, const AnimationWish& wish) {
  const double count = std::round(seconds * wish.framesPerSecond);
  if (count > kMostPictures)
    throw Error(ErrorKind::wrongUse, "cannot make the animation", "", "it would have more than " + std::to_string(kMostPictures) + " pictures",
                "ask for less time, or for fewer pictures per second");
  return uint32_t(count);
}

std::vector<AnimationPicture> planAnimation(const AnimationWish& wish, uint32_t last) {
  if (!wish.wanted()) throw Error(ErrorKind::wrongUse, "cannot make the animation", "", "it shows nothing", "choose steps, a turn, or both");
  const std::vector<uint32_t> steps = wish.steps ? shownSteps(std::max(1u, wish.every), last) : std::vector{last};
  const size_t moving = std::max<size_t>(steps.size(), wish.turn ? picturesIn(wish.seconds, wish) : 1);
  const size_t count = moving + (wish.steps ? picturesIn(wish.hold, wish) : 0);
  if (count > kMostPictures)
    throw Error(ErrorKind::wrongUse, "cannot make the animation", "", "it would have " + std::to_string(count) + " pictures", "show fewer steps");
  constexpr double kFullTurn = 360;
  const bool whole = std::fmod(wish.degrees, kFullTurn) == 0;
  const double turns = wish.turn ? wish.degrees : 0, intervals = double(whole ? count : std::max<size_t>(count - 1, 1));
  std::vector<AnimationPicture> pictures;
  for (size_t i = 0; i < count; ++i) pictures.push_back({i < moving ? steps[i * steps.size() / moving] : last, turns * double(i) / intervals});
  return pictures;
}

Camera turned(const Camera& camera, const Viewport& viewport, double degrees) {
  if (camera.mode() == CameraMode::flat)
    throw Error(ErrorKind::wrongUse, "cannot turn the camera", "", "it looks straight down on a flat view, which never turns",
                "look from elsewhere: --look isometric, in the window key 2");
  const glm::dvec3 axis = camera.mode() == CameraMode::turntable ? glm::dvec3(0, 0, 1) : camera.up();
  const glm::dquat turn = glm::angleAxis(glm::radians(degrees), axis);
  Camera result = camera;
  const glm::dvec3 pivot = camera.pivot(viewport);
  result.setOrientation(turn * camera.orientation());
  result.setTarget(pivot + turn * (camera.target() - pivot));
  if (!camera.fixedPivot()) result.setPivot(std::nullopt);
  return result;
}

}  // namespace arete
