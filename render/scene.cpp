#include "render/scene.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "compute/core/cuda_support.h"
#include "render/bar_place.h"
#include "render/curve_colours.h"
#include "render/gl.h"
#include "render/grid.h"
#include "render/layers/mark_recorder.h"
#include "render/measure.h"
#include "render/scene_state.h"

namespace arete {

namespace {

constexpr PointsPathInfo kPaths[] = {
    {PointsPath::automatic, "automatic", "Draw points in the fastest way available here."},
    {PointsPath::software, "software", "Draw points on the CPU, even if there is a graphics card."},
    {PointsPath::hardware, "hardware", "Draw points with OpenGL, even where that computes on the CPU."},
    {PointsPath::cuda, "cuda", "Draw points with CUDA, however few they are."},
};
// From this many points on CUDA is faster than GL points, or than CPU threads, although its image must get to GL first.
constexpr uint32_t kManyForGl = 1'000'000, kManyForCpu = 20'000'000;

}  // namespace

std::span<const PointsPathInfo> pointsPaths() { return kPaths; }
std::string_view name(PointsPath path) { return kPaths[size_t(path)].name; }

Scene::Scene(PointsPath path, ThreadPool* threads) : state_(std::make_unique<State>()) {
  state_->wanted = path;
  if (threads == nullptr) state_->ownThreads = std::make_unique<ThreadPool>();
  state_->threads = threads != nullptr ? threads : state_->ownThreads.get();
}

Scene::~Scene() = default;

void Scene::setCloud(PointCloud cloud, std::shared_ptr<CloudPoints> prepared) {
  state_->cloud = std::move(cloud);
  ++state_->cloudRevision;
  if (!state_->cudaLost) state_->cudaRefused.clear();  // this one may fit
  state_->leftOut.reset();
  if (prepared != nullptr) state_->take(std::move(prepared));
  setFrame(nullptr);
  setLinks(nullptr);
  setDiffering(nullptr);
}

void Scene::setLeftOut(std::shared_ptr<CloudPoints> points) {
  state_->leftOut = std::move(points);
  ++state_->leftOutRevision;
}

const PointCloud& Scene::cloud() const { return state_->cloud; }

void Scene::setFrame(std::shared_ptr<const Frame> frame) {
  state_->frame = std::move(frame);
  ++state_->frameRevision;
}

void Scene::setLinks(std::shared_ptr<const Links> links) {
  state_->links = std::move(links);
  ++state_->linksRevision;
}

void Scene::setDiffering(std::shared_ptr<const DifferingMarks> marks) {
  state_->differing = std::move(marks);
  ++state_->differingRevision;
}

void Scene::setExplanation(std::shared_ptr<const CurveExplanation> explanation) {
  state_->explanation = std::move(explanation);
  ++state_->explanationRevision;
}

const std::shared_ptr<const Frame>& Scene::frame() const { return state_->frame; }

bool Scene::shows(const View& view) const { return state_->shown && state_->shown->view == view; }

PointsPath Scene::activePointsPath() const { return state_->active; }

PointsDrawing Scene::pointsDrawing() const {
  const bool drawn = state_->gl && state_->gl->cloud;
  const bool impossible = state_->wanted == PointsPath::cuda && state_->cudaRefused.empty();
  return {state_->active, drawn ? state_->gl->cloud->image().transport() : "", impossible ? cudaUnavailableReason() : state_->cudaRefused};
}

void Scene::setAxisWords(AxisWords words) { state_->words = std::move(words); }

void Scene::setCoasts(std::shared_ptr<const Coasts> coasts) { state_->coasts = std::move(coasts); }

void Scene::setMaySharePoints(bool on) { state_->mayShare = on; }

void Scene::releaseGl() {
  state_->gl.reset();
  state_->active = PointsPath::automatic;
  state_->shown.reset();
}

void Scene::contextLost() {
  const gl::ContextLost lost;
  releaseGl();
}

void Scene::State::prepare(const View& view) {
  if (pointsCloud == cloudRevision && points->axes() == view.axes) return;
  if (pointsCloud == cloudRevision && points->size() == cloud.size()) take(std::make_shared<CloudPoints>(points->onAxes(view.axes)));
  else take(std::make_shared<CloudPoints>(cloud, view.axes));
}

void Scene::State::take(std::shared_ptr<CloudPoints> made) {
  points = std::move(made);
  pointsCloud = cloudRevision;
  ++pointsRevision;
}

PointsPath Scene::State::choosePath() const {
  const bool cudaWorks = cudaRefused.empty() && cudaUnavailableReason().empty();
  const uint32_t many = gl->softwareDriver ? kManyForCpu : kManyForGl;
  if (cudaWorks && (wanted == PointsPath::cuda || (wanted == PointsPath::automatic && cloud.size() >= many))) return PointsPath::cuda;
  if (wanted == PointsPath::software || wanted == PointsPath::hardware) return wanted;
  return gl->softwareDriver ? PointsPath::software : PointsPath::hardware;
}

void Scene::State::refuseCuda(const Error& error) {
  cudaRefused = error.failed() + (error.reason().empty() ? "" : ": " + error.reason());
  cudaLost = error.kind() == ErrorKind::deviceLost;
}

/// Makes the image for the active path, which changes if CUDA refuses.
std::unique_ptr<PointsImage> Scene::State::makeImage() {
  if (active == PointsPath::cuda) {
    try {
      return makeCudaPoints(mayShare);
    } catch (const Error& error) {
      refuseCuda(error);
      active = choosePath();
    }
  }
  return active == PointsPath::hardware ? makeHardwarePoints() : makeSoftwarePoints(*threads);
}

std::unique_ptr<CloudLayer> Scene::State::makeCloudLayer() { return std::make_unique<CloudLayer>(makeImage(), *threads); }

SceneGl& Scene::State::ensureGl() {
  if (!gl) {
    auto made = std::make_unique<SceneGl>();
    for (const auto make : {makeBallsLayer, makeTilesLayer, makeLinksLayer, makeRemovedLayer, makeExactLayer, makeTrailsLayer, makeBandsLayer,
                            makeTubesLayer, makeChosenLayer, makeCurveLayer, makeJunctionsLayer, makeDifferingLayer, makeAxesLayer, makeCoastsLayer})
      made->layers.push_back(make(made->programs));
    made->softwareDriver = glInfo().software;
    if (made->softwareDriver) made->crowd = std::make_unique<Crowd>(*threads);
    gl = std::move(made);
  }
  if (const PointsPath path = choosePath(); path != active || !gl->cloud) {
    active = path;
    gl->cloud.reset();  // first: the memory of both may not be there
    gl->leftOut.reset();
    gl->cloud = makeCloudLayer();
  }
  return *gl;
}

DrawResult Scene::draw(const View& view, const Viewport& viewport, const DrawOptions& options) {
  SceneGl& gl = state_->ensureGl();
  const DrawResult result = state_->draw(*gl.cloud, view, viewport, PicturePart::all(viewport), options);
  state_->shown = State::Shown{view, viewport};
  return result;
}

void Scene::setBeside(std::vector<BesidePoints> clouds) {
  const auto same = [](const BesidePoints& a, const BesidePoints& b) { return a.cloud.sharedPoints() == b.cloud.sharedPoints(); };
  if (std::ranges::equal(clouds, state_->beside, same)) return;  // and what is drawn of them stays
  state_->beside = std::move(clouds);
  ++state_->besideRevision;
  if (state_->gl) state_->gl->beside.clear();
}

/// Resets GL state left behind by others (Qt, Dear ImGui) that would affect the picture.
static void resetGlState(const PicturePart& part, GLuint framebuffer) {
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  glViewport(0, 0, part.width, part.height);
  for (const GLenum capability : {GL_SCISSOR_TEST, GL_STENCIL_TEST, GL_CULL_FACE, GL_BLEND, GL_DEPTH_TEST, GL_FRAMEBUFFER_SRGB})
    glDisable(capability);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  glDepthMask(GL_TRUE);
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  for (const GLenum parameter : {GL_UNPACK_ROW_LENGTH, GL_UNPACK_SKIP_ROWS, GL_UNPACK_SKIP_PIXELS}) glPixelStorei(parameter, 0);
  for (const GLuint unit : {0u, 1u}) glBindSampler(unit, 0);
  glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);  // shaders give premultiplied colours
  glBlendEquation(GL_FUNC_ADD);
}

