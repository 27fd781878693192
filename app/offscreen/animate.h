// Draws an animation and writes it: one function for the window and for programs without one.
#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "app/offscreen/animation_plan.h"
#include "render/image.h"

namespace arete {

/// What is animated.
struct AnimationScene {
  PointCloud cloud;
  AxisWords axes = {};                                  ///< of the cloud
  std::shared_ptr<const Coasts> coasts = {};            ///< around it; may be nullptr
  std::shared_ptr<CloudPoints> points;                  ///< prepared for drawing; may be nullptr
  std::shared_ptr<CloudPoints> leftOut = {};            ///< by a filter; may be nullptr
  std::vector<BesidePoints> beside = {};                ///< in the order of the view's
  std::shared_ptr<const Frame> end;                     ///< the steps lead to this one; nullptr where nothing was detected
  std::shared_ptr<const CurveExplanation> explanation;  ///< of `end`; may be nullptr
  View view;                                            ///< before the turn
  ImageOptions image;                                   ///< its progress is not used
  PointsPath path = PointsPath::automatic;
  bool mayShare = true;  ///< see Scene::setMaySharePoints
};

/// What callers do differently. Each may be empty.
struct AnimationDoor {
  std::function<void()> makeCurrent = {};                                             ///< before OpenGL is used: others may have taken it meanwhile
  std::function<void(const std::function<void()>& work)> compute = {};                ///< does the work of a step, perhaps on another thread
  std::function<void(Image& image, const Overlay& overlay, Theme theme)> label = {};  ///< writes numbers and legends
  std::function<void(size_t done, size_t all)> progress = {};                         ///< throw Cancelled from it to stop
};

/// Writes the wish's folder, film, or both, when all is drawn, and nothing if it throws; returns warnings. Steps are computed anew while they are
/// drawn, so that no more than one is kept. Throws Error, Cancelled.
std::vector<std::string> makeAnimation(const AnimationScene& scene, const AnimationWish& wish, const AnimationDoor& door, std::stop_token stop = {});

/// The plan for a scene. Throws Error(wrongUse) also where steps are wanted and there are none, or the view cannot turn.
std::vector<AnimationPicture> planAnimation(const AnimationWish& wish, const AnimationScene& scene);

}  // namespace arete
