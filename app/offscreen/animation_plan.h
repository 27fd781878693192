// What an animation shows, picture by picture: steps of a detection, a turn of the camera, or both at once. A value; nothing is drawn here.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "render/camera.h"

namespace arete {

struct AnimationWish {
  bool steps = false, turn = false;
  uint32_t every = 1;                 ///< of the steps every k-th is shown, the last one always
  double hold = 1;                    ///< seconds that the last step stays
  double degrees = 360, seconds = 8;  ///< of the turn; of both together also the least time that the steps take
  double framesPerSecond = 25;
  std::string folder;  ///< for a picture (PNG) each; "" for none
  std::string film;    ///< file of a film (MP4); "" for none

  bool wanted() const { return steps || turn; }
};

struct AnimationPicture {
  uint32_t step = 0;
  double degrees = 0;  ///< that the camera has turned since the first picture
  friend bool operator==(const AnimationPicture&, const AnimationPicture&) = default;
};

/// In their order; at least one. `last`: the step at which the steps end, and at which a turn alone stands. A whole turn, or several, ends one
/// picture before it would begin anew, so that it runs on without a halt; another one ends at its angle. Together, the camera turns all the time, and
/// steps are shown several times where the turn takes longer. Throws Error(wrongUse) where these are no pictures, or more than kMostPictures.
std::vector<AnimationPicture> planAnimation(const AnimationWish& wish, uint32_t last);
inline constexpr uint32_t kMostPictures = 100'000;

/// The camera after a turn about its pivot, to the left of what it looks at: about the vertical axis, for a trackball about its own. Throws
/// Error(wrongUse) for a flat one, which never turns.
Camera turned(const Camera& camera, const Viewport& viewport, double degrees);

}  // namespace arete
