// The picture divided into a view for each version of a race, all seen by the one camera of the session: drags and the wheel in any of them move all.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include <QColor>
#include <QOpenGLFramebufferObject>
#include <QOpenGLWidget>
#include <QTimer>

#include "app/window/controller.h"
#include "compute/engine/race_entries.h"
#include "render/scene.h"

class QPainter;

namespace arete {

class RaceViews : public QOpenGLWidget {
  Q_OBJECT
 public:
  struct Part {
    QString title, line;  ///< who it is, and where it stands
    QColor colour;
    std::shared_ptr<const Frame> frame;  ///< null: nothing but the cloud
  };
  RaceViews(Controller& controller, PointsPath path, QWidget* parent = nullptr);
  ~RaceViews() override;

  /// Two to kMostRacers, or none. `rings`: where each differs from what it is compared with.
  void setParts(std::vector<Part> parts, bool rings);
  const std::vector<Part>& parts() const { return parts_; }
  /// Logical pixels.
  QRect areaOf(size_t part) const { return areaOf(part, rect()); }
  /// Of one of the views.
  Viewport viewport() const;
  /// Whether everything is on the screen.
  bool settled() const { return !dirty_ && !moving_; }
  /// All views as they are, in any size.
  QImage picture(QSize size, double scale);

 Q_SIGNALS:
  void keyPressed(int key);  ///< one of those that step and play
  void viewportChanged();

 protected:
  void initializeGL() override;
  void paintGL() override;
  void resizeEvent(QResizeEvent* event) override;
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;

 private:
  class Captions;
  void releaseGl();
  void showCloud();
  void invalidate(bool moving);
  void drawParts();
  void fail(const Error& error);
  View view() const;
  QRect areaOf(size_t part, const QRect& whole) const;
  QPointF inPart(QPointF position) const;
  void paintCaptions(QPainter& painter, const QRect& whole, double ratio);

  Controller& controller_;
  ThreadPool threads_;
  std::array<std::unique_ptr<Scene>, kMostRacers> scenes_;
  std::vector<Part> parts_;
  bool rings_ = false, dirty_ = true, moving_ = false, failed_ = false;
  std::vector<std::unique_ptr<QOpenGLFramebufferObject>> images_;
  Captions* captions_;
  QTimer still_;
  std::optional<QPointF> dragged_;  ///< where the mouse was last
  Qt::MouseButton button_ = Qt::NoButton;
  QMetaObject::Connection contextGone_;
};

}  // namespace arete
