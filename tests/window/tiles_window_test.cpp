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

/// The dialog of experiments above a window, at a scale at which they take no time.
struct Experimenting {
  explicit Experimenting(const QString& folder, const QString& file = kQuakes) : open(file) {
    open.window.perform(Action::experiments);
    for (QDialog* each : open.window.findChildren<QDialog*>())
      if (each->windowTitle() == "Experiments") dialog = each;
    if (dialog == nullptr) qFatal("no dialog");
    list = dialog->findChild<QTableWidget*>("experiments");
    scale = dialog->findChild<QDoubleSpinBox*>("scale");
    run = dialog->findChild<QPushButton*>("run");
    cancel = dialog->findChild<QPushButton*>("cancel");
    openPage = dialog->findChild<QPushButton*>("open");
    result = dialog->findChild<QLabel*>("result");
    dialog->findChild<QLineEdit*>("folder")->setText(folder);
    scale->setValue(0.01);
    choose("table-3.1");
  }
  void choose(const QString& id) const {
    for (int row = 0; row < list->rowCount(); ++row)
      if (list->item(row, 0)->text() == id) list->selectRow(row);
  }
  OpenWindow open;
  QDialog* dialog = nullptr;
  QTableWidget* list = nullptr;
  QDoubleSpinBox* scale = nullptr;
  QPushButton *run = nullptr, *cancel = nullptr, *openPage = nullptr;
  QLabel* result = nullptr;
};

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
    open.controller().document().change(session);
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
    open.controller().document().change(session);
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
    ARETE_AT_ONE_SIZE;
    const QTemporaryDir folder;
    const Experimenting e(folder.path());
    QCOMPARE(e.list->rowCount(), int(experiments().size()));
    e.run->click();
    QVERIFY(waitFor([&] { return e.result->text().startsWith("Written"); }));
    QVERIFY(QFile::exists(folder.filePath("table-3.1.html")));
    QVERIFY(e.openPage->isEnabled());

    e.choose("fig-4.11");
    e.scale->setValue(1);
    e.run->click();
    QVERIFY(!e.run->isEnabled() && !e.openPage->isEnabled());
    QTest::qWait(200);
    e.cancel->click();
    QVERIFY(waitFor([&] { return e.result->text().startsWith("Cancelled"); }));
    QVERIFY(e.run->isEnabled() && !e.cancel->isEnabled());
    QVERIFY(!QFile::exists(folder.filePath("fig-4.11.html")));
    QVERIFY(!e.openPage->isEnabled());
  }

  void anExperimentThatIsClosedEndsAndCanBeRunAgain() {
    ARETE_AT_ONE_SIZE;
    const QTemporaryDir folder;
    const Experimenting e(folder.path());
    e.choose("fig-4.11");
    e.scale->setValue(1);
    e.run->click();
    QTest::qWait(100);
    e.dialog->close();
    QVERIFY(waitFor([&] { return e.run->isEnabled(); }));
    e.choose("table-3.1");
    e.scale->setValue(0.01);
    e.run->click();
    QVERIFY(waitFor([&] { return e.result->text().startsWith("Written"); }));
  }

  void anExperimentReplacesNoFileThatIsOpen() {
    ARETE_AT_ONE_SIZE;
    const QTemporaryDir folder;
    const QString own = folder.filePath("table-3.1.csv");
    QVERIFY(QFile::copy(kQuakes, own));
    const qint64 size = QFile(own).size();
    const Experimenting e(folder.path(), own);
    e.run->click();
    QVERIFY(!e.cancel->isEnabled());  // refused before anything was computed
    QVERIFY2(e.result->text().contains("input file"), qPrintable(e.result->text()));
    QCOMPARE(QFile(own).size(), size);
    QVERIFY(!QFile::exists(folder.filePath("table-3.1.html")));
  }

  void anExperimentIsNotRunForAFolderThatCannotBeMade() {
    ARETE_AT_ONE_SIZE;
    const QTemporaryDir folder;
    for (const QString& wrong : {QString(), folder.filePath("missing/experiments"), kQuakes}) {
      const Experimenting e(wrong);
      e.run->click();
      QVERIFY2(!e.cancel->isEnabled() && e.result->text().contains("Cannot write"), qPrintable(wrong));
      QVERIFY(e.run->isEnabled());
    }
    const Experimenting e(folder.filePath("made"));
    e.run->click();
    QVERIFY(waitFor([&] { return e.result->text().startsWith("Written"); }));
    QVERIFY(QFile::exists(folder.filePath("made/table-3.1.html")));
  }

  void plotsOfAnExperimentOpenInTheWindow() {
    ARETE_AT_ONE_SIZE;
    const QTemporaryDir folder;
    const Experimenting e(folder.filePath("made"));
    auto* const show = e.dialog->findChild<QPushButton*>("show_plots");
    QVERIFY(show != nullptr && !show->isEnabled());
    e.choose("table-3.1");
    e.scale->setValue(0.01);
    e.run->click();
    QVERIFY(waitFor([&] { return e.result->text().startsWith("Written"); }));
    QVERIFY(show->isEnabled());
    show->click();
    const auto* const plots = e.dialog->findChild<QDialog*>("plots");
    QVERIFY(plots != nullptr && plots->isVisible());
    const QList<QLabel*> drawn = plots->findChildren<QLabel*>();
    QVERIFY(!drawn.isEmpty());
    const QImage image = drawn.front()->pixmap().toImage();
    int dark = 0;
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x) dark += qGray(image.pixel(x, y)) < 128;
    QVERIFY(dark > 100);
  }
};

}  // namespace arete

ARETE_WINDOW_TEST_MAIN(arete::TilesWindowTest)
#include "tiles_window_test.moc"
