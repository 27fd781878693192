#include "app/window/own_panel.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QScrollArea>
#include <QTabWidget>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/window/file_places.h"
#include "compute/text/printable.h"
#include "compute/text/translate.h"
#include "render/overlay.h"
#include "ui/engine_text.h"
#include "ui/window_words.h"

namespace arete {

namespace {

constexpr int kStateWidth = 270, kTimeDigits = 3;

QString ownBits(const mine::Trial& trial) {
  if (!trial.failure.empty()) return tr("Failed");
  if (trial.differ == 0) return QString(tr("Same bits in all %1 tasks")).arg(trial.asked);
  return QString(tr("Differs in %1 of %2 tasks")).arg(trial.differ).arg(trial.asked);
}

/// The reason of what is not right; "" where all is.
QString ownWords(const OwnTrial& tried) {
  if (tried.refused) return toQt(textInWindow(*tried.refused));
  const mine::Trial& trial = tried.trial;
  QString text;
  if (!trial.failure.empty()) text = toQt(asSentence(errorText(trial.failure))) + ".";
  else if (trial.differ > 0) text = toQt(asSentence(errorText(trial.first))) + ".";
  if (!text.isEmpty() && !trial.task.empty()) text = toQt(asSentence(errorText(trial.task))) + ": " + text;
  if (!trial.hint.empty()) text += "\n" + toQt(asSentence(inWindowWords(errorText(trial.hint)))) + ".";
  if (text.isEmpty() && tried.isDone && !tried.hadCloud) text = tr("Open a cloud and set R1: then it is also compared and timed on that.");
  return text;
}

QString stateBefore(const OwnTrial& tried) {
  if (!tried.isDone) return {};
  return QString(tr("Before: %1")).arg(stateOf(tried, false));
}

QTableWidgetItem* timeCell(const QString& text, bool isNumber) {
  auto* item = new QTableWidgetItem(text);
  if (isNumber) item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
  return item;
}

QString timeText(double value) { return value > 0 ? toQt(formatNumber(value, kTimeDigits)) : QString(); }

double ownTime(const OwnTrial& tried, const std::string& id) {
  for (const mine::TrialRow& row : tried.trial.rows)
    if (row.id == id) return row.median;
  return 0;
}

}  // namespace

QString stateOf(const OwnTrial& tried, bool busy) {
  if (tried.refused) return tried.version ? tr("Cannot be added") : tried.messages.empty() ? tr("Cannot run") : tr("Does not compile");
  const mine::Trial& trial = tried.trial;
  if (busy && !tried.version) return tr("Compiling …");
  if (busy && trial.asked == 0 && trial.failure.empty()) return tr("Comparing …");
  if (!tried.version) return tr("Stopped");
  QString text = ownBits(trial);
  if (busy) text += " · " + QString(trial.rows.empty() ? tr("comparing …") : tr("timing …"));
  else if (!tried.isDone) text += " · " + QString(tr("stopped"));
  else text += " · " + QString(tr("%1 s after saving")).arg(tried.seconds, 0, 'f', 1);
  return text;
}

OwnPanel::OwnPanel(Controller& controller, QWidget* parent) : QWidget(parent), controller_(controller), widgets_{} {
  setObjectName("own");
  auto* row = new QHBoxLayout(this);
  row->addLayout(makeState());
  row->addWidget(makeTables(), 3);
  row->addLayout(makeRoofline(), 2);
  connect(&controller_, &Controller::ownChanged, this, &OwnPanel::showAll);
  connect(&controller_, &Controller::sessionChanged, this, &OwnPanel::showButtons);
  showAll();
}

/// What became of it, and what can be done.
QLayout* OwnPanel::makeState() {
  auto* column = new QVBoxLayout;
  widgets_.file = new ElidedLabel;
  widgets_.file->setObjectName("own_file");
  widgets_.file->setFixedWidth(kStateWidth);
  widgets_.state = new QLabel;
  widgets_.state->setObjectName("own_state");
  widgets_.state->setFixedWidth(kStateWidth);
  widgets_.state->setWordWrap(true);
  widgets_.words = new QLabel;
  widgets_.words->setObjectName("own_words");
  widgets_.words->setWordWrap(true);
  widgets_.words->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  widgets_.words->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* scroll = new QScrollArea;
  scroll->setWidget(widgets_.words);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setFixedWidth(kStateWidth);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  widgets_.differing = new QWidget;
  auto* steps = new QHBoxLayout(widgets_.differing);
  steps->setContentsMargins(0, 0, 0, 0);
  const auto arrow = [&](const char* name, Qt::ArrowType type, Action action) {
    auto* button = new QToolButton;
    button->setObjectName(name);
    button->setArrowType(type);
    button->setToolTip(translated(info(action).help));
    button->setAccessibleName(button->toolTip());
    connect(button, &QToolButton::clicked, this, [this, action] { Q_EMIT actionRequested(action); });
    return button;
  };
  widgets_.previous = arrow("own_previous", Qt::LeftArrow, Action::previousDiffering);
  widgets_.next = arrow("own_next", Qt::RightArrow, Action::nextDiffering);
  widgets_.place = new QLabel;
  widgets_.place->setObjectName("own_place");
  for (QWidget* widget : std::initializer_list<QWidget*>{widgets_.previous, widgets_.next, widgets_.place}) steps->addWidget(widget);
  steps->addStretch(1);
  auto* buttons = new QHBoxLayout;
  const auto add = [&](const QString& text, const char* name, const QString& tip) {
    auto* button = new QPushButton(text);
    button->setObjectName(name);
    button->setToolTip(tip);
    button->setMinimumWidth(fontMetrics().horizontalAdvance(text) + 14);
    buttons->addWidget(button);
    return button;
  };
  widgets_.add = add(tr("&Add…"), "own_add", translated(info(Action::addVersion).help));
  widgets_.again = add(tr("A&gain"), "own_again", tr("Compile, compare and time it once more, on what is open now"));
  widgets_.stop = add(tr("&Stop"), "own_stop", tr("What is known stays (Esc)"));
  widgets_.race = add(tr("&Race"), "own_race", tr("Side by side with the fastest of ours, step by step"));
  widgets_.sanitize = add(tr("Saniti&ze"), "own_sanitize", tr("Run it under NVIDIA's compute-sanitizer: its messages name the line of a fault"));
  connect(widgets_.sanitize, &QPushButton::clicked, this, [this] { controller_.own().sanitize(); });
  connect(widgets_.add, &QPushButton::clicked, this, [this] { Q_EMIT actionRequested(Action::addVersion); });
  connect(widgets_.again, &QPushButton::clicked, this, [this] { controller_.own().again(); });
  connect(widgets_.stop, &QPushButton::clicked, this, [this] { controller_.own().stop(); });
  connect(widgets_.race, &QPushButton::clicked, this, &OwnPanel::raceRequested);
  for (QWidget* widget : std::initializer_list<QWidget*>{widgets_.file, widgets_.state, scroll, widgets_.differing}) column->addWidget(widget);
  column->setStretchFactor(scroll, 1);
  column->addLayout(buttons);
  return column;
}

QWidget* OwnPanel::makeTables() {
  widgets_.tabs = new QTabWidget;
  widgets_.tabs->setObjectName("own_tabs");
  widgets_.times = new QTableWidget;
  widgets_.times->setObjectName("own_times");
  widgets_.times->verticalHeader()->hide();
  widgets_.times->setShowGrid(false);
  widgets_.times->setEditTriggers(QAbstractItemView::NoEditTriggers);
  widgets_.times->setSelectionBehavior(QAbstractItemView::SelectRows);
  widgets_.times->setFrameShape(QFrame::NoFrame);
  widgets_.times->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6);
  widgets_.messages = new QListWidget;
  widgets_.messages->setObjectName("own_messages");
  widgets_.messages->setToolTip(tr("A click copies the message"));
  widgets_.messages->setWordWrap(true);
  widgets_.tabs->addTab(widgets_.times, tr("Times"));
  widgets_.tabs->addTab(widgets_.messages, tr("Messages"));
  makeParameters();
  const auto copy = [this](const QListWidgetItem* item) {
    QGuiApplication::clipboard()->setText(item->text());
    Q_EMIT copied(tr("Copied: %1").arg(item->text()));
  };
  connect(widgets_.messages, &QListWidget::itemClicked, this, copy);
  connect(widgets_.messages, &QListWidget::itemActivated, this, copy);
  return widgets_.tabs;
}

