// The picture in the middle of the window: the scene, the panels on it, and the mouse. Repaints only when something changed.
#pragma once

#include <memory>
#include <optional>

#include <QOpenGLFramebufferObject>
#include <QOpenGLWidget>
#include <QTimer>

#include "app/window/area_drawing.h"
#include "app/window/camera_flight.h"
#include "app/window/controller.h"
#include "app/window/frame_clock.h"
#include "app/window/picture_panels.h"
#include "app/window/removed_fade.h"
#include "render/scene.h"
#include "render/vector_picture.h"

namespace arete {

/// What right and middle button do, by the program whose users are used to it. In the order of the actions.
enum class MouseStyle : uint8_t { arete, paraView, cloudCompare };

class PictureWidget : public QOpenGLWidget {
  Q_OBJECT
 public:
  PictureWidget(Controller& controller, PointsPath path, QWidget* parent = nullptr);
  ~PictureWidget() override;

  Scene& scene() { return *scene_; }
  const GlInfo& glInformation() const { return glInfo_; }
  const DrawStatistics& statistics() const { return clock_.statistics(); }
  const std::optional<Pick>& selection() const { return selection_; }
  const FrameTimes& frameTimes() const { return clock_.times(); }  ///< of the last frame
  /// See FrameClock.
  void setTimesParts(bool on) { clock_.setTimesParts(on); }
  void select(std::optional<Pick> pick);
  MouseStyle mouseStyle() const { return mouseStyle_; }
  void setMouseStyle(MouseStyle style) { mouseStyle_ = style; }
  PanelLayout panelLayout() const { return panels_.layout(); }
  void setPanelLayout(const PanelLayout& layout) { panels_.setLayout(layout); }
  /// Whether a finished curve is explained by words that point at it; a click ends that.
  bool callouts() const { return panels_.callouts() != Callouts::none; }
  void setCallouts(bool on);
  double textScale() const { return panels_.scale(); }
  void setTextScale(double scale);
  bool panelsVisible() const { return panels_.visible(); }
  void setPanelsVisible(bool visible);
  void setFileLists(FileLists files);
  /// Shows another frame of the same cloud, until the next one comes or this is called with nullptr.
  void showInstead(const std::shared_ptr<const Frame>& frame);
  /// The next drag draws an area for the filter: what is in it is kept, or left out. Escape ends that.
  void drawArea(AreaDrawing::Shape shape, bool keep);
  /// The next drag draws around nodes and edges of the curve, which are then selected.
  void drawSelection();
  const AreaDrawing& area() const { return area_; }
  /// A cross that keys move does from now on what the mouse does, or no longer.
  void pointByKeys();
  bool pointingByKeys() const { return cross_.has_value(); }
  QPointF cross() const { return cross_ ? cross_->at : QPointF(); }  ///< logical pixels
  /// Clicks measure from now on, or no longer: the lines are part of the view.
  void measure();
  bool measuring() const { return measuring_.has_value(); }
  /// The points of the line that the next click goes on; empty where it begins one.
  std::vector<glm::dvec3> measuredPoints() const;
  /// Draws the present view in any size; throws like renderImage.
  Image renderPicture(const View& view, const ImageOptions& options);
  VectorPicture renderVectors(const View& view, const ImageOptions& options);  ///< likewise, for print
  /// The keyboard goes from the picture to the right panel, to the bottom panel, and away again; false when it has left.
  bool enterNextPanel();
  bool keyboardInPanels() const { return panels_.keyboard(); }
  /// True when the whole scene is on the screen: no animation, no points still to come.
  bool settled() const { return !sceneDirty_ && !moving_ && !flight_.flying() && !fade_.active(); }
  Viewport viewport() const;

 Q_SIGNALS:
  void actionRequested(Action action);
  void openRequested(const QString& path);
  void optionsRequested(const QString& path);  ///< how to read it is to be asked
  void selectionChanged();
  void modeChanged();  ///< it measures, or has a cross, or no longer
  void statisticsChanged();

