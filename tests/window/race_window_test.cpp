// Versions side by side, as a user's hands meet them: chosen, raced, looked at by step and by time, saved.
#include <QAbstractItemView>
#include <QComboBox>
#include <QDockWidget>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSlider>
#include <QSpinBox>
#include <QTabWidget>
#include <QTableWidget>
#include <QToolButton>
#include <QXmlStreamReader>

#include "tests/window/racing.h"

namespace arete {

class RaceWindowTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aKeyShowsThePanelAndARaceDividesThePictureIntoOneViewForEach() {
    Racing open;
    QVERIFY(!open.views().isVisible());
    open.raceEvolve();
    QCOMPARE(open.panel().race()->racers.size(), size_t(2));
    QVERIFY(open.shown());
    QVERIFY(!open.window.picture().isVisible());
    QCOMPARE(open.views().parts().size(), size_t(2));
    const QRect left = open.views().areaOf(0), right = open.views().areaOf(1);
    QCOMPARE(left.size(), right.size());
    QVERIFY(!left.intersects(right));
    QCOMPARE(open.views().parts()[0].title, QString("Brute force"));
    QVERIFY(open.views().parts()[1].line.contains("same bits"));
    QVERIFY(open.text().startsWith("All results bit-identical at every step"));
    auto& table = *qobject_cast<QTableWidget*>(open.widget<QTabWidget>("race_tables").widget(0));
    QCOMPARE(table.rowCount(), 2);
    int bits = 0;
    while (table.horizontalHeaderItem(bits)->text() != "result") ++bits;
    QCOMPARE(table.item(1, bits)->text(), QString("bit-identical"));
    QCOMPARE(table.item(0, 0)->text(), QString("Brute force"));
    QCOMPARE(table.item(0, 0)->toolTip(), QString("evolve.cpu.brute_force"));
    auto& counts = *qobject_cast<QTableWidget*>(open.widget<QTabWidget>("race_tables").widget(2));
    QCOMPARE(counts.horizontalHeaderItem(0)->text(), QString("counter"));
    QCOMPARE(counts.horizontalHeaderItem(1)->text(), QString("Brute force"));
    QCOMPARE(counts.horizontalHeaderItem(2)->text(), QString("Accelerated"));
    QCOMPARE(counts.horizontalHeaderItem(3)->text(), QString("unit"));
    QCOMPARE(counts.columnCount(), 4);
    QCOMPARE(counts.item(0, 0)->text(), QString("Checks per point"));  // the raced stage comes first
    QCOMPARE(counts.findItems("Choose: Share of memory limit", Qt::MatchExactly).size(), 1);
  }

  void theFinalStatesAreThatOfTheDetection() {
    ARETE_AT_ONE_SIZE;
    Racing open;
    open.raceEvolve();
    open.panel().leaveViews();
    open.window.picture().setFocus();
    open.key(Qt::Key_End);
    QVERIFY(open.waitIdle() && waitFor([&] { return open.frame().finished; }));
    for (const Racer& racer : open.panel().race()->racers) QCOMPARE(racer.hash, open.frame().hash);
  }

  void allViewsMoveWithADragInAnyOfThemAndShowTheSame() {
    Racing open;
    open.raceEvolve();
    QVERIFY(open.shown());
    const Camera before = open.session().view.camera;
    QImage image = open.views().grabFramebuffer();
    const auto part = [&](const QImage& whole, size_t i) {
      const double ratio = whole.devicePixelRatio();
      const QRect area = open.views().areaOf(i);
      return whole.copy(QRect((QPointF(area.topLeft()) * ratio).toPoint(), area.size() * ratio));
    };
    QVERIFY2(difference(part(image, 0), part(image, 1)) < 0.002, "the same bits, the same picture");
    const QPoint from = open.views().areaOf(1).center();
    QTest::mousePress(&open.views(), Qt::LeftButton, {}, from);
    for (int i = 1; i <= 3; ++i) {
      const QPointF at = from + QPointF(15 * i, 10 * i);
      QMouseEvent move(QEvent::MouseMove, at, open.views().mapToGlobal(at), Qt::NoButton, Qt::LeftButton, {});
      QApplication::sendEvent(&open.views(), &move);
    }
    QTest::mouseRelease(&open.views(), Qt::LeftButton, {}, from + QPoint(45, 30));
    QVERIFY(open.session().view.camera != before);
    QVERIFY(waitFor([&] { return open.views().settled(); }));
    const QImage moved = open.views().grabFramebuffer();
    QVERIFY(difference(image, moved) > 0.002);
    QVERIFY(difference(part(moved, 0), part(moved, 1)) < 0.002);
    QWheelEvent wheel(QPointF(from), open.views().mapToGlobal(QPointF(from)), {}, {0, 120}, Qt::NoButton, {}, Qt::NoScrollPhase, false);
    const double height = open.session().view.camera.height();
    QApplication::sendEvent(&open.views(), &wheel);
    QVERIFY(open.session().view.camera.height() < height);
  }

