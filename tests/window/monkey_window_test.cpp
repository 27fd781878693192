// A monkey at the window: keys, clicks, drags, the wheel, every action, files good and bad, sizes, docks and dialogs, by a seed. Nothing may
// crash, hang, or make OpenGL complain; in the end what is open can be saved and everything still works.
// ARETE_MONKEY_SECONDS and ARETE_MONKEY_SEED: longer, and other ways; ARETE_MONKEY_LOG=1 prints what it does.
#include <atomic>
#include <csignal>
#include <cstdio>
#include <random>
#include <thread>

#include <unistd.h>

#include <QComboBox>
#include <QDir>
#include <QDockWidget>
#include <QFileDialog>
#include <QLineEdit>
#include <QMenu>
#include <QPointer>
#include <QSpinBox>

#include "compute/io/session_file.h"
#include "tests/window/window_support.h"

namespace arete {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kDefaultSeconds = 8, kDefaultSeed = 20261122;
constexpr uint64_t kFewestTries = 100;  ///< also where a loaded machine needs longer for them
constexpr int kPause_ms = 3;
constexpr double kLongestSilence_s = 30;  ///< of the event loop: far beyond what a loaded machine makes of a frame
constexpr int kMostSpin = 2000;           ///< pictures of gigabytes take their time; that is not what is looked for

std::atomic<Clock::rep> heartbeat{0};
char lastDone[160] = "nothing";  ///< for the handler of crashes, which may not allocate
std::atomic<uint64_t> complaints{0};

void beat() { heartbeat = Clock::now().time_since_epoch().count(); }

void sayLast() {
  constexpr char kText[] = "window monkey: the last thing done: ";
  [[maybe_unused]] const auto a = write(STDERR_FILENO, kText, sizeof kText - 1);
  [[maybe_unused]] const auto b = write(STDERR_FILENO, lastDone, strnlen(lastDone, sizeof lastDone));
  [[maybe_unused]] const auto c = write(STDERR_FILENO, "\n", 1);
}

void onCrash(int signal) {
  sayLast();
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

/// OpenGL's complaints, and Qt's about what would not have been done; errors that a card tells the user are no complaints.
void onMessage(QtMsgType, const QMessageLogContext&, const QString& message) {
  const bool bad = message.startsWith("OpenGL:") || message.contains("is not handled") || message.startsWith("QOpenGL");
  if (!bad) return;
  ++complaints;
  std::fprintf(stderr, "window monkey: %s\n", qPrintable(message));
  sayLast();
}

int numberFromEnvironment(const char* name, int otherwise) {
  bool given = false;
  const int number = qEnvironmentVariableIntValue(name, &given);
  return given ? number : otherwise;
}

/// Ends the program when the window's thread does not come back.
class Watchdog {
 public:
  Watchdog() { beat(); }

 private:
  std::jthread thread_{[](const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
      const Clock::duration silent = Clock::now().time_since_epoch() - Clock::duration(heartbeat.load());
      if (std::chrono::duration<double>(silent).count() < kLongestSilence_s) continue;
      std::fprintf(stderr, "window monkey: the window did not answer for %g s\n", kLongestSilence_s);
      sayLast();
      std::abort();
    }
  }};
};

class Monkey : public QObject {
 public:
  Monkey(MainWindow& window, QString folder, uint64_t seed) : window_(window), folder_(std::move(folder)), random_(seed) { copyFiles(); }

  /// Plays for so long, and until enough was tried, and lets go of every dialog in the end.
  uint64_t play(int seconds) {
    until_ = Clock::now() + std::chrono::seconds(seconds);
    next();
    while (!enough() || depth_ > 0 || QApplication::activeModalWidget() != nullptr || QApplication::activePopupWidget() != nullptr)
      QTest::qWait(kPause_ms);
    QTest::qWait(10 * kPause_ms);
    return tries_;
  }

 private:
  /// Once more soon, in whatever event loop runs then: dialogs have their own.
  void next() {
    QTimer::singleShot(kPause_ms, this, [this] {
      beat();
      next();
      ++depth_;
      turn();
      --depth_;
    });
  }

  uint32_t below(uint32_t count) { return uint32_t(random_() % count); }
  bool chance(double share) { return double(random_() >> 11) / double(uint64_t(1) << 53) < share; }
  template <class List>
  const auto& oneOf(const List& list) {
    return list[below(uint32_t(std::size(list)))];
  }

