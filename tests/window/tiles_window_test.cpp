// Detection in tiles in the window: parameters, layers, the comparison, a tile under the mouse; experiments.
#include <QDialog>
#include <QDoubleSpinBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableWidget>

#include "compute/experiments/experiment.h"
#include "tests/window/window_support.h"

namespace arete {

class TilesWindowTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void tilesAreDetectedInAndComparedWithTheExactAnswer() {
    OpenWindow open;
    open.key(Qt::Key_End);
    QVERIFY(waitFor([&] { return open.frame().finished; }) && open.waitIdle());
    const std::string exact = open.frame().hash;
    QVERIFY(open.frame().tiles == nullptr);

    Session session = open.session();
    session.job.params.set(kTileDetectionParam, double(TileDetection::hybrid));
    session.job.params.set(kTileCapacityParam, 1000);
    open.controller().change(session);
    QVERIFY(waitFor([&] { return open.frame().tiles != nullptr && open.frame().finished; }) && open.waitIdle());
    QVERIFY(open.frame().tiles->leaves.size() > 9);
    QVERIFY(open.frame().exact == nullptr);

    open.key(Qt::Key_X);
    QVERIFY(waitFor([&] { return open.frame().exact != nullptr; }) && open.waitIdle());
    QCOMPARE(open.frame().exact->hash, exact);
    QVERIFY(open.frame().difference.identical > 0);
    const QImage compared = open.window.picture().grabFramebuffer();
    open.key(Qt::Key_I);
    QVERIFY(open.waitIdle());
    open.paint();
    QVERIFY2(open.window.picture().grabFramebuffer() != compared, "the tiles' boxes are in the picture");
    QVERIFY(!open.session().view.style(LayerId::tiles).visible);
  }

  void aClickedPointSaysItsTile() {
    OpenWindow open;
    Session session = open.session();
    session.job.params.set(kTileDetectionParam, double(TileDetection::local));
    open.controller().change(session);
    QVERIFY(waitFor([&] { return open.frame().tiles != nullptr; }) && open.waitIdle());
    open.window.picture().select(Pick{PickTarget::cloudPoint, 17, {}, 0, 0});
    open.paint();
    const auto* text = open.window.findChild<QLabel*>("inspector_text");
    QVERIFY(text != nullptr && text->text().contains("its points"));
    open.window.picture().select(Pick{PickTarget::chosenPoint, 3, {}, 0, 0});
    open.paint();
    QVERIFY(text->text().contains("its points") && text->text().contains("started from"));
  }

  void anExperimentIsRunAndCancelled() {
    OpenWindow open;
    QTemporaryDir folder;
    open.window.perform(Action::experiments);
    QDialog* dialog = nullptr;
    for (QDialog* each : open.window.findChildren<QDialog*>())
      if (each->windowTitle() == "Experiments") dialog = each;
    QVERIFY(dialog != nullptr);
    dialog->findChild<QLineEdit*>("folder")->setText(folder.path());
    auto* scale = dialog->findChild<QDoubleSpinBox*>("scale");
    auto* run = dialog->findChild<QPushButton*>("run");
    auto* result = dialog->findChild<QLabel*>("result");
    auto* list = dialog->findChild<QTableWidget*>("experiments");
    QCOMPARE(list->rowCount(), int(experiments().size()));
    scale->setValue(0.01);
    run->click();
    QVERIFY(waitFor([&] { return result->text().startsWith("Written"); }));
    QVERIFY(QFile::exists(folder.filePath("table-3.1.html")));
    QVERIFY(dialog->findChild<QPushButton*>("open")->isEnabled());

    for (int row = 0; row < list->rowCount(); ++row)
      if (list->item(row, 0)->text() == "fig-4.11") list->selectRow(row);
    scale->setValue(1);
    run->click();
    QTest::qWait(200);
    dialog->findChild<QPushButton*>("cancel")->click();
    QVERIFY(waitFor([&] { return result->text().startsWith("Cancelled"); }));
    QVERIFY(!QFile::exists(folder.filePath("fig-4.11.html")));
    QVERIFY(!dialog->findChild<QPushButton*>("open")->isEnabled());
  }
};

}  // namespace arete

ARETE_WINDOW_TEST_MAIN(arete::TilesWindowTest)
#include "tiles_window_test.moc"
