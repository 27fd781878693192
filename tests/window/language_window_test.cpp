// The window in German: menus, panels, hints, the language that is kept; and numbers as they are in English.
#include "app/window/file_places.h"
#include "app/window/key_settings.h"
#include "app/window/language.h"
#include "app/window/number_field.h"
#include "compute/text/translate.h"
#include "tests/window/window_support.h"
#include "ui/window_words.h"

#include <QDockWidget>
#include <QLabel>
#include <QMenuBar>
#include <QStatusBar>

namespace arete {

class LanguageWindowTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void theSystemsLanguageIsTakenWhereThereIsOne() {
    ARETE_AT_ONE_SIZE;
    QCOMPARE(languages().first(), QString("en"));
    QVERIFY(languages().contains("de"));
    QCOMPARE(languageOf({"de-AT", "en"}), QString("de"));
    QCOMPARE(languageOf({"de_CH.UTF-8"}), QString("de"));
    QCOMPARE(languageOf({"xx-YY", "de"}), QString("de"));
    QCOMPARE(languageOf({"den", "C"}), QString("en"));
    QCOMPARE(languageOf({}), QString("en"));
  }

  void testsSpeakEnglishWhateverTheSystemDoes() {
    ARETE_AT_ONE_SIZE;
    qputenv("LANG", "de_DE.UTF-8");
    const OpenWindow open("");
    QCOMPARE(open.window.menuBar()->actions().first()->text(), QString("&File"));
  }

  void germanFillsMenusPanelsAndStatusWithoutALeftover() {
    ARETE_AT_ONE_SIZE;
    applyLanguage("de");
    OpenWindow open;
    QStringList menus;
    for (const QAction* action : open.window.menuBar()->actions()) menus << action->text().remove('&');
    QCOMPARE(menus, QStringList({"Datei", "Bearbeiten", "Ansicht", "Algorithmus", "Werkzeuge", "Fenster", "Hilfe"}));
    for (const ActionInfo& row : actions()) {
      const auto* const action = open.window.findChild<QAction*>(toQt(row.id));
      QVERIFY2(action != nullptr, row.id.data());
      if (row.action != Action::undo && row.action != Action::redo) QCOMPARE(action->text(), translated(row.text));
      QVERIFY2(action->statusTip() != toQt(row.help), row.id.data());
    }
    QStringList docks;
    for (const QDockWidget* dock : open.window.findChildren<QDockWidget*>()) docks << dock->windowTitle();
    docks.sort();
    QCOMPARE(docks, QStringList({"Bearbeiten", "Ebenen", "Filter", "Ihre Version", "Inspektor", "Wettlauf"}));
    QVERIFY(open.window.statusBar()->findChild<QLabel*>("file")->text().contains("15\u2009049 Punkte"));
    QCOMPARE(QString(tr("Cancel")), QString("Abbrechen"));
    QCOMPARE(QKeySequence("Ctrl+Shift+Left").toString(QKeySequence::NativeText), QString("Strg+Umschalt+Links"));
    QCOMPARE(plainName(Action::openFile), QString("Öffnen"));
  }

  void panelsSayWhatToDoInGerman() {
    ARETE_AT_ONE_SIZE;
    const OpenWindow open;  // in the language of the test before: a program has one
    QVERIFY(open.window.findChild<QLabel*>("inspector_text")->text().contains("Einen Punkt anklicken"));
    QCOMPARE(open.window.findChild<QLabel*>("filter_kept")->text(), QString("Alle 15\u2009049 Punkte"));
    QCOMPARE(open.window.findChild<QLabel*>("edit_facts")->text(), QString("Eine fertige Kurve lässt sich bearbeiten: Ende drücken."));
  }

  void errorsSayInGermanWhatFailedWhyAndWhatToDo() {
    ARETE_AT_ONE_SIZE;
    const QTemporaryDir folder;
    QFile file(folder.filePath("words.txt"));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("neither one\nnor the other\n") > 0);
    file.close();
    OpenWindow open("");
    open.window.open(file.fileName());
    QVERIFY(waitFor([&] { return open.controller().error().has_value(); }));
    const QString text = toQt(textInWindow(*open.controller().error()));
    QVERIFY2(text.contains("keine Zeilen mit") && text.contains(", Zeile 1"), qPrintable(text));
    QVERIFY2(text.contains("„Trennzeichen“") && text.contains("Datei › Öffnen mit Optionen…"), qPrintable(text));
    QVERIFY2(!text.contains("--") && !text.contains(" the "), qPrintable(text));
  }

  void numbersLookTheSameAndACommaIsTakenForAPoint() {
    ARETE_AT_ONE_SIZE;
    prepareApplication();
    DecimalField field;
    field.setValue(1.5);
    QCOMPARE(field.text(), QString("1.50"));
    field.selectAll();
    QTest::keyClicks(&field, "2,25");
    QCOMPARE(field.value(), 2.25);
    QCOMPARE(field.text(), QString("2.25"));
    const OpenWindow open;
    for (const QDoubleSpinBox* each : open.window.findChildren<QDoubleSpinBox*>())
      QVERIFY2(!each->text().contains(','), qPrintable(each->objectName()));
  }

  void aLanguageThatIsChosenIsKeptAndTakenBack() {
    ARETE_AT_ONE_SIZE;
    OpenWindow open("");
    open.window.findChild<QAction*>("language_de")->trigger();
    QCOMPARE(chosenLanguage(), QString("de"));
    QVERIFY(!open.window.statusBar()->currentMessage().isEmpty());
    open.window.findChild<QAction*>("language_system")->trigger();
    QCOMPARE(chosenLanguage(), QString());
  }
};

}  // namespace arete

ARETE_WINDOW_TEST_MAIN(arete::LanguageWindowTest)
#include "language_window_test.moc"
