// The window, changing and saving what is open as fast as it can until somebody ends it: what tests/faults/random_kills.py kills.
//   saving_window FOLDER          goes on with what the last one had open, or begins with an example
//   saving_window FOLDER --close  the same, but is closed as soon as that is open
// A state is a number, which is its R1. Prints "restored N" when the question at the start was answered with Restore, "saved N" when that
// state is in FOLDER/work.arete and "kept N" when it is in the file for the case of a crash.
#include <cstdio>

#include <QAbstractButton>
#include <QApplication>
#include <QDir>
#include <QMessageBox>
#include <QSettings>
#include <QTimer>

#include "app/window/main_window.h"
#include "app/window/startup.h"

namespace arete {

namespace {

constexpr int kFirstState = 1000;

class SavingWindow {
 public:
  SavingWindow(const QString& folder, bool closes) : session_((folder + "/work.arete").toStdString()), closes_(closes) {
    std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
    QObject::connect(&window_.controller(), &Controller::cloudChanged, &timer_, [this] { begin(); });
    QObject::connect(&timer_, &QTimer::timeout, &timer_, [this] { goOn(); });
    window_.show();
    window_.offerToRestore();
    if (auto* question = window_.findChild<QMessageBox*>("restore"))
      for (QAbstractButton* button : question->buttons())
        if (question->buttonRole(button) == QMessageBox::AcceptRole) {
          button->click();
          return;
        }
    window_.open(QString(ARETE_SOURCE_DIR) + "/assets/clouds/earthquakes.csv");
  }

 private:
  void begin() {
    const Controller& controller = window_.controller();
    if (!controller.document().restoredFrom().empty()) {
      state_ = int(controller.session().job.r1());
      std::printf("restored %d\n", state_);
    }
    timer_.start();
  }

  void goOn() {
    Controller& controller = window_.controller();
    Session session = controller.session();
    session.job.params.set(kR1Param, ++state_);
    controller.document().change(session);
    if (!closes_) window_.recovery().keepUnsaved();
    controller.saveSession(session_);
    std::printf("saved %d\n", state_);
    if (closes_) {
      timer_.stop();
      window_.close();
      return;
    }
    tellWhatIsKept();
  }

  /// The file is written by another thread and may be one behind.
  static void tellWhatIsKept() {
    const QDir folder(QFileInfo(QSettings().fileName()).absolutePath() + "/recovery");
    for (const QString& name : folder.entryList({QString("%1-*.arete").arg(QCoreApplication::applicationPid())}, QDir::Files))
      std::printf("kept %d\n", int(readSession(folder.filePath(name).toStdString()).session.job.r1()));
  }

  const std::filesystem::path session_;
  const bool closes_;
  int state_ = kFirstState;
  QTimer timer_;
  MainWindow window_;
};

}  // namespace

}  // namespace arete

int main(int argc, char** argv) {
  arete::chooseSurface();
  QApplication application(argc, argv);
  arete::prepareApplication();
  if (argc < 2) return 2;
  const arete::SavingWindow window(argv[1], argc > 2);
  return QApplication::exec();
}
