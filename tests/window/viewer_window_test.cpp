// What people expect of any viewer, by keys and mouse: directions, projections, the pivot, the wheel, recent files, and that a colour of every kind
// shows.
#include <set>

#include <QComboBox>
#include <QMenu>

#include "app/window/file_places.h"
#include "tests/window/window_support.h"

namespace arete {

class ViewerWindowTest : public QObject {
  Q_OBJECT

  static QString knot() { return QString(ARETE_SOURCE_DIR) + "/assets/clouds/trefoil.npy"; }

  static void settle(OpenWindow& open) {
    open.paint();
    if (!waitFor([&] { return open.window.picture().settled(); })) qFatal("the picture does not settle");
  }
  static QImage image(OpenWindow& open) {
    settle(open);
    return open.window.picture().grabFramebuffer();
  }
  /// Where a point of the cloud is seen: the one that is nearest to the eye of all that lie in the free part.
  static QPoint placeOfAPoint(OpenWindow& open) {
    settle(open);  // with all points: more of them may bring a nearer one under the cursor
    PictureWidget& picture = open.window.picture();
    for (int y = picture.height() / 6; y < picture.height() / 2; y += 3)
      for (int x = picture.width() / 6; x < picture.width() / 2; x += 3) {
        QTest::mouseClick(&picture, Qt::LeftButton, {}, {x, y});
        if (picture.selection()) return {x, y};
      }
    qFatal("no point is hit");
  }
  static void wheel(OpenWindow& open, QPoint at, int notches, Qt::KeyboardModifiers modifiers) {
    PictureWidget& picture = open.window.picture();
    QWheelEvent event(at, picture.mapToGlobal(QPointF(at)), {}, QPoint(0, 120 * notches), Qt::NoButton, modifiers, Qt::NoScrollPhase, false);
    QApplication::sendEvent(&picture, &event);
  }

 private Q_SLOTS:
  void theDirectionKeysLookFromSixSidesAndACorner() {
    OpenWindow open(knot());
    const struct {
      Qt::Key key;
      Qt::KeyboardModifiers modifiers;
      glm::dvec3 backward;
    } kSides[] = {{Qt::Key_1, {}, {0, -1, 0}},
                  {Qt::Key_1, Qt::ControlModifier, {0, 1, 0}},
                  {Qt::Key_3, {}, {1, 0, 0}},
                  {Qt::Key_3, Qt::ControlModifier, {-1, 0, 0}},
                  {Qt::Key_7, {}, {0, 0, 1}},
                  {Qt::Key_7, Qt::ControlModifier, {0, 0, -1}},
                  {Qt::Key_9, {}, glm::normalize(glm::dvec3(1, -1, 1))}};
    for (const auto& side : kSides) {
      open.key(side.key, side.modifiers);
      QVERIFY2(glm::distance(open.session().view.camera.backward(), side.backward) < 1e-9, qPrintable(QString::number(side.key)));
    }
    settle(open);
  }

  void keysSwitchProjectionTrackballAndTheFlatView() {
    OpenWindow open(knot());
    const QImage parallel = image(open);
    const bool before = open.session().view.camera.perspective();
    open.key(Qt::Key_5);
    QCOMPARE(open.session().view.camera.perspective(), !before);
    QVERIFY(difference(parallel, image(open)) > 0);
    open.key(Qt::Key_L);
    QCOMPARE(open.session().view.camera.mode(), CameraMode::trackball);
    QVERIFY(open.window.action(Action::toggleTrackball).isChecked());
    open.key(Qt::Key_L);
    QCOMPARE(open.session().view.camera.mode(), CameraMode::turntable);
    open.key(Qt::Key_2);
    QCOMPARE(open.session().view.camera.mode(), CameraMode::flat);
    open.key(Qt::Key_2);
    QCOMPARE(open.session().view.camera.mode(), CameraMode::turntable);
  }

