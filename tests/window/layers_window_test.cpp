// What lies under the points and around the lines: coasts where the cloud is on the earth, tubes where it is in space.
#include <QToolButton>

#include "tests/window/window_support.h"

namespace arete {

class LayersWindowTest : public QObject {
  Q_OBJECT

  static inline const QString kNeuron = QString(ARETE_SOURCE_DIR) + "/assets/clouds/neuron.ply";

  static QImage image(OpenWindow& open) {
    open.paint();
    if (!waitFor([&] { return open.window.picture().settled(); })) qFatal("the picture does not come to rest");
    open.paint();
    return open.window.picture().grabFramebuffer();
  }

  static bool isListed(OpenWindow& open, const char* eye) { return open.window.findChild<QToolButton*>(eye)->isVisible(); }

 private Q_SLOTS:
  void coastsAreInTheListAndOnThePictureOfPlacesOnTheEarth() {
    OpenWindow open;
    QVERIFY(isListed(open, "eye_coasts"));
    QVERIFY(!isListed(open, "eye_tubes"));
    const QImage with = image(open);
    open.key(Qt::Key_G, Qt::ShiftModifier);
    QVERIFY(!open.session().view.style(LayerId::coasts).visible);
    const QImage without = image(open);
    QVERIFY2(difference(with, without) > 0.005, qPrintable(QString::number(difference(with, without))));
    open.key(Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(difference(with, image(open)) < 0.0005);
  }

  void coastsComeAndGoWithTheCoordinateSystem() {
    ARETE_AT_ONE_SIZE;
    OpenWindow open;
    const QImage degrees = image(open);
    Session next = open.session();
    next.crs = Crs{"EPSG:32633"};  // metres: half a kilometre is no place for coasts of the world
    open.controller().document().change(next);
    QVERIFY(!open.controller().coasts());
    QVERIFY(!isListed(open, "eye_coasts"));
    QVERIFY(difference(degrees, image(open)) > 0.005);
    open.key(Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(open.controller().coasts());
    QVERIFY(isListed(open, "eye_coasts"));
  }

  void tubesAreDrawnOnceTheCurveInSpaceIsExplained() {
    OpenWindow open(kNeuron);
    QVERIFY(isListed(open, "eye_tubes") && !isListed(open, "eye_coasts"));
    View view = open.session().view;
    view.curveColour = CurveColour::uniform;  // nothing else changes while bootstrap runs go on
    view.style(LayerId::bands).visible = false;
    open.controller().changeView(view);
    open.key(Qt::Key_End);
    QVERIFY(waitFor([&] { return open.frame().finished && open.controller().explaining().ofFrame() != nullptr; }));
    const QImage lines = image(open);
    open.key(Qt::Key_T, Qt::ShiftModifier);
    QVERIFY(open.session().view.style(LayerId::tubes).visible);
    const QImage tubes = image(open);
    QVERIFY2(difference(lines, tubes) > 0.005, qPrintable(QString::number(difference(lines, tubes))));
    open.key(Qt::Key_T, Qt::ShiftModifier);
    QVERIFY(difference(lines, image(open)) < 0.002);
  }
};

}  // namespace arete

ARETE_WINDOW_TEST_MAIN(arete::LayersWindowTest)

#include "layers_window_test.moc"
