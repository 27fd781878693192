#include "app/window/filter_panel.h"

#include <algorithm>
#include <cctype>

#include <QApplication>
#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/window/file_places.h"
#include "app/window/key_settings.h"
#include "app/window/theme.h"
#include "compute/core/asprs_classes.h"
#include "compute/filter/point_rules.h"
#include "compute/text/translate.h"
#include "render/categories.h"
#include "ui/numbers.h"
#include "ui/window_words.h"

namespace arete {

namespace {

QLabel* quietLabel(const QString& text) {
  auto* label = new QLabel(text);
  label->setWordWrap(true);
  label->setForegroundRole(QPalette::PlaceholderText);
  return label;
}

void clearLayout(QLayout& layout) {
  while (QLayoutItem* item = layout.takeAt(0)) {
    if (QLayout* inside = item->layout()) clearLayout(*inside);
    delete item->widget();
    delete item;
  }
}

/// Points of classes, over thousands of them: "12.3 k".
QString countText(uint64_t count) { return toQt(formatShortCount(count)); }

}  // namespace

FilterPanel::FilterPanel(Controller& controller, QWidget* parent) : QWidget(parent), controller_(controller) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(8, 6, 8, 8);
  auto* top = new QHBoxLayout;
  kept_ = new QLabel;
  kept_->setObjectName("filter_kept");
  clear_ = new QPushButton(tr("Clear"));
  clear_->setObjectName("filter_clear");
  clear_->setToolTip(tr("Remove every rule: all points take part (Ctrl+K)"));
  clear_->setFocusPolicy(Qt::TabFocus);
  connect(clear_, &QPushButton::clicked, this, [this] { Q_EMIT actionRequested(Action::clearFilter); });
  top->addWidget(kept_, 1);
  top->addWidget(clear_);
  layout->addLayout(top);
  where_ = new QLineEdit;
  where_->setObjectName("filter_where");
  where_->setToolTip(
      tr("Only points for which this holds: names of attributes, x y z, numbers, == != < <= > >= && || ! and parentheses. Enter applies it."));
  where_->setAccessibleName(tr("Condition"));
  where_->setClearButtonEnabled(true);
  connect(where_, &QLineEdit::editingFinished, this, &FilterPanel::applyWhere);
  layout->addWidget(where_);
  wrong_ = new QLabel;
  wrong_->setObjectName("filter_wrong");
  wrong_->setWordWrap(true);
  wrong_->setStyleSheet("color: #e0523a");
  layout->addWidget(wrong_);
  addAreas(*layout);
  addLeftOut(*layout);
  classes_ = new QVBoxLayout;
  classes_->setSpacing(2);
  layout->addLayout(classes_);
  ranges_ = new QVBoxLayout;
  layout->addLayout(ranges_);
  empty_ = quietLabel("");
  layout->addWidget(empty_);
  addOrder(*layout);
  layout->addStretch();
  connect(&controller_, &Controller::cloudChanged, this, &FilterPanel::fill);
  connect(&controller_.filtering(), &Filtering::counted, this, &FilterPanel::fill);
  connect(&controller_.filtering(), &Filtering::applied, this, &FilterPanel::showCounts);
  connect(&controller_.filtering(), &Filtering::gathered, this, &FilterPanel::showFilter);
  connect(&controller_, &Controller::pointsLacking, this, &FilterPanel::showCounts);
  connect(&controller_, &Controller::sessionChanged, this, &FilterPanel::showFilter);
  fill();
}

void FilterPanel::addAreas(QVBoxLayout& layout) {
  auto* rows = new QGridLayout;  // boxes above lassos
  rows->setSpacing(2);
  static constexpr Action kActions[] = {Action::keepBox, Action::leaveOutBox, Action::keepLasso, Action::leaveOutLasso};
  static const char* const kTexts[] = {mark("Keep box"), mark("Remove box"), mark("Keep lasso"), mark("Remove lasso")};
  for (size_t i = 0; i < std::size(kActions); ++i) {
    auto* button = new QToolButton;
    button->setText(arete::tr(kTexts[i]));
    setTip(*button, kActions[i]);
    button->setAccessibleName(translated(info(kActions[i]).help));
    button->setFocusPolicy(Qt::TabFocus);
    button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(button, &QToolButton::clicked, this, [this, action = kActions[i]] { Q_EMIT actionRequested(action); });
    rows->addWidget(button, int(i) / 2, int(i) % 2);
  }
  layout.addLayout(rows);
  areas_ = quietLabel("");
  layout.addWidget(areas_);
}

