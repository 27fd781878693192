#include "app/window/race_panel.h"

#include <algorithm>

#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSlider>
#include <QSpinBox>
#include <QStackedWidget>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/window/file_places.h"
#include "app/window/post.h"
#include "app/window/roofline_view.h"
#include "app/window/theme.h"
#include "compute/text/translate.h"
#include "ui/engine_text.h"
#include "ui/window_words.h"

namespace arete {

namespace {

constexpr int kChooserWidth = 200, kMostTurns = 100, kFirstTurns = 3, kPlayTick_ms = 33;

template <class Widget>
Widget* named(Widget* widget, const char* name, const QString& tip) {
  widget->setObjectName(name);
  widget->setToolTip(tip);
  return widget;
}

}  // namespace

RacePanel::RacePanel(Controller& controller, RaceViews& views, QWidget* parent)
    : QWidget(parent),
      controller_(controller),
      views_(views),
      told_(
          postToThisThread(),
          [this](const News& news) {
            if (news.number != number_) return;
            if (news.race) take(news.race, false);
            if (!worker_.busy()) return;
            const QString what = toQt(news.what);
            say(toQt(engineName(asSentence(what.toStdString()))) + QString(" … %1 %").arg(int(100 * news.fraction)));
          },
          [](News& newer, News& older) {
            if (!newer.race && newer.number == older.number) newer.race = older.race;
          }),
      stillness_([this] { return !viewsWanted() || views_.settled(); }),
      worker_(
          "cannot race", "take fewer points, with a filter", [this](const Error& error) { say(toQt(textInWindow(error))); }, postToThisThread()) {
  setObjectName("race");
  auto* layout = new QVBoxLayout(this);
  auto* row = new QHBoxLayout;
  row->addLayout(makeChooser());
  row->addLayout(makeResults(), 1);
  layout->addLayout(row, 1);
  layout->addLayout(makeStage());
  timer_.setInterval(kPlayTick_ms);
  connect(&timer_, &QTimer::timeout, this, &RacePanel::playOn);
  for (const auto signal : {&Controller::cloudChanged, &Controller::pointsChanged}) connect(&controller_, signal, this, &RacePanel::forget);
  connect(&controller_, &Controller::sessionChanged, this, [this] {
    if (isVisible() && !busy()) fillChoices();
  });
  connect(&views_, &RaceViews::keyPressed, this, &RacePanel::step);
  fillChoices();
  forget();
}

/// Who takes part, and what runs.
QLayout* RacePanel::makeChooser() {
  auto* column = new QVBoxLayout;
  widgets_.choice = named(new QComboBox, "race_choice", tr("What is computed in several ways: a stage by its versions, or the job by a parameter"));
  widgets_.choice->setFixedWidth(kChooserWidth);
  column->addWidget(widgets_.choice);
  widgets_.options = named(new QListWidget, "race_options", tr("Two to four take part; the first is what the others are compared with"));
  widgets_.options->setFixedWidth(kChooserWidth);
  widgets_.options->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);  // tooltips have all of it
  widgets_.options->setAccessibleName(tr("Who takes part"));
  column->addWidget(widgets_.options, 1);
  auto* row = new QHBoxLayout;
  auto* label = new QLabel(tr("Re&peats"));
  constexpr int kSpare = 4;  // its own hint cuts the last letter
  label->setMinimumWidth(fontMetrics().horizontalAdvance(label->text()) + kSpare);
  widgets_.turns = named(new QSpinBox, "race_turns", tr("How often each is timed; the median is shown, with the least and the most"));
  widgets_.turns->setRange(1, kMostTurns);
  widgets_.turns->setValue(kFirstTurns);
  label->setBuddy(widgets_.turns);
  widgets_.run = named(new QPushButton(tr("&Race")), "race_run", tr("Compute with each, one after the other"));
  widgets_.stop = named(new QPushButton(tr("S&top")), "race_stop", tr("What was measured stays"));
  row->addWidget(label);
  row->addWidget(widgets_.turns);
  for (QPushButton* button : {widgets_.run, widgets_.stop}) row->addWidget(button, 1);  // one of them is there
  widgets_.stop->hide();
  column->addLayout(row);
  widgets_.text = named(new QLabel, "race_text", "");
  widgets_.text->setFixedWidth(kChooserWidth);
  widgets_.text->setWordWrap(true);
  column->addWidget(widgets_.text);
  connect(widgets_.choice, &QComboBox::currentIndexChanged, this, &RacePanel::fillOptions);
  connect(widgets_.options, &QListWidget::itemChanged, this, &RacePanel::limitOptions);
  connect(widgets_.run, &QPushButton::clicked, this, &RacePanel::start);
  connect(widgets_.stop, &QPushButton::clicked, this, [this] {
    cancel();
    say(race_ ? tr("Stopped; what was measured stays.") : tr("Stopped."));
  });
  return column;
}

