// A version of the user's own, from dropping its file to seeing where it differs and how fast it is.
#include <sys/resource.h>

#include <QClipboard>
#include <QDockWidget>
#include <QDropEvent>
#include <QLabel>
#include <QListWidget>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSlider>
#include <QTabWidget>
#include <QTableWidget>
#include <QToolButton>

#include "app/window/file_places.h"
#include "app/window/own_panel.h"
#include "compute/files/fingerprint.h"
#include "compute/mine/user_rows.h"
#include "tests/cli/user_versions_support.h"
#include "tests/window/racing.h"

namespace arete {

namespace {

const QString kRight = QString::fromStdString(test::evolveSource());
/// Ties go to the higher number.
const QString kWrong = QString::fromStdString(test::evolveSource("sum <= best"));

void write(const QString& path, const QString& source) {
  QFile file(path);
  if (!file.open(QIODevice::WriteOnly) || file.write(source.toUtf8()) < 0) qFatal("no room for a version");
}

constexpr int kGivenWay = 2;  // of threads that compute: compute/core/thread_priority.cpp

struct Trying : SmallSpiral, OpenWindow {
  explicit Trying(uint32_t points = 4000) : SmallSpiral(points), OpenWindow(path()) {
    Session session = this->session();
    session.job.params.set(kThreadsParam, 1);
    controller().document().change(std::move(session));
    controller().document().forgetChanges();
    if (!waitIdle()) qFatal("no detection");
  }
  QString file(const QString& name = "mine.cpp") { return folder.filePath(name); }
  void drop(const QString& path) {
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    QDragEnterEvent enter(window.rect().center(), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window, &enter);
    QDropEvent event(QPointF(window.rect().center()), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window, &event);
  }
  OwnVersion& own() { return controller().own(); }
  const OwnTrial& now() { return own().now(); }
  bool tried() {
    return waitFor([this] { return !own().busy() && now().isDone; });
  }
  /// Saves it, and waits for what comes of that.
  bool savedAndTried(const QString& source) {
    bool began = false;
    const auto watching = QObject::connect(&own(), &OwnVersion::changed, [&] { began = began || own().busy(); });
    write(file(), source);
    const bool done = waitFor([&] { return began && !own().busy(); });
    QObject::disconnect(watching);
    return done;
  }
  template <class Widget>
  Widget& widget(const QString& name) {
    auto* const found = window.findChild<Widget*>(name);
    if (found == nullptr) qFatal("no widget %s", qPrintable(name));
    return *found;
  }
  QString text(const char* name) { return widget<QLabel>(name).text(); }
};

}  // namespace

class OwnVersionWindowTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void addingOneDoesNotMoveWhereResultsAreSaved() {
    Trying open;
    const QTemporaryDir elsewhere;
    const QString before = lastFolder(), file = elsewhere.filePath("mine.cpp");
    write(file, kRight);
    open.window.addVersion(file);
    QVERIFY(open.tried());
    QCOMPARE(lastFolder(), before);
  }

  void aDroppedFileIsCompiledComparedTimedAndBecomesARowOfTheMenus() {
    Trying open;
    write(open.file(), kRight);
    open.drop(open.file());
    QVERIFY(open.own().busy());
    QVERIFY(open.tried());
    QVERIFY2(open.now().trial.isSound(), open.now().trial.failure.c_str());
    QVERIFY(open.text("own_state").startsWith("Same bits in all "));
    auto& times = open.widget<QTableWidget>("own_times");
    QCOMPARE(times.rowCount(), 3);
    QCOMPARE(times.item(0, 0)->text(), QString("evolve.mine.mine"));
    for (int row = 0; row < 3; ++row) QVERIFY2(times.item(row, 1)->text().toDouble() > 0, qPrintable(times.item(row, 1)->text()));
    const Version& version = findVersion("evolve.mine.mine");
    QVERIFY(version.ofUser && version.label.find("(yours)") != version.label.npos);
    for (const Backend backend : {Backend::cpu, Backend::cuda}) QVERIFY(defaultVersion(Stage::evolve, backend).id != version.id);
    QCOMPARE(open.session().job.versionIds[size_t(Stage::evolve)], std::string());
    QVERIFY(!open.controller().document().modified());
  }