 protected:
  void initializeGL() override;
  void paintGL() override;
  void resizeGL(int width, int height) override;
  bool event(QEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void keyReleaseEvent(QKeyEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void leaveEvent(QEvent* event) override;
  bool focusNextPrevChild(bool next) override;

 private:
  static constexpr double kPickReach = 8, kMeasureReach = 24;  // logical pixels
  enum class Drag { none, panel, rotate, pan, zoom, area, node };
  struct MouseDrag {
    Drag kind = Drag::none;
    QPointF pressedAt, lastAt;
    bool moved = false;                ///< far enough not to be a click
    std::optional<glm::dvec3> anchor;  ///< the point that a pan holds on to
  };

  // picture_widget.cpp
  void followController();
  void releaseGl();
  void loseGl();
  void showCloud();
  void drawScene();
  void drawPanelsOnTop();
  void describeDrawing(DeviceReport& report) const;
  void tellViewport();
  void takeAnswers(PanelOutput answers);
  void blitScene();
  void warmUp();
  void failDrawing(const Error& error);
  void invalidateScene(bool moving);
  void redraw();
  template <class Render>
  auto rendered(Render render);
  // picture_input.cpp
  void leavePanels();
  Drag dragOf(const QMouseEvent& event) const;
  void setPivotAt(QPointF position);
  void dragCamera(QPointF from, QPointF to);
  std::optional<Pick> pickAt(QPointF position, double radius = kPickReach);
  void clickAt(QPointF position, bool adds);
  void zoomAt(QPointF position, double notches, bool dragged = false);
  // picture_area.cpp
  bool takesAreaKey(const QKeyEvent& event) const;
  void handleAreaKey(const QKeyEvent& event);
  void finishArea();
  void describeArea(PanelInput& input) const;
  // picture_measure.cpp
  bool takesMeasureKey(const QKeyEvent& event) const;
  void handleMeasureKey(const QKeyEvent& event);
  void takeBackMeasured();
  void measureAt(QPointF position);
  void describeMeasure(PanelInput& input, const View& view) const;

  // picture_callouts.cpp
  void describeCallouts(PanelInput& input, const View& view) const;
  // picture_cross.cpp
  struct Cross {
    QPointF at;               ///< logical pixels
    std::optional<Pick> aim;  ///< what a click there would take
  };
  void putCross();
  bool takesCrossKey(const QKeyEvent& event) const;
  void handleCrossKey(const QKeyEvent& event);
  void moveCross(int key, double step);
  void aimCross();
  void holdAt(QPointF position);
  void describeCross(PanelInput& input) const;
  // picture_edit.cpp
  bool takesEditKey(const QKeyEvent& event) const;
  void handleEditKey(const QKeyEvent& event);
  bool holdsNode(QPointF position) const;
  void dropNode(QPointF position);
  void describeSelection(PanelInput& input) const;

  enum class Painting { idle, underWay, failed };

  Controller& controller_;
  std::unique_ptr<Scene> scene_;
  PicturePanels panels_;
  GlInfo glInfo_;
  QMetaObject::Connection contextGone_;

  // The scene is kept as an image, so that a hovered button does not draw five million points again.
  std::unique_ptr<QOpenGLFramebufferObject> sceneImage_;
  bool sceneDirty_ = true, moving_ = false;
  Painting painting_ = Painting::idle;
  QTimer again_;       ///< for what was asked for while painting, or goes after a while
  QTimer stillTimer_;  ///< after the last move: now draw everything
  FrameClock clock_;

  CameraFlight flight_;
  RemovedFade fade_;
  std::optional<Pick> selection_;
  MouseDrag drag_;
  AreaDrawing area_;
  std::optional<size_t> measuring_;  ///< how many lines the view has while the last of them goes on; not set: clicks do something else
  std::optional<Cross> cross_;       ///< not set: the mouse points
  MouseStyle mouseStyle_ = MouseStyle::arete;
};

}  // namespace arete