  void aDoubleClickAndAMiddleClickSetThePivot() {
    for (const Qt::MouseButton button : {Qt::LeftButton, Qt::MiddleButton}) {
      OpenWindow open(knot());
      PictureWidget& picture = open.window.picture();
      const QPoint place = placeOfAPoint(open);
      settle(open);
      const glm::dvec3 point = picture.selection()->position;
      QVERIFY(glm::distance(open.session().view.camera.pivot(picture.viewport()), point) > 1e-9);
      if (button == Qt::LeftButton) QTest::mouseDClick(&picture, button, {}, place);
      else QTest::mouseClick(&picture, button, {}, place);
      const double missed = glm::distance(open.session().view.camera.pivot(picture.viewport()), point);
      QVERIFY2(missed < 1e-9, qPrintable(QString::number(missed)));
      settle(open);
      open.key(Qt::Key_Z, Qt::ControlModifier);
      QVERIFY(glm::distance(open.session().view.camera.pivot(picture.viewport()), point) > 1e-9);
    }
  }

  void theWheelZoomsToTheCursorAndWithKeysChangesAngleSizeAndCut() {
    OpenWindow open(knot());
    const QPoint at(300, 250);
    const Camera before = open.session().view.camera;
    wheel(open, at, 3, {});
    QVERIFY(open.session().view.camera.height() < before.height());
    settle(open);
    const double angle = open.session().view.camera.fieldOfView();
    wheel(open, at, 2, Qt::ShiftModifier);
    QVERIFY(open.session().view.camera.fieldOfView() < angle);
    const float size = open.session().view.style(LayerId::cloud).size;
    wheel(open, at, 1, Qt::AltModifier);
    QVERIFY(open.session().view.style(LayerId::cloud).size > size);
    wheel(open, at, 2, Qt::ControlModifier);
    QVERIFY(open.session().view.camera.nearCut() > 0);
    settle(open);
  }

  void filesThatWereOpenedAreInTheMenuNewestFirst() {
    OpenWindow open(kQuakes);
    open.window.open(knot());
    QVERIFY(waitFor([&] { return open.session().file.filename() == "trefoil.npy"; }) && open.waitIdle());
    const QStringList recent = recentFiles();
    QVERIFY(recent.size() >= 2);
    QVERIFY(recent[0].endsWith("trefoil.npy") && recent[1].endsWith("earthquakes.csv"));
    QAction* entry = nullptr;
    for (QAction* each : open.window.findChildren<QAction*>())
      if (each->data().toString().endsWith("earthquakes.csv") || each->text().contains("earthquakes.csv")) entry = each;
    QVERIFY(entry != nullptr);
    entry->trigger();
    QVERIFY(waitFor([&] { return open.session().file.filename() == "earthquakes.csv"; }) && open.waitIdle());
  }

  void everyWayToColourTheCloudShows() {
    OpenWindow open(kQuakes);
    open.key(Qt::Key_End);
    QVERIFY(waitFor([&] { return open.frame().finished && open.controller().explaining().ofFrame() != nullptr; }) && open.waitIdle());
    QImage before = image(open);
    std::set<ColourBy> seen;
    for (size_t i = 0; i + 1 < kColourByCount; ++i) {  // of attributes: the next test of the list
      open.key(Qt::Key_A);
      QVERIFY(open.waitIdle());
      seen.insert(open.session().view.colourBy);
      const QImage now = image(open);
      QVERIFY2(difference(before, now) > 0 || open.session().view.colourBy == ColourBy::depth, label(open.session().view.colourBy).data());
      before = now;
    }
    for (const ColourBy by : {ColourBy::height, ColourBy::chosen, ColourBy::distance, ColourBy::arcLength, ColourBy::offset, ColourBy::component})
      QVERIFY2(seen.contains(by), label(by).data());
  }
};

}  // namespace arete

ARETE_WINDOW_TEST_MAIN(arete::ViewerWindowTest)
#include "viewer_window_test.moc"