  void theSliderGoesByStepsOrByTheTimeThatHasPassed() {
    Racing open;
    open.raceEvolve();
    auto& slider = open.widget<QSlider>("race_slider");
    QCOMPARE(slider.maximum(), int(open.panel().race()->steps()) - 1);
    slider.setFocus();
    QTest::keyClick(&slider, Qt::Key_Home);
    QCOMPARE(open.panel().places(), (std::vector<uint32_t>{0, 0}));
    for (int i = 0; i < 3; ++i) QTest::keyClick(&slider, Qt::Key_Right);
    QCOMPARE(open.panel().places(), (std::vector<uint32_t>{3, 3}));
    QVERIFY(open.views().parts()[0].frame == open.panel().race()->racers[0].steps[3].state);
    auto& clock = open.widget<QComboBox>("race_clock");
    clock.setFocus();
    QTest::keyClick(&clock, Qt::Key_Down);
    QCOMPARE(int(open.panel().clock()), int(RaceClock::time));
    slider.setFocus();
    QTest::keyClick(&slider, Qt::Key_End);
    const auto& racers = open.panel().race()->racers;
    QCOMPARE(open.panel().places(), (std::vector<uint32_t>{uint32_t(racers[0].steps.size()) - 1, uint32_t(racers[1].steps.size()) - 1}));
    std::vector<std::vector<uint32_t>> seen;
    QTest::keyClick(&slider, Qt::Key_Home);
    for (int i = 0; i < 12; ++i) {
      seen.push_back(open.panel().places());
      QTest::keyClick(&slider, Qt::Key_Right);
      QVERIFY2(open.panel().places() != seen.back(), "every place shows something else");
    }
    QVERIFY(open.widget<QLabel>("race_place").text().startsWith("after "));
  }

  void itPlaysAndPausesByTheKeyboardAndEscapeBringsThePictureBack() {
    Racing open;
    open.raceEvolve();
    QVERIFY(open.shown());
    QVERIFY(waitFor([&] { return open.views().hasFocus(); }));
    QTest::keyClick(&open.views(), Qt::Key_Home);
    QTest::keyClick(&open.views(), Qt::Key_Space);
    QVERIFY(waitFor([&] { return open.panel().places()[0] >= 3; }));
    QTest::keyClick(&open.views(), Qt::Key_Space);
    QVERIFY(!open.widget<QToolButton>("race_play").isChecked());
    const auto places = open.panel().places();
    QTest::keyClick(&open.views(), Qt::Key_Right);
    QCOMPARE(open.panel().places()[0], places[0] + 1);
    QTest::keyClick(&open.views(), Qt::Key_Escape);
    QVERIFY(!open.views().isVisible() && open.window.picture().isVisible());
    QVERIFY(open.window.picture().hasFocus());
    QVERIFY(open.waitIdle());
  }

  void aClickOnThePlotGoesToThatStepAndEveryPlotHasLines() {
    Racing open;
    open.raceEvolve();
    auto& plot = open.widget<RacePlot>("race_plot");
    QTest::mouseClick(&plot, Qt::LeftButton, {}, plot.placeOf(5));
    QCOMPARE(open.panel().places(), (std::vector<uint32_t>{5, 5}));
    plot.setFocus();
    QTest::keyClick(&plot, Qt::Key_Left);
    QCOMPARE(open.panel().places(), (std::vector<uint32_t>{4, 4}));
    auto& which = open.widget<QComboBox>("race_plot_of");
    QVERIFY(which.count() >= 4);
    for (int i = 0; i < which.count(); ++i) {
      which.setCurrentIndex(i);
      QCOMPARE(plot.lines().size(), size_t(2));
      QCOMPARE(plot.lines()[0].values.size(), open.panel().race()->racers[0].steps.size());
    }
  }

