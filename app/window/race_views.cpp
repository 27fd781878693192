#include "app/window/race_views.h"

#include <algorithm>
#include <cmath>

#include <QMouseEvent>
#include <QOpenGLContext>
#include <QOpenGLExtraFunctions>
#include <QPainter>

#include "app/window/overlay_painter.h"
#include "app/window/theme.h"
#include "compute/text/translate.h"
#include "render/grid.h"

namespace arete {

namespace {

constexpr int kViewsStillAfter_ms = 150, kBetweenViews = 2;  // logical pixels
constexpr double kBudget_ms = 33, kViewsZoomPerNotch = 0.85, kViewsWheelStep = 120;
constexpr int kRaceKeys[] = {Qt::Key_Space, Qt::Key_Left, Qt::Key_Right, Qt::Key_Home, Qt::Key_End, Qt::Key_Escape};

bool isRaceKey(const QKeyEvent& event) {
  return (event.modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)) == 0 && std::ranges::find(kRaceKeys, event.key()) != std::end(kRaceKeys);
}

/// How many views stand beside each other: so that the smaller side of one is as large as can be.
int columnsFor(int count, QSize size) {
  int best = 1, bestSide = -1;
  for (int columns = 1; columns <= count; ++columns) {
    const int rows = (count + columns - 1) / columns;
    if (const int side = std::min(size.width() / columns, size.height() / rows); side > bestSide) best = columns, bestSide = side;
  }
  return best;
}

}  // namespace

/// What is written on the views: a widget of its own over them, since text on an OpenGL widget would have to be drawn by OpenGL.
class RaceViews::Captions : public QWidget {
 public:
  explicit Captions(RaceViews& views) : QWidget(&views), views_(views) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    views_.paintCaptions(painter, rect(), devicePixelRatioF());
  }

 private:
  RaceViews& views_;
};

RaceViews::RaceViews(Controller& controller, PointsPath path, QWidget* parent)
    : QOpenGLWidget(parent), controller_(controller), captions_(new Captions(*this)) {
  setObjectName("race_views");
  setAccessibleName(tr("Versions side by side"));
  setFocusPolicy(Qt::StrongFocus);
  setMinimumSize(320, 240);
  for (auto& scene : scenes_) scene = std::make_unique<Scene>(path, &threads_);
  still_.setSingleShot(true);
  still_.setInterval(kViewsStillAfter_ms);
  connect(&still_, &QTimer::timeout, this, [this] { invalidate(false); });
  for (const auto signal : {&Controller::cloudChanged, &Controller::pointsChanged}) connect(&controller_, signal, this, &RaceViews::showCloud);
  connect(&controller_, &Controller::sessionChanged, this, [this] { invalidate(moving_); });
  connect(&controller_, &Controller::cameraChanged, this, [this] { invalidate(true); });
}

RaceViews::~RaceViews() {
  disconnect(contextGone_);
  releaseGl();
}

void RaceViews::setParts(std::vector<Part> parts, bool rings) {
  const bool other = parts.size() != parts_.size();
  parts_ = std::move(parts);
  rings_ = rings;
  if (other) {
    showCloud();
    Q_EMIT viewportChanged();
  }
  for (size_t i = 0; i < parts_.size(); ++i)
    if (scenes_[i]->frame() != parts_[i].frame) scenes_[i]->setFrame(parts_[i].frame), dirty_ = true;
  QStringList words;
  for (const Part& part : parts_) words << part.title + ": " + part.line;
  setAccessibleDescription(words.join("; "));
  invalidate(moving_);
}

void RaceViews::showCloud() {
  const bool same = !parts_.empty() && scenes_[0]->cloud().sharedPoints() == controller_.cloud().sharedPoints();
  for (size_t i = 0; i < scenes_.size(); ++i) {
    const bool used = i < parts_.size();
    if (used && same && scenes_[i]->cloud().sharedPoints() == controller_.cloud().sharedPoints()) continue;
    scenes_[i]->setCloud(used ? controller_.cloud() : PointCloud(), used ? controller_.document().points() : nullptr);
    scenes_[i]->setAxisWords(controller_.axisWords());
    scenes_[i]->setCoasts(controller_.coasts());
    if (used) scenes_[i]->setLeftOut(controller_.document().leftOut()), scenes_[i]->setFrame(parts_[i].frame);
  }
  invalidate(false);
}

