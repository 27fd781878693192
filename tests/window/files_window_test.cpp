// Files of the window: export, pictures, sessions, refused files.
#include "app/window/automation.h"
#include "tests/window/window_support.h"

#include <QDragEnterEvent>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QProcess>
#include <QPushButton>

namespace arete {

class FilesWindowTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everythingIsExportedInEveryFormat() {
    ARETE_AT_ONE_SIZE;
    OpenWindow open;
    open.key(Qt::Key_End);
    QVERIFY(waitFor([&] { return open.frame().finished; }) && open.waitIdle());
    const QTemporaryDir folder;
    for (const ExportKindInfo& kind : exportKinds())
      for (const ExportFormat& format : exportFormats(kind.kind)) {
        if (format.id == "swc" && open.frame().curve.loops > 0) continue;  // it holds trees only, and says so
        const QString path = folder.filePath(toQString(kind.label) + "-" + QString::fromStdString(format.id + "." + format.extension));
        exportTo(kind.kind, path.toStdString(), format, open.controller(), open.window.picture(), {.width = 640, .height = 400});
        QVERIFY2(QFile(path).size() > 0, qPrintable(path));
      }
  }

  void nothingIsExportedOverTheCloudThatIsOpen() {
    ARETE_AT_ONE_SIZE;
    const QTemporaryDir folder;
    const QString own = folder.filePath("own.csv"), link = folder.filePath("link.csv");
    QVERIFY(QFile::copy(kQuakes, own) && QFile::link(own, link));
    OpenWindow open;
    open.window.open(own);
    QVERIFY(waitFor([&] { return open.session().file == own.toStdString(); }) && open.waitIdle());
    open.key(Qt::Key_End);
    QVERIFY(waitFor([&] { return open.frame().finished; }) && open.waitIdle());
    const auto bytes = [&] {
      QFile file(own);
      return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    const QByteArray before = bytes();
    for (const ExportKindInfo& kind : exportKinds())
      for (const QString& name : {own, link}) {
        const ExportFormat format = exportFormats(kind.kind).front();
        QVERIFY_THROWS_EXCEPTION(Error, exportTo(kind.kind, name.toStdString(), format, open.controller(), open.window.picture(), {}));
      }
    QVERIFY_THROWS_EXCEPTION(Error, open.controller().saveSession(own.toStdString()));
    QCOMPARE(bytes(), before);
  }

  void nothingIsExportedOverTheReferenceOrTheSessionThatIsOpen() {
    ARETE_AT_ONE_SIZE;
    const QTemporaryDir folder;
    const auto at = [&](const char* name) { return std::filesystem::path(folder.filePath(name).toStdString()); };
    OpenWindow open;
    open.key(Qt::Key_End);
    QVERIFY(waitFor([&] { return open.frame().finished; }) && open.waitIdle());
    const auto write = [&](ExportKind kind, const std::filesystem::path& path) {
      exportTo(kind, path, exportFormats(kind).front(), open.controller(), open.window.picture(), {});
    };
    write(ExportKind::curve, at("reference.ply"));
    open.controller().loadReference(at("reference.ply"));
    open.controller().saveSession(at("own.arete"));
    for (const ExportKindInfo& kind : exportKinds()) {
      QVERIFY_THROWS_EXCEPTION(Error, write(kind.kind, at("reference.ply")));
      if (kind.kind != ExportKind::session) QVERIFY_THROWS_EXCEPTION(Error, write(kind.kind, at("own.arete")));
    }
    write(ExportKind::session, at("own.arete"));  // which is to save it
    QVERIFY(open.controller().perform(Action::closeReference));
    write(ExportKind::curve, at("reference.ply"));
  }

  void aSessionWithoutAViewIsSeenAsItsCloudIs() {
    ARETE_AT_ONE_SIZE;
    const QTemporaryDir folder;
    const QString cloud = ARETE_SOURCE_DIR "/assets/clouds/neuron.ply", file = folder.filePath("neuron.arete");
    SessionFile saved;  // as arete-cli saves one
    saved.cloud = cloud.toStdString();
    saved.job.params.set(kR1Param, 200);
    writeSession(file.toStdString(), saved);
    std::vector<View> views;
    for (const QString& each : {file, cloud}) {
      OpenWindow open;
      open.window.open(each);
      QVERIFY(waitFor([&] { return QString::fromStdString(open.session().file.string()) == cloud; }) && open.waitIdle());
      views.push_back(open.session().view);
    }
    QVERIFY(views[0].camera.mode() == CameraMode::turntable);
    QVERIFY(views[0].camera == views[1].camera && views[0].axes == views[1].axes);
  }

  void theCommandLineReplacesNoFileThatItOpens() {
    ARETE_AT_ONE_SIZE;
    const QTemporaryDir folder;
    const QString own = folder.filePath("own.csv"), picture = folder.filePath("picture.png");
    QVERIFY(QFile::copy(kQuakes, own));
    const qint64 size = QFile(own).size();
    for (const QStringList& arguments : {QStringList{"--offscreen", own, "-o", own}, QStringList{own, "-o", folder.filePath("./own.csv")},
                                         QStringList{own, "--screenshot", own}, QStringList{own, "-o", picture, "--screenshot", picture}}) {
      QProcess program;
      program.start(QCoreApplication::applicationDirPath() + "/arete", arguments);
      if (!program.waitForStarted()) QSKIP("the program is not built beside the tests");
      QVERIFY(program.waitForFinished());
      QCOMPARE(program.exitCode(), 2);
      QCOMPARE(QFile(own).size(), size);
    }
    QVERIFY(!QFile::exists(picture));
  }

  void whereAFilterKeepsNothingWhatIsWrongWithTheFileIsSaidBefore() {
    ARETE_AT_ONE_SIZE;
    const QTemporaryDir folder;
    const QString cloud = folder.filePath("cloud.csv"), picture = folder.filePath("picture.png");
    QFile file(cloud);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("x,y,z\n0,0,5\n2,2\n1,1,6\n");
    file.close();
    for (const QStringList& how : {QStringList{"--offscreen"}, QStringList{}}) {
      QProcess program;
      program.start(QCoreApplication::applicationDirPath() + "/arete", how + QStringList{cloud, "--where", "z > 100", "-o", picture});
      if (!program.waitForStarted()) QSKIP("the program is not built beside the tests");
      QVERIFY(program.waitForFinished());
      QVERIFY(program.exitCode() != 0);
      const QByteArray said = program.readAllStandardError();
      const auto warned = said.indexOf("arete: warning: One row was left out"), failed = said.lastIndexOf("the filter keeps none of 2 points");
      QVERIFY2(warned >= 0 && failed > warned, said.constData());
      QVERIFY(!QFile::exists(picture));
    }
  }

  void withoutAFolderForSocketsItHasOneThatGoesWithIt() {
    ARETE_AT_ONE_SIZE;
    const QTemporaryDir folder, scratch;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.remove("XDG_RUNTIME_DIR");
    environment.insert("TMPDIR", scratch.path());
    for (const QStringList& how : {QStringList{"--offscreen", kQuakes, "-o"}, QStringList{kQuakes, "--screenshot"}}) {
      const QString picture = folder.filePath(QString::number(how.size()) + ".png");
      QProcess program;
      program.setProcessEnvironment(environment);
      program.start(QCoreApplication::applicationDirPath() + "/arete", how + QStringList{picture});
      if (!program.waitForStarted()) QSKIP("the program is not built beside the tests");
      QVERIFY(program.waitForFinished(120'000));
      const QByteArray said = program.readAllStandardError();
      QVERIFY2(QFile::exists(picture), said.constData());
      QVERIFY2(!said.contains("XDG_RUNTIME_DIR"), said.constData());
      QCOMPARE(QDir(scratch.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot), QStringList());
    }
  }

  void helpThatCannotBeWrittenIsAFailure() {
    ARETE_AT_ONE_SIZE;
    for (const char* question : {"--help", "--version"}) {
      QProcess program;
      program.setStandardOutputFile("/dev/full");
      program.start(QCoreApplication::applicationDirPath() + "/arete", {question});
      if (!program.waitForStarted()) QSKIP("the program is not built beside the tests");
      QVERIFY(program.waitForFinished());
      QCOMPARE(program.exitCode(), 1);
    }
  }

  void whatBelongsToACloudIsSuggestedBesideItButNotAmongTheExamples() {
    ARETE_AT_ONE_SIZE;
    OpenWindow open;
    const ExportFormat format = exportFormats(ExportKind::curve).front();
    const std::filesystem::path example = suggestedPath(ExportKind::curve, format, open.controller());
    QVERIFY(example.parent_path() != std::filesystem::path(kQuakes.toStdString()).parent_path());
    QVERIFY(std::filesystem::is_directory(example.parent_path()));
    const QTemporaryDir folder;
    const QString own = folder.filePath("own.csv");
    QVERIFY(QFile::copy(kQuakes, own));
    open.window.open(own);
    QVERIFY(waitFor([&] { return open.session().file == own.toStdString(); }) && open.waitIdle());
    QCOMPARE(suggestedPath(ExportKind::curve, format, open.controller()), std::filesystem::path(folder.filePath("own-curve.ply").toStdString()));
  }

  void theExportDialogSaysWhatItReplacesAndWhichStepItWrites() {
    OpenWindow open;
    QTemporaryDir folder;
    QString button, replacing, help;
    QTimer::singleShot(0, &open.window, [&] {
      QWidget* dialog = QApplication::activeModalWidget();
      auto* path = dialog->findChild<QLineEdit*>("export_path");
      path->setText(folder.filePath("new.ply"));
      button = dialog->findChild<QPushButton*>("export_button")->text();
      path->setText(kQuakes);
      replacing = dialog->findChild<QPushButton*>("export_button")->text();
      help = dialog->findChild<QLabel*>("export_help")->text();
      dialog->close();
    });
    open.window.perform(Action::exportResult);
    QCOMPARE(button, QString("&Export"));
    QCOMPARE(replacing, QString("R&eplace"));
    QVERIFY(help.contains("Step 0"));
  }

  void theCommandLineRunsASessionFromTheStart() {
    ARETE_AT_ONE_SIZE;
    OpenWindow open;
    open.key(Qt::Key_End);
    QVERIFY(waitFor([&] { return open.frame().finished; }) && open.waitIdle());
    const QTemporaryDir folder;
    const QString path = folder.filePath("finished.arete");
    open.controller().saveSession(path.toStdString());

    OpenWindow other("");
    CommandLine line;
    line.files = {path};
    line.file = path;
    constexpr uint32_t kStep = 5;
    line.wish.runTo = kStep;
    new Automation(other.window, line);  // the window is its parent
    QVERIFY(waitFor([&] { return other.controller().frame() != nullptr && other.frame().step == kStep; }));
    QVERIFY(other.waitIdle());
    QCOMPARE(other.frame().step, kStep);
  }

  void aSessionOpensAsItWasSaved() {
    const QTemporaryDir folder;
    const QString path = folder.filePath("work.arete");
    OpenWindow open;
    Session changed = open.session();
    changed.job.params.set(kR1Param, changed.job.r1() * 1.5);
    changed.view.theme = Theme::white;
    changed.view.style(LayerId::balls).visible = true;
    open.controller().document().change(changed);
    open.controller().advance(StepKind::one, 4);
    QVERIFY(waitFor([&] { return open.frame().step == 4; }) && open.waitIdle());
    open.controller().saveSession(path.toStdString());
    QVERIFY(!open.window.isWindowModified());
    const Session saved = open.session();
    QCOMPARE(saved.step, 4u);

    OpenWindow again(path);
    for (const ParamInfo* info : allParameters()) QCOMPARE(again.session().job.params.get(*info), saved.job.params.get(*info));
    for (const Stage stage : kChainStages) QCOMPARE(&again.session().job.version(stage), &saved.job.version(stage));
    QCOMPARE(again.session().view.theme, Theme::white);
    QCOMPARE(again.session().view.layerStyles == saved.view.layerStyles, true);
    QVERIFY(std::abs(again.session().view.camera.height() / saved.view.camera.height() - 1) < 1e-9);
    QCOMPARE(again.frame().step, 4u);
    QCOMPARE(again.frame().hash, open.frame().hash);
  }

  void aSessionThatColoursByChosenPointsOpensWithTheirColours() {
    const QTemporaryDir folder;
    const QString path = folder.filePath("assigned.arete");
    {
      OpenWindow open;
      open.controller().perform(Action::toggleAssignment);
      open.controller().saveSession(path.toStdString());
    }
    OpenWindow again(path);
    QCOMPARE(again.session().view.colourBy, ColourBy::chosen);
    QCOMPARE(again.frame().assignment.size(), size_t(again.controller().cloud().size()));
  }

  void rawRowsOpenFromTheCommandLineAndTheirErrorCanBeAnswered() {
    const QTemporaryDir folder;
    const QString path = folder.filePath("rows.f32");
    QFile raw(path);
    QVERIFY(raw.open(QIODevice::WriteOnly));
    for (int i = 0; i < 600; ++i) {
      const float row[] = {float(i % 30), float(i / 30)};
      raw.write(reinterpret_cast<const char*>(row), sizeof row);
    }
    raw.close();
    OpenWindow open;
    open.window.open(path);
    QVERIFY(waitFor([&] { return open.controller().activity() == Activity::failed; }));
    QCOMPARE(open.controller().panelInput().failure.unread, path.toStdString());
    QCOMPARE(QString::fromStdString(open.controller().panelInput().failure.hint),
             QString::fromUtf8("give it with “Dimension”, e.g. 3 (File › Open with Options…)"));
    open.controller().showError(Error(ErrorKind::io, "cannot write", "elsewhere", "the disk is full"));
    QCOMPARE(open.controller().panelInput().failure.unread, std::string());
    open.controller().dismissError();
    bool asked = false;
    QTimer::singleShot(0, &open.window, [&] {
      QWidget* dialog = QApplication::activeModalWidget();
      asked = dialog != nullptr && dialog->objectName() == "import_dialog";
      if (dialog != nullptr) dialog->close();
    });
    Q_EMIT open.window.picture().optionsRequested(path);
    QVERIFY(asked);

    OpenWindow other("");
    new Automation(other.window, parseCommandLine({"arete", path, "--dim", "2"}));  // the window is its parent
    QVERIFY(waitFor([&] { return other.controller().cloud().size() == 600; }));
    QCOMPARE(other.controller().cloud().dimension(), 2);
  }

  void aBadFileIsRefusedWithAMessageAndTheOldCloudStays() {
    const QTemporaryDir folder;
    const QString path = folder.filePath("bad.ply");
    QFile bad(path);
    QVERIFY(bad.open(QIODevice::WriteOnly));
    bad.write("ply\nformat ascii 1.0\nelement vertex 5\nproperty float x\nproperty float y\nend_header\n1 2\nthree four\n");
    bad.close();
    OpenWindow open;
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    QDragEnterEvent enter(QPoint(200, 200), Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(&open.window, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(QPointF(200, 200), Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(&open.window, &drop);
    QVERIFY2(waitFor([&] { return open.controller().activity() == Activity::failed; }),
             qPrintable(QString("activity %1, %2 points").arg(int(open.controller().activity())).arg(open.controller().cloud().size())));
    QVERIFY(QString::fromUtf8(open.controller().error()->what()).contains("bad.ply"));
    QVERIFY(open.controller().cloud().size() > 15'000);
    QCOMPARE(open.session().file, std::filesystem::path(kQuakes.toStdString()));
    open.key(Qt::Key_Escape);
    QCOMPARE(open.controller().activity(), Activity::ready);
  }

  void aLongNameLeavesTheWindowAsNarrowAsItWas() {
    const QTemporaryDir folder;
    const QString name = QString(200, 'n') + " of many words.csv", file = folder.filePath(name);
    QVERIFY(QFile::copy(kQuakes, file));
    OpenWindow open("", {900, 640});
    QCOMPARE(open.window.size(), QSize(900, 640));
    open.window.open(file);
    QVERIFY(waitFor([&] { return open.controller().frame() != nullptr; }) && open.waitIdle());
    QCOMPARE(open.window.size(), QSize(900, 640));
    QVERIFY(open.window.minimumSizeHint().width() <= 900);
    const auto* label = open.window.findChild<QLabel*>("file");
    QVERIFY(label->toolTip().contains(name));
    QVERIFY(label->text().startsWith("nnn") && label->text().contains(QChar(0x2026)) && label->text().endsWith("2D"));
    QVERIFY(label->fontMetrics().horizontalAdvance(label->text()) <= label->width());
    open.window.resize(1500, 640);
    QVERIFY(waitFor([&] { return label->text().size() > 100 || label->width() < 900; }));
    QVERIFY(label->fontMetrics().horizontalAdvance(label->text()) <= label->width());
  }

  void theSmallestWindowStillShowsThePicture() {
    ARETE_AT_ONE_SIZE;
    OpenWindow open(kQuakes, {1024, 640});
    QCOMPARE(open.window.size(), QSize(1024, 640));
    QVERIFY(open.window.picture().width() >= 700);
    const QImage image = open.window.picture().grabFramebuffer();
    QVERIFY(image.width() >= 700);
    QSet<QRgb> colours;
    for (int x = 0; x < image.width() / 2; ++x)
      for (int y = 0; y < image.height() / 2; ++y) colours.insert(image.pixel(x, y));
    QVERIFY(colours.size() > 20);
  }

 private:
  static QString toQString(std::string_view text) { return QString::fromUtf8(text.data(), qsizetype(text.size())); }
};

}  // namespace arete

ARETE_WINDOW_TEST_MAIN(arete::FilesWindowTest)
#include "files_window_test.moc"