void FilterPanel::addOrder(QVBoxLayout& layout) {
  scattered_ = new QCheckBox(tr("Ignore file order"));
  scattered_->setObjectName("filter_scattered");
  scattered_->setToolTip(tr(
      "Points take part in an order that depends on their coordinates alone, not on the file. For files that are sorted along their curve, such as "
      "tracks in order of time, whose curves decimate eats away, and for tiles, whose order should not matter."));
  scattered_->setFocusPolicy(Qt::TabFocus);
  connect(scattered_, &QCheckBox::toggled, this,
          [this](bool on) { change([on](Filter& filter) { filter.order = on ? PointOrder::scattered : PointOrder::file; }); });
  layout.addWidget(scattered_);
}

void FilterPanel::addLeftOut(QVBoxLayout& layout) {
  leftOut_ = new QComboBox;
  leftOut_->setObjectName("filter_left_out");
  leftOut_->addItems({tr("dimmed"), tr("hidden")});  // as LeftOut
  leftOut_->setToolTip(tr("How the picture shows the points that are left out: faint, below all others, or not at all"));
  leftOut_->setFocusPolicy(Qt::TabFocus);
  connect(leftOut_, &QComboBox::activated, this, [this](int choice) {
    View view = controller_.session().view;
    view.leftOut = LeftOut(choice);
    controller_.changeView(std::move(view));
  });
  auto* name = new QLabel(tr("Filtered-out points"));
  name->setBuddy(leftOut_);
  auto* row = new QHBoxLayout;
  row->addWidget(name);
  row->addWidget(leftOut_, 1);
  layout.addLayout(row);
}

/// As conditions name it.
static QString quotedColumn(const std::string& name) {
  const bool word = std::ranges::all_of(name, [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
  return word ? toQt(name) : '"' + toQt(name) + '"';
}

QIcon FilterPanel::iconOf(int number) const { return swatchIcon(toQt(colourOfCategory("classification", number)), palette().color(QPalette::Mid)); }

void FilterPanel::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange)
    for (const auto& [number, box] : boxes_) box->setIcon(iconOf(number));
  QWidget::changeEvent(event);
}

/// A condition that could be typed for this cloud.
static QString exampleOf(const FilterStatistics* statistics) {
  if (statistics == nullptr) return {};
  for (size_t number = 0; number < statistics->classes.size(); ++number)
    if (statistics->classes[number] > 0) return QString("class == %1 && z > 2").arg(number);
  if (statistics->columns.empty()) return "x > 0";
  const ColumnHistogram& first = statistics->columns.front();
  return QString("%1 > %2").arg(quotedColumn(first.column)).arg((first.low + first.high) / 2, 0, 'g', 2);
}

void FilterPanel::fill() {
  clearLayout(*classes_);
  clearLayout(*ranges_);
  boxes_.clear();
  histograms_.clear();
  const auto statistics = controller_.filtering().statistics();
  const bool open = !controller_.document().whole().empty();
  empty_->setText(!open                                                        ? tr("Classes and ranges of values come here when a cloud is open.")
                  : !statistics                                                ? tr("Counting classes and values …")
                  : statistics->columns.empty() && statistics->classes.empty() ? tr("This cloud has no columns but its coordinates.")
                                                                               : "");
  empty_->setVisible(!empty_->text().isEmpty());
  if (open && statistics) {
    for (size_t number = 0; number < statistics->classes.size(); ++number)
      if (statistics->classes[number] > 0) addClass(int(number), statistics->classes[number]);
    for (const ColumnHistogram& histogram : statistics->columns) {
      auto* range = new HistogramRange(histogram);
      auto* name = new QLabel(toQt(histogram.column));
      name->setBuddy(range);
      connect(range, &HistogramRange::edited, this, [this, range](bool finished) {
        change(
            [range](Filter& filter) {
              std::erase_if(filter.ranges, [&](const FilterRange& each) { return each.column == range->column(); });
              if (!range->isOpen()) filter.ranges.push_back(range->range());
            },
            finished);
      });
      ranges_->addWidget(name);
      ranges_->addWidget(range);
      histograms_.push_back(range);
    }
  }
  where_->setEnabled(open);
  where_->setPlaceholderText(exampleOf(statistics ? &*statistics : nullptr));
  scattered_->setEnabled(open);
  shown_ = {};
  showFilter();
  showCounts();
}