/// A tab where the file declares some.
void OwnPanel::makeParameters() {
  auto* content = new QWidget;
  auto* column = new QVBoxLayout(content);
  widgets_.parameters = new OwnParameters(controller_);
  widgets_.parametersTime = new QLabel;
  widgets_.parametersTime->setObjectName("own_parameters_time");
  widgets_.parametersTime->setWordWrap(true);
  column->addWidget(widgets_.parametersTime);
  column->addWidget(widgets_.parameters);
  column->addStretch(1);
  widgets_.parametersTab = new QScrollArea(this);
  widgets_.parametersTab->setWidget(content);
  widgets_.parametersTab->setWidgetResizable(true);
  widgets_.parametersTab->setFrameShape(QFrame::NoFrame);
  widgets_.parametersTab->hide();
}

QLayout* OwnPanel::makeRoofline() {
  auto* column = new QVBoxLayout;
  widgets_.roofline = new RooflineView;
  widgets_.bound = new QLabel;
  widgets_.bound->setObjectName("own_bound");
  widgets_.bound->setWordWrap(true);
  column->addWidget(widgets_.roofline, 1);
  column->addWidget(widgets_.bound);
  return column;
}

void OwnPanel::showAll() {
  const OwnVersion& own = controller_.own();
  const OwnTrial& now = own.now();
  if (!own.open()) {
    widgets_.file->setWhole(tr("No version yet"), {});
    widgets_.state->setText(tr("Drop a .cpp or .cu file on the window, or press Add…"));
  } else {
    widgets_.file->setWhole(toQt(now.file.filename().string()), toQt(now.file.string()));
    const QString was = stateBefore(own.before());
    widgets_.state->setText(stateOf(now, own.busy()) + (was.isEmpty() ? QString() : "\n" + was));
  }
  const mine::DifferingPoints* const differing = own.differing();
  widgets_.words->setText(differing != nullptr && !differing->elements.empty() ? toQt(asSentence(errorText(differing->words(own.at())))) + "."
                                                                               : ownWords(now));
  widgets_.differing->setVisible(differing != nullptr);
  if (differing != nullptr)
    widgets_.place->setText(QString(tr("%1 of %2 points that differ")).arg(own.at() + 1).arg(toQt(formatNumber(double(differing->elements.size())))));
  showButtons();
  showTimes();
  showMessages();
  showParameters();
  widgets_.roofline->setRoofline(now.trial.roofline());
  const Roofline& roofline = widgets_.roofline->roofline();
  widgets_.bound->setText(roofline.isKnown() ? toQt(engineText(roofline.boundOf(roofline.dots.front()))) : QString());
  widgets_.bound->setVisible(roofline.isKnown());
}

