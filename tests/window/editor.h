// What the tests of editing share: a cloud of three pieces, and a window with its curve in the mode that edits it.
#pragma once

#include <cmath>
#include <utility>

#include <QUndoStack>

#include "app/window/edit_panel.h"
#include "tests/window/window_support.h"

namespace arete {

/// Two pieces of a line, x from 0 to 18 and from 24 to 42 at y = 0, and a short one at y = 12, x from 18 to 24.
inline QString writePieces(const QTemporaryDir& folder) {
  QFile file(folder.filePath("pieces.csv"));
  if (!file.open(QIODevice::WriteOnly)) qFatal("no room for a test file");
  QByteArray rows = "x,y\n";
  const auto piece = [&](double from, double to, double y) {
    for (int i = 0; from + i * 0.02 < to; ++i)
      rows += QByteArray::number(from + i * 0.02, 'f', 3) + ',' + QByteArray::number(y + ((i * 7919) % 101 - 50) * 0.006, 'f', 4) + '\n';
  };
  piece(0, 18, 0), piece(24, 42, 0), piece(18, 24, 12);
  file.write(rows);
  return file.fileName();
}

/// The window with its finished curve of three pieces, in the mode that edits it.
struct Editor : OpenWindow {
  explicit Editor(const QString& file, QSize size = windowSize()) : OpenWindow(file, size) {
    if (file.endsWith(".csv")) {
      Session next = session();
      next.job.params.set(kCurveParam, double(CurveKind::network));
      next.job.params.set(kR1Param, 1);
      controller().document().change(next);
      key(Qt::Key_End);
      if (!waitFor([&] { return frame().finished; }) || !waitIdle()) qFatal("no curve");
      comeCloser();
      controller().document().undoStack().clear();
    }
    key(Qt::Key_E);
  }
  /// So that nodes are far apart on the screen, and both ends and the short piece in the part that no panel covers.
  void comeCloser() {
    View view = session().view;
    const auto& origin = controller().cloud().origin();
    view.camera.setTarget({25 - origin[0], 3 - origin[1], 0});
    view.camera.setHeight(22);
    controller().changeView(view);
    if (!waitIdle()) qFatal("the camera does not come to rest");
  }
  Editing& editing() { return controller().editing(); }
  const Curve& curve() { return frame().curve; }
  int steps() { return controller().document().undoStack().count(); }
  QPoint at(double x, double y) {
    const auto& origin = controller().cloud().origin();
    const glm::dvec3 there = session().view.camera.toScreen(window.picture().viewport(), {x - origin[0], y - origin[1], 0});
    return {int(std::lround(there.x / window.picture().devicePixelRatioF())), int(std::lround(there.y / window.picture().devicePixelRatioF()))};
  }
  /// The node that is nearest to a place, and where it is.
  std::pair<double, double> node(double x, double y) {
    std::pair<double, double> best;
    double least = INFINITY;
    for (uint32_t i = 0; i < curve().nodes.size(); ++i) {
      const double nx = curve().nodes.coordinate(i, 0) + controller().cloud().origin()[0];
      const double ny = curve().nodes.coordinate(i, 1) + controller().cloud().origin()[1];
      if (const double away = std::hypot(nx - x, ny - y); away < least) least = away, best = {nx, ny};
    }
    return best;
  }
  void click(std::pair<double, double> place, Qt::KeyboardModifiers modifiers = {}) {
    paint();
    QTest::mouseClick(&window.picture(), Qt::LeftButton, modifiers, at(place.first, place.second));
  }
  /// In the middle of the edge whose middle is nearest to a place.
  void clickEdge(double x, double y) {
    std::pair<double, double> best;
    double least = INFINITY;
    const auto middle = [&](const Edge& edge, int k) {
      return (curve().nodes.coordinate(edge.a, k) + curve().nodes.coordinate(edge.b, k)) / 2 + controller().cloud().origin()[size_t(k)];
    };
    for (const Edge& edge : curve().edges)
      if (const double away = std::hypot(middle(edge, 0) - x, middle(edge, 1) - y); away < least)
        least = away, best = {middle(edge, 0), middle(edge, 1)};
    click(best);
  }
  bool settled() {
    return waitFor([&] { return !controller().busy() && window.picture().settled(); });
  }
  /// Where ARETE_PICTURES names a folder, the window goes there, to be looked at.
  void keepPicture(const QString& name) {
    paint();
    const QString folder = qEnvironmentVariable("ARETE_PICTURES");
    if (!folder.isEmpty() && !window.grab().save(folder + "/" + name + ".png")) qFatal("cannot keep the picture");
  }
  template <class Widget>
  Widget& widget(const char* name) {
    auto* const found = window.findChild<Widget*>(name);
    if (found == nullptr) qFatal("no widget %s", name);
    return *found;
  }
};

}  // namespace arete
