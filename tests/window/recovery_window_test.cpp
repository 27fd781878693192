// What was open comes back after a crash, and only then.
#include "tests/window/window_support.h"

#include <sys/stat.h>

#include <csignal>

#include <QMessageBox>
#include <QProcess>
#include <QPushButton>
#include <QSettings>

#include "tests/support/another_user.h"

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
    QVERIFY(open.window.isWindowModified());                      // nobody has saved it
    QVERIFY(open.controller().document().sessionFile().empty());  // and Ctrl+S asks where to
    QVERIFY(!QFile::exists(crashed));
    QCOMPARE(files().size(), 1);  // kept on, under the name of this program
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
    for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGXCPU, SIGALRM}) {
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

  void whoAsksASecondTimeIsObeyedAtOnce() {
    constexpr int kFirst_ms = 300, kAtOnce_ms = 3000, kEndedBySignal = 130;
    QProcess program;
    program.start(QCoreApplication::applicationDirPath() + "/session_window", {"stuck", kQuakes});
    if (!program.waitForStarted()) QSKIP("the program is not built beside the tests");
    QVERIFY(program.waitForReadyRead() && program.readAllStandardOutput().contains("stuck"));
    QCOMPARE(::kill(pid_t(program.processId()), SIGTERM), 0);
    QVERIFY(!program.waitForFinished(kFirst_ms));  // its event loop never hears of it
    QCOMPARE(::kill(pid_t(program.processId()), SIGTERM), 0);
    QVERIFY(program.waitForFinished(kAtOnce_ms));
    QCOMPARE(program.exitCode(), kEndedBySignal);
  }

  void whoAsksTheProgramToEndWithUnsavedChangesLeavesThem() {
    {
      OpenWindow open;
      changeR1(open);
      open.window.endUnasked();  // before the two seconds are over after which it is kept anyway
    }
    QCOMPARE(files().size(), 1);
    QCOMPARE(readSession(folder().filePath(files().first()).toStdString()).session.job.r1(), kR1);
    OpenWindow next("");
    next.window.offerToRestore();
    press(*next.window.findChild<QMessageBox*>("restore"), QMessageBox::AcceptRole);
    QVERIFY(next.waitIdle());
    QCOMPARE(next.session().job.r1(), kR1);
  }

  void whatANewerProgramHasKeptStaysAndSaysWhy() {
    const QString kept = leaveACrashBehind();
    change(kept, [](QByteArray& text) { text.replace("\"version\": 1,", "\"version\": 3,"); });
    expectRefusal("a newer Arete has saved it");
    QVERIFY(QFile::exists(kept));
    QVERIFY(QFile::remove(kept));
  }

  void whatMayNotBeReadNowStaysAndSaysWhy() {
    const QString kept = leaveACrashBehind();
    const QString config = qEnvironmentVariable("XDG_CONFIG_HOME");
    for (const QString& path : {config, config + "/arete", folder().path()}) QCOMPARE(::chmod(path.toUtf8(), 0777), 0);
    QCOMPARE(::chmod(kept.toUtf8(), 0), 0);
    {
      const test::AnotherUser user;
      if (!user.isStopped()) QSKIP("root may read everything and cannot become another user here");
      expectRefusal("Permission denied");
    }
    QVERIFY(QFile::exists(kept));
    QVERIFY(QFile::remove(kept));
  }

  void whatIsDamagedIsPutAsideAndNotOfferedAgain() {
    const QString kept = leaveACrashBehind();
    change(kept, [](QByteArray& text) { text.chop(text.size() / 2); });
    expectRefusal(kept + ".damaged");
    QVERIFY(!QFile::exists(kept));
    QVERIFY(QFile::exists(kept + ".damaged"));
    OpenWindow next("");
    next.window.offerToRestore();
    QCOMPARE(next.window.findChild<QMessageBox*>("restore"), nullptr);
    QVERIFY(QFile::remove(kept + ".damaged"));
  }

  void whatCouldNotBeOpenedIsNotReplacedByWhatIsOpen() {
    const QString kept = leaveACrashBehind();
    change(kept, [](QByteArray& text) { text.replace("earthquakes.csv", "no such cloud.csv"); });
    OpenWindow open;
    changeR1(open);
    QVERIFY(waitFor([&] { return files().size() == 2; }));
    open.window.offerToRestore();
    press(*open.window.findChild<QMessageBox*>("restore"), QMessageBox::AcceptRole);
    QVERIFY(waitFor([&] { return open.controller().error().has_value(); }));
    changeR1(open, 2 * kR1);
    QVERIFY(waitFor([&] { return keptWith(2 * kR1) != QString(); }));
    QVERIFY(QFile::exists(kept));
    QVERIFY(QFile::remove(kept));
  }

  /// The program itself, killed.
  void theProgramKeepsWhatIsOpen() {
    QProcess program;
    if (!start(program)) QSKIP("the program is not built beside the tests");
    QVERIFY(waitFor([&] { return keptWith(kR1) != QString(); }));  // on a busy machine the file is there before R1 is set
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
    changeR1(open);
    if (!waitFor([&] { return !keptWith(kR1).isEmpty(); })) qFatal("nothing was kept");
    const QString crashed = folder().filePath("1-1.arete");
    if (!QFile::copy(keptWith(kR1), crashed)) qFatal("no copy");
    return crashed;
  }

  static void changeR1(OpenWindow& open, double r1 = kR1) {
    Session changed = open.session();
    changed.job.params.set(kR1Param, r1);
    changed.view.theme = Theme::white;
    open.controller().document().change(changed);
  }

  /// The kept file with this R1; "" for none.
  static QString keptWith(double r1) {
    for (const QString& name : files())
      if (readSession(folder().filePath(name).toStdString()).session.job.r1() == r1) return folder().filePath(name);
    return {};
  }

  static void change(const QString& path, const std::function<void(QByteArray&)>& how) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) qFatal("nothing was kept");
    QByteArray text = file.readAll();
    file.close();
    const QByteArray before = text;
    how(text);
    if (text == before || !file.open(QIODevice::WriteOnly | QIODevice::Truncate) || file.write(text) != text.size()) qFatal("nothing was changed");
  }

  /// The next start cannot offer what is kept, and says why.
  static void expectRefusal(const QString& words) {
    OpenWindow open("");
    open.window.offerToRestore();
    auto* question = open.window.findChild<QMessageBox*>("restore");
    QVERIFY(question != nullptr && question->isVisible());
    QVERIFY2(question->informativeText().contains(words), qPrintable(question->informativeText()));
    press(*question, QMessageBox::RejectRole);
  }
};

}  // namespace arete

ARETE_WINDOW_TEST_MAIN(arete::RecoveryWindowTest)
#include "recovery_window_test.moc"
