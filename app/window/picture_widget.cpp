#include "app/window/picture_widget.h"

#include <algorithm>
#include <cmath>

#include <QOpenGLContext>
#include <QOpenGLExtraFunctions>

#include "compute/core/cuda_support.h"
#include "compute/text/translate.h"
#include "render/interop/gl_sharing.h"

namespace arete {

namespace {

constexpr int kStillAfter_ms = 150;

}  // namespace

PictureWidget::PictureWidget(Controller& controller, PointsPath path, QWidget* parent)
    : QOpenGLWidget(parent), controller_(controller), scene_(std::make_unique<Scene>(path)), fade_([this] { invalidateScene(moving_); }) {
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setMinimumSize(320, 240);
  setAccessibleName(tr("Picture of the point cloud"));
  again_.setSingleShot(true);
  connect(&again_, &QTimer::timeout, this, [this] { update(); });
  stillTimer_.setSingleShot(true);
  stillTimer_.setInterval(kStillAfter_ms);
  connect(&stillTimer_, &QTimer::timeout, this, [this] { invalidateScene(false); });
  connect(this, &QOpenGLWidget::frameSwapped, this, [this] { clock_.swapped(moving_); });
  followController();
  if (!controller_.cloud().empty()) showCloud();
}

void PictureWidget::followController() {
  connect(&controller_, &Controller::cloudChanged, this, [this] {
    showCloud();
    select({});
    if (measuring_) measure();
    if (cross_) pointByKeys();
  });
  connect(&controller_, &Controller::pointsChanged, this, [this] {
    showCloud();
    if (selection_) select({});
  });
  connect(&controller_, &Controller::previewChanged, this, [this] {
    showCloud();
    flight_.jump(controller_.shownView().camera);
  });
  connect(&controller_, &Controller::linksChanged, this, [this] {
    if (controller_.opening().preview() != nullptr) return;
    scene_->setLinks(controller_.linkSearch().found());
    invalidateScene(false);
  });
  connect(&controller_, &Controller::besideChanged, this, [this] {
    scene_->setBeside(controller_.beside().points());
    invalidateScene(false);
  });
  connect(&controller_, &Controller::ownChanged, this, [this] {
    if (controller_.opening().preview() != nullptr) return;
    scene_->setDiffering(controller_.own().marks());
    invalidateScene(moving_);
  });
  connect(&controller_, &Controller::explanationChanged, this, [this] {
    scene_->setExplanation(controller_.explaining().found());
    invalidateScene(moving_);
  });
  connect(&controller_, &Controller::frameChanged, this, [this] {
    const std::shared_ptr<const Frame> before = scene_->frame(), now = controller_.editing().shown();
    const bool sameNodes = before && now && before->generation == now->generation && before->step == now->step &&
                           before->edited == now->edited;  // more is known of them
    if (controller_.opening().preview() == nullptr) scene_->setFrame(now);
    fade_.follow(controller_.frame().get());
    if (selection_ && selection_->target == PickTarget::chosenPoint && !sameNodes) select({});
    invalidateScene(moving_);
  });
  connect(&controller_, &Controller::sessionChanged, this, [this] {
    tellViewport();  // axes that are shown need room
    scene_->setAxisWords(controller_.axisWords());
    scene_->setCoasts(controller_.coasts());
    const bool isFilter =
        controller_.filtering().searching() && scene_->shows(controller_.shownView());  // its picture comes, and this one is in its way
    if (!isFilter) invalidateScene(moving_);
  });
  connect(&controller_, &Controller::stateChanged, this, [this] { redraw(); });
  connect(&controller_, &Controller::cameraChanged, this, [this](bool animated) {
    if (animated) flight_.start();
    else flight_.jump(controller_.shownView().camera);
    invalidateScene(true);
  });
}

/// What is open, or what is there of a file that is being read.
void PictureWidget::showCloud() {
  if (const Preview* preview = controller_.opening().preview()) {
    scene_->setCloud(preview->sample.cloud, preview->sample.points);
    scene_->setLinks(nullptr);
  } else {
    scene_->setCloud(controller_.cloud(), controller_.document().points());
    scene_->setAxisWords(controller_.axisWords());
    scene_->setCoasts(controller_.coasts());
    scene_->setLeftOut(controller_.document().leftOut());
    scene_->setFrame(controller_.editing().shown());
    scene_->setLinks(controller_.linkSearch().found());
    scene_->setDiffering(controller_.own().marks());
  }
  clock_.expectOthers();
  invalidateScene(controller_.document().editing());
}

PictureWidget::~PictureWidget() {
  disconnect(contextGone_);
  releaseGl();
}

void PictureWidget::initializeGL() {
  disconnect(contextGone_);
  contextGone_ = connect(context(), &QOpenGLContext::aboutToBeDestroyed, this, &PictureWidget::releaseGl);
  panels_.bridge().initializeGl();
  glInfo_ = glInfo();
  if (const GlSharing sharing = glSharing(); sharing.gpu >= 0) setStandardGpu(sharing.gpu);  // what is computed there need not leave the GPU
  reportGlErrors([](std::string_view message) { qWarning("OpenGL: %.*s", int(message.size()), message.data()); });
  sceneDirty_ = true;
  painting_ = Painting::idle;
  warmUp();
}

/// Compiles shaders now, so that the window does not stop when the first cloud comes.
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
  painting_ = Painting::failed;  // trying again 60 times a second would not help
  QMetaObject::invokeMethod(
      this, [this, error] { controller_.showError(error); }, Qt::QueuedConnection);
}

