// The actions that need the window: dialogs, files, full screen. The others are the controller's.
#include "app/window/main_window.h"

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLineEdit>
#include <QLocale>
#include <QMessageBox>
#include <QPushButton>
#include <QStackedWidget>
#include <QStatusBar>

#include "app/window/coordinate_system_dialog.h"
#include "app/window/experiments_dialog.h"
#include "app/window/export_dialog.h"
#include "app/window/file_places.h"
#include "app/window/help_dialogs.h"
#include "app/window/import_dialog.h"
#include "app/window/machine_dialog.h"
#include "app/window/parameters_dialog.h"
#include "app/window/profile_dialog.h"
#include "app/window/race_panel.h"
#include "app/window/radius_explorer.h"
#include "app/window/theme.h"
#include "compute/text/translate.h"
#include "render/view_json.h"

namespace arete {

/// The program's mark stands where Qt would leave a gap.
static void mark(QMessageBox& question) {
  constexpr int kMark = 48;
  question.setIconPixmap(programIcon().pixmap(QSize(kMark, kMark)));
}

/// What is done on the picture, or shown on it alone.
bool MainWindow::needsPicture(Action action) const {
  const std::string_view menu = info(action).menu;
  switch (action) {
    case Action::exploreRadius:
    case Action::measure:
    case Action::pointByKeys:
    case Action::togglePanels: return true;
    case Action::addVersion: return false;
    default: return menu.starts_with("Algorithm") || menu.starts_with("Edit/");
  }
}

void MainWindow::perform(Action action) {
  if (needsPicture(action)) race_->leaveViews();
  if (controller_.perform(action)) {
    if (action == Action::editCurve) showEditing();
    return showActionStates();
  }
  switch (action) {
    case Action::openFile: openDialog(); break;
    case Action::openWithOptions: openWithOptionsDialog(); break;
    case Action::addFiles: addFilesDialog(); break;
    case Action::openBeside: openBesideDialog(); break;
    case Action::openReference: openReferenceDialog(); break;
    case Action::showFilter: showFilter(); break;
    case Action::keepBox: picture_->drawArea(AreaDrawing::Shape::box, true); break;
    case Action::leaveOutBox: picture_->drawArea(AreaDrawing::Shape::box, false); break;
    case Action::keepLasso: picture_->drawArea(AreaDrawing::Shape::lasso, true); break;
    case Action::leaveOutLasso: picture_->drawArea(AreaDrawing::Shape::lasso, false); break;
    case Action::selectLasso:
      if (!controller_.editing().on()) perform(Action::editCurve);
      picture_->drawSelection();
      break;
    case Action::openExample:
      if (const QStringList examples = exampleFiles(); !examples.isEmpty()) open(examples.first());
      break;
    case Action::saveSession: saveSession(false); break;
    case Action::saveSessionAs: saveSession(true); break;
    case Action::exportResult: showExportDialog(*this, controller_, *picture_, ExportKind::curve); break;
    case Action::savePicture: showExportDialog(*this, controller_, *picture_, ExportKind::picture); break;
    case Action::copyView: copyView(); break;
    case Action::pasteView: pasteView(); break;
    case Action::togglePanels: picture_->setPanelsVisible(!picture_->panelsVisible()); break;
    case Action::mouseArete:
    case Action::mouseParaView:
    case Action::mouseCloudCompare: picture_->setMouseStyle(MouseStyle(int(action) - int(Action::mouseArete))); break;
    case Action::textNormal:
    case Action::textLarge:
    case Action::textLarger:
    case Action::textLargest: setTextScale(kTextScales[size_t(action) - size_t(Action::textNormal)]); break;
    case Action::nextPart: goToNextPart(); break;
    case Action::fullScreen: isFullScreen() ? showNormal() : showFullScreen(); break;
    case Action::help: showHelp(this, controller_.session().job.curveKind()); break;
    case Action::explainPicture: picture_->setCallouts(true); break;
    case Action::keys: showKeys(); break;
    case Action::editParameters: editParameters(); break;
    case Action::savePreset: savePresetDialog(); break;
    case Action::experiments: showExperiments(); break;
    case Action::exploreRadius: exploreRadius(); break;
    case Action::addVersion: addVersionDialog(); break;
    case Action::race: raceShown() ? hideRace() : showRace(); break;
    case Action::showProfile: showProfile(); break;
    case Action::measure: picture_->measure(); break;
    case Action::pointByKeys: picture_->pointByKeys(); break;
    case Action::showQuality: showQualityTable(this, controller_.reference().quality()); break;
    case Action::coordinateSystem: askCoordinateSystem(*this, controller_); break;
    case Action::showWarnings: showWarningList(this, controller_.document().file().warnings); break;
    case Action::graphicsInfo: showGraphicsInfo(this, *picture_, controller_); break;
    case Action::checkMachine: checkMachine(); break;
    case Action::about: showAbout(this); break;
    case Action::quit: close(); break;
    default: qWarning("action %s is not handled", info(action).id.data());
  }
  showActionStates();
}

void MainWindow::open(const QString& path, const ReadOptions& options) {
  if (!mayDiscardChanges()) return;
  controller_.document().discardChanges();
  setLastFolder(path);
  withVersionsOf(path.toStdString(), [this, path, options] { controller_.open(path.toStdString(), options); });
}

void MainWindow::open(const QStringList& paths, const ReadOptions& options, const std::optional<Filter>& filter) {
  if (paths.isEmpty() || !mayDiscardChanges()) return;
  controller_.document().discardChanges();
  setLastFolder(paths.first());
  std::vector<std::filesystem::path> files;
  for (const QString& path : paths) files.emplace_back(path.toStdString());
  withVersionsOf(files.front(), [this, files, options, filter] { controller_.open(files, options, filter); });
}

/// What is open stays, and so does what was changed of it: nothing is asked.
void MainWindow::addFilesDialog() {
  const QStringList paths = QFileDialog::getOpenFileNames(this, tr("Add files to the cloud"), lastFolder(), openFilter());
  if (paths.isEmpty()) return;
  setLastFolder(paths.first());
  std::vector<std::filesystem::path> files;
  for (const QString& path : paths) files.emplace_back(path.toStdString());
  controller_.add(files);
}

void MainWindow::openBesideDialog() {
  const QStringList paths = QFileDialog::getOpenFileNames(this, tr("Show beside the cloud"), lastFolder(), openFilter());
  if (paths.isEmpty()) return;
  setLastFolder(paths.first());
  showBeside(paths);
}

void MainWindow::showBeside(const QStringList& paths) {
  std::vector<std::filesystem::path> files;
  for (const QString& path : paths) files.emplace_back(path.toStdString());
  controller_.showBeside(files);
}

void MainWindow::showFilter() {
  filterDock_->show();
  filterDock_->raise();
  if (auto* const where = filterDock_->findChild<QLineEdit*>("filter_where")) where->setFocus(Qt::ShortcutFocusReason);
}

/// The panel comes to the front with the mode, and goes behind the layers when that ends without edits.
void MainWindow::showEditing() {
  if (controller_.editing().on()) editDock_->show();
  const bool edited = !controller_.session().job.edits.empty();  // the list stays in sight
  (controller_.editing().on() || edited ? editDock_ : layersDock_)->raise();
  picture_->setFocus();
}

void MainWindow::offerToRestore() {
  const std::optional<Recovery::Leftover> leftover = recovery_.leftover();
  if (!leftover) return;
  auto* question = new QMessageBox(QMessageBox::NoIcon, "Arete", tr("Arete closed unexpectedly last time."), QMessageBox::NoButton, this);
  question->setObjectName("restore");
  mark(*question);
  question->setAttribute(Qt::WA_DeleteOnClose);
  QPushButton* discard = question->addButton(tr("&Discard"), QMessageBox::DestructiveRole);
  connect(discard, &QPushButton::clicked, this, [leftover] { Recovery::discard(*leftover); });
  if (leftover->refused) {
    question->setInformativeText(QString(tr("What was open then is kept in %1, but cannot be restored now: %2."))
                                     .arg(QDir::toNativeSeparators(leftover->path), QString::fromStdString(leftover->refused->reason())));
    question->setDefaultButton(question->addButton(tr("&Keep"), QMessageBox::RejectRole));
    return question->open();
  }
  question->setInformativeText(QString(tr("%1 was open. Its parameters, view and step were kept at %2."))
                                   .arg(leftover->cloud, QLocale::system().toString(leftover->saved, QLocale::ShortFormat)));
  QPushButton* restore = question->addButton(tr("&Restore"), QMessageBox::AcceptRole);
  question->addButton(tr("Ask &Later"), QMessageBox::RejectRole);
  question->setDefaultButton(restore);
  connect(restore, &QPushButton::clicked, this,
          [this, leftover] { withVersionsOf(leftover->path.toStdString(), [this, leftover] { recovery_.restore(*leftover); }); });
  question->open();
}

void MainWindow::openDialog() {
  const QString path = QFileDialog::getOpenFileName(this, tr("Open a point cloud or session"), lastFolder(), openFilter());
  if (!path.isEmpty()) open(path);
}

void MainWindow::openWithOptionsDialog() {
  const QString path = QFileDialog::getOpenFileName(this, tr("Open with Options"), lastFolder(), openFilter());
  if (path.isEmpty()) return;
  setLastFolder(path);
  askHowToRead(path);
}

void MainWindow::askHowToRead(const QString& path) {
  if (const auto options = askImportOptions(this, path)) open(path, *options);
}

void MainWindow::openReferenceDialog() {
  const QString path = QFileDialog::getOpenFileName(this, tr("Load a reference curve"), lastFolder(), referenceFilter());
  if (path.isEmpty()) return;
  setLastFolder(path);
  controller_.loadReference(path.toStdString());
}

/// The picture, its panels, then each dock that has something to press.
void MainWindow::goToNextPart() {
  if (picture_->hasFocus() && picture_->enterNextPanel()) return;
  bool passed = picture_->hasFocus() || race_->views().hasFocus();
  for (QDockWidget* dock : {layersDock_, filterDock_, editDock_, inspectorDock_, qobject_cast<QDockWidget*>(race_->parentWidget())}) {
    if (dock->visibleRegion().isEmpty()) continue;  // behind another one
    if (!passed) {
      passed = dock->isAncestorOf(QApplication::focusWidget());
      continue;
    }
    for (QWidget* widget : dock->widget()->findChildren<QWidget*>())
      if ((widget->focusPolicy() & Qt::TabFocus) && widget->isVisible() && widget->isEnabled()) return widget->setFocus(Qt::TabFocusReason);
  }
  race_->viewsWanted() ? race_->views().setFocus() : picture_->setFocus();
}

/// From the picture to the fields and back.
void MainWindow::editParameters() {
  if (parameters_ == nullptr) {
    parameters_ = new ParametersDialog(this, controller_);
    parameters_->addAction(actions_.at(Action::editParameters));
  }
  if (parameters_->isActiveWindow()) return activateWindow();
  parameters_->show();
  parameters_->raise();
  parameters_->activateWindow();
}

void MainWindow::showExperiments() {
  if (experiments_ == nullptr) experiments_ = new ExperimentsDialog(this, controller_);
  experiments_->show();
  experiments_->raise();
  experiments_->activateWindow();
}

/// One click: it begins at once.
void MainWindow::checkMachine() {
  if (machine_ == nullptr) machine_ = new MachineDialog(this, controller_);
  machine_->show();
  machine_->raise();
  machine_->activateWindow();
  machine_->start();
}

/// Over the panels at the right, since it says something about the picture; a user may move it.
static void placeAtTheRight(QDialog& dialog, const QWidget& window) {
  constexpr int kInset = 8, kBelow = 40;
  const QRect around(window.mapToGlobal(QPoint()), window.size());
  dialog.move(std::max(around.left(), around.right() - dialog.width() - kInset), around.top() + kBelow);
}

/// One click: it begins at once.
void MainWindow::exploreRadius() {
  if (explorer_ == nullptr) placeAtTheRight(*(explorer_ = new RadiusExplorer(this, controller_, *picture_)), *this);
  explorer_->show();
  explorer_->raise();
  explorer_->activateWindow();
  explorer_->start();
}

/// The key that shows the panel hides it too, unless it lies behind another one.
bool MainWindow::raceShown() const { return !race_->visibleRegion().isEmpty(); }

void MainWindow::showRace() {
  auto* const dock = qobject_cast<QDockWidget*>(race_->parentWidget());
  dock->show();
  dock->raise();
  race_->takeFocus();
}

void MainWindow::hideRace() {
  race_->leaveViews();
  race_->parentWidget()->hide();
  picture_->setFocus();
}

/// The picture, or the views of a race in its place: what is seen fits into what is shown.
void MainWindow::showViewsOfRace() {
  auto* const middle = qobject_cast<QStackedWidget*>(centralWidget());
  const bool wanted = race_->viewsWanted();
  QWidget* const shown = wanted ? static_cast<QWidget*>(&race_->views()) : picture_;
  if (middle->currentWidget() == shown) return;
  middle->setCurrentWidget(shown);
  controller_.setViewport(wanted ? race_->views().viewport() : picture_->viewport());
  shown->setFocus();
}

void MainWindow::showProfile() {
  if (profile_ == nullptr) placeAtTheRight(*(profile_ = new ProfileDialog(this, controller_)), *this);
  profile_->show();
  profile_->raise();
  profile_->activateWindow();
}

/// Asks what to do with unsaved changes. False: what is open stays.
bool MainWindow::mayDiscardChanges() {
  if (!controller_.document().modified()) return true;
  const std::filesystem::path& file = controller_.document().sessionFile();
  const QString name = toQt((file.empty() ? controller_.session().file : file).filename().string());
  const QString text = file.empty() ? tr("Save the session with %1?") : tr("Save the changes to %1?");
  QMessageBox question(QMessageBox::NoIcon, "Arete", text.arg(name), QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, this);
  question.setObjectName("save_changes");
  mark(question);
  question.setInformativeText(tr("Parameters, versions, view and step go into a session file (.arete); the cloud stays as it is."));
  question.setDefaultButton(QMessageBox::Save);
  const int answer = question.exec();
  return answer == QMessageBox::Discard || (answer == QMessageBox::Save && saveSession(false));
}

/// False when it is not saved: an error, or no name.
bool MainWindow::saveSession(bool askForName) {
  std::filesystem::path path = controller_.document().sessionFile();
  if (askForName || path.empty()) {
    if (path.empty()) path = suggestedPath(ExportKind::session, exportFormats(ExportKind::session).front(), controller_);
    QString suggested = QString::fromStdString(path.string());
    suggested = QFileDialog::getSaveFileName(this, tr("Save the session"), suggested, tr("Arete sessions (*.arete)"));
    if (suggested.isEmpty()) return false;
    if (QFileInfo(suggested).suffix().isEmpty()) suggested += ".arete";
    path = suggested.toStdString();
  }
  try {
    controller_.reportSaved(path, controller_.saveSession(path));
  } catch (const Error& error) {
    controller_.showError(error);
    return false;
  }
  showTitle();
  return true;
}

void MainWindow::copyView() {
  View view = controller_.session().view;
  view.beside.clear();
  view.measured.clear();
  QGuiApplication::clipboard()->setText(QString::fromStdString(viewToJson(view)));
  statusBar()->showMessage(tr("Camera, colours and layers are on the clipboard"));
}

void MainWindow::pasteView() {
  try {
    View view = viewFromJson(QGuiApplication::clipboard()->text().toStdString(), controller_.session().view);
    view.beside = controller_.session().view.beside;  // files and measures are no part of a look
    view.measured = controller_.session().view.measured;
    controller_.changeView(std::move(view), Document::Merge::none, true);
  } catch (const Error& error) {
    controller_.showError(Error(ErrorKind::badInput, "cannot paste a view", "the clipboard", error.reason(), "copy one first: Ctrl+Shift+C"));
  }
}

}  // namespace arete