/// Tables and plot side by side.
QLayout* RacePanel::makeResults() {
  auto* row = new QHBoxLayout;
  widgets_.tables = new QTabWidget;
  widgets_.tables->setObjectName("race_tables");
  row->addWidget(widgets_.tables, 3);
  auto* plots = new QVBoxLayout;
  widgets_.plotOf = named(new QComboBox, "race_plot_of", tr("What is plotted over the steps"));
  widgets_.plot = new RacePlot;
  widgets_.plot->setToolTip(tr("Click a step to see it in the views"));
  widgets_.roofline = new RooflineView;
  widgets_.roofline->setObjectName("race_roofline");
  widgets_.plots = new QStackedWidget;
  for (QWidget* plot : {static_cast<QWidget*>(widgets_.plot), static_cast<QWidget*>(widgets_.roofline)}) widgets_.plots->addWidget(plot);
  plots->addWidget(widgets_.plotOf);
  plots->addWidget(widgets_.plots, 1);
  row->addLayout(plots, 2);
  connect(widgets_.plotOf, &QComboBox::currentIndexChanged, this, &RacePanel::showPlot);
  connect(widgets_.plot, &RacePlot::pointed, this, [this](int step) { goTo(uint32_t(step)); });
  connect(widgets_.plot, &RacePlot::keyPressed, this, &RacePanel::step);
  return row;
}

/// Where the views stand, and what is kept of it all.
QLayout* RacePanel::makeStage() {
  auto* below = new QHBoxLayout;
  widgets_.show = named(new QToolButton, "race_show", tr("Divide the picture into a view for each"));
  widgets_.show->setText(tr("&Side by side"));
  widgets_.show->setCheckable(true);
  widgets_.clock = named(new QComboBox, "race_clock", tr("Whether the views show the same step, or what each has done after the same time"));
  widgets_.clock->addItems({tr("at equal step"), tr("at equal time")});
  widgets_.play = named(new QToolButton, "race_play", tr("Play, or pause (Space in the views)"));
  widgets_.play->setText("▶");
  widgets_.play->setCheckable(true);
  widgets_.play->setAccessibleName(tr("Play"));
  for (QToolButton* button : {widgets_.show, widgets_.play}) button->setStyleSheet(kCheckedStyle);
  widgets_.slider = named(new QSlider(Qt::Horizontal), "race_slider", tr("Where the views stand; arrows go step by step"));
  widgets_.slider->setAccessibleName(tr("Where the views stand"));
  widgets_.place = named(new QLabel, "race_place", "");
  widgets_.save = named(new QPushButton(tr("Sa&ve…")), "race_save", tr("A page, a table, plots, or a picture of the views"));
  for (QWidget* widget : std::initializer_list<QWidget*>{widgets_.show, widgets_.clock, widgets_.play}) below->addWidget(widget);
  below->addWidget(widgets_.slider, 1);
  below->addWidget(widgets_.place);
  below->addWidget(widgets_.save);
  connect(widgets_.show, &QToolButton::toggled, this, [this](bool on) {
    if (!on) play(false);
    showPlaces();
    Q_EMIT viewsChanged();
  });
  connect(widgets_.clock, &QComboBox::currentIndexChanged, this, &RacePanel::resetSlider);
  connect(widgets_.play, &QToolButton::toggled, this, &RacePanel::play);
  connect(widgets_.slider, &QSlider::valueChanged, this, &RacePanel::showPlaces);
  connect(widgets_.save, &QPushButton::clicked, this, &RacePanel::askWhere);
  return below;
}

