// Unsaved changes are not closed without a question; everything else closes without one.
#include "tests/window/window_support.h"

#include <QMessageBox>
#include <QPushButton>
#include <QTimer>

namespace arete {

class ClosingWindowTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aCloudThatWasOnlyLookedAtIsClosedWithoutAQuestion() {
    OpenWindow open;
    for (const Action action : {Action::stepForward, Action::nextColouring, Action::largerPoints, Action::toggleTheme}) open.window.perform(action);
    turn(open);
    QVERIFY(open.waitIdle());
    QVERIFY(!open.window.isWindowModified());
    QCOMPARE(askedWhile([&] { QVERIFY(open.window.close()); }, QMessageBox::Cancel), 0);
  }

  void changesAreAskedAboutAndCancelKeepsTheWindow() {
    OpenWindow open;
    changeR1(open);
    QVERIFY(open.window.isWindowModified());
    QCOMPARE(askedWhile([&] { QVERIFY(!open.window.close()); }, QMessageBox::Cancel), 1);
    QVERIFY(open.window.isVisible());
    QCOMPARE(askedWhile([&] { open.window.perform(Action::quit); }, QMessageBox::Discard), 1);
    QVERIFY(!open.window.isVisible());
  }

  void whatWasUndoneIsNoChange() {
    OpenWindow open;
    changeR1(open);
    open.window.perform(Action::undo);
    QVERIFY(!open.window.isWindowModified());
    QCOMPARE(askedWhile([&] { QVERIFY(open.window.close()); }, QMessageBox::Cancel), 0);
  }

  void saveWritesTheSessionThatIsOpenBeforeTheWindowCloses() {
    const QTemporaryDir folder;
    OpenWindow open;
    const std::filesystem::path session = savedIn(folder, open);
    changeR1(open);
    QCOMPARE(askedWhile([&] { QVERIFY(open.window.close()); }, QMessageBox::Save), 1);
    QCOMPARE(readSession(session).session.job.r1(), kR1);
  }

  void whatCannotBeSavedStaysOpen() {
    QTemporaryDir folder;
    OpenWindow open;
    savedIn(folder, open);
    changeR1(open);
    QVERIFY(folder.remove());
    QCOMPARE(askedWhile([&] { QVERIFY(!open.window.close()); }, QMessageBox::Save), 1);
    QVERIFY(open.controller().error());
  }

  void howASessionWithAFileLooksIsPartOfItButNotWhereItIsSeenFrom() {
    const QTemporaryDir folder;
    OpenWindow open;
    savedIn(folder, open);
    turn(open);
    QVERIFY(!open.window.isWindowModified());
    open.window.perform(Action::toggleTheme);
    QVERIFY(open.window.isWindowModified());
  }

  void anotherFileIsOpenedOnlyOnceTheAnswerIsKnown() {
    const QTemporaryDir folder;
    const QString other = writeLongFile(folder, 10'000);
    OpenWindow open;
    changeR1(open);
    QCOMPARE(askedWhile([&] { open.window.open(other); }, QMessageBox::Cancel), 1);
    QVERIFY(!open.controller().busy());
    QCOMPARE(open.session().job.r1(), kR1);
    QCOMPARE(askedWhile([&] { open.window.open(other); }, QMessageBox::Discard), 1);
    QVERIFY(waitFor([&] { return open.session().file.filename() == "long.xyz"; }));
    QVERIFY(!open.window.isWindowModified());
  }

  void whatIsDiscardedIsGoneThoughTheSameFileIsOpenedAgain() {
    OpenWindow open;
    const double before = open.session().job.r1();
    changeR1(open);
    QCOMPARE(askedWhile([&] { open.window.open(kQuakes); }, QMessageBox::Discard), 1);
    QVERIFY(open.waitIdle());
    QCOMPARE(open.session().job.r1(), before);
    QVERIFY(!open.window.isWindowModified());
  }

  void readingTheCloudAgainForgetsNoChange() {
    OpenWindow open;
    changeR1(open);
    open.controller().reload();
    QVERIFY(open.waitIdle());
    QCOMPARE(open.session().job.r1(), kR1);
    QVERIFY(open.window.isWindowModified());
  }

 private:
  static constexpr double kR1 = 1.25;

  static void changeR1(OpenWindow& open) {
    Session changed = open.session();
    changed.job.params.set(kR1Param, kR1);
    open.controller().document().change(changed);
    if (!open.waitIdle()) qFatal("the detection does not end");
  }

  static void turn(OpenWindow& open) {
    View view = open.session().view;
    view.camera.moveBy(glm::dvec3(1, 0, 0));
    open.controller().changeView(view);
  }

  static std::filesystem::path savedIn(const QTemporaryDir& folder, OpenWindow& open) {
    const std::filesystem::path session = folder.filePath("work.arete").toStdString();
    open.controller().saveSession(session);
    return session;
  }

  /// How often a question came up, which was answered so.
  static int askedWhile(const std::function<void()>& work, QMessageBox::StandardButton answer) {
    int asked = 0;
    QTimer looking;
    looking.start(10);
    connect(&looking, &QTimer::timeout, [&] {
      auto* question = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
      if (question == nullptr || question->objectName() != "save_changes") return;
      ++asked;
      question->button(answer)->click();
    });
    work();
    return asked;
  }
};

}  // namespace arete

ARETE_WINDOW_TEST_MAIN(arete::ClosingWindowTest)
#include "closing_window_test.moc"
