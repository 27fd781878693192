// What mouse and keyboard did is written down, and done again it gives the same session, steps and picture.
#include "tests/window/replay.h"

#include "render/view_json.h"

using namespace arete;

class ReplayWindowTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void whatWasRecordedIsDoneAgainWithTheSameSessionAndPicture() {
    ARETE_AT_ONE_SIZE;
    const QTemporaryDir folder;
    const QString path = folder.filePath("input.tsv");
    Session made;
    QImage picture;
    uint32_t step = 0;
    {
      OpenWindow open;
      const InputRecord record(path);
      QWindow& window = *open.window.windowHandle();
      const QPoint middle = open.window.picture().mapTo(&open.window, QPoint(300, 250));
      for (const Qt::Key key : {Qt::Key_Right, Qt::Key_Right, Qt::Key_Up, Qt::Key_A}) QTest::keyClick(&window, key), open.waitIdle();
      QTest::mousePress(&window, Qt::LeftButton, {}, middle), open.paint();
      QTest::mouseMove(&window, middle + QPoint(40, 30)), open.paint();
      QTest::mouseRelease(&window, Qt::LeftButton, {}, middle + QPoint(40, 30)), open.paint();
      QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier), open.waitIdle();
      QTest::keyClick(&window, Qt::Key_D, Qt::ShiftModifier), open.paint();
      for (const QPoint to : {QPoint(0, 0), QPoint(80, 20)}) QTest::mouseClick(&window, Qt::LeftButton, {}, middle + to), open.paint();
      QTest::keyClick(&window, Qt::Key_Escape);
      open.waitIdle(), open.paint();
      made = open.session(), step = open.frame().step;
      picture = open.window.picture().grabFramebuffer();
    }
    QCOMPARE(made.view.measured.size(), size_t(1));
    QVERIFY(made.view.colourBy != View().colourBy);
    OpenWindow open;
    const QStringList undone = replay(open, path);
    QVERIFY2(undone.isEmpty(), qPrintable(undone.join('\n')));
    open.paint();
    QVERIFY(open.session().job == made.job);
    View again = open.session().view;
    QVERIFY(std::abs(again.camera.height() / made.view.camera.height() - 1) < 0.01);  // a dock may take a pixel more
    again.camera = made.view.camera;
    QCOMPARE(QString::fromStdString(viewToJson(again)), QString::fromStdString(viewToJson(made.view)));
    QCOMPARE(open.frame().step, step);
    const QImage now = open.window.picture().grabFramebuffer();
    QVERIFY(now.size() != picture.size() || difference(now, picture) < 0.002);
  }

  void aLineOfTheRecordIsReadAsItWasWritten() {
    ARETE_AT_ONE_SIZE;
    const InputEvent typed{
        .window = "export_dialog", .kind = InputEvent::Kind::keyDown, .button = Qt::Key_Tab, .modifiers = int(Qt::ShiftModifier), .text = "\tä%"};
    const InputEvent wheel{.window = "arete_window", .kind = InputEvent::Kind::wheel, .at = {10.5, 20}, .turned = {0, -120}};
    for (const InputEvent& event : {typed, wheel}) {
      const auto read = InputEvent::fromLine(event.line());
      QVERIFY(read);
      QCOMPARE(read->line(), event.line());
      QCOMPARE(read->text, event.text);
    }
    QVERIFY(!InputEvent::fromLine("arete_window\tjump\t1\t2\t0\t0\t0\t0\t"));
    QVERIFY(!InputEvent::fromLine(""));
  }
};

ARETE_WINDOW_TEST_MAIN(ReplayWindowTest)
#include "replay_window_test.moc"