  void note(const QString& what) {
    ++tries_;
    qstrncpy(lastDone, qPrintable(what), sizeof lastDone);
    static const bool log = qEnvironmentVariableIsSet("ARETE_MONKEY_LOG");
    if (log) std::fprintf(stderr, "%s\n", lastDone);
  }

  [[nodiscard]] bool enough() const { return Clock::now() >= until_ && tries_ >= kFewestTries; }

  void turn() {
    const bool over = enough();
    if (auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget())) return inMenu(*menu, over);
    if (QWidget* popup = QApplication::activePopupWidget()) return void(popup->close());
    if (auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget())) return inDialog(*dialog, over);
    if (over) return closeDialogs();
    switch (below(12)) {
      case 0:
      case 1:
      case 2: return pressKey(window_.picture());
      case 3:
      case 4: return clickSomewhere(window_.picture());
      case 5: return dragSomewhere(window_.picture());
      case 6: return turnWheel();
      case 7:
      case 8: return trigger();
      case 9: return changeWindow();
      case 10: return chance(0.3) ? openFile() : pressKey(focused());
      default: return clickSomewhere(anyWidget());
    }
  }

  QWidget& focused() { return QApplication::focusWidget() != nullptr ? *QApplication::focusWidget() : static_cast<QWidget&>(window_); }

  /// Of the docks, the bars, or a dialog that stays open beside the window.
  QWidget& anyWidget() {
    QList<QWidget*> widgets;
    for (QWidget* widget : QApplication::allWidgets())
      if (widget->isVisible() && widget->isEnabled() && widget->focusPolicy() != Qt::NoFocus) widgets << widget;
    return widgets.isEmpty() ? static_cast<QWidget&>(window_) : *widgets[below(uint32_t(widgets.size()))];
  }

  void pressKey(QWidget& widget) {
    static constexpr Qt::Key kKeys[] = {Qt::Key_Space,  Qt::Key_Left,  Qt::Key_Right,       Qt::Key_Up,           Qt::Key_Down,
                                        Qt::Key_Home,   Qt::Key_End,   Qt::Key_Tab,         Qt::Key_F6,           Qt::Key_Escape,
                                        Qt::Key_Return, Qt::Key_F4,    Qt::Key_Delete,      Qt::Key_PageUp,       Qt::Key_PageDown,
                                        Qt::Key_Plus,   Qt::Key_Minus, Qt::Key_BracketLeft, Qt::Key_BracketRight, Qt::Key_F5};
    const Qt::Key key = chance(0.5) ? oneOf(kKeys) : Qt::Key(Qt::Key_0 + below(Qt::Key_Z - Qt::Key_0 + 1));
    Qt::KeyboardModifiers modifiers;
    if (chance(0.15)) modifiers |= Qt::ShiftModifier;
    if (chance(0.1)) modifiers |= Qt::ControlModifier;
    if (key == Qt::Key_Q && (modifiers & Qt::ControlModifier)) return;
    note(QString("key %1 in %2").arg(QKeySequence(key | modifiers).toString(), widget.metaObject()->className()));
    QTest::keyClick(&widget, key, modifiers);
  }

  QPoint placeIn(const QWidget& widget) { return {int(below(uint32_t(widget.width()) + 1)), int(below(uint32_t(widget.height()) + 1))}; }
  Qt::MouseButton button() {
    static constexpr Qt::MouseButton kButtons[] = {Qt::LeftButton, Qt::LeftButton, Qt::LeftButton, Qt::RightButton, Qt::MiddleButton};
    return oneOf(kButtons);
  }

  void clickSomewhere(QWidget& widget) {
    const QPoint place = placeIn(widget);
    note(QString("click at %1, %2 in %3").arg(place.x()).arg(place.y()).arg(widget.metaObject()->className()));
    const QPointer<QWidget> there(&widget);
    QTest::mouseMove(&widget, place);
    if (there && chance(0.2)) QTest::mouseDClick(&widget, button(), {}, place);
    else if (there) QTest::mouseClick(&widget, button(), chance(0.1) ? Qt::ShiftModifier : chance(0.1) ? Qt::ControlModifier : Qt::NoModifier, place);
  }

  void dragSomewhere(QWidget& widget) {
    const QPoint from = placeIn(widget), to = placeIn(widget);
    const Qt::MouseButton held = button();
    note(QString("drag from %1, %2 to %3, %4").arg(from.x()).arg(from.y()).arg(to.x()).arg(to.y()));
    QTest::mousePress(&widget, held, {}, from);
    for (int i = 1; i <= 4; ++i) {
      const QPointF at = from + (to - from) * i / 4.0;
      QMouseEvent move(QEvent::MouseMove, at, widget.mapToGlobal(at), Qt::NoButton, held, {});
      QApplication::sendEvent(&widget, &move);
      if (chance(0.5)) QApplication::processEvents();
    }
    QTest::mouseRelease(&widget, held, {}, to);
  }

  void turnWheel() {
    PictureWidget& picture = window_.picture();
    const QPointF at = placeIn(picture);
    static constexpr Qt::KeyboardModifier kHeld[] = {Qt::NoModifier, Qt::NoModifier, Qt::ShiftModifier, Qt::ControlModifier, Qt::AltModifier};
    const Qt::KeyboardModifier held = oneOf(kHeld);
    note(QString("wheel at %1, %2").arg(at.x()).arg(at.y()));
    QWheelEvent event(at, picture.mapToGlobal(at), {}, {0, chance(0.5) ? 120 : -120}, Qt::NoButton, held, Qt::NoScrollPhase, false);
    QApplication::sendEvent(&picture, &event);
  }

  void trigger() {
    const ActionInfo& row = oneOf(actions());
    if (row.action == Action::quit) return;
    note("action " + QString::fromUtf8(row.id.data(), qsizetype(row.id.size())));
    window_.action(row.action).trigger();
  }

  void changeWindow() {
    const QList<QDockWidget*> docks = window_.findChildren<QDockWidget*>();
    QDockWidget& dock = *oneOf(docks);
    switch (below(4)) {
      case 0: note("float or dock"); return dock.setFloating(!dock.isFloating());
      case 1: note("show or hide a dock"); return dock.setVisible(!dock.isVisible());
      default:
        if (window_.isFullScreen()) return window_.showNormal();
        note("resize");
        return window_.resize(500 + int(below(1100)), 400 + int(below(600)));
    }
  }

  void openFile() {
    const QString file = oneOf(files_);
    note("open " + file);
    window_.open(file);
  }

  void inMenu(QMenu& menu, bool over) {
    const QList<QAction*> entries = menu.actions();
    note("menu");
    if (over || entries.isEmpty() || chance(0.4)) return void(menu.close());
    QTest::keyClick(&menu, chance(0.8) ? Qt::Key_Down : Qt::Key_Right);
    QAction* active = menu.activeAction();
    if (active != nullptr && active->menu() == nullptr && active != &window_.action(Action::quit) && chance(0.3))
      QTest::keyClick(&menu, Qt::Key_Return);
  }

  void inDialog(QDialog& dialog, bool over) {
    note(QString("dialog %1, %2").arg(dialog.metaObject()->className(), dialog.windowTitle()));
    if (over || chance(0.2)) return dialog.reject();
    if (auto* files = qobject_cast<QFileDialog*>(&dialog)) return inFileDialog(*files);
    for (QSpinBox* spin : dialog.findChildren<QSpinBox*>()) spin->setMaximum(std::min(spin->maximum(), kMostSpin));
    if (chance(0.2)) return dialog.accept();
    QList<QWidget*> widgets;
    for (QWidget* widget : dialog.findChildren<QWidget*>())
      if (widget->isVisible() && widget->isEnabled() && widget->focusPolicy() != Qt::NoFocus && qobject_cast<QLineEdit*>(widget) == nullptr)
        widgets << widget;
    if (widgets.isEmpty()) return;
    QWidget& widget = *widgets[below(uint32_t(widgets.size()))];
    if (chance(0.5)) return clickSomewhere(widget);
    pressKey(widget);
  }

  /// Only its own folder: a monkey must not find the user's files.
  void inFileDialog(QFileDialog& dialog) {
    dialog.setDirectory(folder_);
    const bool saves = dialog.acceptMode() == QFileDialog::AcceptSave;
    const QString file = saves ? folder_ + QString("/saved%1.arete").arg(below(3)) : oneOf(files_);
    for (QLineEdit* name : dialog.findChildren<QLineEdit*>()) name->setText(file);
    static_cast<QDialog&>(dialog).done(QDialog::Rejected);  // what it would choose is opened below, without questions about replacing
    if (!saves) QTimer::singleShot(0, this, [this, file] { window_.open(file); });
  }

  void closeDialogs() {
    for (QWidget* widget : QApplication::topLevelWidgets())
      if (auto* dialog = qobject_cast<QDialog*>(widget); dialog != nullptr && dialog->isVisible()) dialog->reject();
  }

  void copyFiles() {
    for (const char* name : {"earthquakes.csv", "neuron.ply", "spiral.npy", "trefoil.npy"}) {
      const QString copy = folder_ + '/' + name;
      QFile::copy(QString(ARETE_SOURCE_DIR) + "/assets/clouds/" + name, copy);
      files_ << copy;
    }
    QFile bad(folder_ + "/bad.ply");
    if (bad.open(QIODevice::WriteOnly)) bad.write("ply\nformat ascii 1.0\nelement vertex 1000000\nproperty float x\nend_header\n1\n");
    QFile raw(folder_ + "/raw.f32");
    if (raw.open(QIODevice::WriteOnly)) raw.write(QByteArray(4096, 'A'));
    QFile few(folder_ + "/few.xyz");
    if (few.open(QIODevice::WriteOnly)) few.write("1 2 3\n1 2 3\n");
    files_ << bad.fileName() << raw.fileName() << few.fileName() << folder_ + "/missing.ply" << folder_ + "/session.arete";
    SessionFile session;
    session.cloud = (folder_ + "/neuron.ply").toStdString();
    writeSession(files_.back().toStdString(), session);
  }

  MainWindow& window_;
  const QString folder_;
  std::mt19937_64 random_;
  QStringList files_;
  Clock::time_point until_;
  uint64_t tries_ = 0;
  int depth_ = 0;  ///< turns that are under way: one within another where a dialog is open
};

}  // namespace

class MonkeyWindowTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void nothingThatAMonkeyDoesCrashesHangsOrLosesAnything() {
    const QTemporaryDir folder;
    qputenv("HOME", folder.path().toUtf8());
    QDir::setCurrent(folder.path());
    for (const int signal : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE}) std::signal(signal, onCrash);
    const QtMessageHandler before = qInstallMessageHandler(onMessage);
    const int seconds = numberFromEnvironment("ARETE_MONKEY_SECONDS", kDefaultSeconds);
    OpenWindow open;
    uint64_t tries = 0;
    {
      const Watchdog watchdog;
      Monkey monkey(open.window, folder.path(), uint64_t(numberFromEnvironment("ARETE_MONKEY_SEED", kDefaultSeed)));
      tries = monkey.play(seconds);
    }
    qInstallMessageHandler(before);
    std::printf("window monkey: %llu tries, %llu found\n", static_cast<unsigned long long>(tries),
                static_cast<unsigned long long>(complaints.load()));
    QCOMPARE(complaints.load(), uint64_t(0));

    const std::filesystem::path saved = folder.filePath("end.arete").toStdString();
    open.controller().saveSession(saved);
    const LoadedSession read = readSession(saved);
    for (const ParamInfo* info : allParameters()) QCOMPARE(read.session.job.params.get(*info), open.session().job.params.get(*info));
    open.controller().perform(Action::cancel);
    open.window.open(kQuakes);
    QVERIFY(waitFor([&] { return QString::fromStdString(open.session().file.string()) == kQuakes && !open.controller().busy(); }));
    if (open.controller().filtering().nothingLeft()) {  // a file that is read again keeps its filter, and what is marked as noise
      QVERIFY(open.controller().error().has_value());
      Session next = open.session();
      next.job.filter = {};
      next.job.edits = {};
      open.controller().document().change(std::move(next));
    }
    QVERIFY(open.waitIdle());
    open.controller().perform(Action::toEnd);
    QVERIFY(waitFor([&] { return open.frame().finished; }));
  }
};

}  // namespace arete

ARETE_WINDOW_TEST_MAIN(arete::MonkeyWindowTest)
#include "monkey_window_test.moc"
