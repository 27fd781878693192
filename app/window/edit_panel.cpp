#include "app/window/edit_panel.h"

#include <algorithm>
#include <cmath>

#include <QGridLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include "app/window/file_places.h"
#include "app/window/key_settings.h"
#include "app/window/theme.h"
#include "compute/network/bootstrap/network_support.h"
#include "compute/text/translate.h"
#include "ui/engine_text.h"
#include "ui/numbers.h"

namespace arete {

namespace {

constexpr int kSliderSteps = 200;
constexpr int kLengthDigits = 4;

QString selectionRow(const QString& label, const QString& value) {
  return "<tr><td style='padding-right:10px'>" + label.toHtmlEscaped() + "</td><td align='right'>" + value.toHtmlEscaped() + "</td></tr>";
}

QToolButton* buttonOf(Action action, const QString& text) {
  auto* button = new QToolButton;
  button->setObjectName(toQt(info(action).id) + "_button");
  button->setText(text);
  setTip(*button, action);
  button->setAccessibleName(translated(info(action).help));
  button->setFocusPolicy(Qt::TabFocus);
  button->setCheckable(info(action).checkable);
  button->setStyleSheet(kCheckedStyle);
  button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  return button;
}

}  // namespace

// A length ----------------------------------------------------------------------------------------------------------------------------

LengthSlider::LengthSlider(const QString& title, const QString& name, const QString& help, QWidget* parent)
    : QWidget(parent), slider_(new QSlider(Qt::Horizontal)), value_(new QLabel), text_(new QLabel), apply_(new QPushButton(tr("Apply"))) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(2);
  auto* top = new QHBoxLayout;
  auto* label = new QLabel(title);
  label->setBuddy(slider_);
  top->addWidget(label);
  top->addWidget(value_, 1, Qt::AlignRight);
  apply_->setObjectName(name + "_apply");
  apply_->setFocusPolicy(Qt::TabFocus);
  apply_->setToolTip(tr("Make this an edit"));
  top->addWidget(apply_);
  layout->addLayout(top);
  slider_->setObjectName(name);
  slider_->setRange(0, kSliderSteps);
  slider_->setToolTip(help);
  slider_->setAccessibleName(title);
  layout->addWidget(slider_);
  text_->setWordWrap(true);
  text_->setForegroundRole(QPalette::PlaceholderText);
  text_->setObjectName(name + "_text");
  layout->addWidget(text_);
  connect(slider_, &QSlider::valueChanged, this, [this] {
    show();
    Q_EMIT moved(length());
  });
  connect(apply_, &QPushButton::clicked, this, &LengthSlider::applied);
  show();
}

double LengthSlider::length() const {
  if (slider_->value() == 0 || !(least_ > 0)) return 0;
  return least_ * std::pow(largest_ / least_, (slider_->value() - 1) / double(kSliderSteps - 1));
}

void LengthSlider::setRange(double least, double largest) {
  least_ = least, largest_ = std::max(least, largest);
  setEnabled(least > 0);
  show();
}

void LengthSlider::reset() {
  const QSignalBlocker quiet(slider_);
  slider_->setValue(0);
  text_->clear();
  show();
}

void LengthSlider::show() {
  value_->setText(length() > 0 ? toQt(formatNumber(length(), kLengthDigits)) : "–");
  apply_->setEnabled(length() > 0);
  text_->setVisible(length() > 0);
}

// The panel ---------------------------------------------------------------------------------------------------------------------------

EditPanel::EditPanel(Controller& controller, QWidget* parent) : QWidget(parent), controller_(controller), facts_(new QLabel) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(8, 6, 8, 8);
  setObjectName("edit_panel");
  addButtons(*layout);
  facts_->setObjectName("edit_facts");
  facts_->setTextFormat(Qt::RichText);
  facts_->setWordWrap(true);
  facts_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  facts_->setToolTip(
      tr("Points within R1: the share of the cloud's points that are within R1 of what is selected. Width: the root mean square of their "
         "distances from it. Component: the connected piece, counted from 1."));
  layout->addWidget(facts_);
  addLengths(*layout);
  addList(*layout);
  layout->addStretch();
  connect(&controller_.editing(), &Editing::changed, this, &EditPanel::showSelection);
  connect(&controller_, &Controller::frameChanged, this, [this] {
    showRanges();
    showSelection();
    showList();
  });
  connect(&controller_, &Controller::sessionChanged, this, &EditPanel::showList);
  connect(&controller_, &Controller::cloudChanged, this, [this] {
    shorter_->reset();
    longer_->reset();
    showRanges();
    showList();
  });
  showRanges();
  showSelection();
  showList();
}

