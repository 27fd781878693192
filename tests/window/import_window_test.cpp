// Open with Options: the columns of every format as the reader has them, and offered only where what it asks can help.
#include <QDialog>
#include <QLabel>
#include <QTableWidget>

#include "app/window/import_dialog.h"
#include "compute/io/write_points.h"
#include "tests/window/window_support.h"
#include "ui/window_words.h"

namespace arete {

class ImportWindowTest : public QObject {
  Q_OBJECT

  static QString write(const QTemporaryDir& folder, const char* name, const QByteArray& bytes) {
    QFile file(folder.filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) qFatal("no room for a test file");
    return file.fileName();
  }

  struct Seen {
    QStringList columns, firstRow;
    QString note;
  };
  /// What the dialog shows of a file, with `set` done to it first.
  static Seen look(const QString& path, const std::function<void(QDialog&)>& set = {}) {
    Seen seen;
    QTimer looking;
    looking.start(10);
    connect(&looking, &QTimer::timeout, [&] {
      auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
      if (dialog == nullptr || dialog->objectName() != "import_dialog") return;
      looking.stop();
      if (set) set(*dialog);
      const auto* table = dialog->findChild<QTableWidget*>();
      for (int c = 0; c < table->columnCount(); ++c) {
        seen.columns << table->horizontalHeaderItem(c)->text();
        if (const QTableWidgetItem* item = table->item(0, c)) seen.firstRow << item->text();
      }
      for (const QLabel* label : dialog->findChildren<QLabel*>())
        if (label->wordWrap()) seen.note = label->text();
      dialog->reject();
    });
    askImportOptions(nullptr, path);
    return seen;
  }

 private Q_SLOTS:
  void aTableShowsItsTextAndWhichColumnsAreTaken() {
    const QTemporaryDir folder;
    const Seen seen = look(write(folder, "a.csv", "id,lon,lat\n7,4.5,52.25\n8,4.75,52.5\n"));
    QCOMPARE(seen.columns, QStringList({"id", "✓ 1: lon", "✓ 2: lat"}));
    QCOMPARE(seen.firstRow, QStringList({"7", "4.5", "52.25"}));
  }

  void binaryFormatsShowTheirColumnsAndNumbers() {
    const QTemporaryDir folder;
    const std::vector<Attribute> attributes = {{"intensity", AttributeValues(LargeVector<double>{11, 12, 13})}};
    const PointArray points = PointArray::fromRows(std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8, 9.5}, 3);
    for (const char* name : {"a.las", "a.ply", "a.npy"}) {
      const std::filesystem::path path = folder.filePath(name).toStdString();
      writePoints(path, {.points = points, .origin = {}, .attributes = attributes});
      const Seen seen = look(QString::fromStdString(path.string()));
      QVERIFY2(seen.columns.size() >= 3 && seen.columns[0].startsWith("✓ 1"), qPrintable(name + seen.columns.join("; ") + seen.note));
      QCOMPARE(seen.firstRow.first(3), QStringList({"1", "2", "3"}));
      QVERIFY2(!seen.note.contains("NUL"), qPrintable(seen.note));
    }
  }

  void rawRowsAskForTheirDimensionAndThenShowThem() {
    const QTemporaryDir folder;
    const float numbers[] = {1, 2, 3, 4, 5, 6};
    const QString path = write(folder, "a.f32", QByteArray(reinterpret_cast<const char*>(numbers), sizeof(numbers)));
    const Seen unknown = look(path);
    QVERIFY2(unknown.note.contains("Dimension") && !unknown.note.contains("--"), qPrintable(unknown.note));
    const Seen known = look(path, [](QDialog& dialog) { dialog.findChild<QSpinBox*>("import_dimension")->setValue(3); });
    QCOMPARE(known.columns.size(), 3);
    QCOMPARE(known.firstRow, QStringList({"1", "2", "3"}));
  }

  void anEmptyFileAndAPictureOfferNothingToSay() {
    const QTemporaryDir folder;
    OpenWindow open("");
    for (const auto& [name, bytes] : {std::pair("empty.csv", QByteArray()), std::pair("a.png", QByteArray("\x89PNG\r\n\x1a\n0000"))}) {
      open.window.open(write(folder, name, bytes));
      QVERIFY(waitFor([&] { return open.controller().error().has_value(); }));
      QVERIFY2(open.controller().panelInput().failure.unread.empty(), name);
      open.controller().dismissError();
    }
    open.window.open(write(folder, "a.f32", QByteArray(24, '\0')));
    QVERIFY(waitFor([&] { return open.controller().error().has_value(); }));
    QVERIFY(!open.controller().panelInput().failure.unread.empty());
  }
};

}  // namespace arete

ARETE_WINDOW_TEST_MAIN(arete::ImportWindowTest)
#include "import_window_test.moc"