  void savingTheFileTriesItAgainAndWhatWasSeenBeforeStaysBeside() {
    Trying open;
    write(open.file(), kRight);
    open.window.addVersion(open.file());
    QVERIFY(open.tried());
    QVERIFY(open.savedAndTried(kWrong));
    QVERIFY(open.text("own_state").startsWith("Differs in "));
    QVERIFY(open.text("own_state").contains("Before: Same bits"));
    QVERIFY(open.text("own_words").contains("a tie goes to the lower number"));
    const auto another = open.file("other.cpp");  // as editors save: a new file in the place of the old one
    write(another, kRight + "// once more\n");
    QVERIFY(QFile::remove(open.file()) && QFile::rename(another, open.file()));
    QVERIFY(waitFor([&] { return open.now().isDone && open.now().trial.isSound(); }));
    QVERIFY(open.text("own_state").contains("Before: Differs"));
  }

  void messagesOfTheCompilerHaveFileAndLineAndAClickCopiesThem() {
    Trying open;
    write(open.file(), "#include <arete/version.h>\nint broken = ;\n");
    open.drop(open.file());
    QVERIFY(open.tried());
    QCOMPARE(open.text("own_state"), QString("Does not compile"));
    auto& messages = open.widget<QListWidget>("own_messages");
    QVERIFY(messages.isVisible());
    const QList<QListWidgetItem*> found = messages.findItems("mine.cpp:2:", Qt::MatchContains);
    QVERIFY(!found.isEmpty());
    const QRect place = messages.visualItemRect(found.front());
    QTest::mouseClick(messages.viewport(), Qt::LeftButton, {}, place.center());
    QCOMPARE(QGuiApplication::clipboard()->text(), found.front()->text());
    QVERIFY(open.savedAndTried(kRight));
    QVERIFY(open.now().trial.isSound());
  }

  void whateverAVersionDoesIsToldAndTheWindowLivesOn() {
    Trying open;
    const std::pair<const char*, const char*> deeds[] = {{"*static_cast<volatile int*>(nullptr) = 1;", "through a null pointer"},
                                                         {"task.nearest[task.n] = 1;", "wrote outside of its arrays"},
                                                         {"exit(3);", "ended its process with exit(3)"}};
    write(open.file(), kRight);
    open.drop(open.file());
    QVERIFY(open.tried());
    for (const auto& [deed, words] : deeds) {
      QVERIFY(open.savedAndTried(QString::fromStdString(test::evilSource(deed))));
      QVERIFY(open.text("own_state").startsWith("Failed"));
      QVERIFY2(open.text("own_words").contains(words), qPrintable(open.text("own_words")));
    }
    open.window.picture().setFocus();
    open.key(Qt::Key_End);
    QVERIFY(open.waitIdle() && waitFor([&] { return open.frame().finished; }));
  }

  void escapeStopsAVersionThatNeverEndsAtOnce() {
    Trying open;
    write(open.file(), QString::fromStdString(test::evilSource("for (;;) asm volatile(\"\");")));
    open.drop(open.file());
    QVERIFY(waitFor([&] { return open.now().version != nullptr; }));
    QElapsedTimer since;
    since.start();
    open.window.picture().setFocus();
    open.key(Qt::Key_Escape);
    QVERIFY(!open.own().busy());
    QVERIFY(open.text("own_state").endsWith("stopped"));
    QVERIFY2(since.elapsed() < 1000, qPrintable(QString::number(since.elapsed())));
    QVERIFY(open.savedAndTried(kRight));
    QVERIFY(open.now().trial.isSound());
  }

