// A race as a reader meets it: names, units, numbers along the axes, the spread of the times, and the ways out.
#include <QPushButton>
#include <QTabWidget>
#include <QTableWidget>

#include "app/window/race_plot.h"
#include "tests/window/racing.h"

namespace arete {

class RaceReadingWindowTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void timesHaveTheirSpreadAndThePlotNumbersAndALegend() {
    Racing open;
    open.widget<QSpinBox>("race_turns").setValue(2);
    open.raceEvolve();
    auto& table = *qobject_cast<QTableWidget*>(open.widget<QTabWidget>("race_tables").widget(0));
    QStringList heads;
    for (int c = 0; c < table.columnCount(); ++c) heads << table.horizontalHeaderItem(c)->text();
    for (const char* wanted : {"median, ms", "least, ms", "most, ms", "speed-up"}) QVERIFY2(heads.contains(wanted), qPrintable(heads.join("; ")));
    const auto& plot = open.widget<RacePlot>("race_plot");
    auto& which = open.widget<QComboBox>("race_plot_of");
    for (int i = 0; i < which.count(); ++i) {
      which.setCurrentIndex(i);
      QVERIFY2(plot.ticks().size() >= 3, qPrintable(which.currentText()));
      QVERIFY2(plot.stepTicks().size() >= 3, qPrintable(which.currentText()));
    }
    QCOMPARE(plot.lines()[0].title, QString("Brute force"));
  }

  void escapeAndItsKeyLeaveTheRaceFromWhereverTheKeyboardIs() {
    Racing open;
    open.raceEvolve();
    QVERIFY(open.shown());
    auto& save = open.widget<QPushButton>("race_save");
    save.setFocus();
    QTest::keyClick(&save, Qt::Key_Escape);
    QVERIFY(waitFor([&] { return open.window.picture().isVisible(); }));
    QVERIFY(open.panel().isVisible());
    QTest::keyClick(&save, Qt::Key_Escape);
    QVERIFY(waitFor([&] { return !open.panel().isVisible() && open.window.picture().hasFocus(); }));
    open.key(Qt::Key_C, Qt::ShiftModifier);
    QVERIFY(waitFor([&] { return !open.panel().visibleRegion().isEmpty(); }));
    open.window.perform(Action::race);
    QVERIFY(waitFor([&] { return !open.panel().isVisible(); }));
  }
};

}  // namespace arete

ARETE_WINDOW_TEST_MAIN(arete::RaceReadingWindowTest)
#include "race_reading_window_test.moc"