void EditPanel::addButtons(QVBoxLayout& layout) {
  struct Place {
    Action action;
    const char* text;
    int row, column, width;
  };
  static constexpr Place kButtons[] = {
      {Action::editCurve, mark("Edit"), 0, 0, 2},
      {Action::selectLasso, mark("Lasso"), 0, 2, 2},
      {Action::deleteSelected, mark("Delete"), 0, 4, 2},
      {Action::joinStraight, mark("Join"), 1, 0, 2},
      {Action::joinThroughCloud, mark("Join through cloud"), 1, 2, 4},
      {Action::splitNode, mark("Split"), 2, 0, 2},
      {Action::insertNode, mark("Insert"), 2, 2, 2},
      {Action::pinNode, mark("Pin"), 2, 4, 2},
      {Action::markRight, mark("Confirm"), 3, 0, 3},
      {Action::markNoise, mark("Mark noise"), 3, 3, 3},
  };
  auto* grid = new QGridLayout;
  grid->setSpacing(2);
  for (const Place& place : kButtons) {
    auto* button = buttonOf(place.action, arete::tr(place.text));
    grid->addWidget(button, place.row, place.column, 1, place.width);
    connect(button, &QToolButton::clicked, this, [this, id = place.action] { Q_EMIT actionRequested(id); });
    buttons_.emplace_back(place.action, button);
  }
  layout.addLayout(grid);
}

void EditPanel::addLengths(QVBoxLayout& layout) {
  shorter_ = new LengthSlider(tr("Shorter than"), "shorter_than", tr("Hides components and spurs shorter than this; Apply removes them."));
  longer_ = new LengthSlider(tr("Edges longer than"), "longer_than", tr("Hides edges longer than this; Apply removes them."));
  for (const auto& [slider, other, kind] :
       {std::tuple(shorter_, longer_, EditKind::shorterThan), std::tuple(longer_, shorter_, EditKind::longerThan)}) {
    layout.addWidget(slider);
    connect(slider, &LengthSlider::moved, this, [this, others = other, what = kind](double length) {
      others->reset();  // one rule at a time is previewed
      controller_.editing().preview(what, length);
    });
    connect(slider, &LengthSlider::applied, this, [this, own = slider] {
      controller_.editing().applyPreview();
      own->reset();
    });
  }
}

void EditPanel::addList(QVBoxLayout& layout) {
  none_ = new QLabel(tr("No edits yet. Each can be undone, and is saved with the session."));
  none_->setWordWrap(true);
  none_->setForegroundRole(QPalette::PlaceholderText);
  layout.addWidget(none_);
  list_ = new QListWidget;
  list_->setObjectName("edit_list");
  list_->setAccessibleName(tr("Edits"));
  list_->setFocusPolicy(Qt::StrongFocus);
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  list_->setWordWrap(true);
  list_->setMinimumWidth(0);
  list_->installEventFilter(this);
  layout.addWidget(list_);
  takeOut_ = new QPushButton(tr("Remove"));
  takeOut_->setObjectName("edit_take_out");
  takeOut_->setToolTip(tr("Remove the chosen edit from the list (Del)"));
  takeOut_->setFocusPolicy(Qt::TabFocus);
  connect(takeOut_, &QPushButton::clicked, this, &EditPanel::takeOut);
  connect(list_, &QListWidget::currentRowChanged, this, [this](int at) { takeOut_->setEnabled(at >= 0); });
  layout.addWidget(takeOut_);
}

bool EditPanel::eventFilter(QObject* watched, QEvent* event) {
  if (watched == list_ && event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Delete) {
    takeOut();
    return true;
  }
  return QWidget::eventFilter(watched, event);
}

void EditPanel::takeOut() {
  if (list_->currentRow() >= 0) controller_.editing().takeOut(size_t(list_->currentRow()));
}

/// What one node or edge is, or how many are selected.
static QString partRows(const Curve& curve, const Editing& editing) {
  const CurveSelection& selection = editing.selection();
  if (const auto node = editing.selectedNode()) {
    const auto degree = std::ranges::count_if(curve.edges, [&](const Edge& edge) { return edge.a == *node || edge.b == *node; });
    return selectionRow(tr("node"), toQt(formatCount(*node))) + selectionRow(tr("degree"), QString::number(degree));
  }
  if (selection.nodes.empty() && selection.edges.size() == 1) {
    const Edge edge = curve.edges[selection.edges.front()];
    return selectionRow(tr("edge"), toQt(formatCount(edge.a)) + " – " + toQt(formatCount(edge.b)));
  }
  return selectionRow(tr("selected"), toQt(formatCount(nodesOf(curve, selection).size(), "%1 node", "%1 nodes")) + ", " +
                                          toQt(formatCount(selection.edges.size(), "%1 edge", "%1 edges")));
}