  void theNextKeyGoesFromOneDifferingPointToTheNextAndTellsEach() {
    Trying open;
    // Nobody is nearer than half of R1.
    write(open.file(),
          QString::fromStdString(test::evolveSource("(sum < best || (sum == best && index == ARETE_NONE)) && 4 * sum > task.r1 * task.r1")));
    open.drop(open.file());
    QVERIFY(open.tried());
    const mine::DifferingPoints* const differing = open.own().differing();
    QVERIFY(differing != nullptr && differing->elements.size() > 2);
    for (size_t i = 0; i < differing->elements.size(); ++i) {  // each is the point that its answer is of
      QCOMPARE(size_t(differing->pointOf(i)), differing->elements[i]);
      QVERIFY(differing->expected[differing->elements[i]] != differing->given[differing->elements[i]]);
    }
    QVERIFY(open.widget<QToolButton>("own_next").isVisible());
    QVERIFY(open.text("own_place").startsWith("1 of "));
    QVERIFY(open.waitIdle());
    const QString first = open.text("own_words");
    const Camera before = open.session().view.camera;
    open.window.picture().setFocus();
    open.key(Qt::Key_F8);
    QVERIFY(open.text("own_place").startsWith("2 of "));
    QVERIFY(open.text("own_words") != first);
    QVERIFY(open.session().view.camera != before);
    const glm::dvec3 middle = open.session().view.camera.target(), place = open.own().marks()->place(1, open.session().view.axes);
    QVERIFY(glm::distance(middle, place) < 1e-6);
    QTest::mouseClick(&open.widget<QToolButton>("own_previous"), Qt::LeftButton);
    QCOMPARE(open.text("own_words"), first);
    open.key(Qt::Key_F8, Qt::ShiftModifier);
    QCOMPARE(open.own().at(), differing->elements.size() - 1);  // and round
    QVERIFY(open.savedAndTried(kRight));
    QVERIFY(open.own().differing() == nullptr);
    QVERIFY(!open.window.action(Action::nextDiffering).isEnabled());
  }

