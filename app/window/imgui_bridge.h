// Dear ImGui inside a Qt widget: the one file of the window that knows ImGui. Written for 1.86 (Debian 12), which polls its input from
// arrays; what 1.87 changed is kept apart by IMGUI_VERSION_NUM.
#pragma once

#include <array>

#include <QEvent>
#include <QPointF>
#include <QSize>

struct ImGuiContext;
class QKeyEvent;

namespace arete {

class ImGuiBridge {
 public:
  static constexpr int kKeyCount = 32;  ///< at least ImGuiKey_COUNT of ImGui before 1.87

  ImGuiBridge();
  ~ImGuiBridge();  ///< after releaseGl(), or with the GL context current
  ImGuiBridge(const ImGuiBridge&) = delete;
  ImGuiBridge& operator=(const ImGuiBridge&) = delete;

  /// Makes the GL objects; the context must be current. Callable again after releaseGl().
  void initializeGl();
  void releaseGl();
  /// As releaseGl(), but the context is gone already: nothing is deleted.
  void contextLost();

  /// Passes on user input. Never consumes it: overPanel() and wantsText() say what it is meant for.
  void feed(const QEvent& event);
  /// How much larger than usual the panels are: positions that are fed are divided by it.
  void setScale(double scale) { scale_ = scale; }
  /// Whether a panel lies under a position (logical pixels), as of the last frame; or a panel holds the mouse.
  bool overPanel(QPointF position) const;
  /// Whether the user is typing into a panel: then no key is a shortcut.
  bool wantsText() const;
  /// Whether a list of a panel is open.
  bool popupOpen() const;
  /// Keys go to the widget that has the focus inside the panels; to an open list they go anyway.
  void setKeyboard(bool on);
  /// Whether the panels need another frame because of what was fed.
  bool unsettled() const { return unsettledFrames_ > 0; }

  /// Between these two the panels are drawn. `size` in the panels' pixels, `devicePixelRatio` device pixels in one of these.
  void beginFrame(QSize size, double devicePixelRatio);
  /// A ring around a position on the picture, the panels' pixels, under them.
  void drawMarker(QPointF position, bool light);
  /// Draws to the framebuffer that is bound.
  void endFrame();
  /// The mouse cursor that the panels want.
  Qt::CursorShape cursor() const;

 private:
  void makeCurrent() const;
  void buildFont(double devicePixelRatio);
  void feedModifiers(Qt::KeyboardModifiers modifiers);
  void feedKey(const QKeyEvent& event);
  void releaseAll();
  void listenToKeys();

  static constexpr int kButtons = 3;
  ImGuiContext* context_;  ///< ImGui's own handle, destroyed in the destructor
  bool glReady_ = false, keyboard_ = false;
  double fontRatio_ = 0, scale_ = 1;
  int unsettledFrames_ = 2;
  qint64 lastFrame_ns_ = 0;
  QPointF seenAt_;  ///< where the last frame saw the mouse
  // A press and its release may come between two frames: the press is kept until a frame has seen it.
  std::array<bool, kButtons> down_{}, pressed_{};
  std::array<bool, kKeyCount> keyDown_{}, keyPressed_{};
};

}  // namespace arete