static Backdrop backdropOf(const DrawContext& context) {
  static constexpr Colour kDarkTop{0x20, 0x24, 0x2a}, kDarkBottom{0x0d, 0x0f, 0x12}, kWhite{255, 255, 255};
  const bool dark = context.view.theme == Theme::dark;
  return {dark ? kDarkTop : kWhite, dark ? kDarkBottom : kWhite, context.options.transparentBackground,
          context.viewport.height - context.part.y - context.part.height, context.viewport.height};
}

static void drawBackground(const SceneGl& gl, const Backdrop& backdrop) {
  glClearDepth(1);
  glClearColor(0, 0, 0, 0);
  glClear(GL_DEPTH_BUFFER_BIT | GL_COLOR_BUFFER_BIT);
  if (backdrop.transparent) return;
  gl.background.set("uTop", backdrop.top.vector());
  gl.background.set("uBottom", backdrop.bottom.vector());
  gl.background.set("uRows", glm::vec2(backdrop.rowsBelow, backdrop.rowsInAll));
  gl.background.use();
  glBindVertexArray(gl.screen.name());
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

/// How a layer combines with what was drawn before it.
static void setMixing(LayerId id, const DrawContext& context, bool belowCloud) {
  glEnable(GL_BLEND);
  const bool inSpace = !context.flat() || belowCloud;
  const bool onTop = id == LayerId::removed || id == LayerId::trails || id == LayerId::curve || id == LayerId::chosen || id == LayerId::junctions ||
                     id == LayerId::exact || id == LayerId::tubes || id == LayerId::differing;
  if (onTop || inSpace) glEnable(GL_DEPTH_TEST);
  else glDisable(GL_DEPTH_TEST);
  glDepthFunc(GL_LEQUAL);
  glDepthMask(onTop && id != LayerId::removed ? GL_TRUE : GL_FALSE);
}

/// What lies below the cloud: a sheet of graph paper, and a map.
static bool isGround(LayerId id) { return id == LayerId::axes || id == LayerId::coasts; }

/// What is lines and discs over the cloud. Bands are areas that shine through each other, and tubes bodies.
static bool isMarks(LayerId id) { return id >= LayerId::removed && id != LayerId::bands && id != LayerId::tubes && !isGround(id); }

/// From the bound framebuffer, in which the cloud made the picture.
static void copyPicture(const PicturePart& part, GLuint framebuffer) {
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer);
  glBlitFramebuffer(0, 0, part.width, part.height, 0, 0, part.width, part.height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
}

Box Scene::State::sceneBox() const {
  constexpr double kGridRoom = 0.45;  // the grid reaches to the next round numbers
  Box box = points->box();
  const double room = kGridRoom * box.diagonal() + (frame != nullptr ? frame->job.r1() : 0);
  box = {box.minimum - room, box.maximum + room};
  if (leftOut) box = {glm::min(box.minimum, leftOut->box().minimum), glm::max(box.maximum, leftOut->box().maximum)};
  for (const BesidePoints& other : beside) {
    if (other.cloud.empty() || other.points == nullptr) continue;
    const glm::dvec3 place = placeBeside(other.cloud, cloud, points->axes());
    box = {glm::min(box.minimum, place + other.points->box().minimum), glm::max(box.maximum, place + other.points->box().maximum)};
  }
  return box;
}

DrawResult Scene::State::draw(CloudLayer& cloudLayer, const View& view, const Viewport& viewport, const PicturePart& part,
                              const DrawOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  prepare(view);
  prepareBeside(view);
  prepareLeftOut(view);
  const SceneContent drawn = content();
  DrawContext context(view, viewport, part, options, sceneBox());
  context.crowd = gl->crowd.get();
  context.sketch = options.moving && gl->softwareDriver;
  const bool cloudVisible = view.style(LayerId::cloud).visible;
  const bool cloudIsPicture = cloudLayer.isPicture();
  const Backdrop backdrop = backdropOf(context);
  resetGlState(part, options.framebuffer);
  if (!cloudIsPicture) drawBackground(*gl, backdrop);

  const bool withLeftOut = showsLeftOut(view);
  if (withLeftOut) drawLeftOut(cloudLayer, context, backdrop);
  else cloudLayer.image().setBehind({}), cloudLayer.setShare(1);

  const auto drawLayer = [&](Layer& layer) {
    if (!view.style(layer.id()).visible || (options.withoutMarks && isMarks(layer.id()))) return;
    setMixing(layer.id(), context, cloudIsPicture && isGround(layer.id()));
    layer.draw(context, drawn);
  };
  const auto drawGround = [&] {
    for (const auto& layer : gl->layers)
      if (isGround(layer->id())) drawLayer(*layer);
  };
  const bool groundFirst = context.flat() && !cloudIsPicture;  // otherwise the cloud's depths hide it
  if (groundFirst) drawGround();
  bool besideComplete = true;
  if (groundFirst) besideComplete = drawBeside(context, backdrop);  // a flat cloud has no depths there
  if (cloudVisible) {
    try {
      cloudLayer.draw(context, drawn, backdrop);
    } catch (const Error& error) {
      if (active != PointsPath::cuda) throw;
      refuseCuda(error);
      active = choosePath();
      cloudLayer.setImage(makeImage());
      return draw(cloudLayer, view, viewport, part, options);
    }
  }
  if (!cloudVisible && cloudIsPicture) cloudLayer.drawHidden(context, drawn, backdrop);
  if (!groundFirst) besideComplete = drawBeside(context, backdrop);
  if (!groundFirst) drawGround();
  for (const auto& layer : gl->layers) {
    if (isGround(layer->id())) continue;
    if (layer->id() == LayerId::removed) {  // from here on the cloud hides nothing: the curve runs inside of it
      glDepthMask(GL_TRUE);
      glClear(GL_DEPTH_BUFFER_BIT);
    }
    drawLayer(*layer);
  }
  if (cloudIsPicture) copyPicture(part, options.framebuffer);
  glUseProgram(0);
  glBindVertexArray(0);
  glDisable(GL_BLEND);
  glDisable(GL_DEPTH_TEST);
  glDepthMask(GL_TRUE);

  DrawResult result;
  result.pointsTotal = cloudVisible ? points->size() : 0;
  result.pointsDrawn = cloudVisible ? cloudLayer.drawn() : 0;
  result.complete =
      (!cloudVisible || cloudLayer.complete(points->size())) && besideComplete && (!withLeftOut || gl->leftOut->complete(leftOut->size()));
  if (gl->softwareDriver) glFinish();  // it draws on this machine's threads, if not now then when the window shows it: count that too
  result.pointMilliseconds = cloudVisible ? cloudLayer.pointMilliseconds() : 0;
  result.milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  const double leftOutMilliseconds = withLeftOut ? gl->leftOut->pointMilliseconds() : 0;
  cloudLayer.frameTook(result.milliseconds - leftOutMilliseconds);
  if (withLeftOut) gl->leftOut->frameTook(result.milliseconds - result.pointMilliseconds);
  return result;
}

std::vector<VectorMark> Scene::marks(const View& view, const Viewport& viewport) {
  state_->ensureGl();
  state_->prepare(view);
  const DrawOptions options;
  DrawContext context(view, viewport, PicturePart::all(viewport), options, state_->sceneBox());
  MarkRecorder recorder;
  context.recorder = &recorder;
  const SceneContent content = state_->content();
  for (const auto& layer : state_->gl->layers) {
    if (!isMarks(layer->id()) || !view.style(layer->id()).visible) continue;
    recorder.begin(layer->id());
    layer->draw(context, content);
  }
  glDepthMask(GL_TRUE);  // layers leave it as they need it
  return recorder.take();
}

Box Scene::bounds(const View& view) const {
  const Box box = boundsOf(state_->cloud, view.axes);
  return state_->cloud.empty() ? Box{glm::dvec3(-0.5), glm::dvec3(0.5)} : box;
}

Overlay Scene::overlay(const View& view, const Viewport& viewport) const {
  State& state = *state_;
  state.prepare(view);
  Overlay overlay;
  for (const MeasuredLine& line : view.measured)
    if (line.axes == view.axes) overlay.measured.push_back(measureMark(line.points, view, viewport, state.words));
  const Colour colour = view.colour(LayerId::axes);
  if (view.style(LayerId::axes).visible) {
    glm::dvec3 origin(0);
    for (int k = 0; k < 3; ++k)
      if (const int axis = view.axes[size_t(k)]; axis >= 0 && axis < state.cloud.dimension()) origin[k] = state.cloud.origin()[size_t(axis)];
    overlay.labels = axisNames(view, viewport, state.words);
    for (Label& label : makeGrid(view, viewport, state.points->box(), origin).labels) {
      label.colour = colour;
      overlay.labels.push_back(std::move(label));
    }
    if (viewport.margins) {
      overlay.marginLeft = kAxisMarginLeft * viewport.devicePixelRatio;
      overlay.marginBottom = kAxisMarginBottom * viewport.devicePixelRatio;
    }
    if (!view.camera.perspective()) {
      constexpr double kLongestBar = 150;  // logical pixels
      const double pixel = view.camera.unitsPerPixel(viewport);
      const double value = niceStep(kLongestBar * viewport.devicePixelRatio * pixel);
      const std::string& unit = state.words.units[0];
      overlay.scaleBar = ScaleBar{value / pixel, value, formatNumber(value) + (unit.empty() || unit == "°" ? unit : " " + unit)};
    }
  }
  State::BarKey key{view.colourBy,     view.attribute,       view.colourMap,
                    view.colourLimits, state.pointsRevision, isOfCurve(view.colourBy) ? state.explanationRevision : 0};
  if (!state.barKey || !(*state.barKey == key)) {
    state.bar = state.points->colourBar(view, state.explanationOfCloud());
    state.barKey = std::move(key);
  }
  if (view.style(LayerId::cloud).visible) overlay.colourBar = state.bar;
  if (state.frame != nullptr && showsCurve(*state.frame, view, viewport)) {
    if (view.style(LayerId::curve).visible) overlay.curveBar = curveBar(*state.frame, CurveLook(view), state.explanationOfCloud());
    overlay.key = networkKey(*state.frame, view, showsJunctions(*state.frame, view, viewport));
  }
  overlay.bars = barPlace(overlay, *state.points, state.frame.get(), view, viewport);
  return overlay;
}

}  // namespace arete
