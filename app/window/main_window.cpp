#include "app/window/main_window.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QFileInfo>
#include <QMimeData>
#include <QPointer>
#include <QScreen>
#include <QScrollBar>
#include <QSettings>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTimer>

#include "app/window/column_scroll.h"
#include "app/window/edit_panel.h"
#include "app/window/file_places.h"
#include "app/window/filter_panel.h"
#include "app/window/inspector_panel.h"
#include "app/window/kept_docks.h"
#include "app/window/key_settings.h"
#include "app/window/layers_panel.h"
#include "app/window/own_panel.h"
#include "app/window/race_panel.h"
#include "app/window/status_line.h"
#include "app/window/theme.h"
#include "compute/io/read_clouds.h"
#include "compute/text/translate.h"

namespace arete {

namespace {

constexpr QSize kLargestFirstWindow(1920, 1200);
constexpr double kFirstWindowShare = 0.8;                                     // of the screen
constexpr int kDockWidth = 268, kLayersHeight = 560, kInspectorHeight = 240;  // all layers, their colours and the range of these
constexpr int kLeastLayersHeight = 160;                                       // it scrolls
constexpr int kRoomForDocks = 1080;
constexpr int kMessage_ms = 8000, kNotice_ms = 20000;
const char* const kGeometryKey = "window/geometry";
const char* const kPanelsKey = "window/panels";
const char* const kThemeKey = "window/white_theme";
const char* const kMouseKey = "window/mouse_style";
const char* const kTextKey = "window/text_scale";
const char* const kSeenKey = "window/first_result_seen";

QString settingsText(const PanelLayout& layout) {
  return QString("%1 %2 %3 %4 %5 %6")
      .arg(layout.rightWidth)
      .arg(layout.bottomHeight)
      .arg(int(layout.rightOpen))
      .arg(int(layout.bottomOpen))
      .arg(layout.foldedSections)
      .arg(int(layout.tab));
}

PanelLayout layoutOf(const QString& text) {
  const QStringList values = text.split(' ');
  PanelLayout layout;
  if (values.size() != 6) return layout;
  layout.rightWidth = values[0].toDouble();
  layout.bottomHeight = values[1].toDouble();
  layout.rightOpen = values[2].toInt() != 0;
  layout.bottomOpen = values[3].toInt() != 0;
  layout.foldedSections = values[4].toUInt();
  layout.tab = values[5].toInt() == int(PanelTab::lab) ? PanelTab::lab : PanelTab::curve;
  return layout;
}

}  // namespace

MainWindow::MainWindow(PointsPath path, QWidget* parent) : QMainWindow(parent), picture_(new PictureWidget(controller_, path)) {
  setObjectName("arete_window");
  setWindowIcon(programIcon());
  setAcceptDrops(true);
  auto* const views = new RaceViews(controller_, path);
  auto* const middle = new QStackedWidget;
  for (QWidget* widget : {static_cast<QWidget*>(picture_), static_cast<QWidget*>(views)}) middle->addWidget(widget);
  setCentralWidget(middle);
  race_ = new RacePanel(controller_, *views);
  own_ = new OwnPanel(controller_);
  makeDocks();
  status_ = new StatusLine(*statusBar(), controller_, *picture_);
  loadKeys();
  makeActions();
  connect(picture_, &PictureWidget::actionRequested, this, &MainWindow::perform);
  connect(picture_, &PictureWidget::openRequested, this, [this](const QString& path) { open(path); });
  connect(picture_, &PictureWidget::optionsRequested, this, &MainWindow::askHowToRead);
  connect(picture_, &PictureWidget::selectionChanged, this, [this] {
    const std::optional<Pick>& pick = picture_->selection();
    inspector_->show(pick);
    controller_.select(pick ? std::optional(SelectedPoint{pick->target == PickTarget::chosenPoint, pick->index}) : std::nullopt);
  });
  connect(picture_, &PictureWidget::modeChanged, this, &MainWindow::showActionStates);
  connect(&controller_, &Controller::pointsLacking, this, [this] {  // what is marked as noise is a filter too
    QDockWidget* const dock = controller_.session().job.filter.empty() ? editDock_ : filterDock_;
    dock->show();
    dock->raise();
  });
  connect(race_, &RacePanel::viewsChanged, this, &MainWindow::showViewsOfRace);
  connect(race_, &RacePanel::left, this, &MainWindow::hideRace);
  connect(own_, &OwnPanel::actionRequested, this, &MainWindow::perform);
  connect(own_, &OwnPanel::raceRequested, this, &MainWindow::raceOwn);
  controller_.own().drawnWhen([picture = QPointer(picture_)] { return picture.isNull() || !picture->isVisible() || picture->settled(); });
  connect(&controller_.own(), &OwnVersion::tried, this, &MainWindow::raceOwnAgain);
  connect(own_, &OwnPanel::copied, this, [this](const QString& message) { statusBar()->showMessage(message, kMessage_ms); });
  connect(&race_->views(), &RaceViews::viewportChanged, this, [this] {
    if (race_->viewsWanted()) controller_.setViewport(race_->views().viewport());
  });
  connect(picture_, &PictureWidget::statisticsChanged, status_, &StatusLine::show);
  connect(status_, &StatusLine::crsClicked, this, [this] { perform(Action::coordinateSystem); });
  connect(status_, &StatusLine::warningsClicked, this, [this] { perform(Action::showWarnings); });
  connect(&controller_, &Controller::saved, this, [this](const QString& message) { statusBar()->showMessage(message, kMessage_ms); });
  connect(&controller_, &Controller::noticed, this, [this](const QString& message) { statusBar()->showMessage(message, kNotice_ms); });
  connect(&controller_, &Controller::cloudChanged, this, [this] {
    addRecentFile(QString::fromStdString(controller_.session().file.string()));
    fillFileLists();
    status_->countWarnings();
  });
  for (const auto signal : {&Controller::sessionChanged, &Controller::stateChanged, &Controller::frameChanged}) {
    connect(&controller_, signal, this, &MainWindow::showActionStates);
    connect(&controller_, signal, status_, &StatusLine::show);
  }
  connect(&controller_, &Controller::sessionChanged, this, &MainWindow::showTitle);
  connect(&controller_.document().undoStack(), &QUndoStack::indexChanged, this, &MainWindow::showActionStates);
  qApp->installEventFilter(this);
  restoreLayout();
  fillFileLists();
  showActionStates();
  showTitle();
  status_->show();
  picture_->setFocus();
}

MainWindow::~MainWindow() {
  qApp->removeEventFilter(this);
  controller_.disconnect(this);  // it is a member and ends first, telling of its last changes
  controller_.disconnect(status_);
  controller_.document().undoStack().disconnect(this);
  delete race_;
  delete own_;
  delete findChild<RaceViews*>();
  delete picture_;  // they use the controller, a member, which would be gone before the base class deletes children
}

void MainWindow::makeDocks() {
  const auto add = [this](const QString& title, const QString& name, QWidget* content) {
    auto* dock = new QDockWidget(title, this);
    dock->setObjectName(name);
    dock->setAllowedAreas(Qt::LeftDockWidgetArea | Qt::RightDockWidgetArea);
    QScrollArea* scroll = columnScroll(content);
    scroll->setMinimumWidth(content->minimumSizeHint().width() + scroll->verticalScrollBar()->sizeHint().width());
    dock->setWidget(scroll);
    addDockWidget(Qt::LeftDockWidgetArea, dock);
    return dock;
  };
  inspector_ = new InspectorPanel(controller_);
  layersDock_ = add(tr("Layers"), "layers", new LayersPanel(controller_));
  auto* const filter = new FilterPanel(controller_);
  connect(filter, &FilterPanel::actionRequested, this, &MainWindow::perform);
  filterDock_ = add(tr("Filter"), "filter", filter);
  tabifyDockWidget(layersDock_, filterDock_);
  auto* const edit = new EditPanel(controller_);
  connect(edit, &EditPanel::actionRequested, this, &MainWindow::perform);
  editDock_ = add(tr("Edit"), "edit", edit);
  tabifyDockWidget(filterDock_, editDock_);
  layersDock_->raise();
  const auto addBelow = [this](const QString& title, const char* name, QWidget* content) {  // the picture, which views of a race divide
    auto* dock = new QDockWidget(title, this);
    dock->setObjectName(name);
    dock->setAllowedAreas(Qt::BottomDockWidgetArea | Qt::TopDockWidgetArea);
    dock->setWidget(content);
    addDockWidget(Qt::BottomDockWidgetArea, dock);
    dock->hide();  // before it is a tab: the layout would keep its width for a hidden one
    return dock;
  };
  setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
  setCorner(Qt::TopLeftCorner, Qt::LeftDockWidgetArea);
  auto* const race = addBelow(tr("Race"), "race_dock", race_);
  auto* const own = addBelow(tr("Your Version"), "own_dock", own_);
  tabifyDockWidget(race, own);
  inspectorDock_ = add(tr("Inspector"), "inspector", inspector_);
  layersDock_->widget()->setMinimumHeight(kLeastLayersHeight);
  resizeDocks({layersDock_}, {kDockWidth}, Qt::Horizontal);
  resizeDocks({layersDock_, inspectorDock_}, {kLayersHeight, kInspectorHeight}, Qt::Vertical);
}

void MainWindow::showTitle() {
  const std::string name = nameOf(controller_.session().files());
  const std::string session = controller_.document().sessionFile().filename().string();
  const QString file = QString::fromStdString(session.empty() ? name : session + " (" + name + ")");
  setWindowTitle(name.empty() ? QString("Arete") : file + "[*] – Arete");
  setWindowModified(controller_.document().modified());
  if (controller_.session().view.theme != theme_) {
    theme_ = controller_.session().view.theme;
    applyTheme(theme_);
  }
}

void MainWindow::restoreLayout() {
  const QSettings settings;
  const QRect room = screen()->availableGeometry();
  const QSize first = (QSizeF(room.size()) * kFirstWindowShare).toSize().boundedTo(kLargestFirstWindow);
  restoreGeometry(settings.value(kGeometryKey).toByteArray());
  if (!settings.contains(kGeometryKey) || width() > room.width() || height() > room.height()) {  // also kept on another screen, or at another scale
    resize(first);
    move(room.center() - rect().center());
  }
  if (!KeptDocks::known() && width() < kRoomForDocks)  // the picture comes first; menu Window shows them
    for (QDockWidget* dock : {layersDock_, filterDock_, editDock_, inspectorDock_}) dock->hide();
  new KeptDocks(*this);  // the window is its parent
  picture_->setPanelLayout(layoutOf(settings.value(kPanelsKey).toString()));
  picture_->setMouseStyle(MouseStyle(std::clamp(settings.value(kMouseKey).toInt(), 0, int(MouseStyle::cloudCompare))));
  picture_->setCallouts(!settings.value(kSeenKey).toBool());
  applyTheme(theme_);
  setTextScale(std::clamp(settings.value(kTextKey, 1.0).toDouble(), kTextScales[0], std::end(kTextScales)[-1]));
  if (settings.value(kThemeKey).toBool()) controller_.perform(Action::toggleTheme);
  controller_.document().forgetChanges();
}

/// The size of everything that is written in the window; the picture itself stays as it is.
void MainWindow::setTextScale(double scale) {
  static const QFont usual = QApplication::font();
  QFont font = usual;
  if (font.pointSizeF() > 0) font.setPointSizeF(font.pointSizeF() * scale);
  else font.setPixelSize(int(std::lround(font.pixelSize() * scale)));
  QApplication::setFont(font);
  picture_->setTextScale(scale);
}

void MainWindow::saveLayout() {
  QSettings settings;
  settings.setValue(kGeometryKey, saveGeometry());
  KeptDocks::keep(*this);
  settings.setValue(kPanelsKey, settingsText(picture_->panelLayout()));
  settings.setValue(kMouseKey, int(picture_->mouseStyle()));
  settings.setValue(kTextKey, picture_->textScale());
  settings.setValue(kSeenKey, !picture_->callouts());
  settings.setValue(kThemeKey, theme_ == Theme::white);
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (!mayDiscardChanges()) return event->ignore();
  saveLayout();
  event->accept();
}

void MainWindow::endUnasked() {
  recovery_.keepUnsaved();
  saveLayout();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  const QMimeData* data = event->mimeData();
  if (data->hasUrls() && !data->urls().isEmpty() && data->urls().first().isLocalFile()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  event->acceptProposedAction();
  QStringList files;
  for (const QUrl& url : event->mimeData()->urls())
    if (url.isLocalFile()) files << url.toLocalFile();
  if (files.isEmpty()) return;
  if (std::ranges::all_of(files, isVersionFile)) return std::ranges::for_each(files, [this](const QString& file) { addVersion(file); }), void();
  if (event->modifiers() & Qt::ShiftModifier && !controller_.cloud().empty()) showBeside(files);
  else open(files, {}, {});
}

/// Keys that a widget of a dock or dialog needs for itself (Space on a button, arrows in a list) are not shortcuts while it has the focus.
bool MainWindow::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride) {
    const auto* widget = qobject_cast<QWidget*>(watched);
    const auto modifiers = static_cast<QKeyEvent*>(event)->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier);
    const int key = static_cast<QKeyEvent*>(event)->key();
    const QWidget* const holder = QApplication::focusWidget();
    const bool onPicture = holder == picture_ || holder == &race_->views();
    const bool letter = key >= Qt::Key_A && key <= Qt::Key_Z;  // one pressed by accident must change nothing: they need the focus in the picture
    const bool ownsKeys = widget != nullptr && widget != picture_ && widget != &race_->views() &&
                          (widget == this ? letter && !onPicture : widget->focusPolicy() != Qt::NoFocus && widget->hasFocus());
    const bool functionKey = key >= Qt::Key_F1 && key <= Qt::Key_F35;
    // An open list chooses by Enter when it sees this very event.
    const bool chooses = ownsKeys && (key == Qt::Key_Return || key == Qt::Key_Enter) && widget->window()->windowType() == Qt::Popup;
    if (ownsKeys && modifiers == Qt::NoModifier && !functionKey && !chooses) {
      event->accept();
      return true;
    }
  }
  return QMainWindow::eventFilter(watched, event);
}

}  // namespace arete