QRect RaceViews::areaOf(size_t part, const QRect& whole) const {
  const int count = std::max(1, int(parts_.size())), columns = columnsFor(count, whole.size()), rows = (count + columns - 1) / columns;
  const int width = (whole.width() - kBetweenViews * (columns - 1)) / columns, height = (whole.height() - kBetweenViews * (rows - 1)) / rows;
  const int column = int(part) % columns, row = int(part) / columns;
  return {whole.left() + column * (width + kBetweenViews), whole.top() + row * (height + kBetweenViews), width, height};
}

Viewport RaceViews::viewport() const {
  const double ratio = devicePixelRatioF();
  const QRect area = areaOf(0);
  return {std::max(1, int(std::lround(area.width() * ratio))), std::max(1, int(std::lround(area.height() * ratio))), ratio};
}

View RaceViews::view() const {
  View view = controller_.shownView();
  view.style(LayerId::exact).visible = rings_;
  view.style(LayerId::links).visible = false;
  if (view.colourBy == ColourBy::chosen || isOfCurve(view.colourBy)) view.colourCloudBy(ColourBy::uniform);  // known of no step
  return view;
}

void RaceViews::invalidate(bool moving) {
  dirty_ = true;
  moving_ = moving;
  if (moving) still_.start();
  update();
  captions_->update();
}

void RaceViews::fail(const Error& error) {
  failed_ = true;
  QMetaObject::invokeMethod(
      this, [this, error] { controller_.showError(error); }, Qt::QueuedConnection);
}

void RaceViews::initializeGL() {
  disconnect(contextGone_);
  contextGone_ = connect(context(), &QOpenGLContext::aboutToBeDestroyed, this, &RaceViews::releaseGl);
  dirty_ = true, failed_ = false;
}

void RaceViews::releaseGl() {
  if (context() == nullptr) return;
  makeCurrent();
  const bool lost = QOpenGLContext::currentContext() != context();
  images_.clear();
  for (const auto& scene : scenes_) lost ? scene->contextLost() : scene->releaseGl();
  if (!lost) doneCurrent();
}

void RaceViews::paintGL() {
  if (failed_ || parts_.empty()) return;
  try {
    if (dirty_ || images_.size() != parts_.size()) drawParts();
  } catch (const Error& error) {
    return fail(error);
  }
  QOpenGLExtraFunctions& gl = *context()->extraFunctions();
  gl.glBindFramebuffer(GL_FRAMEBUFFER, defaultFramebufferObject());
  const QColor between = palette().color(QPalette::Mid);
  gl.glClearColor(float(between.redF()), float(between.greenF()), float(between.blueF()), 1);
  gl.glDisable(GL_SCISSOR_TEST);
  gl.glClear(GL_COLOR_BUFFER_BIT);
  const double ratio = devicePixelRatioF();
  const int height = int(std::lround(this->height() * ratio));
  for (size_t i = 0; i < images_.size(); ++i) {
    const QRect area = areaOf(i);
    const QSize size = images_[i]->size();
    const int x = int(std::lround(area.x() * ratio)), y = height - int(std::lround(area.y() * ratio)) - size.height();
    gl.glBindFramebuffer(GL_READ_FRAMEBUFFER, images_[i]->handle());
    gl.glBindFramebuffer(GL_DRAW_FRAMEBUFFER, defaultFramebufferObject());
    gl.glBlitFramebuffer(0, 0, size.width(), size.height(), x, y, x + size.width(), y + size.height(), GL_COLOR_BUFFER_BIT, GL_NEAREST);
  }
  gl.glBindFramebuffer(GL_FRAMEBUFFER, defaultFramebufferObject());
  if (dirty_) update();  // more points join
}

