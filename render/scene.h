// The picture of one cloud and one frame. All GL objects are made when they are first needed, with the caller's context current.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "compute/core/thread_pool.h"
#include "compute/engine/curve_explanation.h"
#include "compute/engine/frame.h"
#include "compute/engine/links.h"
#include "render/coasts.h"
#include "render/overlay.h"
#include "render/vector_mark.h"
#include "render/view.h"

namespace arete {

/// Who draws the cloud's points. automatic: CUDA for many points where there is a GPU for it; else hardware (GL points), but software
/// (CPU threads) where the driver itself computes on the CPU (llvmpipe and the like).
enum class PointsPath : uint8_t { automatic, software, hardware, cuda };

/// One row of the table of paths; `name` is also that of the flag, `--<name>-points`.
struct PointsPathInfo {
  PointsPath path;
  std::string_view name, help;
};
/// Rows in the order of PointsPath.
std::span<const PointsPathInfo> pointsPaths();
std::string_view name(PointsPath path);

/// How the points of the last draw() came to be.
struct PointsDrawing {
  PointsPath path = PointsPath::automatic;  ///< automatic until the first draw()
  std::string transport;                    ///< CUDA: "shared memory" or why the image goes through the host
  std::string refused;                      ///< why CUDA does not draw though it was wanted, "" when nothing was refused
};

class CloudPoints;

struct DrawOptions {
  bool moving = false;                    ///< the camera moves: draw as many points as fit the budget, a fair sample, and leave it at that
  double budgetMilliseconds = 33;         ///< what one draw() may take; a few points are always drawn
  bool everything = false;                ///< draw all points now, whatever it takes (pictures, tests)
  std::function<void()> amid;             ///< called between pieces of everything; what it throws ends the drawing. May be empty
  bool transparentBackground = false;     ///< leave the background out: colours premultiplied by alpha
  bool withoutMarks = false;              ///< leaves out what Scene::marks() gives
  float removedOpacity = 1;               ///< 1 … 0 over the time after a step in which removed points fade out
  std::optional<uint32_t> selectedPoint;  ///< of the cloud: its tile is drawn stronger
  uint32_t framebuffer = 0;               ///< GL name of the framebuffer to draw to, colour and depth; Qt's is not 0
};

struct DrawResult {
  uint32_t pointsDrawn = 0;  ///< of the cloud, in the picture now
  uint32_t pointsTotal = 0;
  bool complete = true;          ///< false: draw again (with moving = false) and more points join the picture
  double pointMilliseconds = 0;  ///< the part that adding points took
  double milliseconds = 0;       ///< wall time of this call; GPUs may still be at work
};

enum class PickTarget : uint8_t { cloudPoint, chosenPoint };

/// What lies under the cursor.
struct Pick {
  PickTarget target = PickTarget::cloudPoint;
  uint32_t index = 0;      ///< in the cloud, or in Frame::chosen
  glm::dvec3 position{0};  ///< on the axes that are drawn, local coordinates (pivot, anchors)
  double x = 0, y = 0;     ///< its place on the screen, device pixels
};

/// A cloud beside the one that is detected in. `points` as for Scene::setCloud.
struct BesidePoints {
  PointCloud cloud;
  std::shared_ptr<CloudPoints> points = nullptr;
};
/// Where the local coordinates of `other` begin in those of `cloud`, on the axes that are drawn.
glm::dvec3 placeBeside(const PointCloud& other, const PointCloud& cloud, const std::array<int, 3>& axes);

/// Places in the cloud that stand out, and the one of them that is looked at: where a user's version differs.
struct DifferingMarks {
  PointArray places;  ///< local coordinates of the cloud
  size_t at = 0;

  /// On the axes that are drawn.
  glm::dvec3 place(size_t number, const std::array<int, 3>& axes) const;
};

class Scene {
 public:
  /// `threads`: for the software path, borrowed; nullptr for a pool of its own, one thread per core. No GL call is made here.
  explicit Scene(PointsPath path = PointsPath::automatic, ThreadPool* threads = nullptr);
  ~Scene();  ///< with the context current, or after releaseGl()
  Scene(const Scene&) = delete;
  Scene& operator=(const Scene&) = delete;

