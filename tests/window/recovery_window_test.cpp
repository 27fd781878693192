// What was open comes back after a crash, and only then.
#include "tests/window/window_support.h"

#include <csignal>

#include <QMessageBox>
#include <QProcess>
#include <QPushButton>
#include <QSettings>

namespace arete {

class RecoveryWindowTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void whatWasOpenComesBackAfterACrash() {
    const QString crashed = leaveACrashBehind();
    OpenWindow open("");
    open.window.offerToRestore();
    auto* question = open.window.findChild<QMessageBox*>("restore");
    QVERIFY(question != nullptr && question->isVisible());
    QVERIFY(question->informativeText().contains("earthquakes.csv"));
    press(*question, QMessageBox::AcceptRole);
    QVERIFY(open.waitIdle());
    QCOMPARE(open.session().file.filename(), std::filesystem::path(kQuakes.toStdString()).filename());
    QCOMPARE(open.session().job.r1(), kR1);
    QCOMPARE(open.session().view.theme, Theme::white);
    QVERIFY(open.window.isWindowModified());              // nobody has saved it
    QVERIFY(open.controller().sessionFile().empty());     // and Ctrl+S asks where to
    QVERIFY(!QFile::exists(crashed));
    QCOMPARE(files().size(), 1);                          // kept on, under the name of this program
  }

  void whatIsNotWantedIsThrownAway() {
    leaveACrashBehind();
    OpenWindow open("");
    open.window.offerToRestore();
    press(*open.window.findChild<QMessageBox*>("restore"), QMessageBox::DestructiveRole);
    QVERIFY(waitFor([&] { return open.window.findChild<QMessageBox*>("restore") == nullptr; }));
    QVERIFY(files().isEmpty());
    open.window.offerToRestore();
    QCOMPARE(open.window.findChild<QMessageBox*>("restore"), nullptr);
  }

  void aProgramThatRunsOrEndedAsItShouldLeavesNothingToRestore() {
    OpenWindow other("");
    {
      OpenWindow running;
      QVERIFY(waitFor([&] { return files().size() == 1; }));
      other.window.offerToRestore();
      QCOMPARE(other.window.findChild<QMessageBox*>("restore"), nullptr);
    }
    QVERIFY(files().isEmpty());
  }

  void whoAsksTheProgramToEndLeavesNothingToRestore() {
    for (const int signal : {SIGTERM, SIGINT}) {
      QProcess program;
      if (!start(program)) QSKIP("the program is not built beside the tests");
      QVERIFY(waitFor([&] { return files().size() == 1; }));
      QCOMPARE(::kill(pid_t(program.processId()), signal), 0);
      QVERIFY(program.waitForFinished());
      QCOMPARE(program.exitStatus(), QProcess::NormalExit);
      QCOMPARE(program.exitCode(), 0);
      QVERIFY(files().isEmpty());
    }
  }

  /// The program itself, killed.
  void theProgramKeepsWhatIsOpen() {
    QProcess program;
    if (!start(program)) QSKIP("the program is not built beside the tests");
    QVERIFY(waitFor([&] { return files().size() == 1; }));
    program.kill();
    QVERIFY(program.waitForFinished());
    OpenWindow open("");
    open.window.offerToRestore();
    press(*open.window.findChild<QMessageBox*>("restore"), QMessageBox::AcceptRole);
    QVERIFY(open.waitIdle());
    QCOMPARE(open.session().job.r1(), kR1);
  }

 private:
  static constexpr double kR1 = 1.25;

  static bool start(QProcess& program) {
    program.start(QCoreApplication::applicationDirPath() + "/arete", {kQuakes, "--r1", QString::number(kR1)});
    return program.waitForStarted();
  }
  static QDir folder() { return QDir(QFileInfo(QSettings().fileName()).absolutePath() + "/recovery"); }
  static QStringList files() { return folder().entryList({"*.arete"}, QDir::Files); }
  static void press(const QMessageBox& question, QMessageBox::ButtonRole role) {
    for (QAbstractButton* button : question.buttons())
      if (question.buttonRole(button) == role) return button->click();
    qFatal("no such button");
  }

  /// The file of a program that is gone: of a window that had it, copied before that took it away.
  static QString leaveACrashBehind() {
    OpenWindow open;
    Session changed = open.session();
    changed.job.params.set(kR1Param, kR1);
    changed.view.theme = Theme::white;
    open.controller().change(changed);
    const auto kept = [&] {
      for (const QString& name : files())
        if (readSession(folder().filePath(name).toStdString()).session.job.r1() == kR1) return folder().filePath(name);
      return QString();
    };
    if (!waitFor([&] { return !kept().isEmpty(); })) qFatal("nothing was kept");
    const QString crashed = folder().filePath("1-1.arete");
    if (!QFile::copy(kept(), crashed)) qFatal("no copy");
    return crashed;
  }
};

}  // namespace arete

ARETE_WINDOW_TEST_MAIN(arete::RecoveryWindowTest)
#include "recovery_window_test.moc"
