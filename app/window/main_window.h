// The window: picture in the middle, layers and inspector at the left, menus made from the table of actions.
#pragma once

#include <functional>
#include <map>

#include <QAction>
#include <QMainWindow>

#include "app/window/controller.h"
#include "app/window/picture_widget.h"
#include "app/window/recovery.h"
#include "compute/io/session_versions.h"

class QMenu;

namespace arete {

class ExperimentsDialog;
class MachineDialog;
class FilterPanel;
class InspectorPanel;
class OwnPanel;
class ParametersDialog;
class ProfileDialog;
class RacePanel;
class RadiusExplorer;
class StatusLine;

/// By the ending of its name: one that MainWindow::addVersion() takes.
bool isVersionFile(const QString& path);

class MainWindow : public QMainWindow {
  Q_OBJECT
 public:
  explicit MainWindow(PointsPath path = PointsPath::automatic, QWidget* parent = nullptr);
  ~MainWindow() override;

  Controller& controller() { return controller_; }
  PictureWidget& picture() { return *picture_; }
  RacePanel& race() { return *race_; }
  Recovery& recovery() { return recovery_; }
  /// The menu entry of a row of the table.
  QAction& action(Action action) { return *actions_.at(action); }
  void perform(Action action);
  void open(const QString& path, const ReadOptions& options = {});
  /// Several files as one cloud; with a filter instead of a session's.
  void open(const QStringList& paths, const ReadOptions& options, const std::optional<Filter>& filter);
  /// For an end that cannot wait for an answer: unsaved changes are kept for the next start.
  void endUnasked();
  /// Asks whether to restore what a crashed program had open; does nothing when there is none.
  void offerToRestore();
  void showRace();  ///< its panel, wherever it lies
  /// Compiles and tries a file of the user's, and shows what becomes of it. Others are shown and asked for first: see askForVersion().
  void addVersion(const QString& path);

 protected:
  void closeEvent(QCloseEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  // main_window_menus.cpp
  void makeActions();
  void makeLanguageMenu();
  QMenu& menuAt(const QString& path);
  void fillFileLists();
  void showActionStates();
  void applyKeys();
  void showKeys();
  // main_window_presets.cpp
  static constexpr const char* kPresetsMenu = "Algorithm/Presets";
  void fillPresets();
  void usePreset(const QString& name);
  void savePresetDialog();
  bool isOn(Action action) const;
  // main_window.cpp
  void makeDocks();
  void showTitle();
  void restoreLayout();
  static constexpr double kTextScales[] = {1, 1.15, 1.3, 1.5};  ///< in the order of the actions
  void setTextScale(double scale);
  void saveLayout();
  // main_window_actions.cpp
  void openDialog();
  void openWithOptionsDialog();
  void addFilesDialog();
  void openBesideDialog();
  void showBeside(const QStringList& paths);
  void showFilter();
  void showEditing();
  void askHowToRead(const QString& path);
  void openReferenceDialog();
  void editParameters();
  void showExperiments();
  void checkMachine();
  void exploreRadius();
  bool raceShown() const;
  void hideRace();
  void addVersionDialog();
  void raceOwn();
  void raceOwnAgain();
  void withVersionsOf(const std::filesystem::path& session, std::function<void()> then);
  bool askForVersion(const std::filesystem::path& session, const NamedVersionFile& version);
  void showViewsOfRace();
  bool needsPicture(Action action) const;
  void showProfile();
  void goToNextPart();
  bool saveSession(bool askForName);
  bool mayDiscardChanges();
  void copyView();
  void pasteView();

  Controller controller_;
  Recovery recovery_{controller_};
  PictureWidget* picture_ = nullptr;
  InspectorPanel* inspector_ = nullptr;
  StatusLine* status_ = nullptr;
  ExperimentsDialog* experiments_ = nullptr;  ///< made when first asked for
  MachineDialog* machine_ = nullptr;          ///< made when first asked for
  ParametersDialog* parameters_ = nullptr;    ///< made when first asked for
  RadiusExplorer* explorer_ = nullptr;        ///< made when first asked for
  ProfileDialog* profile_ = nullptr;          ///< made when first asked for
  RacePanel* race_ = nullptr;
  OwnPanel* own_ = nullptr;
  QDockWidget *layersDock_ = nullptr, *filterDock_ = nullptr, *editDock_ = nullptr, *inspectorDock_ = nullptr;
  std::map<Action, QAction*> actions_;
  std::map<QString, QMenu*> menus_;
  struct {
    QMenu *recent = nullptr, *example = nullptr;
  } fileMenus_;
  Theme theme_ = Theme::dark;
};

}  // namespace arete