void RaceViews::drawParts() {
  const Viewport viewport = this->viewport();
  const QSize size(viewport.width, viewport.height);
  if (images_.size() != parts_.size() || images_.front()->size() != size) {
    images_.clear();
    for (size_t i = 0; i < parts_.size(); ++i) images_.push_back(std::make_unique<QOpenGLFramebufferObject>(size, QOpenGLFramebufferObject::Depth));
  }
  DrawOptions options;
  options.moving = moving_;
  options.budgetMilliseconds = kBudget_ms / double(parts_.size());
  bool complete = true;
  for (size_t i = 0; i < parts_.size(); ++i) {
    options.framebuffer = images_[i]->handle();
    complete = scenes_[i]->draw(view(), viewport, options).complete && complete;
  }
  dirty_ = !complete && !moving_;
}

void RaceViews::resizeEvent(QResizeEvent* event) {
  QOpenGLWidget::resizeEvent(event);
  captions_->resize(size());
  Q_EMIT viewportChanged();
  invalidate(true);
}

QImage RaceViews::picture(QSize size, double scale) {
  const QRect whole(0, 0, std::max(1, int(size.width() / scale)), std::max(1, int(size.height() / scale)));
  QImage image(QSize(int(whole.width() * scale), int(whole.height() * scale)), QImage::Format_ARGB32);
  image.setDevicePixelRatio(scale);
  image.fill(palette().color(QPalette::Mid));
  QPainter painter(&image);
  makeCurrent();
  for (size_t i = 0; i < parts_.size(); ++i) {
    const QRect area = areaOf(i, whole);
    ImageOptions options;
    options.viewport = {std::max(1, int(area.width() * scale)), std::max(1, int(area.height() * scale)), scale};
    View shown = view();
    shown.camera.setHeight(shown.camera.height() *
                           std::max(1.0, viewport().aspect() / options.viewport.aspect()));  // what is seen here is seen there
    const Image part = renderImage(*scenes_[i], shown, options);
    painter.drawImage(QRectF(area), QImage(part.pixels.data(), part.width, part.height, QImage::Format_RGBA8888));
  }
  doneCurrent();
  invalidate(false);  // what was drawn last is no longer what is on the screen
  paintCaptions(painter, whole, scale);
  painter.end();
  image.setDevicePixelRatio(1);
  return image;
}

/// Broken where one fact ends, so that narrow views show all of them.
static QStringList linesOf(const QString& facts, const QFontMetrics& metrics, int room) {
  static const QString kBetween = " · ";
  QStringList lines;
  for (const QString& fact : facts.split(kBetween)) {
    const QString longer = lines.isEmpty() ? QString() : lines.back() + kBetween + fact;
    if (!longer.isEmpty() && metrics.horizontalAdvance(longer) <= room) lines.back() = longer;
    else lines << metrics.elidedText(fact, Qt::ElideRight, room);
  }
  return lines;
}

