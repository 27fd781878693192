// The input and target of a layer. Only for files inside render/.
#pragma once

#include <memory>
#include <vector>

#include "render/cloud_points.h"
#include "render/coasts.h"
#include "render/scene.h"

namespace arete {

/// The part of a picture that is drawn now: all of it, except for pictures larger than a texture. Pixels from the picture's top left.
struct PicturePart {
  int x = 0, y = 0, width = 1, height = 1;
  static PicturePart all(const Viewport& viewport) { return {0, 0, viewport.width, viewport.height}; }
  friend bool operator==(const PicturePart&, const PicturePart&) = default;
};

class Crowd;
class MarkRecorder;
struct Programs;

/// One call of Scene::draw.
struct DrawContext {
  const View& view;
  const Viewport& viewport;  ///< the whole picture
  PicturePart part;
  const DrawOptions& options;
  glm::dmat4 toClip;                 ///< world → clip space of the part
  Crowd* crowd = nullptr;            ///< draws thousands of things where the driver computes on the CPU; nullptr where it does not
  MarkRecorder* recorder = nullptr;  ///< takes lines and discs instead of OpenGL, which draws nothing then
  bool sketch = false;               ///< the picture moves and a CPU draws it: leave out what is costly and hardly visible
  double nearest, farthest;          ///< distances from the eye at depth 0 and 1

  DrawContext(const View& view, const Viewport& viewport, const PicturePart& part, const DrawOptions& options, const Box& scene);
  bool flat() const { return view.camera.mode() == CameraMode::flat; }
  /// A length in the cloud's units as device pixels at the camera's target.
  double inPixels(double length) const { return length / view.camera.unitsPerPixel(viewport); }
  float pixels(float logical) const { return float(logical * viewport.devicePixelRatio); }
  glm::vec2 partSize() const { return {part.width, part.height}; }
  /// For coordinates relative to `centre`, so that floats suffice.
  glm::mat4 toClipFrom(const glm::dvec3& centre) const;
  /// For coordinates in pixels of the whole picture, y down.
  glm::mat4 toClipFromPixels() const;
};

/// The data to draw. Revisions change with the data, so that layers upload them once.
struct SceneContent {
  CloudPoints& points;  ///< made ready as they are drawn
  uint64_t pointsRevision;
  const Frame* frame;  ///< may be nullptr
  uint64_t frameRevision;
  const PointCloud& cloud;
  const Links* links;  ///< may be nullptr
  uint64_t linksRevision;
  const CurveExplanation* explanation;  ///< of this frame or one before; may be nullptr
  uint64_t explanationRevision;
  ThreadPool& threads;
  std::shared_ptr<const Coasts> coasts = nullptr;  ///< of the cloud that is detected in; may be null
  const DifferingMarks* differing = nullptr;       ///< may be nullptr
  uint64_t differingRevision = 0;

  /// Points on the drawn axes, relative to the centre.
  std::vector<glm::vec3> locals(const PointArray& array) const;
};

/// How wide the lines of the frame's curve are drawn, device pixels. Strands are at least about R2 apart: lines are thinner where the cloud between
/// them would be hidden, but never below a pixel.
float curveWidth(const DrawContext& context, const SceneContent& content);

class Layer {
 public:
  virtual ~Layer() = default;
  virtual LayerId id() const = 0;
  virtual void draw(const DrawContext& context, const SceneContent& content) = 0;

 protected:
  /// True once for each new content.
  bool isNew(const SceneContent& content) {
    if (points_ == content.pointsRevision && frame_ == content.frameRevision) return false;
    points_ = content.pointsRevision;
    frame_ = content.frameRevision;
    return true;
  }

 private:
  uint64_t points_ = UINT64_MAX, frame_ = UINT64_MAX;
};

/// `programs` must outlive the layers.
std::unique_ptr<Layer> makeBallsLayer(const Programs& programs);
std::unique_ptr<Layer> makeTilesLayer(const Programs& programs);
std::unique_ptr<Layer> makeExactLayer(const Programs& programs);
std::unique_ptr<Layer> makeLinksLayer(const Programs& programs);
std::unique_ptr<Layer> makeDifferingLayer(const Programs& programs);
std::unique_ptr<Layer> makeRemovedLayer(const Programs& programs);
std::unique_ptr<Layer> makeTrailsLayer(const Programs& programs);
std::unique_ptr<Layer> makeBandsLayer(const Programs& programs);
std::unique_ptr<Layer> makeCurveLayer(const Programs& programs);
std::unique_ptr<Layer> makeChosenLayer(const Programs& programs);
std::unique_ptr<Layer> makeJunctionsLayer(const Programs& programs);
std::unique_ptr<Layer> makeTubesLayer(const Programs& programs);
std::unique_ptr<Layer> makeCoastsLayer(const Programs& programs);
std::unique_ptr<Layer> makeAxesLayer(const Programs& programs);

}  // namespace arete
