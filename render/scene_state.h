// The inside of Scene, shared with the picture export. Only for files inside render/.
#pragma once

#include "compute/core/error.h"
#include "render/gl.h"
#include "render/layers/cloud.h"
#include "render/layers/crowd.h"
#include "render/layers/primitives.h"
#include "render/points/behind_points.h"
#include "render/scene.h"

namespace arete {

/// All GL objects of a scene.
struct SceneGl {
  gl::Program background{"fullscreen.vert", "background.frag"};
  Programs programs;
  gl::VertexArray screen = gl::makeVertexArray("full screen");
  bool softwareDriver = false;
  std::unique_ptr<CloudLayer> cloud;
  std::unique_ptr<CloudLayer> leftOut;              // null until it is drawn
  BehindPoints* behind = nullptr;                   // its image, where that of the cloud is the picture
  std::vector<std::unique_ptr<CloudLayer>> beside;  // as many as the scene has, or none yet
  std::unique_ptr<Crowd> crowd;                     // only where softwareDriver
  std::vector<std::unique_ptr<Layer>> layers;       // in drawing order, then axes and coasts, which lie below the cloud
};

struct Scene::State {
  PointCloud cloud;
  std::vector<BesidePoints> beside;
  std::shared_ptr<CloudPoints> leftOut;  ///< null: nothing is left out
  uint64_t besideRevision = 0, leftOutRevision = 0;
  std::shared_ptr<const Frame> frame;
  std::shared_ptr<const Links> links;
  std::shared_ptr<const DifferingMarks> differing;
  std::shared_ptr<CloudPoints> points = std::make_shared<CloudPoints>();
  std::shared_ptr<const CurveExplanation> explanation;  ///< as given, perhaps of another frame
  uint64_t cloudRevision = 1, pointsRevision = 0, frameRevision = 0, linksRevision = 0, explanationRevision = 0, differingRevision = 0;
  AxisWords words;
  std::shared_ptr<const Coasts> coasts;
  uint64_t pointsCloud = 0;  // cloudRevision that `points` were made from

  std::unique_ptr<ThreadPool> ownThreads;
  ThreadPool* threads = nullptr;
  PointsPath wanted = PointsPath::automatic, active = PointsPath::automatic;
  std::unique_ptr<SceneGl> gl;
  std::string cudaRefused;  ///< why CUDA does not draw
  bool cudaLost = false, mayShare = true;

  struct Shown {
    View view;
    Viewport viewport;
  };
  std::optional<Shown> shown;  // by the last draw: what pick looks into

  struct BarKey {
    ColourBy by;
    std::string attribute;
    ColourMap map;
    std::optional<ColourLimits> limits;
    uint64_t points, explanation;
    friend bool operator==(const BarKey&, const BarKey&) = default;
  };
  std::optional<BarKey> barKey;
  std::optional<ColourBar> bar;  // made for barKey

  /// Makes `points` match the cloud and the view's axes.
  void prepare(const View& view);
  void take(std::shared_ptr<CloudPoints> made);
  /// Perhaps of a step before: until the next one comes the cloud keeps its colours, as it does while its assignment is made.
  const CurveExplanation* explanationOfCloud() const {
    return explanation && explanation->distances.size() == cloud.size() ? explanation.get() : nullptr;
  }
  SceneContent content() {
    return {*points,  pointsRevision, frame.get(),     frameRevision,    cloud, links.get(), linksRevision, explanationOfCloud(), explanationRevision,
            *threads, coasts,         differing.get(), differingRevision};
  }
  /// The box that near and far must enclose: the cloud, the balls and the grid around it.
  Box sceneBox() const;
  PointsPath choosePath() const;
  void refuseCuda(const Error& error);
  std::unique_ptr<PointsImage> makeImage();
  std::unique_ptr<CloudLayer> makeCloudLayer();
  SceneGl& ensureGl();
  void prepareBeside(const View& view);
  void prepareLeftOut(const View& view);
  bool showsLeftOut(const View& view) const { return leftOut && view.leftOut == LeftOut::dimmed && view.style(LayerId::cloud).visible; }
  /// Draws them, and tells the cloud's layer what is behind it.
  void drawLeftOut(CloudLayer& cloudLayer, const DrawContext& context, const Backdrop& backdrop);
  /// True when all of their points are in the picture.
  bool drawBeside(const DrawContext& context, const Backdrop& backdrop);
  DrawResult draw(CloudLayer& cloudLayer, const View& view, const Viewport& viewport, const PicturePart& part, const DrawOptions& options);
  std::optional<Pick> pickChosen(double x, double y);
  std::optional<Pick> pickCloud(double x, double y, double radius);
};

}  // namespace arete