QString EditPanel::factRows() const {
  const Editing& editing = controller_.editing();
  const Frame& frame = *controller_.frame();
  const Curve& curve = frame.curve;
  const std::vector<uint32_t> components = componentNumbers(curve);
  std::vector<uint32_t> own;
  for (const uint32_t node : nodesOf(curve, editing.selection())) own.push_back(components[node]);
  std::ranges::sort(own);
  own.erase(std::unique(own.begin(), own.end()), own.end());
  QString rows = partRows(curve, editing);
  rows += own.size() == 1 ? selectionRow(tr("component"), toQt(formatCount(own.front() + 1)))
                          : selectionRow(tr("components"), toQt(formatCount(own.size())));
  rows += selectionRow(tr("length"), toQt(formatNumber(lengthOf(curve, editing.selection()), kLengthDigits)));
  const auto& around = editing.pointsAround();
  const double share = around && !frame.cloud.empty() ? 100.0 * double(around->points) / frame.cloud.size() : 0;
  rows += selectionRow(tr("points within R1"), around ? toQt(formatNumber(share, 3)) + " %" : "…");
  return rows + selectionRow(tr("width"), around ? toQt(formatNumber(around->width, kLengthDigits)) : "…");
}

void EditPanel::showSelection() {
  const Editing& editing = controller_.editing();
  for (const auto& [action, button] : buttons_) {
    button->setEnabled(editing.isPossible(action));
    if (button->isCheckable()) button->setChecked(controller_.isOn(action));
  }
  shorter_->setText(toQt(engineText(editing.previewText())));
  longer_->setText(toQt(engineText(editing.previewText())));
  if (!editing.previews()) shorter_->reset(), longer_->reset();
  if (editing.selection().empty() || !editing.possible()) {
    facts_->setText(!editing.possible() ? tr("A finished curve can be edited: press End.")
                    : editing.on()      ? tr("Click a node or an edge of the curve.")
                                        : tr("Press E and click a node or an edge of the curve."));
    return;
  }
  facts_->setText("<table width='100%' cellspacing='0' cellpadding='1'>" + factRows() + "</table>");
}

/// From what is shorter than anything to what is longer than all.
void EditPanel::showRanges() {
  const Frame* frame = controller_.frame().get();
  if (frame == nullptr || !controller_.editing().possible() || frame->curve.edges.empty()) {
    shorter_->setRange(0, 0);
    return longer_->setRange(0, 0);
  }
  if (controller_.editing().previews()) return;
  constexpr double kMore = 1.01;
  const Curve& curve = frame->curve;
  double shortest = INFINITY, longest = 0;
  for (const Edge& edge : curve.edges) {
    const double length = edgeLength(curve, edge);
    if (length > 0) shortest = std::min(shortest, length);
    longest = std::max(longest, length);
  }
  if (!(longest > 0)) shortest = 0;
  shorter_->setRange(shortest, kMore * curve.length);
  longer_->setRange(shortest / kMore, longest);
}

void EditPanel::showList() {
  const Frame* frame = controller_.frame().get();
  const EditList& edits = controller_.session().job.edits;
  if (edits == shown_ && controller_.frame() == shownOf_) return;
  shown_ = edits, shownOf_ = controller_.frame();
  const int before = list_->currentRow();
  list_->clear();
  const bool known = frame != nullptr && frame->edited && frame->job.edits == edits;
  for (size_t i = 0; i < edits.size(); ++i) {
    const QString words = toQt(engineText(describe(edits.all()[i])));
    auto* item = new QListWidgetItem(QString("%1  %2").arg(i + 1).arg(words), list_);
    const EditStatus status = known ? frame->edited->statuses[i] : EditStatus{true, arete::tr("is being made")};
    item->setToolTip(words + ": " + toQt(engineText(status.text)));
    if (status.applied) continue;
    item->setForeground(palette().brush(QPalette::Disabled, QPalette::Text));
    item->setText(item->text() + "\n" + toQt(engineText(status.text)));
  }
  list_->setCurrentRow(std::min(before, list_->count() - 1));
  list_->setVisible(!edits.empty());
  takeOut_->setVisible(!edits.empty());
  takeOut_->setEnabled(list_->currentRow() >= 0);
  none_->setVisible(edits.empty());
}

}  // namespace arete