void OwnPanel::showButtons() {
  const OwnVersion& own = controller_.own();
  widgets_.again->setEnabled(own.open());
  widgets_.again->setVisible(!own.busy());
  widgets_.stop->setVisible(own.busy());
  widgets_.sanitize->setVisible(!own.busy() && own.canSanitize());
  widgets_.race->setEnabled(own.now().version != nullptr && !controller_.cloud().empty());
}

/// Now and before, side by side.
void OwnPanel::showTimes() {
  const OwnVersion& own = controller_.own();
  const OwnTrial &now = own.now(), &before = own.before();
  const std::vector<mine::TrialRow>& rows = now.trial.rows.empty() && own.busy() ? before.trial.rows : now.trial.rows;
  QTableWidget& table = *widgets_.times;
  table.clear();
  table.setRowCount(int(rows.size()));
  table.setColumnCount(5);
  table.setHorizontalHeaderLabels({tr("version"), tr("median, ms"), tr("before, ms"), tr("least, ms"), tr("speed-up")});
  table.horizontalHeaderItem(4)->setToolTip(tr("times as fast as yours"));
  table.setColumnHidden(2, before.trial.rows.empty());
  for (int r = 0; r < table.rowCount(); ++r) {
    const mine::TrialRow& row = rows[size_t(r)];
    const double yours = ownTime(now, rows.front().id), mine = ownTime(now, row.id);
    const QString name = row.note.empty() ? toQt(row.id) : toQt(row.id) + " (" + toQt(errorText(row.note)) + ")";
    const QString cells[] = {name, timeText(mine), timeText(ownTime(before, row.id)), timeText(mine > 0 ? row.least : 0),
                             mine > 0 && yours > 0 ? timeText(yours / mine) : QString()};
    for (int c = 0; c < table.columnCount(); ++c) table.setItem(r, c, timeCell(cells[c], c > 0));
  }
  table.resizeColumnsToContents();
}

/// With the time that these values have, and the one of before.
void OwnPanel::showParameters() {
  const bool isThere = widgets_.tabs->indexOf(widgets_.parametersTab) >= 0, isWanted = widgets_.parameters->count() > 0;
  if (isWanted && !isThere) widgets_.tabs->insertTab(1, widgets_.parametersTab, tr("Parameters"));
  if (!isWanted && isThere) widgets_.tabs->removeTab(widgets_.tabs->indexOf(widgets_.parametersTab));
  const OwnVersion& own = controller_.own();
  if (!own.now().version) return;
  const double present = ownTime(own.now(), own.now().version->id), former = ownTime(own.before(), own.now().version->id);
  QString text = present > 0 ? toQt(formatNumber(present, kTimeDigits)) + tr(" ms") : stateOf(own.now(), own.busy());
  if (former > 0) text += " · " + QString(tr("before: %1 ms")).arg(timeText(former));
  widgets_.parametersTime->setText(text);
}

/// Line by line as the compiler has them; they come to the front where there is nothing else.
void OwnPanel::showMessages() {
  const OwnTrial& now = controller_.own().now();
  const QString messages = toQt(printableLines(now.messages + (now.version ? now.version->figures : "")));
  if (messages == shownMessages_) return;
  shownMessages_ = messages;
  widgets_.messages->clear();
  const QStringList lines = messages.split('\n', Qt::SkipEmptyParts);
  widgets_.messages->addItems(lines);
  const int tab = widgets_.tabs->indexOf(widgets_.messages);
  widgets_.tabs->setTabText(tab, lines.isEmpty() ? tr("Messages") : QString(tr("Messages (%1)")).arg(lines.size()));
  if (now.refused && !lines.isEmpty()) widgets_.tabs->setCurrentIndex(tab);
  else if (widgets_.tabs->currentIndex() == tab) widgets_.tabs->setCurrentIndex(0);
}

/// Escape stops it wherever the keyboard is in the panel.
void OwnPanel::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape && controller_.own().busy()) return controller_.own().stop();
  QWidget::keyPressEvent(event);
}

}  // namespace arete
