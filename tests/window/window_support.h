// What the window tests share: a window of a known size with an example in it, waiting, and the places of things on the picture.
#pragma once

#include <functional>
#include <memory>

#include <QApplication>
#include <QTemporaryDir>
#include <QtTest>

#include "app/window/exporting.h"
#include "app/window/main_window.h"
#include "app/window/startup.h"

namespace arete {

inline const QString kQuakes = QString(ARETE_SOURCE_DIR) + "/assets/clouds/earthquakes.csv";
inline constexpr int kLongWait_ms = 20'000;

inline bool waitFor(const std::function<bool()>& condition) { return QTest::qWaitFor(condition, kLongWait_ms); }

/// A window with a cloud at step 0, painted.
struct OpenWindow {
  explicit OpenWindow(const QString& file = kQuakes, QSize size = {1280, 800}) {
    window.resize(size);
    window.show();
    if (!QTest::qWaitForWindowExposed(&window)) qFatal("no window");
    window.activateWindow();  // shortcuts need an active window, and Xvfb has no window manager that would see to it
    window.raise();
    if (!QTest::qWaitForWindowActive(&window)) qFatal("the window does not become active");
    if (file.isEmpty()) return;
    window.open(file);
    if (!waitIdle()) qFatal("the cloud did not open");
  }
  bool waitIdle() {
    const bool idle = waitFor([this] { return !window.controller().busy() && window.controller().frame() != nullptr && window.picture().settled(); });
    if (!idle)
      qWarning("busy %d, frame %d, settled %d", window.controller().busy(), window.controller().frame() != nullptr, window.picture().settled());
    return idle;
  }
  Controller& controller() { return window.controller(); }
  const Session& session() { return window.controller().session(); }
  const Frame& frame() { return *window.controller().frame(); }
  void key(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) { QTest::keyClick(&window.picture(), key, modifiers); }
  /// Panels see an event when they are drawn: let that happen.
  void paint() { QTest::qWait(80); }
  void drag(QPoint from, QPoint to, Qt::MouseButton button = Qt::LeftButton) {
    QTest::mouseMove(&window.picture(), from);
    paint();
    QTest::mousePress(&window.picture(), button, {}, from);
    paint();
    for (int i = 1; i <= 5; ++i) {
      QMouseEvent move(QEvent::MouseMove, from + (to - from) * i / 5.0, window.picture().mapToGlobal(QPointF(from + (to - from) * i / 5.0)),
                       Qt::NoButton, button, {});
      QApplication::sendEvent(&window.picture(), &move);
      paint();
    }
    QTest::mouseRelease(&window.picture(), button, {}, to);
    paint();
  }
  MainWindow window;
};

}  // namespace arete

/// A main that starts as the program does, with settings of its own.
#define ARETE_WINDOW_TEST_MAIN(Test)              \
  int main(int argc, char** argv) {               \
    const QTemporaryDir settings;                 \
    qputenv("XDG_CONFIG_HOME", settings.path().toUtf8()); \
    arete::chooseSurface();                       \
    QApplication application(argc, argv);         \
    arete::prepareApplication();                  \
    Test test;                                    \
    return QTest::qExec(&test, argc, argv);       \
  }
