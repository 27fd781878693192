// The picture in the middle of the window: the scene, the panels on it, and the mouse. Repaints only when something changed.
#pragma once

#include <memory>
#include <optional>

#include <QElapsedTimer>
#include <QOpenGLFramebufferObject>
#include <QOpenGLWidget>
#include <QTimer>

#include "app/window/controller.h"
#include "app/window/imgui_bridge.h"
#include "render/image.h"
#include "render/scene.h"

namespace arete {

/// What the status bar shows of the drawing.
struct DrawStatistics {
  double framesPerSecond = 0;  ///< while moving; 0 when nothing has moved yet
  uint32_t pointsDrawn = 0, pointsTotal = 0;
};

/// Where the time of a frame went, milliseconds. The last two are known to who watches the window.
struct FrameTimes {
  double points = 0, scene = 0, copy = 0, panels = 0, compose = 0, whole = 0;
};

/// What right and middle button do, by the program whose users are used to it. In the order of the actions.
enum class MouseStyle : uint8_t { arete, paraView, cloudCompare };

class PictureWidget : public QOpenGLWidget {
  Q_OBJECT
 public:
  PictureWidget(Controller& controller, PointsPath path, QWidget* parent = nullptr);
  ~PictureWidget() override;

  Scene& scene() { return *scene_; }
  const GlInfo& glInformation() const { return glInfo_; }
  const DrawStatistics& statistics() const { return statistics_; }
  const std::optional<Pick>& selection() const { return selection_; }
  const FrameTimes& frameTimes() const { return frameTimes_; }  ///< of the last frame
  /// Waits for the graphics after each part, so that its time is its own: for benchmarks.
  void setTimesParts(bool on) { timesParts_ = on; }
  void select(std::optional<Pick> pick);
  MouseStyle mouseStyle() const { return mouseStyle_; }
  void setMouseStyle(MouseStyle style) { mouseStyle_ = style; }
  const PanelLayout& panelLayout() const { return panelLayout_; }
  void setPanelLayout(const PanelLayout& layout) { panelLayout_ = layout; }
  bool panelsVisible() const { return panelsVisible_; }
  void setPanelsVisible(bool visible);
  void setFileLists(std::vector<std::string> recent, std::vector<std::string> examples);
  /// Draws the present view in any size; throws like renderImage.
  Image renderPicture(const View& view, const ImageOptions& options);
  /// The keyboard goes from the picture to the right panel, to the bottom panel, and away again; false when it has left.
  bool enterNextPanel();
  bool keyboardInPanels() const { return keyboardIn_ != FocusMove::none; }
  /// True when the whole scene is on the screen: no animation, no points still to come.
  bool settled() const { return !sceneDirty_ && !moving_ && !animating() && !fadeTimer_.isActive(); }
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
  enum class Drag { none, panel, rotate, pan, zoom };

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
  void measure();
  double lap();
  bool animating() const { return flightFrom_.has_value(); }
  void startFlight();
  void fadeRemoved();
  float removedOpacity() const;
  void invalidateScene(bool moving);
  void redraw();
  bool panelsWant(const QKeyEvent& event) const;
  Drag dragOf(const QMouseEvent& event) const;
  void setPivotAt(QPointF position);
  void dragCamera(QPointF from, QPointF to);
  std::optional<Pick> pickAt(QPointF position);
  void zoomAt(QPointF position, double notches, bool dragged = false);

  Controller& controller_;
  std::unique_ptr<Scene> scene_;
  ImGuiBridge bridge_;
  GlInfo glInfo_;
  QMetaObject::Connection contextGone_;

  // The scene is kept as an image, so that a hovered button does not draw five million points again.
  std::unique_ptr<QOpenGLFramebufferObject> sceneImage_;
  bool sceneDirty_ = true, moving_ = false, drawingFailed_ = false, painting_ = false;
  QTimer again_;       ///< for what was asked for while painting
  QTimer stillTimer_;  ///< after the last move: now draw everything

  Camera shown_;  ///< differs from the session's during a flight
  std::optional<Camera> flightFrom_;
  QElapsedTimer flightTime_;

  QTimer fadeTimer_;  ///< runs while the points that a sweep removed fade out
  QElapsedTimer fadeTime_;
  uint64_t fadedGeneration_ = 0;  ///< the frame they belong to
  uint32_t fadedStep_ = 0;

  void leavePanels();

  FocusMove keyboardIn_ = FocusMove::none;  ///< the panel that has the keyboard; none: keys are shortcuts
  FocusMove focusMove_ = FocusMove::none;   ///< for the next frame
  Drag drag_ = Drag::none;
  MouseStyle mouseStyle_ = MouseStyle::arete;
  QPointF pressedAt_, lastAt_;
  bool dragged_ = false;              ///< moved far enough not to be a click
  std::optional<glm::dvec3> anchor_;  ///< the point that a pan holds on to
  bool pointerOverPanel_ = false;

  std::optional<Pick> selection_;
  bool panelsVisible_ = true;
  PanelLayout panelLayout_;
  double coveredRight_ = 0, coveredBottom_ = 0;  ///< by panels, logical pixels
  std::vector<std::string> recent_, examples_;
  DrawStatistics statistics_;
  QElapsedTimer sincePaint_, sinceStatistics_, sincePaintBegan_, lap_;
  double outsideScene_ms_ = 25;  ///< what a moving frame takes but for the scene: panels, Qt, the window system; fades in
  FrameTimes frameTimes_;
  bool timesParts_ = false;
};

}  // namespace arete
