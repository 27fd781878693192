// What the boxes of classes say of the points that take part.
#include <QCheckBox>
#include <QLineEdit>

#include "tests/window/window_support.h"

namespace arete {

class ClassesWindowTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  /// 500 points each of ground (2), wire (14) and noise (7).
  QString tile() const {
    QFile file(folder_.filePath("tile.csv"));
    if (!file.open(QIODevice::WriteOnly)) qFatal("no room for a test file");
    QByteArray rows = "x,y,z,classification\n";
    for (int i = 0; i < 500; ++i)
      for (const int number : {2, 14, 7})
        rows += QString("%1,%2,%3,%4\n").arg(i * 0.1).arg(number + (i * 7919 % 101) * 0.002).arg(number).arg(number).toLatin1();
    file.write(rows);
    return file.fileName();
  }
  static QCheckBox& box(OpenWindow& open, int number) { return *open.window.findChild<QCheckBox*>(QString("class_%1").arg(number)); }
  static bool isTicked(OpenWindow& open, int number) { return box(open, number).isChecked(); }

 private Q_SLOTS:
  void classesThatTheConditionLeavesOutHaveNoTick() {
    OpenWindow open(tile());
    QVERIFY(waitFor([&] { return open.controller().filtering().statistics() != nullptr && !open.controller().busy(); }));
    open.window.perform(Action::showFilter);
    auto& where = *open.window.findChild<QLineEdit*>("filter_where");
    const auto type = [&](const QString& text) {
      where.setFocus();
      where.selectAll();
      if (text.isEmpty()) QTest::keyClick(&where, Qt::Key_Delete);
      else QTest::keyClicks(&where, text);
      QTest::keyClick(&where, Qt::Key_Return);
    };
    type("class == 14");
    QVERIFY(waitFor([&] { return open.controller().cloud().size() == 500; }));
    QVERIFY(waitFor([&] { return !isTicked(open, 2); }));
    QVERIFY(isTicked(open, 14) && !isTicked(open, 7) && !box(open, 2).isEnabled());
    QVERIFY2(!open.session().job.filter.classes, "no class was left out by hand");
    type("class != 7");
    QVERIFY(waitFor([&] { return isTicked(open, 2) && !isTicked(open, 7); }));
    box(open, 14).click();
    QCOMPARE(open.session().job.filter.classes, (std::optional<std::vector<int>>({2, 7})));
    type("");
    QVERIFY(waitFor([&] { return isTicked(open, 2) && isTicked(open, 7) && !isTicked(open, 14); }));
  }
};

}  // namespace arete

ARETE_WINDOW_TEST_MAIN(arete::ClassesWindowTest)

#include "classes_window_test.moc"
