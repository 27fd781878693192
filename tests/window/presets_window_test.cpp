// What users set up for themselves: presets of parameters, and keys.
#include "app/window/presets.h"
#include "tests/window/window_support.h"
#include "ui/key_bindings.h"

#include <QInputDialog>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSettings>
#include <QTreeWidget>

namespace arete {

/// As in a program that has just started.
static void resetKeysInMemory() {
  for (const ActionInfo& row : actions()) setKeys(row.action, std::string(row.shortcut));
}

class PresetsWindowTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aPresetBringsParametersAndVersionsButNotTheRadii() {
    OpenWindow open;
    const QString name = "Fewer & steadier";
    Job job = open.session().job;
    const double r1 = job.r1();
    job.params.setText(kCurveParam, job.curveKind() == CurveKind::network ? "chains" : "network");
    job.params.set(kR1Param, r1 * 2);
    Session changed = open.session();
    changed.job = job;
    open.controller().document().change(changed);
    QTimer::singleShot(0, &open.window, [&] {
      auto* dialog = qobject_cast<QInputDialog*>(QApplication::activeModalWidget());
      dialog->setTextValue(name);
      dialog->accept();
    });
    open.window.perform(Action::savePreset);
    QCOMPARE(presetNames(), QStringList(name));
    open.controller().perform(Action::undo);
    QVERIFY(open.session().job.curveKind() != job.curveKind());
    auto* menu = open.window.findChild<QMenu*>("presets");
    QVERIFY(menu != nullptr);
    Q_EMIT menu->aboutToShow();
    QCOMPARE(menu->actions().first()->text(), QString("Fewer && steadier"));
    menu->actions().first()->trigger();
    QCOMPARE(open.session().job.curveKind(), job.curveKind());
    QCOMPARE(open.session().job.r1(), r1);
    open.controller().perform(Action::undo);
    QVERIFY(open.session().job.curveKind() != job.curveKind());
    removePreset(name);
    Q_EMIT menu->aboutToShow();
    QVERIFY(!menu->actions().first()->isEnabled());
    QVERIFY(!nameObstacle("a/b").isEmpty() && !nameObstacle(" ").isEmpty() && nameObstacle(name).isEmpty());
  }

  void aKeyThatIsChangedWorksAtOnceAndAtTheNextStart() {
    {
      OpenWindow open;
      QString owner, shown, group;
      QTimer::singleShot(0, &open.window, [&] {
        QWidget* dialog = QApplication::activeModalWidget();
        auto* search = dialog->findChild<QLineEdit*>("keys_search");
        auto* list = dialog->findChild<QTreeWidget*>("keys_list");
        auto* key = dialog->findChild<QKeySequenceEdit*>("keys_key");
        auto* change = dialog->findChild<QPushButton*>("keys_change");
        group = list->findItems("Pin", Qt::MatchExactly | Qt::MatchRecursive).first()->parent()->text(0);
        QTest::keyClicks(search, "Grid and");
        for (QTreeWidgetItemIterator item(list, QTreeWidgetItemIterator::NotHidden | QTreeWidgetItemIterator::Selectable); *item; ++item)
          list->setCurrentItem(*item);
        key->setFocus();
        QTest::keyClick(key, Qt::Key_B);
        QVERIFY(waitFor([&] { return change->isEnabled(); }));  // after the time that a chord may take
        owner = dialog->findChild<QLabel*>("keys_problem")->text();
        QTest::keyClick(change, Qt::Key_Space);
        shown = list->currentItem()->text(1);
        dialog->close();
      });
      open.window.perform(Action::keys);
      QVERIFY2(owner.contains("Balls of R1"), qPrintable(owner));
      QCOMPARE(group, QString("Edit › Nodes and Edges"));
      QCOMPARE(shown, QString("B"));
      const bool balls = open.session().view.style(LayerId::balls).visible, axes = open.session().view.style(LayerId::axes).visible;
      open.window.activateWindow();  // no window manager does it when the dialog is gone
      QVERIFY(QTest::qWaitForWindowActive(&open.window));
      open.key(Qt::Key_B);
      QCOMPARE(open.session().view.style(LayerId::axes).visible, !axes);
      QCOMPARE(open.session().view.style(LayerId::balls).visible, balls);
      QVERIFY(open.window.action(Action::toggleBalls).shortcuts().isEmpty());
    }
    resetKeysInMemory();
    OpenWindow next;
    QCOMPARE(next.window.action(Action::toggleAxes).shortcut(), QKeySequence("B"));
    QTimer::singleShot(0, &next.window, [&] {
      QWidget* dialog = QApplication::activeModalWidget();
      QTest::keyClick(dialog->findChild<QPushButton*>("keys_all_original"), Qt::Key_Space);
      dialog->close();
    });
    next.window.perform(Action::keys);
    QCOMPARE(next.window.action(Action::toggleAxes).shortcut(), QKeySequence("G"));
    QCOMPARE(next.window.action(Action::toggleBalls).shortcut(), QKeySequence("B"));
    QSettings settings;
    settings.beginGroup("keys");
    QVERIFY(settings.childKeys().isEmpty());
  }
};

}  // namespace arete

ARETE_WINDOW_TEST_MAIN(arete::PresetsWindowTest)
#include "presets_window_test.moc"
