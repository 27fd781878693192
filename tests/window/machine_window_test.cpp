// Help › Check This Machine: the table fills while the window goes on; stopped, repeated, copied, saved; a wrong version stands out.
#include <QClipboard>
#include <QDialog>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>

#include "app/window/machine_dialog.h"
#include "compute/core/error.h"
#include "tests/window/window_support.h"

namespace arete {

struct Checking {
  explicit Checking(OpenWindow& open) {
    open.window.perform(Action::checkMachine);
    for (QDialog* each : open.window.findChildren<QDialog*>())
      if (each->windowTitle() == "Check This Machine") dialog = each;
    if (dialog == nullptr) qFatal("no dialog");
    find();
  }
  explicit Checking(MachineDialog& other) : dialog(&other) { find(); }
  void find() {
    table = dialog->findChild<QTableWidget*>("versions");
    machine = dialog->findChild<QLabel*>("machine");
    verdict = dialog->findChild<QLabel*>("verdict");
    stop = dialog->findChild<QPushButton*>("stop");
    copy = dialog->findChild<QPushButton*>("copy");
  }
  bool hasEnded() const { return copy->isEnabled(); }
  QString bits(int row) const { return table->item(row, 1)->text(); }
  QDialog* dialog = nullptr;
  QTableWidget* table = nullptr;
  QLabel *machine = nullptr, *verdict = nullptr;
  QPushButton *stop = nullptr, *copy = nullptr;
};

class MachineWindowTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyVersionIsShownAndTheTextForAReportHoldsAll() {
    OpenWindow open;
    const Checking check(open);
    QVERIFY(check.dialog->isVisible() && !check.hasEnded());
    QVERIFY(waitFor([&] { return check.table->rowCount() > 0; }));
    open.controller().perform(Action::toEnd);  // the window goes on
    QVERIFY(waitFor([&] { return open.frame().finished; }));
    QVERIFY(waitFor([&] { return check.hasEnded(); }));
    QCOMPARE(check.table->rowCount(), int(catalog().size()));
    QVERIFY(check.machine->text().contains("CPU"));
    QVERIFY2(check.verdict->text().contains("give the bits of the references"), qPrintable(check.verdict->text()));
    check.copy->click();
    const QString text = QGuiApplication::clipboard()->text();
    QVERIFY2(text.startsWith("Arete ") && text.endsWith(check.verdict->text() + '\n'), qPrintable(text));  // of a sound machine, in English
    for (const Version& version : catalog()) QVERIFY2(text.contains(QString::fromStdString(std::string(version.id)) + ' '), version.id.data());
  }

  void stopEndsItAndItCanBeginAgain() {
    OpenWindow open;
    const Checking check(open);
    QVERIFY(waitFor([&] { return check.table->rowCount() > 0; }));
    check.stop->click();
    QVERIFY(check.hasEnded() && check.table->rowCount() < int(catalog().size()));
    QVERIFY(check.verdict->text().startsWith("Stopped after "));
    check.stop->click();
    QCOMPARE(check.table->rowCount(), 0);
    QVERIFY(waitFor([&] { return check.table->rowCount() > 0; }));
    check.dialog->close();
    const int rows = check.table->rowCount();
    QTest::qWait(200);
    QCOMPARE(check.table->rowCount(), rows);
  }

  void aWrongVersionIsSelectedAndTold() {
    ARETE_AT_ONE_SIZE;
    OpenWindow open;
    std::vector<Version> two(2, versions(Stage::fog).front());
    two[1].function =
        StageFunction<Stage::fog>([](const FogInput&, const StageContext&) -> Fog { throw Error(ErrorKind::internal, "no", "", "lost"); });
    MachineDialog dialog(&open.window, open.controller());
    dialog.setWish({.versions = two});
    dialog.show();
    dialog.start();
    const Checking check(dialog);
    QVERIFY(waitFor([&] { return check.hasEnded(); }));
    QCOMPARE(check.bits(0), "same");
    QCOMPARE(check.bits(1), "error: lost");
    QCOMPARE(check.table->currentRow(), 1);
    QVERIFY2(check.verdict->text().startsWith("This machine or this build is not right"), qPrintable(check.verdict->text()));
  }
};

}  // namespace arete

ARETE_WINDOW_TEST_MAIN(arete::MachineWindowTest)
#include "machine_window_test.moc"