  /// Replaces the cloud and drops the frame. `prepared`: this cloud prepared for drawing, perhaps by another thread; without it, and for
  /// other axes, points are prepared as they are drawn, which takes longer. No GL call.
  void setCloud(PointCloud cloud, std::shared_ptr<CloudPoints> prepared = nullptr);
  const PointCloud& cloud() const;
  /// Points of the same file that a filter leaves out, faint and below all others where the view wants that; null for none, as setCloud() leaves it.
  /// No GL call.
  void setLeftOut(std::shared_ptr<CloudPoints> points);
  /// Replaces the frame of a step; may be nullptr. Should belong to the cloud. No GL call.
  void setFrame(std::shared_ptr<const Frame> frame);
  const std::shared_ptr<const Frame>& frame() const;
  /// Replaces the clouds beside it, in the order of View::beside; empty ones where a file is not there. They stay when the cloud is replaced. No GL
  /// call.
  void setBeside(std::vector<BesidePoints> clouds);
  /// What the axes of the cloud are called; they keep that when the cloud is replaced. No GL call.
  void setAxisWords(AxisWords words);
  /// Replaces the coasts around the cloud; null for none. They stay when the cloud is replaced. No GL call.
  void setCoasts(std::shared_ptr<const Coasts> coasts);
  /// Replaces the links to draw; may be nullptr. No GL call.
  void setLinks(std::shared_ptr<const Links> links);
  /// Replaces the points that differ; null for none, as setCloud() leaves it. No GL call.
  void setDiffering(std::shared_ptr<const DifferingMarks> marks);

  /// Replaces what the curve explains of the cloud; may be nullptr. The curve shows it while it is of the frame. No GL call.
  void setExplanation(std::shared_ptr<const CurveExplanation> explanation);

  /// Draws into options.framebuffer. Changes GL state freely and leaves it at: no program, no vertex array, blending and depth test
  /// off, viewport as given, `framebuffer` bound. Throws Error(internal) when a shader or framebuffer is refused.
  DrawResult draw(const View& view, const Viewport& viewport, const DrawOptions& options = {});

  /// What draw() draws over the cloud (curve, chosen points, junctions, trails, removed points, the exact answer), as lines and discs in the order to
  /// be painted. Context current.
  std::vector<VectorMark> marks(const View& view, const Viewport& viewport);

  /// Makes all GL objects and makes the driver compile every shader in every way that draw() uses it, by drawing a few pixels of everything
  /// into `framebuffer`, which must be like those that draw() will get. Cloud, frame and links stay. Throws what draw() throws.
  void warmUp(uint32_t framebuffer, int width, int height);

  /// The point nearest to a position (device pixels, top left origin) within `radius` logical pixels of what the last draw() showed;
  /// the front one where several are equally near; chosen points before cloud points. Context current.
  std::optional<Pick> pick(double x, double y, double radius = 8);

  /// Labels, scale bar and colour bar for a view; needs no context.
  Overlay overlay(const View& view, const Viewport& viewport) const;
  /// The box for Camera::fit; a unit box around 0 when there is no cloud.
  Box bounds(const View& view) const;

  /// Forgets all GL objects; the context must be current. The next draw() makes them anew, in any context.
  void releaseGl();
  /// As releaseGl(), but the context is gone already: nothing is deleted.
  void contextLost();

  /// Whether the last draw() was of this view.
  bool shows(const View& view) const;

  /// Not automatic once the first draw() has looked at the renderer and the cloud.
  PointsPath activePointsPath() const;
  PointsDrawing pointsDrawing() const;
  /// Whether CUDA may share memory with GL (the default), for comparison. Takes effect with the next context.
  void setMaySharePoints(bool on);

 private:
  friend class ImageParts;
  struct State;
  std::unique_ptr<State> state_;
};

/// Vendor, renderer and version of the current context, for Help and reports.
struct GlInfo {
  std::string vendor, renderer, version;
  bool software = false;  ///< the renderer computes on the CPU (llvmpipe, softpipe, SwiftShader)
};
GlInfo glInfo();

/// Whether the graphics card lost the current context (reset, driver replaced, suspended): what is drawn goes nowhere until there is another.
/// Cheap enough for every frame.
bool contextWasReset();

/// Has the current context report errors and undefined behaviour to `report`; call again with {} to stop. Notifications are left out.
void reportGlErrors(std::function<void(std::string_view message)> report);

}  // namespace arete
