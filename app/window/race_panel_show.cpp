// What a race found, shown: tables, the plot, the views and where they stand, and the files that are written of it.
#include <algorithm>
#include <cmath>
#include <limits>

#include <QBuffer>
#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QSlider>
#include <QTabWidget>
#include <QTableWidget>
#include <QToolButton>

#include "app/window/exporting.h"
#include "app/window/file_places.h"
#include "app/window/race_panel.h"
#include "app/window/roofline_view.h"
#include "compute/experiments/page.h"
#include "compute/experiments/plot.h"
#include "compute/experiments/race_table.h"
#include "compute/files/atomic_file.h"
#include "compute/io/format_table.h"
#include "compute/io/read_clouds.h"
#include "compute/text/translate.h"
#include "render/overlay.h"
#include "ui/engine_text.h"
#include "ui/window_words.h"

namespace arete {

namespace {

constexpr double kPlay_ms = 10'000, kStepsPerSecond = 10;  // a race is played in so long, or so fast by steps
constexpr int kCellDigits = 4;

QColor colourOf(size_t racer) { return QColor(toQt(plotColour(racer))); }

QString msText(double ms) { return toQt(formatNumber(ms, 3)) + tr(" ms"); }

/// The racer or the stage of a name in a table, by what readers call it.
QString shownName(const Race& race, const std::string& text) {
  const auto found = std::ranges::find(race.racers, text, [](const Racer& racer) { return racer.entry.name; });
  if (found != race.racers.end()) return toQt(engineName(found->entry.label));
  const auto stage = std::ranges::find(kStages, text, [](Stage each) { return name(each); });
  return toQt(stage == std::end(kStages) ? engineText(text) : std::string(arete::tr(stageInfo(*stage).title)));
}

/// The counts with units last, so that the numbers of all racers are in sight, and those of the raced stage first. The name of another stage precedes
/// its counter.
ResultTable countsToShow(const Race& race) {
  ResultTable table = countsOf(race);
  std::ranges::stable_partition(table.rows, [&](const auto& row) { return std::get<std::string>(row[0]) == race.of; });
  const auto arrange = [](auto& cells) {
    cells.erase(cells.begin());
    std::rotate(cells.begin() + 1, cells.begin() + 2, cells.end() - 1);
  };
  for (auto& row : table.rows) {
    const std::string stage = std::get<std::string>(row[0]);
    if (stage != race.of) std::get<std::string>(row[1]).insert(0, shownName(race, stage).toStdString() + ": ");
    arrange(row);
  }
  arrange(table.columns);
  return table;
}

/// A table that is read, not edited, with the names that readers know. `tip`: the column whose text is the tooltip of its row instead of a column; −1
/// for none.
QTableWidget* tableOf(const Race& race, const ResultTable& table, int tip, bool racersAreRows) {
  const int columns = int(table.columns.size()) - (tip >= 0 ? 1 : 0);
  auto* shown = new QTableWidget(int(table.rows.size()), columns);
  QStringList heads;
  for (int c = 0; c < columns; ++c) {
    const ResultColumn& column = table.columns[size_t(c)];
    heads << shownName(race, column.id) + (column.unit.empty() || column.unit == column.id ? QString() : ", " + translated(column.unit));
  }
  shown->setHorizontalHeaderLabels(heads);
  for (int r = 0; r < shown->rowCount(); ++r)
    for (int c = 0; c < columns; ++c) {
      const ResultValue& value = table.rows[size_t(r)][size_t(c)];
      const double* number = std::get_if<double>(&value);
      auto* item = new QTableWidgetItem(number != nullptr ? toQt(formatNumber(*number, kCellDigits)) : shownName(race, arete::shown(value)));
      if (number != nullptr) item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
      if (tip >= 0) item->setToolTip(translated(arete::shown(table.rows[size_t(r)][size_t(tip)])));
      if (racersAreRows && c == 0) {
        QPixmap mark(10, 10);
        mark.fill(colourOf(size_t(r)));
        item->setIcon(mark);
        item->setToolTip(toQt(race.racers[size_t(r)].entry.name));
      }
      shown->setItem(r, c, item);
    }
  shown->verticalHeader()->hide();
  shown->setShowGrid(false);
  shown->setEditTriggers(QAbstractItemView::NoEditTriggers);
  shown->setSelectionBehavior(QAbstractItemView::SelectRows);
  shown->setFrameShape(QFrame::NoFrame);
  shown->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  shown->resizeColumnsToContents();
  shown->verticalHeader()->setDefaultSectionSize(shown->fontMetrics().height() + 6);
  return shown;
}

/// With the times of the race before, behind those of now.
ResultTable summaryWith(const Race& race, const Race* before) {
  ResultTable table = summaryOf(race);
  if (before == nullptr) return table;
  const auto place = ptrdiff_t(table.column("median")) + 1;
  table.columns.insert(table.columns.begin() + place, {"before", "ms"});
  for (size_t i = 0; i < table.rows.size(); ++i) {
    const auto same = std::ranges::find(before->racers, race.racers[i].entry.name, [](const Racer& racer) { return racer.entry.name; });
    table.rows[i].insert(table.rows[i].begin() + place, same == before->racers.end() ? ResultValue() : ResultValue(same->milliseconds));
  }
  return table;
}

struct PlotChoice {
  const char *title, *unit;
  bool logarithmic;
  double (*value)(const RaceStep&);
};
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr PlotChoice kPlots[] = {
    {mark("Time of each step"), "ms", true, [](const RaceStep& step) { return step.record.milliseconds; }},
    {mark("When each step has ended"), "ms", true, [](const RaceStep& step) { return step.ended_ms; }},
    {mark("Points rechecked"), mark("points"), true,
     [](const RaceStep& step) { return step.record.lookedAt > 0 ? double(step.record.lookedAt) : kNone; }},
    {mark("Nodes"), "", false, [](const RaceStep& step) { return double(step.record.chosen); }},
    {mark("Greatest distance from the reference"), mark("cloud units"), false,
     [](const RaceStep& step) { return step.difference ? step.difference->hausdorff
                                       : step.equal    ? 0
                                                       : kNone; }},
};

/// What is known of the user's version on the panel beside this one, if it races.
std::vector<TriedRacer> triedRacers(const OwnVersion& own, const Race& race) {
  const OwnTrial& now = own.now();
  const bool races = now.version && std::ranges::any_of(race.racers, [&](const Racer& racer) { return racer.entry.name == now.version->id; });
  return races && now.isDone ? std::vector{TriedRacer{now.version->id, now.trial}} : std::vector<TriedRacer>{};
}

std::string pngOf(RaceViews& views) {
  constexpr QSize kSize(1920, 1080);
  constexpr double kScale = 1.5;
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  views.picture(kSize, kScale).save(&buffer, "PNG");
  return bytes.toStdString();
}

}  // namespace

void RacePanel::showTables() {
  const int before = std::max(0, widgets_.tables->currentIndex());
  while (widgets_.tables->count() > 0) {
    QWidget* const old = widgets_.tables->widget(0);
    widgets_.tables->removeTab(0);
    old->deleteLater();
  }
  if (!race_) {
    auto* nothing = new QLabel;            // say() tells why
    nothing->setAutoFillBackground(true);  // as the tables have it
    nothing->setBackgroundRole(QPalette::Base);
    nothing->setAlignment(Qt::AlignCenter);
    nothing->setEnabled(false);
    widgets_.tables->addTab(nothing, tr("Times"));
    return;
  }
  widgets_.tables->addTab(tableOf(*race_, summaryWith(*race_, before_.get()), -1, true), tr("Times"));
  widgets_.tables->addTab(tableOf(*race_, stagesOf(*race_), -1, false), tr("Stages"));
  if (const ResultTable counts = countsToShow(*race_); !counts.rows.empty())
    widgets_.tables->addTab(tableOf(*race_, counts, int(counts.columns.size()) - 1, false), tr("Counts"));
  if (const ResultTable differences = differencesOf(*race_); !differences.rows.empty())
    widgets_.tables->addTab(tableOf(*race_, differences, -1, false), tr("Differ"));
  widgets_.tables->setCurrentIndex(std::min(before, widgets_.tables->count() - 1));
}

void RacePanel::showPlot() {
  if (widgets_.plotOf->count() == 0) {
    const QSignalBlocker quiet(widgets_.plotOf);
    for (const PlotChoice& plot : kPlots) widgets_.plotOf->addItem(arete::tr(plot.title));
    widgets_.plotOf->addItem(tr("Roofline"));
  }
  widgets_.roofline->setRoofline(race_ ? race_->roofline() : Roofline{});
  const bool isRoofline = widgets_.plotOf->currentIndex() == int(std::size(kPlots));
  widgets_.plots->setCurrentIndex(isRoofline ? 1 : 0);
  if (isRoofline) return;
  const PlotChoice& plot = kPlots[size_t(std::max(0, widgets_.plotOf->currentIndex()))];
  std::vector<RaceLine> lines;
  for (size_t i = 0; race_ && i < race_->racers.size(); ++i) {
    RaceLine& line = lines.emplace_back(RaceLine{toQt(engineName(race_->racers[i].entry.label)), colourOf(i), {}});
    for (const RaceStep& step : race_->racers[i].steps) line.values.push_back(plot.value(step));
  }
  widgets_.plot->setLines(arete::tr(plot.title), arete::tr(plot.unit), plot.logarithmic, std::move(lines));
  widgets_.plot->setMarks(places());
}

RaceClock RacePanel::clock() const { return RaceClock(std::max(0, widgets_.clock->currentIndex())); }

/// Along steps, or along the times at which a step of one of them has ended: so every place shows something else, however different they are.
void RacePanel::resetSlider() {
  events_.clear();
  if (race_ && race_->neighbours == 0) {
    double begin = INFINITY;  // until then none has anything to show
    for (const Racer& racer : race_->racers) {
      begin = std::min(begin, racer.steps.front().ended_ms);
      for (size_t i = 1; i < racer.steps.size(); ++i) events_.push_back(racer.steps[i].ended_ms);
    }
    events_.push_back(begin);
  }
  std::ranges::sort(events_);
  events_.erase(std::ranges::unique(events_).begin(), events_.end());
  const size_t count = !race_ ? 0 : clock() == RaceClock::step ? race_->steps() : events_.size();
  const bool wasAtEnd = widgets_.slider->value() == widgets_.slider->maximum();
  {
    const QSignalBlocker quiet(widgets_.slider);
    widgets_.slider->setRange(0, std::max(0, int(count) - 1));
    if (wasAtEnd) widgets_.slider->setValue(widgets_.slider->maximum());
  }
  const bool possible = count > 1;
  for (QWidget* widget : std::initializer_list<QWidget*>{widgets_.slider, widgets_.play, widgets_.clock, widgets_.show}) widget->setEnabled(possible);
  showPlaces();
}

std::vector<uint32_t> RacePanel::places() const {
  std::vector<uint32_t> places;
  if (!race_ || race_->neighbours > 0) return places;
  const auto at = size_t(widgets_.slider->value());
  for (const Racer& racer : race_->racers) {
    const auto last = uint32_t(racer.steps.size()) - 1;
    const double ms = events_.empty() ? 0 : events_[std::min(at, events_.size() - 1)];
    places.push_back(clock() == RaceClock::step ? std::min(uint32_t(at), last) : racer.stepAt(ms));
  }
  return places;
}

void RacePanel::showPlaces() {
  const std::vector<uint32_t> places = this->places();
  widgets_.plot->setMarks(places);
  const auto at = size_t(widgets_.slider->value());
  const bool bySteps = clock() == RaceClock::step;
  if (places.empty()) widgets_.place->clear();
  else if (bySteps) widgets_.place->setText(QString(tr("step %1 of %2")).arg(at).arg(race_->steps() - 1));
  else widgets_.place->setText(tr("after %1").arg(msText(events_[std::min(at, events_.size() - 1)])));
  if (!viewsWanted()) return views_.setParts({}, false);
  const double now = bySteps || events_.empty() ? INFINITY : events_[std::min(at, events_.size() - 1)];
  std::vector<RaceViews::Part> parts;
  for (size_t i = 0; i < places.size(); ++i) {
    const Racer& racer = race_->racers[i];
    const RaceStep& step = racer.steps[places[i]];
    QString line = QString(tr("step %1 of %2")).arg(places[i]).arg(racer.steps.size() - 1);
    if (step.ended_ms > now) line += " · " + tr("not ended yet");
    else if (race_->turns > 0) line += " · " + msText(step.ended_ms);
    if (i > 0) line += " · " + (step.equal ? tr("same bits") : tr("other bits"));
    if (!step.state) line += " · " + tr("not kept");
    parts.push_back({toQt(engineName(racer.entry.label)), line, colourOf(i), step.state});
  }
  views_.setParts(std::move(parts), bySteps);
}

void RacePanel::play(bool on) {
  widgets_.play->setText(on ? "❚❚" : "▶");
  if (widgets_.play->isChecked() != on) return widgets_.play->setChecked(on);
  if (!on) return timer_.stop();
  if (!race_) return;
  if (widgets_.slider->value() == widgets_.slider->maximum()) widgets_.slider->setValue(0);  // once more from the start
  played_ms_ = clock() == RaceClock::time && !events_.empty() ? events_[size_t(widgets_.slider->value())] : 0;
  sinceTick_.start();
  timer_.start();
}

/// By steps evenly; by time as it passed, so much faster or slower that the race takes some seconds.
void RacePanel::playOn() {
  const double passed = double(sinceTick_.restart());
  QSlider& slider = *widgets_.slider;
  if (clock() == RaceClock::step) {
    played_ms_ += passed;
    const double each = 1000 / kStepsPerSecond;
    const int steps = int(played_ms_ / each);
    played_ms_ -= steps * each;
    slider.setValue(std::min(slider.maximum(), slider.value() + steps));
  } else if (!events_.empty()) {
    played_ms_ += passed * events_.back() / kPlay_ms;
    slider.setValue(std::max(0, int(std::ranges::upper_bound(events_, played_ms_) - events_.begin()) - 1));
  }
  if (slider.value() == slider.maximum()) play(false);
}

void RacePanel::step(int key) {
  QSlider& slider = *widgets_.slider;
  switch (key) {
    case Qt::Key_Left: play(false); return slider.setValue(slider.value() - 1);
    case Qt::Key_Right: play(false); return slider.setValue(slider.value() + 1);
    case Qt::Key_Home: play(false); return slider.setValue(0);
    case Qt::Key_End: play(false); return slider.setValue(slider.maximum());
    case Qt::Key_Space: return play(!timer_.isActive());
    case Qt::Key_Escape: return leave();
    default: return;
  }
}

/// By time: when the first racer that makes this step has ended it.
void RacePanel::goTo(uint32_t step) {
  if (!race_) return;
  play(false);
  if (clock() == RaceClock::step) return widgets_.slider->setValue(int(step));
  double soonest = INFINITY;
  for (const Racer& racer : race_->racers)
    if (step < racer.steps.size()) soonest = std::min(soonest, racer.steps[step].ended_ms);
  widgets_.slider->setValue(int(std::ranges::lower_bound(events_, soonest) - events_.begin()));
}

void RacePanel::placeViews(RaceClock clock, std::optional<uint32_t> step) {
  if (!race_ || race_->neighbours > 0) return;
  widgets_.clock->setCurrentIndex(int(clock));
  double soonest = INFINITY;
  for (const Racer& racer : race_->racers) soonest = std::min(soonest, racer.steps.back().ended_ms);
  if (clock == RaceClock::time) widgets_.slider->setValue(int(std::ranges::lower_bound(events_, soonest) - events_.begin()));
  else if (step) widgets_.slider->setValue(int(*step));
}

std::vector<std::string> RacePanel::writeTo(const std::filesystem::path& path) {
  if (!race_) throw Error(ErrorKind::wrongUse, "cannot save the race", path.string(), "nothing was raced yet", "press Race first");
  const std::string extension = extensionOf(path.string());
  const ResultTable all = arete::tableOf(*race_);
  std::string text;
  if (extension == "html") text = pageOf(*race_, nameOf(controller_.session().files()), triedRacers(controller_.own(), *race_));
  else if (extension == "csv") text = csvOf(all);
  else if (extension == "json") text = jsonOf(*race_);
  else if (extension == "svg") text = svgOf(all, plotsOf(*race_));
  else if (extension == "png" && viewsWanted()) text = pngOf(views_);
  else if (extension == "png")
    throw Error(ErrorKind::wrongUse, "no picture of the views", path.string(), "they are not shown", "press Side by side first");
  else throw Error(ErrorKind::wrongUse, "cannot save the race", path.string(), "its name ends in none of .html, .csv, .json, .svg and .png");
  controller_.guardOutputs({&path, 1});
  AtomicFile file(path);
  file.write(std::string_view(text));
  return file.commit() ? std::vector<std::string>() : std::vector<std::string>{std::string(kNotDurable)};
}

void RacePanel::askWhere() {
  static const QString kFilter = tr("Page (*.html);;Table (*.csv);;Everything (*.json);;Plots (*.svg);;Picture of the views (*.png)");
  const QString folder = folderFor(QString::fromStdString(controller_.session().file.string()));
  QString filter;
  QString path = QFileDialog::getSaveFileName(this, tr("Save the race"), folder + "/race.html", kFilter, &filter);
  if (path.isEmpty()) return;
  if (QFileInfo(path).suffix().isEmpty()) path += filter.section("*", 1).section(")", 0, 0);
  try {
    const std::filesystem::path file = path.toStdString();
    controller_.reportSaved(file, writeTo(file));
  } catch (const Error& error) {
    QMessageBox::warning(this, tr("Save the race"), toQt(textInWindow(error)));
  }
}

}  // namespace arete
