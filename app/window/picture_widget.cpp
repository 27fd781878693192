#include "app/window/picture_widget.h"

#include <algorithm>
#include <cmath>

#include <QOpenGLContext>
#include <QOpenGLExtraFunctions>

#include "compute/core/cuda_support.h"
#include "render/interop/gl_sharing.h"

namespace arete {

namespace {

constexpr int kStillAfter_ms = 150;
constexpr double kFlight_ms = 250;
constexpr double kFrame_ms = 45;          // a frame while moving: 20 a second, and some room
constexpr double kStillFrame_ms = 35;     // while a still picture is completed: what is pressed meanwhile is answered after one
constexpr double kLeastStillShare = 0.5;  // of what a frame takes but for the scene
constexpr double kLeastBudget_ms = 8;     // for the scene, whatever panels and window take
constexpr double kFading = 0.8;           // of a measured time, per frame
constexpr int kFade_ms = 600, kFadeInterval_ms = 33;
constexpr double kMovingFrame_ms = 400;  // a longer pause between two frames is not a slow frame
constexpr double kNanoseconds = 1e6;     // of a millisecond
constexpr int kStatisticsInterval_ms = 250;

double eased(double t) { return t * t * (3 - 2 * t); }

}  // namespace

PictureWidget::PictureWidget(Controller& controller, PointsPath path, QWidget* parent)
    : QOpenGLWidget(parent), controller_(controller), scene_(std::make_unique<Scene>(path)) {
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setMinimumSize(320, 240);
  setAccessibleName("Picture of the point cloud");
  stillTimer_.setSingleShot(true);
  again_.setSingleShot(true);
  connect(&again_, &QTimer::timeout, this, [this] { update(); });
  stillTimer_.setInterval(kStillAfter_ms);
  connect(this, &QOpenGLWidget::frameSwapped, this, [this] {
    const double outside_ms = double(sincePaintBegan_.nsecsElapsed()) / kNanoseconds - frameTimes_.scene - frameTimes_.points;
    if (moving_ && sincePaintBegan_.isValid()) outsideScene_ms_ = kFading * outsideScene_ms_ + (1 - kFading) * outside_ms;
  });
  connect(&stillTimer_, &QTimer::timeout, this, [this] { invalidateScene(false); });
  fadeTimer_.setInterval(kFadeInterval_ms);
  connect(&fadeTimer_, &QTimer::timeout, this, [this] {
    if (fadeTime_.elapsed() >= kFade_ms) fadeTimer_.stop();
    invalidateScene(moving_);
  });
  connect(&controller_, &Controller::cloudChanged, this, [this] {
    showCloud();
    select({});
  });
  connect(&controller_, &Controller::previewChanged, this, [this] {
    showCloud();
    shown_ = controller_.shownView().camera;
    flightFrom_.reset();
  });
  connect(&controller_, &Controller::linksChanged, this, [this] {
    if (controller_.preview() != nullptr) return;
    scene_->setLinks(controller_.links());
    invalidateScene(false);
  });
  connect(&controller_, &Controller::frameChanged, this, [this] {
    if (controller_.preview() == nullptr) scene_->setFrame(controller_.frame());
    fadeRemoved();
    if (selection_ && selection_->target == PickTarget::chosenPoint) select({});
    invalidateScene(moving_);
  });
  connect(&controller_, &Controller::sessionChanged, this, [this] { invalidateScene(moving_); });
  connect(&controller_, &Controller::stateChanged, this, [this] { redraw(); });
  connect(&controller_, &Controller::cameraChanged, this, [this](bool animated) {
    if (animated) startFlight();
    else flightFrom_.reset(), shown_ = controller_.shownView().camera;
    invalidateScene(true);
  });
  if (!controller_.cloud().empty()) showCloud();
}

/// What is open, or what is there of a file that is being read.
void PictureWidget::showCloud() {
  if (const Controller::Preview* preview = controller_.preview()) {
    scene_->setCloud(preview->sample.cloud, preview->sample.points);
    scene_->setLinks(nullptr);
  } else {
    scene_->setCloud(controller_.cloud(), controller_.points());
    scene_->setFrame(controller_.frame());
    scene_->setLinks(controller_.links());
  }
  invalidateScene(false);
}

PictureWidget::~PictureWidget() {
  disconnect(contextGone_);
  releaseGl();
}

void PictureWidget::initializeGL() {
  disconnect(contextGone_);
  contextGone_ = connect(context(), &QOpenGLContext::aboutToBeDestroyed, this, &PictureWidget::releaseGl);
  bridge_.initializeGl();
  glInfo_ = glInfo();
  if (const GlSharing sharing = glSharing(); sharing.gpu >= 0) setStandardGpu(sharing.gpu);  // what computes there need not leave the GPU
  reportGlErrors([](std::string_view message) { qWarning("OpenGL: %.*s", int(message.size()), message.data()); });
  sceneDirty_ = true;
  drawingFailed_ = false;
  warmUp();
}

/// What is compiled now does not stop the window when the first cloud comes.
void PictureWidget::warmUp() {
  try {
    constexpr int kSize = 64;
    QOpenGLFramebufferObject framebuffer(QSize(kSize, kSize), QOpenGLFramebufferObject::Depth);
    scene_->warmUp(framebuffer.handle(), kSize, kSize);
  } catch (const Error& error) {
    failDrawing(error);
  }
}

void PictureWidget::failDrawing(const Error& error) {
  drawingFailed_ = true;  // trying again 60 times a second would not help
  QMetaObject::invokeMethod(
      this, [this, error] { controller_.showError(error); }, Qt::QueuedConnection);
}

/// The context goes, now or with the widget; everything is made again from host memory when there is another one.
void PictureWidget::releaseGl() {
  if (context() == nullptr) return;
  makeCurrent();
  if (QOpenGLContext::currentContext() != context()) return loseGl();  // it cannot be made current any more
  sceneImage_.reset();
  scene_->releaseGl();
  bridge_.releaseGl();
  doneCurrent();
}

/// The context is gone, and all that was in it; nothing of it can be deleted.
void PictureWidget::loseGl() {
  sceneImage_.reset();
  scene_->contextLost();
  bridge_.contextLost();
}

Viewport PictureWidget::viewport() const {
  const double ratio = devicePixelRatioF();
  const auto pixels = [ratio](double logical) { return int(std::lround(logical * ratio)); };
  return {std::max(1, pixels(width())), std::max(1, pixels(height())), ratio, {.right = pixels(coveredRight_), .bottom = pixels(coveredBottom_)}};
}

void PictureWidget::resizeGL(int, int) {
  tellViewport();
  invalidateScene(true);
}

void PictureWidget::tellViewport() { controller_.setViewport(viewport()); }

void PictureWidget::invalidateScene(bool moving) {
  sceneDirty_ = true;
  moving_ = moving;
  if (moving) stillTimer_.start();
  redraw();
}

/// What is asked for while a frame is drawn waits for a turn of the event loop: a key that was pressed meanwhile comes before the next frame.
void PictureWidget::redraw() {
  if (painting_) again_.start();
  else update();
}

void PictureWidget::startFlight() {
  flightFrom_ = shown_;
  flightTime_.start();
}

/// A step that removed points starts their fading; later steps let it go on, so that it can be seen at every speed.
void PictureWidget::fadeRemoved() {
  const Frame* frame = controller_.frame().get();
  if (frame == nullptr || frame->generation != fadedGeneration_ || frame->step < fadedStep_) fadeTimer_.stop();
  if (frame == nullptr || frame->removed.empty() || (frame->generation == fadedGeneration_ && frame->step == fadedStep_)) return;
  fadedGeneration_ = frame->generation;
  fadedStep_ = frame->step;
  fadeTime_.start();
  fadeTimer_.start();
}

float PictureWidget::removedOpacity() const { return fadeTimer_.isActive() ? float(std::max(0.0, 1 - double(fadeTime_.elapsed()) / kFade_ms)) : 0; }

void PictureWidget::paintGL() {
  if (drawingFailed_) return;
  if (contextWasReset()) {
    loseGl();
    return failDrawing(Error(ErrorKind::deviceLost, "the picture cannot be drawn", "", "the graphics card was reset or its driver replaced",
                             "nothing is lost: save the session (Ctrl+S) and start the program again"));
  }
  painting_ = true;
  if (flightFrom_) {
    const double t = double(flightTime_.elapsed()) / kFlight_ms;
    const Camera& target = controller_.shownView().camera;
    shown_ = t < 1 ? Camera::between(*flightFrom_, target, eased(t)) : target;
    if (t >= 1) flightFrom_.reset();
    invalidateScene(true);
  }
  try {
    frameTimes_ = {};
    sincePaintBegan_.start();
    lap_.start();
    if (sceneDirty_ || !sceneImage_) drawScene();
    frameTimes_.scene = lap() - frameTimes_.points;
    blitScene();
    frameTimes_.copy = lap();
    drawPanelsOnTop();
    frameTimes_.panels = lap();
  } catch (const Error& error) {
    failDrawing(error);
  }
  painting_ = false;
  measure();
}

/// Milliseconds since the last lap.
double PictureWidget::lap() {
  if (timesParts_) context()->extraFunctions()->glFinish();
  const qint64 elapsed_ns = lap_.nsecsElapsed();
  lap_.start();
  return double(elapsed_ns) / kNanoseconds;
}

void PictureWidget::drawScene() {
  const Viewport viewport = this->viewport();
  const QSize size(viewport.width, viewport.height);
  if (!sceneImage_ || sceneImage_->size() != size) sceneImage_ = std::make_unique<QOpenGLFramebufferObject>(size, QOpenGLFramebufferObject::Depth);
  View view = controller_.shownView();
  view.camera = shown_;
  if (scene_->cloud().empty()) view.style(LayerId::axes).visible = false;  // there is nothing to measure
  DrawOptions options;
  options.moving = moving_;
  // Where all the rest is slow, a still picture must be complete some time, too.
  const double least_ms = moving_ ? kLeastBudget_ms : std::max(kLeastBudget_ms, kLeastStillShare * outsideScene_ms_);
  options.budgetMilliseconds = std::max((moving_ ? kFrame_ms : kStillFrame_ms) - outsideScene_ms_, least_ms);
  options.removedOpacity = removedOpacity();
  if (selection_ && selection_->target == PickTarget::cloudPoint) options.selectedPoint = selection_->index;
  options.framebuffer = sceneImage_->handle();
  const DrawResult result = scene_->draw(view, viewport, options);
  statistics_.pointsDrawn = result.pointsDrawn;
  statistics_.pointsTotal = result.pointsTotal;
  frameTimes_.points = result.pointMilliseconds;
  sceneDirty_ = !result.complete && !moving_;
  if (sceneDirty_ || animating()) redraw();
}

void PictureWidget::blitScene() {
  QOpenGLExtraFunctions& gl = *context()->extraFunctions();
  const QSize size = sceneImage_->size();
  gl.glBindFramebuffer(GL_READ_FRAMEBUFFER, sceneImage_->handle());
  gl.glBindFramebuffer(GL_DRAW_FRAMEBUFFER, defaultFramebufferObject());
  gl.glBlitFramebuffer(0, 0, size.width(), size.height(), 0, 0, size.width(), size.height(), GL_COLOR_BUFFER_BIT, GL_NEAREST);
  gl.glBindFramebuffer(GL_FRAMEBUFFER, defaultFramebufferObject());
}

void PictureWidget::drawPanelsOnTop() {
  const Viewport viewport = this->viewport();
  View view = controller_.shownView();
  view.camera = shown_;
  const Overlay overlay = scene_->cloud().empty() ? Overlay{} : scene_->overlay(view, viewport);
  PanelInput input = controller_.panelInput();
  input.recentFiles = recent_;
  input.examples = examples_;
  input.overlay = &overlay;
  describeDrawing(input.device);
  input.layout = panelLayout_;
  input.visible = panelsVisible_;
  input.keyboard = keyboardInPanels();
  input.focusMove = std::exchange(focusMove_, FocusMove::none);
  input.width = width();
  input.height = height();
  input.devicePixelRatio = devicePixelRatioF();

  bridge_.beginFrame(size(), devicePixelRatioF());
  if (selection_ && controller_.preview() == nullptr) {
    const glm::dvec3 at = shown_.toScreen(viewport, selection_->position) / devicePixelRatioF();
    if (at.z > 0) bridge_.drawMarker({at.x, at.y}, view.theme == Theme::white);
  }
  PanelOutput answers = drawPanels(input);
  bridge_.endFrame();
  setCursor(pointerOverPanel_ ? bridge_.cursor() : drag_ == Drag::pan ? Qt::ClosedHandCursor : Qt::CrossCursor);
  if (bridge_.unsettled() || answers.animating) redraw();
  takeAnswers(std::move(answers));
}

void PictureWidget::describeDrawing(DeviceReport& report) const {
  static constexpr const char* kWays[] = {"", "CPU threads", "OpenGL", "CUDA"};
  const PointsDrawing drawing = scene_->pointsDrawing();
  report.renderer = glInfo_.renderer;
  report.points = kWays[size_t(drawing.path)];
  if (drawing.path == PointsPath::cuda) report.points += drawing.transport == "shared memory" ? ", interop on" : ", interop off";
  report.pointsHelp = "How the points of the cloud are drawn. ";
  if (!drawing.transport.empty()) report.pointsHelp += "From CUDA to OpenGL: " + drawing.transport + ". ";
  if (!drawing.refused.empty()) report.pointsHelp += "Not by CUDA: " + drawing.refused + ".";
}

void PictureWidget::takeAnswers(PanelOutput answers) {
  if (answers.edited) controller_.edit(std::move(*answers.edited));
  if (answers.editFinished) controller_.finishEdit();
  if (answers.dismissed) controller_.dismissError();
  if (answers.layout) panelLayout_ = *answers.layout, redraw();
  if (answers.coveredRight != coveredRight_ || answers.coveredBottom != coveredBottom_) {
    coveredRight_ = answers.coveredRight;
    coveredBottom_ = answers.coveredBottom;
    tellViewport();
  }
  if (answers.goTo) controller_.goTo(*answers.goTo);
  if (answers.stepsPerSecond) controller_.setStepsPerSecond(*answers.stepsPerSecond);
  // Actions may open dialogs, which run an event loop of their own: not from within painting.
  for (const Action action : answers.actions)
    QMetaObject::invokeMethod(
        this, [this, action] { Q_EMIT actionRequested(action); }, Qt::QueuedConnection);
  const auto ask = [this](const std::string& path, void (PictureWidget::*signal)(const QString&)) {
    if (path.empty()) return;
    QMetaObject::invokeMethod(
        this, [this, signal, path = QString::fromStdString(path)] { (this->*signal)(path); },  // an emission: signals are public functions
        Qt::QueuedConnection);
  };
  ask(answers.open, &PictureWidget::openRequested);
  ask(answers.openWithOptions, &PictureWidget::optionsRequested);
}

void PictureWidget::measure() {
  constexpr double kMilliseconds = 1000;
  const double interval_ms = sincePaint_.isValid() ? double(sincePaint_.nsecsElapsed()) / kNanoseconds : kMovingFrame_ms;
  sincePaint_.restart();
  if (moving_ && interval_ms > 0 && interval_ms < kMovingFrame_ms) {
    const double now = kMilliseconds / interval_ms;
    statistics_.framesPerSecond = statistics_.framesPerSecond == 0 ? now : kFading * statistics_.framesPerSecond + (1 - kFading) * now;
  }
  if (sinceStatistics_.isValid() && sinceStatistics_.elapsed() < kStatisticsInterval_ms && !settled()) return;
  sinceStatistics_.restart();
  Q_EMIT statisticsChanged();
}

void PictureWidget::select(std::optional<Pick> pick) {
  selection_ = pick;
  Q_EMIT selectionChanged();
  redraw();
}

void PictureWidget::setPanelsVisible(bool visible) {
  panelsVisible_ = visible;
  redraw();
}

void PictureWidget::setFileLists(std::vector<std::string> recent, std::vector<std::string> examples) {
  recent_ = std::move(recent);
  examples_ = std::move(examples);
  redraw();
}

Image PictureWidget::renderPicture(const View& view, const ImageOptions& options) {
  makeCurrent();
  Image image;
  try {
    image = renderImage(*scene_, view, options);
  } catch (...) {
    doneCurrent();
    throw;
  }
  doneCurrent();
  invalidateScene(false);
  return image;
}

}  // namespace arete