/// A row: its box, and how many points it has, in a column of their own.
void FilterPanel::addClass(int number, uint64_t count) {
  const QString name = translated(asprsClassText(number));
  auto* box = new QCheckBox(name);
  box->setObjectName("class_" + QString::number(number));
  box->setIcon(iconOf(number));
  box->setToolTip(QString(tr("%1: %2 points. With Shift: this class alone.")).arg(name, toQt(formatCount(count))));
  box->setFocusPolicy(Qt::TabFocus);
  connect(box, &QCheckBox::toggled, this, [this, number] { applyClasses(number); });
  auto* points = new QLabel(countText(count));
  points->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  auto* row = new QHBoxLayout;
  row->addWidget(box, 1);
  row->addWidget(points);
  classes_->addLayout(row);
  boxes_.emplace_back(number, box);
}

void FilterPanel::showFilter() {
  const Filter& filter = controller_.session().job.filter;
  clear_->setEnabled(!filter.empty());
  if (!where_->hasFocus() || shown_.where != filter.where) {
    const QSignalBlocker block(where_);
    where_->setText(toQt(filter.where));
    wrong_->clear();
  }
  wrong_->setVisible(!wrong_->text().isEmpty());
  showClasses(filter);
  for (HistogramRange* each : histograms_) {
    const auto found = std::ranges::find(filter.ranges, each->column(), &FilterRange::column);
    each->setRange(found == filter.ranges.end() ? FilterRange{.column = each->column()} : *found);
  }
  leftOut_->setCurrentIndex(int(controller_.session().view.leftOut));
  const QSignalBlocker blockOrder(scattered_);
  scattered_->setChecked(filter.order == PointOrder::scattered);
  Filter rest = filter;  // what has no widget of its own is shown in words
  rest.where.clear();
  rest.order = PointOrder::file;
  rest.classes.reset();
  std::erase_if(rest.ranges, [this](const FilterRange& range) {
    return std::ranges::find(histograms_, range.column, &HistogramRange::column) != histograms_.end();
  });
  areas_->setText(toQt(describe(rest)));
  areas_->setVisible(!rest.empty());
  shown_ = filter;
}

/// A class that is wanted, and of which the condition leaves no point, has no tick and takes none.
void FilterPanel::showClasses(const Filter& filter) {
  const Filtering& filtering = controller_.filtering();
  const std::vector<uint64_t>& kept = filtering.keptClasses();
  for (const auto& [number, box] : boxes_) {
    const QSignalBlocker block(box);
    const bool wanted = !filter.classes || std::ranges::find(*filter.classes, number) != filter.classes->end();
    const bool known = filtering.upToDate() && size_t(number) < kept.size();
    const bool cut = wanted && !filter.where.empty() && (known ? kept[size_t(number)] == 0 : !box->isEnabled());
    box->setEnabled(!cut);
    box->setChecked(wanted && !cut);
  }
}

void FilterPanel::showCounts() {
  const PointCloud& whole = controller_.document().whole();
  const uint32_t kept = controller_.filtering().nothingLeft() ? 0 : controller_.cloud().size();
  if (whole.empty()) kept_->setText(tr("No cloud is open"));
  else if (controller_.session().job.filter.empty()) kept_->setText(toQt(formatCount(whole.size(), "All %1 point", "All %1 points")));
  else kept_->setText(tr("%1 of %2 points").arg(countText(kept), countText(whole.size())));
  kept_->setToolTip(QString(tr("%1 of %2 points take part")).arg(toQt(formatCount(kept)), toQt(formatCount(whole.size()))));
}

void FilterPanel::applyWhere() {
  const std::string where = where_->text().trimmed().toStdString();
  if (where == controller_.session().job.filter.where) {
    wrong_->clear();
  } else {
    Filter alone;
    alone.where = where;
    try {
      pointRules(controller_.document().whole(), alone);  // finds the columns, and looks at no point
      wrong_->clear();
    } catch (const Error& error) {
      const Error here = inWindowWords(error);
      wrong_->setText(toQt(here.reason()) + ". " + toQt(here.hint()) + ".");
    }
    if (wrong_->text().isEmpty()) change([&](Filter& filter) { filter.where = where; });
  }
  wrong_->setVisible(!wrong_->text().isEmpty());
}

void FilterPanel::applyClasses(int touched) {
  const bool alone = QApplication::keyboardModifiers().testFlag(Qt::ShiftModifier);
  std::vector<int> classes;
  for (const auto& [number, box] : boxes_)
    if (alone ? number == touched : box->isChecked() || !box->isEnabled()) classes.push_back(number);
  change([&](Filter& filter) {
    if (classes.size() == boxes_.size()) filter.classes.reset();
    else filter.classes = classes;
  });
}

void FilterPanel::change(const std::function<void(Filter&)>& change, bool finished) {
  Session next = controller_.session();
  change(next.job.filter);
  controller_.document().edit(std::move(next));
  if (finished) controller_.document().finishEdit();
}

}  // namespace arete
