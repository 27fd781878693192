// What a layer draws from and where to. Only for files inside render/.
#pragma once

#include <memory>
#include <vector>

#include "render/cloud_points.h"
#include "render/scene.h"

namespace arete {

/// The part of a picture that is drawn now: all of it, but for pictures larger than a texture. Pixels from the picture's top left.
struct Tile {
  int x = 0, y = 0, width = 1, height = 1;
  static Tile whole(const Viewport& viewport) { return {0, 0, viewport.width, viewport.height}; }
  friend bool operator==(const Tile&, const Tile&) = default;
};

class Crowd;
struct Programs;

/// One call of Scene::draw.
struct DrawContext {
  const View& view;
  const Viewport& viewport;  ///< the whole picture
  Tile tile;
  const DrawOptions& options;
  glm::dmat4 toClip;         ///< world → clip space of the tile
  Crowd* crowd = nullptr;    ///< draws thousands of things where the driver computes on the CPU; nullptr where it does not
  bool sketch = false;       ///< the picture moves and a CPU draws it: leave out what is dear and hardly seen
  double nearest, farthest;  ///< distances from the eye at depth 0 and 1

  DrawContext(const View& view, const Viewport& viewport, const Tile& tile, const DrawOptions& options, const Box& scene);
  bool flat() const { return view.camera.mode() == CameraMode::flat; }
  /// A length in the cloud's units as device pixels at the camera's target.
  double inPixels(double length) const { return length / view.camera.unitsPerPixel(viewport); }
  float pixels(float logical) const { return float(logical * viewport.devicePixelRatio); }
  glm::vec2 tileSize() const { return {tile.width, tile.height}; }
  /// For coordinates that `centre` was taken off, so that floats suffice.
  glm::mat4 toClipFrom(const glm::dvec3& centre) const;
  /// For coordinates in pixels of the whole picture, y down.
  glm::mat4 toClipFromPixels() const;
};

/// What is drawn. Revisions change when the thing does, so that layers upload once.
struct SceneContent {
  CloudPoints& points;  ///< made ready as they are drawn
  uint64_t pointsRevision;
  const Frame* frame;  ///< may be nullptr
  uint64_t frameRevision;
  const PointCloud& cloud;
  const Links* links;  ///< may be nullptr
  uint64_t linksRevision;
  ThreadPool& threads;

  /// Points on the axes that are drawn, centre taken off.
  std::vector<glm::vec3> locals(const PointArray& array) const;
};

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

/// `programs` outlive the layers.
std::unique_ptr<Layer> makeBallsLayer(const Programs& programs);
std::unique_ptr<Layer> makeTilesLayer(const Programs& programs);
std::unique_ptr<Layer> makeExactLayer(const Programs& programs);
std::unique_ptr<Layer> makeLinksLayer(const Programs& programs);
std::unique_ptr<Layer> makeRemovedLayer(const Programs& programs);
std::unique_ptr<Layer> makeTrailsLayer(const Programs& programs);
std::unique_ptr<Layer> makeCurveLayer(const Programs& programs);
std::unique_ptr<Layer> makeChosenLayer(const Programs& programs);
std::unique_ptr<Layer> makeJunctionsLayer(const Programs& programs);
std::unique_ptr<Layer> makeAxesLayer(const Programs& programs);

}  // namespace arete
