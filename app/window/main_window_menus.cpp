// Menus, made from the table of actions: a row there is an entry here, with its shortcut and its help.
#include "app/window/main_window.h"

#include <QActionGroup>
#include <QDockWidget>
#include <QFileInfo>
#include <QLocale>
#include <QMenu>
#include <QMenuBar>
#include <QStatusBar>

#include "app/window/file_places.h"
#include "app/window/key_settings.h"
#include "app/window/keys_dialog.h"
#include "app/window/language.h"
#include "app/window/own_panel.h"
#include "app/window/race_panel.h"
#include "compute/text/translate.h"

namespace arete {

namespace {

/// Submenus that no row of the table of actions names.
[[maybe_unused]] constexpr const char* kSubmenus[] = {mark("&Presets"), mark("&Language")};
const char* const kMenus[] = {"File", "Edit", "View", "Algorithm", "Tools", "Window", "Help"};

/// The row begins a new group of its menu.
bool startsGroup(Action action) {
  switch (action) {
    case Action::saveSession:
    case Action::exportResult:
    case Action::quit:
    case Action::copyView:
    case Action::showFilter:
    case Action::deleteSelected:
    case Action::joinStraight:
    case Action::markRight:
    case Action::keepBox:
    case Action::clearFilter:
    case Action::stepForward:
    case Action::stepSweep:
    case Action::toStart:
    case Action::restart:
    case Action::slower:
    case Action::largerR1:
    case Action::addVersion:
    case Action::editParameters:
    case Action::openReference:
    case Action::showWarnings:
    case Action::experiments:
    case Action::exploreRadius:
    case Action::togglePerspective:
    case Action::nextColouring:
    case Action::largerPoints:
    case Action::toggleTheme:
    case Action::graphicsInfo: return true;
    default: return false;
  }
}

}  // namespace

/// A language counts from the next start on: widgets keep the texts that they were made with.
void MainWindow::makeLanguageMenu() {
  QMenu& menu = menuAt("View/Language");
  auto* const group = new QActionGroup(&menu);
  const auto add = [&](const QString& text, const QString& code) {
    QAction* const entry = menu.addAction(text, this, [this, code] {
      chooseLanguage(code);
      statusBar()->showMessage(tr("Arete speaks this language from its next start on"));
    });
    entry->setObjectName("language_" + (code.isEmpty() ? QString("system") : code));
    entry->setCheckable(true);
    entry->setChecked(code == chosenLanguage());
    group->addAction(entry);
  };
  add(tr("&System"), {});
  for (const QString& code : languages()) add(code == "en" ? "English" : QLocale(code).nativeLanguageName(), code);
}

QMenu& MainWindow::menuAt(const QString& path) {
  if (const auto found = menus_.find(path); found != menus_.end()) return *found->second;
  const qsizetype slash = path.lastIndexOf('/');
  const QString name = translated(("&" + path.mid(slash + 1)).toStdString());
  QMenu* menu = slash < 0 ? menuBar()->addMenu(name) : menuAt(path.left(slash)).addMenu(name);
  menu->setToolTipsVisible(true);
  menus_[path] = menu;
  return *menu;
}

void MainWindow::makeActions() {
  for (const char* menu : kMenus) menuAt(menu);
  for (const ActionInfo& row : arete::actions()) {
    QMenu& menu = menuAt(toQt(row.menu));
    if (startsGroup(row.action)) menu.addSeparator();
    if (row.action == Action::openExample) {  // a list, not a command
      fileMenus_.recent = menu.addMenu(tr("Open Re&cent"));
      fileMenus_.example = menu.addMenu(translated(row.text));
    }
    if (row.action == Action::savePreset) {
      QMenu& presets = menuAt(kPresetsMenu);
      presets.setObjectName("presets");
      connect(&presets, &QMenu::aboutToShow, this, &MainWindow::fillPresets);
    }
    auto* action = new QAction(translated(row.text), this);
    action->setObjectName(toQt(row.id));
    action->setStatusTip(translated(row.help));
    action->setToolTip(translated(row.help));
    action->setCheckable(row.checkable);
    if (row.action == Action::quit) action->setMenuRole(QAction::QuitRole);
    if (row.action == Action::openExample) addAction(action);
    else menu.addAction(action);
    connect(action, &QAction::triggered, this, [this, id = row.action] { perform(id); });
    actions_[row.action] = action;
  }
  makeLanguageMenu();
  applyKeys();
  QMenu& window = menuAt("Window");
  window.addSeparator();
  window.addAction(layersDock_->toggleViewAction());
  window.addAction(filterDock_->toggleViewAction());
  window.addAction(editDock_->toggleViewAction());
  window.addAction(inspectorDock_->toggleViewAction());
  for (QWidget* panel : {static_cast<QWidget*>(race_), static_cast<QWidget*>(own_)})
    window.addAction(qobject_cast<QDockWidget*>(panel->parentWidget())->toggleViewAction());
}

void MainWindow::applyKeys() {
  for (const auto& [id, action] : actions_) action->setShortcuts(shortcutsOf(id));
  refreshTips(*this);
}

void MainWindow::showKeys() {
  KeysDialog dialog(this);
  connect(&dialog, &KeysDialog::changed, this, &MainWindow::applyKeys);
  dialog.exec();
}

void MainWindow::fillFileLists() {
  const auto fill = [this](QMenu& menu, const QStringList& files, bool numbered) {
    menu.clear();
    menu.setEnabled(!files.isEmpty());
    for (qsizetype i = 0; i < files.size(); ++i) {
      const QString name = QFileInfo(files[i]).fileName().replace('&', "&&");
      QAction* entry =
          menu.addAction(numbered && i < 9 ? QString("&%1  %2").arg(i + 1).arg(name) : name, this, [this, file = files[i]] { open(file); });
      entry->setToolTip(files[i]);
      entry->setStatusTip(files[i]);
    }
  };
  const QStringList recent = recentFiles(), examples = exampleFiles();
  fill(*fileMenus_.recent, recent, true);
  if (!recent.isEmpty()) {
    fileMenus_.recent->addSeparator();
    fileMenus_.recent->addAction(tr("&Clear Recent Files"), this, [this] {
      clearRecentFiles();
      fillFileLists();
    });
  }
  fill(*fileMenus_.example, examples, false);
  actions_[Action::openExample]->setEnabled(!examples.isEmpty());
  picture_->setFileLists({toStrings(recent), toStrings(examples)});
}

bool MainWindow::isOn(Action action) const {
  switch (action) {
    case Action::togglePanels: return picture_->panelsVisible();
    case Action::fullScreen: return isFullScreen();
    case Action::measure: return picture_->measuring();
    case Action::pointByKeys: return picture_->pointingByKeys();
    case Action::mouseArete:
    case Action::mouseParaView:
    case Action::mouseCloudCompare: return int(picture_->mouseStyle()) == int(action) - int(Action::mouseArete);
    case Action::textNormal:
    case Action::textLarge:
    case Action::textLarger:
    case Action::textLargest: return picture_->textScale() == kTextScales[size_t(action) - size_t(Action::textNormal)];
    default: return controller_.isOn(action);
  }
}

void MainWindow::showActionStates() {
  for (const auto& [id, action] : actions_) {
    if (id != Action::openExample) action->setEnabled(controller_.isPossible(id));
    if (!action->isCheckable()) continue;
    action->setChecked(isOn(id));
  }
  const auto named = [](const QString& text, const QString& what) { return what.isEmpty() ? text : tr("%1: %2").arg(text, what); };
  actions_[Action::undo]->setText(named(tr("&Undo"), controller_.document().undoStack().undoText()));
  actions_[Action::redo]->setText(named(tr("&Redo"), controller_.document().undoStack().redoText()));
}

}  // namespace arete