  void differingPointsStandOutInThePicture() {
    ARETE_AT_ONE_SIZE;
    Trying open;
    const Colour colour = open.session().view.colour(LayerId::differing);
    const auto marked = [&] {
      const QImage image = open.window.picture().grabFramebuffer();
      int count = 0;
      for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) {
          const QColor pixel = image.pixelColor(x, y);
          count += std::abs(pixel.red() - colour.r) + std::abs(pixel.green() - colour.g) + std::abs(pixel.blue() - colour.b) < 24;
        }
      return count;
    };
    QCOMPARE(marked(), 0);
    write(open.file(),
          QString::fromStdString(test::evolveSource("(sum < best || (sum == best && index == ARETE_NONE)) && 4 * sum > task.r1 * task.r1")));
    open.drop(open.file());
    QVERIFY(open.tried());
    QVERIFY(open.waitIdle());
    QVERIFY2(marked() > 300, qPrintable(QString::number(marked())));
    QVERIFY(open.savedAndTried(kRight));
    QVERIFY(open.waitIdle());
    QCOMPARE(marked(), 0);
  }

  void aParameterThatTheFileDeclaresIsASliderAndItsValueIsTriedWithoutCompiling() {
    Trying open;
    write(open.file(), QString::fromStdString(test::tunableSource()));
    open.drop(open.file());
    QVERIFY(open.tried());
    QVERIFY(open.now().trial.isSound());
    open.widget<QTabWidget>("own_tabs").setCurrentIndex(1);
    auto& slider = open.widget<QSlider>("mine_rounds_slider");
    QVERIFY(slider.isVisible());
    QCOMPARE(slider.maximum(), 3);  // 1, 2, 4, 8
    QCOMPARE(slider.value(), 2);
    const mine::UserVersion* const compiled = open.now().version.get();
    QVERIFY(open.waitIdle());
    const uint64_t generation = open.frame().generation;
    slider.setFocus();
    QTest::keyClick(&slider, Qt::Key_Home);
    QVERIFY(waitFor([&] { return open.now().isDone && open.now().values == std::vector<double>({1, 0}); }));
    QCOMPARE(open.now().version.get(), compiled);
    QVERIFY(open.text("own_parameters_time").contains("before"));
    QVERIFY(open.now().trial.rows.front().median < open.own().before().trial.rows.front().median);
    QCOMPARE(open.frame().generation, generation);  // no stage of the detection uses it
    auto& field = open.widget<QDoubleSpinBox>("mine_loose");
    field.setFocus();
    QTest::keyClick(&field, Qt::Key_Up);
    QVERIFY(waitFor([&] { return open.now().isDone && open.now().values == std::vector<double>({1, 1}); }));
    QVERIFY(open.text("own_state").startsWith("Differs in "));
    open.controller().document().undoStack().undo();
    QVERIFY(waitFor([&] { return open.now().isDone && open.now().trial.isSound(); }));
    QVERIFY(open.savedAndTried(kWrong));  // another one, with another parameter
    QVERIFY(open.window.findChild<QSlider*>("mine_rounds_slider") == nullptr);
    QVERIFY(open.window.findChild<QSlider*>("mine_block_slider") != nullptr);
  }

  void aRaceThatIsShownStartsAgainWhenTheFileIsSavedAndItsTimesOfBeforeStayBeside() {
    Trying open;
    write(open.file(), kRight);
    open.drop(open.file());
    QVERIFY(open.tried());
    open.widget<QSpinBox>("race_turns").setValue(1);
    QTest::mouseClick(&open.widget<QPushButton>("own_race"), Qt::LeftButton);
    RacePanel& race = open.window.race();
    const auto raced = [&] { return waitFor([&] { return !race.busy() && race.race() != nullptr && race.race()->turns > 0; }); };
    QVERIFY(raced());
    QVERIFY(race.before() == nullptr);
    const std::shared_ptr<const Race> first = race.race();
    QVERIFY(open.savedAndTried(kWrong + "// saved again\n"));
    QVERIFY(waitFor([&] { return race.before() != nullptr; }) && raced());
    QCOMPARE(race.before(), first);
    QVERIFY(race.race() != first);
    auto& table = *qobject_cast<QTableWidget*>(open.widget<QTabWidget>("race_tables").widget(0));
    QCOMPARE(table.horizontalHeaderItem(2)->text(), QString("before, ms"));
    QVERIFY(table.item(1, 2)->text().toDouble() > 0);
    race.leaveViews();
    open.widget<QDockWidget>("own_dock").raise();
    QVERIFY(waitFor([&] { return race.visibleRegion().isEmpty(); }));
    QVERIFY(open.savedAndTried(kRight));
    QVERIFY(!race.busy());  // nobody sees it
  }

  void itsProcessHasThePriorityOfTheThreadThatTimesOurs() {
    Trying open;
    QString source = QString::fromStdString(test::evilSource("task.nearest[0] = 4000 + uint32_t(getpriority(PRIO_PROCESS, 0));"));
    write(open.file(), source.replace("#include <unistd.h>", "#include <sys/resource.h>"));
    open.drop(open.file());
    QVERIFY(open.tried());
    const int given = std::max(getpriority(PRIO_PROCESS, 0), kGivenWay);
    QVERIFY2(open.text("own_words").contains(QString("nearest[0] is %1").arg(4000 + given), Qt::CaseInsensitive), qPrintable(open.text("own_words")));
  }

  void aSessionNamesFileAndHashAndWhereTheVersionIsNotThereItAsksFirst() {
    Trying open;
    const QString session = open.folder.filePath("theirs.arete"), file = open.folder.filePath("theirs.cpp");
    write(file, kRight);
    const QByteArray hash = QByteArray::fromStdString(fingerprintOf(kRight.toStdString()).hash);
    write(session,
          "{\"format\": \"arete session\", \"version\": 1, \"cloud\": {\"file\": \"spiral.xyz\"}, \"job\": {\"versions\": "
          "{\"evolve\": \"evolve.mine.theirs\"}, \"version_files\": [{\"version\": \"evolve.mine.theirs\", \"file\": \"theirs.cpp\", "
          "\"hash\": \"" +
              hash + "\"}], \"parameters\": {\"r1\": \"0.5\"}}, \"step\": 0}");
    const auto answer = [&](const char* button) {
      QTimer::singleShot(0, [=] {
        if (!waitFor([] { return QApplication::activeModalWidget() != nullptr; })) qFatal("nothing is asked");
        QWidget* const question = QApplication::activeModalWidget();
        if (!question->findChild<QPlainTextEdit*>("ask_version_source")->toPlainText().contains("Every point looks")) qFatal("the file is not shown");
        question->findChild<QPushButton*>(button)->click();
      });
      open.window.open(session);
    };
    answer("ask_version_leave");
    QVERIFY(open.controller().error().has_value());
    QVERIFY2(QString(open.controller().error()->what()).contains("evolve.mine.theirs"), open.controller().error()->what());
    QVERIFY(mine::userVersion("evolve.mine.theirs") == nullptr);
    answer("ask_version_run");
    QVERIFY(waitFor([&] { return open.session().job.versionIds[size_t(Stage::evolve)] == "evolve.mine.theirs"; }));
    QVERIFY(open.waitIdle());
    QVERIFY(open.controller().document().file().warnings.empty());
    open.controller().saveSession(session.toStdString());
    QFile saved(session);
    QVERIFY(saved.open(QIODevice::ReadOnly));
    const QByteArray text = saved.readAll();
    QVERIFY(text.contains("\"file\": \"theirs.cpp\"") && text.contains(hash));
    QVERIFY(waitFor([&] { return !open.controller().own().busy(); }));
    write(file, kRight + "// another one\n");
    QVERIFY(waitFor([&] { return !open.controller().own().busy() && mine::userVersion("evolve.mine.theirs")->source != kRight.toStdString(); }));
    open.window.open(session);
    QVERIFY(waitFor([&] { return !open.controller().document().file().warnings.empty(); }));
    QVERIFY(open.controller().document().file().warnings.front().find("is another one than when the session was saved") != std::string::npos);
  }

  void itRacesBesideOursAndTheRooflineSaysWhatBoundsIt() {
    Trying open;
    write(open.file(), kRight);
    open.drop(open.file());
    QVERIFY(open.tried());
    const Roofline roofline = open.now().trial.roofline();
    QVERIFY(roofline.isKnown());
    QCOMPARE(roofline.dots.size(), size_t(3));
    QVERIFY(roofline.dots.front().ofUser && !roofline.dots.back().ofUser);
    QVERIFY(!open.text("own_bound").isEmpty());
    open.widget<QSpinBox>("race_turns").setValue(1);
    QTest::mouseClick(&open.widget<QPushButton>("own_race"), Qt::LeftButton);
    RacePanel& race = open.window.race();
    QVERIFY(waitFor([&] { return !race.busy() && race.race() != nullptr && race.race()->turns > 0; }));
    QCOMPARE(race.race()->racers.size(), size_t(2));
    QCOMPARE(race.race()->racers.back().entry.name, std::string("evolve.mine.mine"));
    QVERIFY(race.race()->racers.back().equal);
    QVERIFY(race.race()->roofline().isKnown());
    const QString page = open.folder.filePath("race.html");
    race.writeTo(page.toStdString());
    QFile html(page);
    QVERIFY(html.open(QIODevice::ReadOnly));
    const QString written = html.readAll();
    for (const char* part : {"Source of evolve.mine.mine", "Every point looks at every chosen point.", "How near each comes to the most"})
      QVERIFY2(written.contains(part), part);
  }
};

}  // namespace arete

ARETE_WINDOW_TEST_MAIN(arete::OwnVersionWindowTest)
#include "own_version_window_test.moc"
