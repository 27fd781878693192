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
#include "render/image.h"
#include "render/scene.h"

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
  const PanelLayout& panelLayout() const { return panels_.layout(); }
  void setPanelLayout(const PanelLayout& layout) { panels_.setLayout(layout); }
  bool panelsVisible() const { return panels_.visible(); }
  void setPanelsVisible(bool visible);
  void setFileLists(FileLists files);
  /// The next drag draws an area for the filter: what is in it is kept, or left out. Escape ends that.
  void drawArea(AreaDrawing::Shape shape, bool keep);
  /// The next drag draws around nodes and edges of the curve, which are then selected.
  void drawSelection();
  const AreaDrawing& area() const { return area_; }
  /// Draws the present view in any size; throws like renderImage.
  Image renderPicture(const View& view, const ImageOptions& options);
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
  // picture_input.cpp
  void leavePanels();
  Drag dragOf(const QMouseEvent& event) const;
  void setPivotAt(QPointF position);
  void dragCamera(QPointF from, QPointF to);
  std::optional<Pick> pickAt(QPointF position);
  void zoomAt(QPointF position, double notches, bool dragged = false);
  // picture_area.cpp
  bool takesAreaKey(const QKeyEvent& event) const;
  void handleAreaKey(const QKeyEvent& event);
  void finishArea();
  void describeArea(PanelInput& input) const;

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
  QTimer again_;       ///< for what was asked for while painting
  QTimer stillTimer_;  ///< after the last move: now draw everything
  FrameClock clock_;

  CameraFlight flight_;
  RemovedFade fade_;
  std::optional<Pick> selection_;
  MouseDrag drag_;
  AreaDrawing area_;
  MouseStyle mouseStyle_ = MouseStyle::arete;
};

}  // namespace arete
