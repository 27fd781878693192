// The coordinate system of what is open: seen and given at any time, undone like every change, kept by exports, sessions and reading again.
#include <QDialog>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QToolButton>

#include "compute/crs/about_crs.h"
#include "compute/io/read_curve.h"
#include "compute/io/session_file.h"
#include "tests/window/window_support.h"

namespace arete {

class CrsWindowTest : public QObject {
  Q_OBJECT

  static QString writeMetres(const QTemporaryDir& folder) {
    QFile file(folder.filePath("metres.csv"));
    if (!file.open(QIODevice::WriteOnly)) qFatal("no room for a test file");
    file.write("x,y\n");
    for (int i = 0; i < 300; ++i) file.write(QString("%1,%2\n").arg(155000 + i).arg(463000 + 20 * std::sin(i / 40.0) + 0.3 * (i % 5)).toUtf8());
    return file.fileName();
  }

  /// Presses the button of the status bar and types into the dialog that it opens.
  static void give(OpenWindow& open, const QString& words, bool understood = true) {
    bool seen = false;
    QTimer looking;
    looking.start(10);
    connect(&looking, &QTimer::timeout, [&] {
      auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
      if (dialog == nullptr || dialog->objectName() != "coordinate_system") return;
      looking.stop();
      seen = true;
      auto* field = dialog->findChild<QLineEdit*>("crs_words");
      field->setFocus();
      QTest::keyClicks(field, words);
      QPushButton* ok = nullptr;
      for (QPushButton* each : dialog->findChildren<QPushButton*>())
        if (each->text().remove('&') == "OK") ok = each;
      QVERIFY(ok != nullptr);
      QCOMPARE(ok->isEnabled(), understood);
      understood ? dialog->accept() : dialog->reject();
    });
    open.window.findChild<QToolButton*>("crs")->click();
    QVERIFY(seen);
  }
  static QString shown(OpenWindow& open) { return open.window.findChild<QToolButton*>("crs")->toolTip(); }

 private Q_SLOTS:
  void initTestCase() {
    if (!projMissing().empty()) QSKIP("built without PROJ");
  }

  void itIsGivenByTheStatusBarAndUndone() {
    const QTemporaryDir folder;
    OpenWindow open(writeMetres(folder));
    QVERIFY(shown(open).contains("No coordinate system"));
    give(open, "EPSG:28992");
    QVERIFY2(shown(open).contains("Amersfoort / RD New (EPSG:28992)"), qPrintable(shown(open)));
    QVERIFY(open.window.isWindowModified());
    QCOMPARE(open.controller().axisWords().units[0], std::string("m"));
    open.controller().perform(Action::undo);
    QVERIFY(shown(open).contains("No coordinate system"));
    QCOMPARE(open.controller().axisWords().units[0], std::string());
    QVERIFY(!open.window.isWindowModified());
    open.controller().perform(Action::redo);
    QVERIFY(shown(open).contains("EPSG:28992"));
    open.controller().reload();
    QVERIFY(open.waitIdle());
    QVERIFY(shown(open).contains("EPSG:28992"));
  }

  void whatIsNoSystemIsNotTaken() {
    ARETE_AT_ONE_SIZE;
    const QTemporaryDir folder;
    OpenWindow open(writeMetres(folder));
    give(open, "EPSG:99999999", false);
    QVERIFY(shown(open).contains("No coordinate system"));
  }

  void exportsAndSessionsHaveIt() {
    ARETE_AT_ONE_SIZE;
    const QTemporaryDir folder;
    OpenWindow open(writeMetres(folder));
    give(open, "EPSG:28992");
    open.key(Qt::Key_End);
    QVERIFY(open.waitIdle());
    const std::filesystem::path curve = folder.filePath("curve.geojson").toStdString();
    for (const ExportFormat& format : exportFormats(ExportKind::curve))
      if (format.id == "geojson") exportTo(ExportKind::curve, curve, format, open.controller(), open.window.picture(), {});
    const CurveFile written = readCurve(curve);
    QVERIFY(sameCrs(written.crs, kWgs84));
    QVERIFY(std::abs(written.polylines.vertex(0, 0)[1] - 52.15) < 0.1);
    QCOMPARE(open.controller().snapshot().read.crs->definition, std::string("EPSG:28992"));
  }
};

}  // namespace arete

ARETE_WINDOW_TEST_MAIN(arete::CrsWindowTest)
#include "crs_window_test.moc"