/// The context is about to go; everything is made again from host memory when there is a new one.
void PictureWidget::releaseGl() {
  if (context() == nullptr) return;
  makeCurrent();
  if (QOpenGLContext::currentContext() != context()) return loseGl();  // it cannot be made current any more
  sceneImage_.reset();
  scene_->releaseGl();
  panels_.bridge().releaseGl();
  doneCurrent();
}

/// The context and everything in it are gone; nothing can be deleted.
void PictureWidget::loseGl() {
  sceneImage_.reset();
  scene_->contextLost();
  panels_.bridge().contextLost();
}

Viewport PictureWidget::viewport() const {
  const double ratio = devicePixelRatioF();
  const auto pixels = [ratio](double logical) { return int(std::lround(logical * ratio)); };
  const View& view = controller_.shownView();
  const bool margins = view.camera.mode() == CameraMode::flat && view.style(LayerId::axes).visible;
  return {std::max(1, pixels(width())),
          std::max(1, pixels(height())),
          ratio,
          {.left = margins ? pixels(kAxisMarginLeft) : 0,
           .right = pixels(panels_.coveredRight()),
           .bottom = pixels(panels_.coveredBottom() + (margins ? kAxisMarginBottom : 0))},
          margins};
}

void PictureWidget::resizeGL(int, int) {
  panels_.fit(width());
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

/// Requests made while a frame is drawn wait for a turn of the event loop, so that a key pressed meanwhile is handled before the next frame.
void PictureWidget::redraw() {
  if (painting_ == Painting::underWay) again_.start(0);
  else update();
}

void PictureWidget::paintGL() {
  if (painting_ == Painting::failed) return;
  if (contextWasReset()) {
    loseGl();
    return failDrawing(Error(ErrorKind::deviceLost, "the picture cannot be drawn", "", "the graphics card was reset or its driver replaced",
                             "nothing is lost: save the session (Ctrl+S) and start the program again"));
  }
  painting_ = Painting::underWay;
  if (flight_.flying()) {
    flight_.moveOn(controller_.shownView().camera);
    invalidateScene(true);
  }
  try {
    clock_.beginFrame();
    if (sceneDirty_ || !sceneImage_) drawScene();
    clock_.endScene();
    blitScene();
    clock_.endCopy();
    drawPanelsOnTop();
    clock_.endPanels();
  } catch (const Error& error) {
    failDrawing(error);
  }
  if (painting_ == Painting::underWay) painting_ = Painting::idle;
  if (clock_.endFrame(moving_, settled())) Q_EMIT statisticsChanged();
}

void PictureWidget::drawScene() {
  const Viewport viewport = this->viewport();
  const QSize size(viewport.width, viewport.height);
  if (!sceneImage_ || sceneImage_->size() != size) sceneImage_ = std::make_unique<QOpenGLFramebufferObject>(size, QOpenGLFramebufferObject::Depth);
  View view = controller_.shownView();
  view.camera = flight_.camera();
  if (scene_->cloud().empty()) view.style(LayerId::axes).visible = false;  // there is nothing to measure
  DrawOptions options;
  options.moving = moving_;
  options.budgetMilliseconds = clock_.sceneBudget_ms(moving_);
  options.removedOpacity = fade_.opacity();
  const bool sameCloud = controller_.frame() && controller_.frame()->cloud.size() == scene_->cloud().size();  // not of a filter before
  if (sameCloud && selection_ && selection_->target == PickTarget::cloudPoint) options.selectedPoint = selection_->index;
  options.framebuffer = sceneImage_->handle();
  const DrawResult result = scene_->draw(view, viewport, options);
  clock_.countScene(result);
  sceneDirty_ = !result.complete && !moving_;
  const bool outdated = controller_.filtering().searching();  // soon: the time is better spent on what comes
  if ((sceneDirty_ && !outdated) || flight_.flying()) redraw();
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
  view.camera = flight_.camera();
  Overlay overlay = scene_->cloud().empty() ? Overlay{} : scene_->overlay(view, viewport);
  PanelInput input = controller_.panelInput();
  input.overlay = &overlay;
  input.size = {width(), height(), devicePixelRatioF()};
  describeSelection(input);
  describeArea(input);
  describeCallouts(input, view);
  if (callouts()) panels_.setCallouts(input.curve.callouts.empty() ? Callouts::wanted : Callouts::shown);
  describeMeasure(input, view);
  describeCross(input);
  describeDrawing(input.device);
  std::optional<PicturePanels::Marker> marker;
  if (selection_ && controller_.opening().preview() == nullptr) {
    const glm::dvec3 at = flight_.camera().toScreen(viewport, selection_->position) / devicePixelRatioF();
    if (at.z > 0) marker = PicturePanels::Marker{{at.x, at.y}, view.theme == Theme::white};
  }
  PanelOutput answers = panels_.draw(std::move(input), marker);
  setCursor(panels_.pointerOver() ? panels_.bridge().cursor() : drag_.kind == Drag::pan ? Qt::ClosedHandCursor : Qt::CrossCursor);
  const bool outdated = controller_.filtering().searching();  // the picture of what is found is drawn soon
  if ((panels_.bridge().unsettled() && !outdated) || answers.animating) redraw();
  if (const int wait_ms = int(std::ceil(1000 * answers.drawAgainIn)); wait_ms > 0 && (!again_.isActive() || again_.remainingTime() > wait_ms))
    again_.start(wait_ms);
  takeAnswers(std::move(answers));
}

void PictureWidget::describeDrawing(DeviceReport& report) const {
  static constexpr const char* kWays[] = {"", mark("CPU threads"), "OpenGL", "CUDA"};
  const PointsDrawing drawing = scene_->pointsDrawing();
  report.renderer = glInfo_.renderer;
  report.points = arete::tr(kWays[size_t(drawing.path)]);
  if (drawing.path == PointsPath::cuda)
    report.points += std::string(", ") + (drawing.transport == "shared memory" ? arete::tr("interop on") : arete::tr("interop off"));
  report.pointsHelp = arete::tr("How the points of the cloud are drawn.");
  if (!drawing.transport.empty()) report.pointsHelp += " " + filled(arete::tr("From CUDA to OpenGL: %1."), drawing.transport);
  if (!drawing.refused.empty()) report.pointsHelp += " " + filled(arete::tr("Not by CUDA: %1."), drawing.refused);
}

void PictureWidget::takeAnswers(PanelOutput answers) {
  if (answers.edited) controller_.document().edit(std::move(*answers.edited));
  if (answers.editFinished) controller_.document().finishEdit();
  if (answers.dismissed) controller_.dismissError();
  if (answers.layout) redraw();
  if (panels_.follow(answers)) tellViewport();
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

void PictureWidget::select(std::optional<Pick> pick) {
  selection_ = pick;
  Q_EMIT selectionChanged();
  redraw();
}

void PictureWidget::showInstead(const std::shared_ptr<const Frame>& frame) {
  if (controller_.opening().preview() != nullptr) return;
  const std::shared_ptr<const Frame>& wanted = frame ? frame : controller_.frame();
  if (scene_->frame() == wanted) return;
  scene_->setFrame(wanted);
  invalidateScene(false);
}

void PictureWidget::setPanelsVisible(bool visible) {
  panels_.setVisible(visible);
  redraw();
}

void PictureWidget::setTextScale(double scale) {
  panels_.setScale(scale);
  redraw();
}

void PictureWidget::setFileLists(FileLists files) {
  panels_.setFiles(std::move(files));
  redraw();
}

/// Calls `render` with the context current.
template <class Render>
auto PictureWidget::rendered(Render render) {
  makeCurrent();
  decltype(render()) picture;
  try {
    picture = render();
  } catch (...) {
    doneCurrent();
    throw;
  }
  doneCurrent();
  invalidateScene(false);
  return picture;
}

Image PictureWidget::renderPicture(const View& view, const ImageOptions& options) {
  return rendered([&] { return renderImage(*scene_, view, options); });
}

VectorPicture PictureWidget::renderVectors(const View& view, const ImageOptions& options) {
  return rendered([&] { return renderVectorPicture(*scene_, view, options); });
}

}  // namespace arete