  void aRaceThatIsAskedForByAFlagIsWhatIsChosenInThePanel() {
    ARETE_AT_ONE_SIZE;
    Racing open;
    open.panel().startWith(raceWish("tile-detection=whole,hybrid"));
    QCOMPARE(open.widget<QComboBox>("race_choice").currentText(), QString("Tiling"));
    auto& options = open.widget<QListWidget>("race_options");
    QCOMPARE(options.item(0)->checkState(), Qt::Checked);
    QCOMPARE(options.item(1)->checkState(), Qt::Unchecked);
    QCOMPARE(options.item(2)->checkState(), Qt::Checked);
    QVERIFY(open.raced());
  }

  void enterChoosesInAnOpenList() {
    Racing open;
    auto& which = open.widget<QComboBox>("race_plot_of");
    which.setFocus();
    which.showPopup();
    QWidget& list = *which.view();
    QVERIFY(waitFor([&] { return list.isVisible() && list.hasFocus(); }));
    QTest::keyClick(&list, Qt::Key_Down);
    QTest::keyClick(&list, Qt::Key_Down);
    QTest::keyClick(&list, Qt::Key_Return);
    QVERIFY(waitFor([&] { return !list.isVisible(); }));
    QCOMPARE(which.currentText(), QString("Points rechecked"));
  }