/// What the session's job can be raced over; the same choice stays where it still is one.
void RacePanel::fillChoices() {
  std::vector<RaceChoice> choices;
  try {
    choices = raceChoices(controller_.session().job);
  } catch (const Error& error) {  // a session names a version that cannot run here
    return say(toQt(textInWindow(error)));
  }
  std::erase_if(choices, [](const RaceChoice& choice) {
    return std::ranges::count_if(choice.options, [](const RaceOption& option) { return option.unavailable.empty(); }) < int(kFewestRacers);
  });
  const auto ids = [](const std::vector<RaceChoice>& of) {
    std::vector<std::string> list;
    for (const RaceChoice& choice : of) list.push_back(choice.id);
    return list;
  };
  if (ids(choices) == ids(choices_)) return;
  const int before = widgets_.choice->currentIndex();
  const std::string usual = usualRace(controller_.session().job).of, chosen = before < 0 ? usual : choices_[size_t(before)].id;
  choices_ = std::move(choices);
  {
    const QSignalBlocker quiet(widgets_.choice);
    widgets_.choice->clear();
    for (const RaceChoice& choice : choices_) {
      widgets_.choice->addItem(toQt(engineName(choice.label)));
      widgets_.choice->setItemData(widgets_.choice->count() - 1, translated(choice.help), Qt::ToolTipRole);
    }
    auto same = std::ranges::find(choices_, chosen, &RaceChoice::id);
    if (same == choices_.end()) same = std::ranges::find(choices_, usual, &RaceChoice::id);  // chains have become a network
    widgets_.choice->setCurrentIndex(same == choices_.end() ? 0 : int(same - choices_.begin()));
  }
  fillOptions();
}

void RacePanel::fillOptions() {
  const QSignalBlocker quiet(widgets_.options);
  widgets_.options->clear();
  if (widgets_.choice->currentIndex() < 0) return;
  const RaceChoice& choice = choices_[size_t(widgets_.choice->currentIndex())];
  const bool ofVersions = std::ranges::any_of(kStages, [&](Stage stage) { return name(stage) == choice.id; });
  const std::vector<std::string> usual = usualValues(choice);
  for (const RaceOption& option : choice.options) {
    auto* item = new QListWidgetItem(toQt(engineName(option.label)), widgets_.options);
    const QString id = ofVersions ? toQt(option.value) + "\n" : QString();
    item->setToolTip(id + translated(option.help) +
                     (option.unavailable.empty() ? QString() : "\n" + tr("Cannot run here: %1.").arg(toQt(engineText(option.unavailable)))));
    item->setData(Qt::UserRole, toQt(option.value));
    item->setFlags(option.unavailable.empty() ? Qt::ItemIsUserCheckable | Qt::ItemIsEnabled | Qt::ItemIsSelectable : Qt::NoItemFlags);
    item->setCheckState(std::ranges::find(usual, option.value) != usual.end() ? Qt::Checked : Qt::Unchecked);
  }
}

/// A fifth one is not taken.
void RacePanel::limitOptions(QListWidgetItem* changed) {
  int checked = 0;
  for (int i = 0; i < widgets_.options->count(); ++i) checked += widgets_.options->item(i)->checkState() == Qt::Checked;
  if (checked <= int(kMostRacers)) return;
  const QSignalBlocker quiet(widgets_.options);
  changed->setCheckState(Qt::Unchecked);
  say(tr("Four at most: more cannot be told apart side by side."));
}

void RacePanel::say(const QString& text) {
  const bool running = worker_.busy(), open = !controller_.cloud().empty();
  const bool focused = widgets_.run->hasFocus() || widgets_.stop->hasFocus();
  widgets_.run->setEnabled(open);
  widgets_.run->setVisible(!running);
  widgets_.stop->setVisible(running);
  if (focused) (running ? widgets_.stop : widgets_.run)->setFocus();
  widgets_.save->setEnabled(race_ != nullptr && race_->turns > 0);
  widgets_.text->setText(text);
  if (auto* const nothing = qobject_cast<QLabel*>(widgets_.tables->widget(0)))
    nothing->setText(running ? text + "\n" + tr("Times come when each has run once.") : tr("Nothing was raced yet"));
}

void RacePanel::cancel() {
  ++number_;
  worker_.cancel();
}

/// Other points: what was measured is of no use.
void RacePanel::forget() {
  cancel();
  race_.reset(), before_.reset();
  leaveViews();
  showTables();
  showPlot();
  resetSlider();
  fillChoices();
  say(controller_.cloud().empty() ? tr("Open a cloud first.") : tr("Choose two to four, then Race."));
}

void RacePanel::start() {
  if (controller_.cloud().empty() || widgets_.choice->currentIndex() < 0) return say(tr("Open a cloud first."));
  std::vector<std::string> values;
  for (int i = 0; i < widgets_.options->count(); ++i)
    if (const QListWidgetItem* item = widgets_.options->item(i); item->checkState() == Qt::Checked)
      values.push_back(item->data(Qt::UserRole).toString().toStdString());
  if (values.size() < kFewestRacers) return say(tr("At least two must take part."));
  before_.reset();
  try {
    race(choices_[size_t(widgets_.choice->currentIndex())].id, values);
  } catch (const Error& error) {
    say(toQt(textInWindow(error)));
  }
}

