#include "app/window/parameters_dialog.h"

#include <algorithm>

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include "app/window/column_scroll.h"
#include "app/window/file_places.h"
#include "app/window/number_field.h"
#include "compute/text/translate.h"
#include "ui/engine_text.h"
#include "ui/parameter_words.h"

namespace arete {

namespace {

constexpr int kFirstWidth = 440, kBesideContent = 60;  // the bar to scroll, and room for values

}  // namespace

ParametersDialog::ParametersDialog(QWidget* parent, Controller& controller) : QDialog(parent), controller_(controller) {
  setWindowTitle(tr("Parameters"));
  setObjectName("parameters_dialog");
  auto* content = new QWidget;
  auto* column = new QVBoxLayout(content);
  rows_ = new QFormLayout;
  versions_ = new QFormLayout;
  for (QFormLayout* form : {rows_, versions_}) form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  column->addLayout(rows_);
  column->addSpacing(fontMetrics().height());
  column->addLayout(versions_);
  column->addStretch();
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  for (QAbstractButton* button : buttons->buttons()) static_cast<QPushButton*>(button)->setAutoDefault(false);  // Enter ends typing
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(columnScroll(content));
  layout->addWidget(buttons);
  makeVersions();
  makeRows();
  connect(&controller_, &Controller::sessionChanged, this, &ParametersDialog::follow);
  const int height = content->sizeHint().height() + buttons->sizeHint().height() + layout->spacing() + 2 * layout->contentsMargins().top();
  resize(QSize(std::max(kFirstWidth, content->sizeHint().width() + kBesideContent), height).boundedTo(parent->window()->size()));
}

std::vector<const ParamInfo*> ParametersDialog::wantedParameters() const {
  const auto ofJob = jobParameters();
  std::vector<const ParamInfo*> wanted(ofJob.begin(), ofJob.end());
  for (const Stage stage : controller_.session().job.stages())
    for (const ParamInfo* info : controller_.session().job.version(stage).parameters)
      if (std::find(wanted.begin(), wanted.end(), info) == wanted.end()) wanted.push_back(info);
  return wanted;
}

/// A field whose change needs other rows is still in use at this moment: the old rows are deleted later.
static void empty(QFormLayout& form) {
  while (form.rowCount() > 0) {
    const QFormLayout::TakeRowResult row = form.takeRow(0);
    for (QLayoutItem* item : {row.labelItem, row.fieldItem}) {
      item->widget()->hide();
      item->widget()->setObjectName({});
      item->widget()->deleteLater();
      delete item;
    }
  }
}

void ParametersDialog::makeVersions() {
  empty(*versions_);
  versionFollowers_.clear();
  shownStages_ = controller_.session().job.plan().stages();
  for (const Stage stage : shownStages_) {
    auto* box = new QComboBox;
    const QString stageName = translated(stageInfo(stage).title);
    box->setObjectName(toQt(name(stage)));
    box->setAccessibleName(tr("Version of %1").arg(stageName));
    box->addItem(tr("Default: %1").arg(translated(defaultVersion(stage, controller_.session().job.standardBackend()).label)), QString());
    for (const Version& version : versions(stage)) {
      if (!version.available()) continue;
      box->addItem(toQt(versionName(version)), toQt(version.id));
      box->setItemData(box->count() - 1, translated(version.shows) + "\n" + toQt(version.id), Qt::ToolTipRole);
    }
    versions_->addRow(tr("Version of &%1").arg(stageName), box);
    versionFollowers_.push_back([this, box, stage] {
      const QSignalBlocker block(box);
      box->setCurrentIndex(std::max(0, box->findData(toQt(controller_.session().job.versionIds[size_t(stage)]))));
    });
    versionFollowers_.back()();
    connect(box, &QComboBox::currentIndexChanged, this, [this, box, stage] {
      Session next = controller_.session();
      next.job.versionIds[size_t(stage)] = box->currentData().toString().toStdString();
      controller_.document().change(std::move(next));
    });
  }
}

/// The focus stays on its parameter.
void ParametersDialog::makeRows() {
  const QString focused = focusWidget() != nullptr ? focusWidget()->objectName() : QString();
  empty(*rows_);
  followers_.clear();
  shown_ = wantedParameters();
  for (const ParamInfo* info : shown_) {
    QWidget* field = makeField(*info);
    field->setObjectName(toQt(info->id));
    field->setAccessibleName(toQt(info->label));
    field->setAccessibleDescription(toQt(helpText(*info)));
    field->setToolTip(toQt(helpText(*info)));
    rows_->addRow(translated(info->label) + (info->unit.empty() ? QString() : ", " + translated(info->unit)), field);
    if (field->objectName() == focused) field->setFocus();
  }
}

QWidget* ParametersDialog::makeField(const ParamInfo& info) {
  const auto value = [this, &info] { return controller_.session().job.params.get(info); };
  const auto followWith = [this](QWidget* field, std::function<void()> take) {
    followers_.push_back([field, take] {
      const QSignalBlocker block(field);
      take();
    });
    followers_.back()();
  };
  if (info.kind == ParamKind::toggle) {
    auto* box = new QCheckBox;
    followWith(box, [box, value] { box->setChecked(value() != 0); });
    connect(box, &QCheckBox::toggled, this, [this, &info](bool on) { set(info, on ? 1 : 0); });
    return box;
  }
  if (info.kind == ParamKind::choice) {
    auto* box = new QComboBox;
    for (size_t i = 0; i < info.choices.size(); ++i) box->addItem(toQt(choiceText(info, i)));
    followWith(box, [box, value] { box->setCurrentIndex(int(value())); });
    connect(box, &QComboBox::currentIndexChanged, this, [this, &info](int index) { set(info, index); });
    return box;
  }
  auto* field = new NumberField(info);
  followWith(field, [this, field, value, &info] {
    field->setFirst(&info == &kR2Param ? controller_.session().job.r2() : controller_.panelInput().radius.suggested);
    field->setValue(value());
  });
  connect(field, &QDoubleSpinBox::valueChanged, this, [this, &info](double given) { set(info, given); });
  return field;
}

/// Presses in quick succession become one undo entry.
void ParametersDialog::set(const ParamInfo& info, double value) {
  Session next = controller_.session();
  next.job.params.set(info, value);
  controller_.document().change(std::move(next), &info == &kR1Param ? Document::Merge::radius : Document::Merge::none);
}

void ParametersDialog::follow() {
  if (shownStages_ != controller_.session().job.plan().stages()) makeVersions();
  for (const auto& take : versionFollowers_) take();
  if (shown_ != wantedParameters()) makeRows();
  else
    for (const auto& take : followers_) take();
}

}  // namespace arete
