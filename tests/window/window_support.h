// What the window tests share: a window of a known size with an example in it, waiting, and the places of things on the picture.
#pragma once

#include <cmath>
#include <functional>
#include <memory>

#include <QApplication>
#include <QFile>
#include <QSettings>
#include <QTemporaryDir>
#include <QtTest>

#include "app/window/exporting.h"
#include "app/window/main_window.h"
#include "app/window/startup.h"

namespace arete {

inline const QString kQuakes = QString(ARETE_SOURCE_DIR) + "/assets/clouds/earthquakes.csv";
inline constexpr int kLongWait_ms = 60'000;

inline bool waitFor(const std::function<bool()>& condition) { return QTest::qWaitFor(condition, kLongWait_ms); }

/// A text file of so many points on a circle: slow enough to read that something can be done meanwhile.
inline QString writeLongFile(const QTemporaryDir& folder, int points) {
  constexpr int kLines = 10'000;
  QByteArray lines;
  for (int i = 0; i < kLines; ++i) {
    const double angle = 2 * M_PI * i / kLines;
    lines += QByteArray::number(std::cos(angle), 'f', 6) + ' ' + QByteArray::number(std::sin(angle), 'f', 6) + '\n';
  }
  QFile file(folder.filePath("long.xyz"));
  if (!file.open(QIODevice::WriteOnly)) qFatal("no room for a test file");
  for (int i = 0; i < points / kLines; ++i) file.write(lines);
  return file.fileName();
}

/// Share of the pixels that differ clearly.
inline double difference(const QImage& a, const QImage& b) {
  constexpr int kClearly = 24;
  if (a.size() != b.size()) return 1;
  int different = 0;
  for (int y = 0; y < a.height(); ++y)
    for (int x = 0; x < a.width(); ++x) different += std::abs(qGray(a.pixel(x, y)) - qGray(b.pixel(x, y))) > kClearly;
  return double(different) / (double(a.width()) * a.height());
}

/// Of windows whose test names none: ARETE_WINDOW_SIZE, as 1024x640, runs the same tests in others.
inline QSize windowSize() {
  const QStringList sides = qEnvironmentVariable("ARETE_WINDOW_SIZE", "1280x800").split('x');
  return {sides.front().toInt(), sides.back().toInt()};
}

/// Of the usual size, on a screen whose pixels are the logical ones.
inline bool inUsualWindow() { return !qEnvironmentVariableIsSet("ARETE_WINDOW_SIZE") && !qEnvironmentVariableIsSet("QT_SCALE_FACTOR"); }

/// For tests of what no size of the window and no scale of the screen changes.
#define ARETE_AT_ONE_SIZE \
  if (!arete::inUsualWindow()) QSKIP("the same at every size of the window")

/// A window with a cloud at step 0, painted.
struct OpenWindow {
  explicit OpenWindow(const QString& file = kQuakes, QSize size = windowSize()) {
    window.resize(size);
    window.show();
    if (!QTest::qWaitForWindowExposed(&window)) qFatal("no window");
    window.activateWindow();  // shortcuts need an active window, and Xvfb has no window manager that would see to it
    window.raise();
    if (!QTest::qWaitForWindowActive(&window)) qFatal("the window does not become active");
    window.picture().setPanelLayout(window.picture().panelLayout());  // of somebody who has unfolded the panel where there is little room
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
  void exportCurve(const std::filesystem::path& path) {
    exportTo(ExportKind::curve, path, exportFormats(ExportKind::curve).front(), controller(), window.picture(), {});
  }
  Controller& controller() { return window.controller(); }
  const Session& session() { return window.controller().session(); }
  const Frame& frame() { return *window.controller().frame(); }
  void key(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) { QTest::keyClick(&window.picture(), key, modifiers); }
  /// Panels see an event when they are drawn, and show what it did one or two frames later: waits for these frames.
  void paint() {
    constexpr int kFrames = 3;
    int frames = 0;
    const auto counting = QObject::connect(&window.picture(), &QOpenGLWidget::frameSwapped, &window, [&] { ++frames; });
    for (int i = 1; i <= kFrames; ++i) {
      window.picture().update();
      if (!waitFor([&] { return frames >= i; })) qFatal("nothing is drawn");
    }
    QObject::disconnect(counting);
  }
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
  /// The cross on the picture, by arrows: in steps of ten pixels and, with Shift, of one.
  void moveCross(QPoint to) {
    const auto along = [this](int pixels, Qt::Key less, Qt::Key more) {
      for (int i = 0; i < std::abs(pixels) / 10; ++i) key(pixels < 0 ? less : more);
      for (int i = 0; i < std::abs(pixels) % 10; ++i) key(pixels < 0 ? less : more, Qt::ShiftModifier);
    };
    const QPoint from = window.picture().cross().toPoint();
    along((to - from).x(), Qt::Key_Left, Qt::Key_Right);
    along((to - from).y(), Qt::Key_Up, Qt::Key_Down);
  }
  MainWindow window;
};

}  // namespace arete

/// A main that starts as the program does, with settings of its own: those of somebody who has used it before, and has all docks.
#define ARETE_WINDOW_TEST_MAIN(Test)                        \
  int main(int argc, char** argv) {                         \
    const QTemporaryDir settings;                           \
    qputenv("XDG_CONFIG_HOME", settings.path().toUtf8());   \
    arete::chooseSurface();                                 \
    QApplication application(argc, argv);                   \
    arete::prepareApplication();                            \
    QSettings().setValue("window/first_result_seen", true); \
    QSettings().setValue("window/docks", QByteArray());     \
    Test test;                                              \
    return QTest::qExec(&test, argc, argv);                 \
  }