void RaceViews::paintCaptions(QPainter& painter, const QRect& whole, double ratio) {
  constexpr int kBar = 4, kInset = 8, kPad = 6, kAxes = 90;  // those in the corner, with their names
  const View shown = view();
  const bool dark = shown.theme == Theme::dark;
  const QColor ink(dark ? 0xd8dee6 : 0x1d2228), quiet(dark ? 0xa9b2be : 0x4d5661);
  QColor ground(dark ? 0x16191d : 0xffffff);
  ground.setAlpha(215);
  painter.setRenderHint(QPainter::TextAntialiasing);
  for (size_t i = 0; i < parts_.size(); ++i) {
    const QRect area = areaOf(i, whole);
    const Viewport viewport{std::max(1, int(area.width() * ratio)), std::max(1, int(area.height() * ratio)), ratio};
    if (!moving_ && !scenes_[i]->cloud().empty()) {
      Overlay overlay = scenes_[i]->overlay(shown, viewport);
      overlay.colourBar.reset(), overlay.curveBar.reset(), overlay.key.clear();  // the same in all, and too large for one
      QImage numbers(viewport.width, viewport.height, QImage::Format_ARGB32_Premultiplied);
      numbers.fill(Qt::transparent);
      paintOverlay(numbers, overlay, shown.theme, ratio);
      painter.drawImage(QRectF(area), numbers);
    }
    QFont strong = font();
    strong.setBold(true);
    const QFontMetrics ofTitle(strong), ofLine(font());
    int room = area.width() - 2 * kInset - kBar - 2 * kPad;
    const bool besideAxes =
        shown.style(LayerId::axes).visible && cornerAxes(shown, viewport) && room - kAxes >= ofTitle.horizontalAdvance(parts_[i].title);
    if (besideAxes) room -= kAxes;
    const QString title = ofTitle.elidedText(parts_[i].title, Qt::ElideMiddle, room);
    const QStringList lines = linesOf(parts_[i].line, ofLine, room);
    int width = ofTitle.horizontalAdvance(title);
    for (const QString& line : lines) width = std::max(width, ofLine.horizontalAdvance(line));
    width += kBar + 2 * kPad;
    const QRect box(area.right() - kInset - width, area.top() + kInset, width, ofTitle.height() + int(lines.size()) * ofLine.height() + kPad);
    painter.fillRect(box, ground);
    painter.fillRect(QRect(box.left(), box.top(), kBar, box.height()), parts_[i].colour);
    painter.setFont(strong);
    painter.setPen(ink);
    painter.drawText(QPoint(box.left() + kBar + kPad, box.top() + kPad / 2 + ofTitle.ascent()), title);
    painter.setFont(font());
    painter.setPen(quiet);
    for (int row = 0; row < lines.size(); ++row)
      painter.drawText(QPoint(box.left() + kBar + kPad, box.top() + kPad / 2 + ofTitle.height() + row * ofLine.height() + ofLine.ascent()),
                       lines[row]);
  }
}

bool RaceViews::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride && isRaceKey(*static_cast<QKeyEvent*>(event))) return event->accept(), true;
  return QOpenGLWidget::event(event);
}

void RaceViews::keyPressEvent(QKeyEvent* event) {
  if (isRaceKey(*event)) return void(Q_EMIT keyPressed(event->key()));
  QOpenGLWidget::keyPressEvent(event);
}

QPointF RaceViews::inPart(QPointF position) const {
  for (size_t i = 0; i < parts_.size(); ++i)
    if (areaOf(i).contains(position.toPoint())) return position - areaOf(i).topLeft();
  return position;
}

void RaceViews::mousePressEvent(QMouseEvent* event) {
  setFocus(Qt::MouseFocusReason);
  if (dragged_ || controller_.cloud().empty()) return;
  dragged_ = event->position();
  button_ = event->button();
}

/// As in the picture: left turns (flat clouds: moves), the others and Shift move.
void RaceViews::mouseMoveEvent(QMouseEvent* event) {
  if (!dragged_) return;
  const QPointF move = (event->position() - *dragged_) * devicePixelRatioF();
  dragged_ = event->position();
  View view = controller_.shownView();
  const bool turns = button_ == Qt::LeftButton && view.camera.mode() != CameraMode::flat && (event->modifiers() & Qt::ShiftModifier) == 0;
  if (turns) view.camera.rotate(viewport(), move.x(), move.y());
  else view.camera.pan(viewport(), move.x(), move.y());
  controller_.editView(std::move(view));
}

void RaceViews::mouseReleaseEvent(QMouseEvent* event) {
  if (event->buttons() != Qt::NoButton || !dragged_) return;
  dragged_.reset();
  controller_.document().finishEdit();
}

void RaceViews::wheelEvent(QWheelEvent* event) {
  event->accept();
  if (controller_.cloud().empty() || event->angleDelta().y() == 0) return;
  const QPointF at = inPart(event->position()) * devicePixelRatioF();
  View view = controller_.shownView();
  view.camera.zoom(viewport(), std::pow(kViewsZoomPerNotch, event->angleDelta().y() / kViewsWheelStep), at.x(), at.y());
  controller_.changeView(std::move(view), Document::Merge::camera);
}

}  // namespace arete