  void inexactOnesShowRingsWhereTheyDiffer() {
    Racing open(windowSize(), 20'000);
    open.choose("Tiling");
    auto& options = open.widget<QListWidget>("race_options");
    QCOMPARE(options.count(), 3);
    QCOMPARE(options.item(0)->checkState(), Qt::Checked);
    open.click("race_run");
    QVERIFY(open.raced() && open.shown());
    const Race& race = *open.panel().race();
    QVERIFY(!race.racers[1].equal);
    QVERIFY(open.views().parts()[1].line.contains("other bits"));
    QVERIFY(open.views().parts()[1].frame->exact != nullptr);
    QVERIFY(open.text().startsWith("Not all"));
    auto& tables = open.widget<QTabWidget>("race_tables");
    QCOMPARE(tables.tabText(tables.count() - 1), QString("Differ"));
  }

  void allOfItWorksByTheKeyboardAlone() {
    Racing open;
    QVERIFY(waitFor([&] { return open.widget<QPushButton>("race_run").hasFocus(); }));
    auto& choice = open.widget<QComboBox>("race_choice");
    choice.setFocus();
    QTest::keyClick(&choice, Qt::Key_Home);
    QCOMPARE(choice.currentText(), QString("Choose: versions"));
    auto& options = open.widget<QListWidget>("race_options");
    options.setFocus();
    options.setCurrentRow(0);
    QTest::keyClick(&options, Qt::Key_Space);
    const auto checked = options.item(0)->checkState();
    QTest::keyClick(&options, Qt::Key_Space);
    QVERIFY(options.item(0)->checkState() != checked);
    for (int i = 0; i < options.count(); ++i)
      if (options.item(i)->flags() & Qt::ItemIsUserCheckable) options.item(i)->setCheckState(Qt::Checked);
    auto& run = open.widget<QPushButton>("race_run");
    run.setFocus();
    QTest::keyClick(&run, Qt::Key_Space);
    QVERIFY(open.raced());
    QCOMPARE(open.panel().race()->of, std::string("choose"));
  }

  void atMostFourAndAtLeastTwoTakePart() {
    ARETE_AT_ONE_SIZE;
    Racing open;
    open.choose("Neighbours: versions");
    auto& options = open.widget<QListWidget>("race_options");
    int possible = 0;
    for (int i = 0; i < options.count(); ++i)
      if (options.item(i)->flags() & Qt::ItemIsUserCheckable) options.item(i)->setCheckState(Qt::Checked), ++possible;
    QVERIFY(possible > int(kMostRacers));
    int checked = 0;
    for (int i = 0; i < options.count(); ++i) checked += options.item(i)->checkState() == Qt::Checked;
    QCOMPARE(checked, int(kMostRacers));
    QVERIFY(open.text().startsWith("Four at most"));
    for (int i = 0; i < options.count(); ++i) options.item(i)->setCheckState(Qt::Unchecked);
    open.click("race_run");
    QVERIFY(!open.panel().busy());
    QVERIFY(open.text().startsWith("At least two"));
  }

  void itStopsAndBeginsAnewAndOtherPointsForgetIt() {
    ARETE_AT_ONE_SIZE;
    Racing open;
    open.widget<QSpinBox>("race_turns").setValue(100);
    open.click("race_run");
    QVERIFY(waitFor([&] { return open.panel().race() != nullptr && open.panel().race()->turns > 0; }));
    open.click("race_stop");
    QVERIFY(!open.panel().busy());
    QVERIFY(open.text().startsWith("Stopped"));
    const uint32_t turns = open.panel().race()->turns;
    QTest::qWait(200);
    QVERIFY(open.panel().race()->turns >= turns && open.panel().race()->turns < 100);
    open.widget<QSpinBox>("race_turns").setValue(1);
    open.click("race_run");
    open.panel().start();  // the newest request wins
    QVERIFY(open.raced());
    open.window.open(kQuakes);
    QVERIFY(waitFor([&] { return open.panel().race() == nullptr; }));
    QVERIFY(!open.views().isVisible());
    QVERIFY(open.waitIdle());
  }

  void everyFileThatItSavesCanBeRead() {
    ARETE_AT_ONE_SIZE;
    Racing open;
    open.raceEvolve();
    QVERIFY(open.shown());
    const QTemporaryDir folder;
    const auto saved = [&](const char* name) {
      const QString path = folder.filePath(name);
      open.panel().writeTo(path.toStdString());
      QFile file(path);
      return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    const QImage picture = QImage::fromData(saved("race.png"));
    QCOMPARE(picture.size(), QSize(1920, 1080));
    QImage empty = picture;
    empty.fill(Qt::black);
    QVERIFY2(difference(picture, empty) > 0.01, "something is on it");
    const QJsonObject json = QJsonDocument::fromJson(saved("race.json")).object();
    QCOMPARE(json["racers"].toArray().size(), 2);
    QXmlStreamReader xml(saved("race.svg"));
    while (!xml.atEnd()) xml.readNext();
    QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
    QVERIFY(saved("race.html").contains("Checks per point"));
    QVERIFY(saved("race.csv").startsWith("version,what,stage"));
    QVERIFY_EXCEPTION_THROWN(saved("race.pdf"), Error);
    QVERIFY_EXCEPTION_THROWN(open.panel().writeTo(folder.filePath("missing/race.csv").toStdString()), Error);
  }

  void whatNeedsThePictureBringsItBackAndClosingThePanelToo() {
    Racing open;
    open.raceEvolve();
    QVERIFY(open.shown());
    open.window.perform(Action::measure);
    QVERIFY(open.window.picture().isVisible() && open.window.picture().measuring());
    open.click("race_show");
    QVERIFY(open.shown());
    open.window.findChild<QDockWidget*>("race_dock")->close();
    QVERIFY(open.window.picture().isVisible() && !open.views().isVisible());
    QVERIFY(open.waitIdle());
  }

  void theSmallestWindowHasRoomForAllOfIt() {
    ARETE_AT_ONE_SIZE;
    Racing open({1024, 640});
    QVERIFY2(open.window.width() <= 1024 && open.window.height() <= 640, "the panel must not make the window larger");
    open.raceEvolve();
    QVERIFY(open.shown());
    for (const QWidget* widget : open.panel().findChildren<QWidget*>()) {
      if (!widget->isVisible() || widget->objectName().isEmpty() || !widget->objectName().startsWith("race_")) continue;
      const QRect place(widget->mapTo(&open.window, QPoint()), widget->size());
      QVERIFY2(open.window.rect().contains(place), qPrintable(widget->objectName()));
    }
  }
};

}  // namespace arete

ARETE_WINDOW_TEST_MAIN(arete::RaceWindowTest)
#include "race_window_test.moc"
