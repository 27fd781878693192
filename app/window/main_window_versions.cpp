// The user's own versions: their files by a dialog, and their race beside ours.
#include <algorithm>

#include <QDialog>
#include <QDialogButtonBox>
#include <QDockWidget>
#include <QFile>
#include <QFileDialog>
#include <QFontDatabase>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "app/window/file_places.h"
#include "app/window/main_window.h"
#include "app/window/own_panel.h"
#include "app/window/race_panel.h"
#include "ui/engine_text.h"
#include "ui/window_words.h"

namespace arete {

bool isVersionFile(const QString& path) {
  static const QStringList endings = {".cpp", ".cc", ".cxx", ".cu"};
  return std::ranges::any_of(endings, [&](const QString& ending) { return path.endsWith(ending); });
}

void MainWindow::addVersion(const QString& path) {
  auto* const dock = qobject_cast<QDockWidget*>(own_->parentWidget());
  dock->show();
  dock->raise();
  controller_.own().add(path.toStdString());
}

/// Begins beside the version that is there: results are saved elsewhere.
void MainWindow::addVersionDialog() {
  const std::filesystem::path& known = controller_.own().now().file;
  const QString folder = known.empty() ? lastFolder() : QString::fromStdString(known.parent_path().string());
  const QString path = QFileDialog::getOpenFileName(this, tr("Add a version"), folder, tr("Versions (*.cpp *.cc *.cxx *.cu)"));
  if (!path.isEmpty()) addVersion(path);
}

/// Opens a session, or takes a preset, once the versions of users that it names are there. Each is compiled only where the user says so; else `then`
/// comes to an error that says which is missing.
void MainWindow::withVersionsOf(const std::filesystem::path& session, std::function<void()> then) {
  std::vector<NamedVersionFile> wanted = versionFilesOfSession(session);
  std::erase_if(wanted, [](const NamedVersionFile& each) { return each.isKnown() || !isVersionFile(QString::fromStdString(each.file.string())); });
  std::erase_if(wanted, [&](const NamedVersionFile& each) { return !askForVersion(session, each); });
  if (wanted.empty()) return then();
  auto* const waiting = new QObject(this);
  connect(&controller_, &Controller::ownChanged, waiting, [this, waiting, wanted, then = std::move(then)] {
    if (controller_.own().busy() && !std::ranges::all_of(wanted, &NamedVersionFile::isKnown)) return;
    controller_.disconnect(waiting);
    waiting->deleteLater();
    QMetaObject::invokeMethod(this, then, Qt::QueuedConnection);
  });
  for (const NamedVersionFile& each : wanted) addVersion(QString::fromStdString(each.file.string()));
}

/// With its whole text, as it would be run with the rights of the user.
bool MainWindow::askForVersion(const std::filesystem::path& session, const NamedVersionFile& version) {
  QFile file(QString::fromStdString(version.file.string()));
  if (!file.open(QIODevice::ReadOnly)) return false;
  QDialog question(this);
  question.setObjectName("ask_version");
  question.setWindowTitle(tr("A version of somebody's"));
  constexpr QSize kSize(640, 460);
  question.resize(kSize);
  auto* layout = new QVBoxLayout(&question);
  const QString change = toQt(version.change());
  auto* text =
      new QLabel(QString(tr("%1 names a version that is not part of Arete. To open it, this file would be compiled and run on your machine:"))
                     .arg(toQt(session.filename().string())) +
                 "\n" + file.fileName() + (change.isEmpty() ? QString() : "\n" + toQt(engineText(asSentence(change.toStdString()))) + "."));
  text->setWordWrap(true);
  layout->addWidget(text);
  auto* source = new QPlainTextEdit(QString::fromUtf8(file.readAll()));
  source->setObjectName("ask_version_source");
  source->setReadOnly(true);
  source->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
  layout->addWidget(source, 1);
  auto* buttons = new QDialogButtonBox;
  QPushButton* const run = buttons->addButton(tr("&Compile and Run"), QDialogButtonBox::AcceptRole);
  run->setObjectName("ask_version_run");
  run->setAutoDefault(false);
  QPushButton* const leave = buttons->addButton(tr("&Leave It"), QDialogButtonBox::RejectRole);
  leave->setObjectName("ask_version_leave");
  leave->setDefault(true);
  connect(buttons, &QDialogButtonBox::accepted, &question, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, &question, &QDialog::reject);
  layout->addWidget(buttons);
  return question.exec() == QDialog::Accepted;
}

/// With the fastest of its backend, which has the bits of the reference: that one would take minutes for what takes others seconds.
void MainWindow::raceOwn() {
  const mine::UserVersion& version = *controller_.own().now().version;
  const std::vector<std::string> values = {std::string(defaultVersion(version.stage, version.backend).id), version.id};
  showRace();
  try {
    race_->startWith({std::string(name(version.stage)), values});
  } catch (const Error& error) {
    controller_.showError(error);
  }
}

/// A race that is shown starts again when its file was saved.
void MainWindow::raceOwnAgain() {
  if (race_->races(controller_.own().now().version->id)) race_->again();
}

}  // namespace arete