void RacePanel::startWith(const RaceWish& wish) {
  const std::vector<RaceEntry> entries = raceEntries(controller_.session().job, wish.of, wish.values);
  fillChoices();
  if (const auto choice = std::ranges::find(choices_, wish.of, &RaceChoice::id); choice != choices_.end()) {
    widgets_.choice->setCurrentIndex(int(choice - choices_.begin()));
    const QSignalBlocker quiet(widgets_.options);
    for (int i = 0; i < widgets_.options->count(); ++i) {
      const std::string value = widgets_.options->item(i)->data(Qt::UserRole).toString().toStdString();
      const bool takes = std::ranges::find(entries, value, &RaceEntry::value) != entries.end();
      widgets_.options->item(i)->setCheckState(takes ? Qt::Checked : Qt::Unchecked);
    }
  }
  before_.reset();
  race(wish.of, wish.values);
}

bool RacePanel::races(std::string_view version) const {
  const bool isSeen = viewsWanted() || !visibleRegion().isEmpty();
  return isSeen && (busy() || race_ != nullptr) && std::ranges::find(wish_.values, version) != wish_.values.end();
}

/// One that has no times yet is not worth to be kept.
void RacePanel::again() {
  if (race_ && race_->turns > 0) before_ = race_;
  try {
    race(wish_.of, wish_.values);
  } catch (const Error& error) {
    say(toQt(textInWindow(error)));
  }
}

void RacePanel::race(const std::string& of, const std::vector<std::string>& values) {
  const Job job = controller_.session().job;
  if (!racesNeighbours(of) && !(job.r1() > 0)) return say(tr("Set R1 first, or suggest it (Ctrl+G)."));
  const std::vector<RaceEntry> entries = raceEntries(job, of, values);
  wish_ = {of, values};
  const bool beside = controller_.busy() || controller_.bootstrap().busy();
  ++number_;
  worker_.start([this, cloud = controller_.cloud(), of, entries, turns = widgets_.turns->value(), number = number_](const std::stop_token& stop) {
    RaceNews news;
    news.progress = [&](double fraction, std::string_view what) { told_.put({number, fraction, std::string(what), nullptr}); };
    news.sofar = [&](const Race& sofar) { told_.put({number, 0, mark("repeats begin"), std::make_shared<const Race>(sofar)}); };
    news.settle = [&] { stillness_.wait(stop); };
    auto race = std::make_shared<const Race>(raceVersions({.cloud = cloud, .of = of, .entries = entries, .repeat = turns}, stop, news));
    return Worker::Then([this, race] { take(race, true); });
  });
  say(beside ? tr("Something else is being computed: times are longer.") : tr("Racing …"));
}

/// At first the states of all steps, then times, which get surer with every turn.
void RacePanel::take(std::shared_ptr<const Race> race, bool finished) {
  const bool first = race->turns == 0 || race_ == nullptr;
  race_ = std::move(race);
  showTables();
  showPlot();
  resetSlider();
  if (first && race_->neighbours == 0 && isVisible()) {
    widgets_.slider->setValue(widgets_.slider->maximum());
    widgets_.show->setChecked(true);
  }
  if (!finished) return;
  const bool same = std::ranges::all_of(race_->racers, &Racer::equal);
  if (same) return say(race_->neighbours > 0 ? tr("All results bit-identical.") : tr("All results bit-identical at every step."));
  say(race_->neighbours > 0 ? tr("Not all results are bit-identical.") : tr("Not all results are bit-identical: rings show where the ends differ."));
}

void RacePanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  fillChoices();
}

void RacePanel::hideEvent(QHideEvent* event) {
  cancel();
  leaveViews();
  QWidget::hideEvent(event);
}

/// Escape means the race wherever the keyboard is in it, and not what computes elsewhere.
bool RacePanel::event(QEvent* event) {
  const bool key = event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress;
  if (!key || static_cast<QKeyEvent*>(event)->key() != Qt::Key_Escape) return QWidget::event(event);
  if (event->type() == QEvent::KeyPress) leave();
  event->accept();
  return true;
}

bool RacePanel::viewsWanted() const { return widgets_.show->isChecked() && race_ != nullptr && race_->neighbours == 0; }

void RacePanel::leaveViews() { widgets_.show->setChecked(false); }

/// The views first; where there are none, the panel.
void RacePanel::leave() {
  if (viewsWanted()) return leaveViews();
  Q_EMIT left();
}

void RacePanel::takeFocus() {
  activateWindow();
  (widgets_.run->isEnabled() ? static_cast<QWidget*>(widgets_.run) : widgets_.choice)->setFocus(Qt::ShortcutFocusReason);
}

}  // namespace arete
