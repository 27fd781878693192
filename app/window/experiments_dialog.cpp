#include "app/window/experiments_dialog.h"

#include <QDesktopServices>
#include <QDialogButtonBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QStandardPaths>
#include <QTableWidget>
#include <QUrl>

#include "app/window/file_places.h"
#include "app/window/number_field.h"
#include "app/window/plots_dialog.h"
#include "app/window/post.h"
#include "compute/experiments/plot.h"
#include "compute/text/translate.h"
#include "ui/engine_text.h"
#include "ui/window_words.h"

namespace arete {

namespace {

constexpr double kLeastScale = 0.001, kDefaultScale = 0.1, kMostScale = 10;
constexpr int kProgressSteps = 1000, kWidth = 620, kHeight = 560, kIdWidth = 86;

QUrl urlOf(const std::filesystem::path& path) { return QUrl::fromLocalFile(QString::fromStdString(path.string())); }

/// In the folder of documents where there is one, else in that of the user.
QString ownFolder() {
  QString place = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
  if (!QDir(place).exists()) place = QDir::homePath();
  return QDir(place).filePath(toQt(kExperimentsFolder));
}

QString linkTo(const std::filesystem::path& path) {
  return "<a href='" + urlOf(path).toString().toHtmlEscaped() + "'>" + QString::fromStdString(path.filename().string()).toHtmlEscaped() + "</a>";
}

QString summaryOf(const WrittenExperiment& written, const std::filesystem::path& folder) {
  QString text = QString(tr("Written to %1:")).arg(QString::fromStdString(folder.string()).toHtmlEscaped()) + " ";
  for (const auto& path : written.files) text += (path == written.files.front() ? "" : ", ") + linkTo(path);
  for (const std::string& warning : written.warnings) text += "<br>" + toQt(warning).toHtmlEscaped();
  return text;
}

QString htmlOf(const Error& error) { return toQt(textInWindow(error)).toHtmlEscaped().replace("\n", "<br>"); }

/// The page of plots; empty when there is none.
QUrl pageOf(const WrittenExperiment& written) {
  for (const auto& path : written.files)
    if (path.extension() == ".html") return urlOf(path);
  return {};
}

}  // namespace

ExperimentsDialog::ExperimentsDialog(QWidget* parent, const Controller& controller)
    : QDialog(parent),
      controller_(controller),
      list_(new QTableWidget(int(experiments().size()), 2)),
      about_(new QLabel),
      result_(new QLabel),
      scale_(new DecimalField),
      folder_(new QLineEdit(ownFolder())),
      progress_(new QProgressBar),
      run_(new QPushButton(tr("&Run"))),
      cancel_(new QPushButton(tr("&Cancel"))),
      open_(new QPushButton(tr("&Open Page"))),
      show_(new QPushButton(tr("Show &Plots"))),
      told_(postToThisThread(), [this](const Progress& progress) { showProgress(progress); }),
      worker_(
          "cannot run the experiment", "take a smaller scale", [this](const Error& error) { finish(htmlOf(error), {}); }, postToThisThread()) {
  setWindowTitle(tr("Experiments"));
  resize(kWidth, kHeight);
  auto* layout = new QVBoxLayout(this);
  makeList();
  layout->addWidget(list_, 1);
  about_->setWordWrap(true);
  layout->addWidget(about_);
  layout->addLayout(makeForm());
  progress_->setRange(0, kProgressSteps);
  QSizePolicy keepsItsPlace = progress_->sizePolicy();
  keepsItsPlace.setRetainSizeWhenHidden(true);
  progress_->setSizePolicy(keepsItsPlace);
  progress_->hide();  // while nothing runs
  layout->addWidget(progress_);
  result_->setObjectName("result");
  result_->setWordWrap(true);
  result_->setOpenExternalLinks(true);
  result_->setTextInteractionFlags(Qt::TextBrowserInteraction);
  layout->addWidget(result_);
  layout->addWidget(makeButtons());
  connect(this, &QDialog::finished, this, [this] { worker_.stop(); });
  list_->selectRow(0);
}

QLayout* ExperimentsDialog::makeForm() {
  auto* form = new QFormLayout;
  scale_->setObjectName("scale");
  scale_->setRange(kLeastScale, kMostScale);
  scale_->setDecimals(3);
  scale_->setSingleStep(kDefaultScale);
  scale_->setValue(kDefaultScale);
  scale_->setToolTip(tr("Share of the thesis's number of points; 1 takes minutes to hours without a GPU"));
  form->addRow(tr("&Scale"), scale_);
  auto* place = new QHBoxLayout;
  auto* browse = new QPushButton(tr("&Browse…"));
  browse->setAutoDefault(false);
  folder_->setObjectName("folder");
  place->addWidget(folder_, 1);
  place->addWidget(browse);
  auto* label = new QLabel(tr("&Write to"));
  label->setBuddy(folder_);
  form->addRow(label, place);
  connect(browse, &QPushButton::clicked, this, [this] { this->browse(); });
  return form;
}

QDialogButtonBox* ExperimentsDialog::makeButtons() {
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  run_->setObjectName("run");
  run_->setDefault(true);  // what Return does
  cancel_->setObjectName("cancel");
  cancel_->setEnabled(false);
  buttons->addButton(run_, QDialogButtonBox::ActionRole);
  buttons->addButton(cancel_, QDialogButtonBox::ActionRole);
  buttons->addButton(open_, QDialogButtonBox::ActionRole);
  open_->setObjectName("open");
  open_->setEnabled(false);
  buttons->addButton(show_, QDialogButtonBox::ActionRole);
  show_->setObjectName("show_plots");
  show_->setEnabled(false);
  connect(show_, &QPushButton::clicked, this, [this] { showPlots(*this, translated(chosen().title), plots_); });
  open_->setToolTip(tr("Show the plots and tables in the browser"));
  connect(open_, &QPushButton::clicked, this, [this] { QDesktopServices::openUrl(page_); });
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(run_, &QPushButton::clicked, this, [this] { start(); });
  connect(cancel_, &QPushButton::clicked, this, [this] { worker_.stop(); });
  return buttons;
}

void ExperimentsDialog::makeList() {
  list_->setObjectName("experiments");
  connect(list_, &QTableWidget::itemSelectionChanged, this, [this] { showChosen(); });
  list_->setHorizontalHeaderLabels({tr("Thesis"), tr("Experiment")});
  list_->horizontalHeader()->setMinimumSectionSize(kIdWidth);
  list_->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  list_->horizontalHeader()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
  list_->horizontalHeader()->setSectionResizeMode(1, QHeaderView::Stretch);
  list_->verticalHeader()->hide();
  list_->setSelectionBehavior(QAbstractItemView::SelectRows);
  list_->setSelectionMode(QAbstractItemView::SingleSelection);
  list_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  list_->setShowGrid(false);
  for (int row = 0; row < list_->rowCount(); ++row) {
    const Experiment& experiment = experiments()[size_t(row)];
    const bool possible = experiment.unavailable().empty();
    for (const int column : {0, 1}) {
      auto* item = new QTableWidgetItem(column == 0 ? toQt(experiment.id) : translated(experiment.title));
      item->setToolTip(possible ? translated(experiment.shows) : toQt(engineText(experiment.unavailable())));
      if (!possible) item->setForeground(palette().brush(QPalette::Disabled, QPalette::Text));
      list_->setItem(row, column, item);
    }
  }
}

const Experiment& ExperimentsDialog::chosen() const { return experiments()[size_t(std::max(0, list_->currentRow()))]; }

void ExperimentsDialog::showChosen() {
  const std::string_view reason = chosen().unavailable();
  about_->setText(translated(chosen().shows) + (reason.empty() ? QString() : "\n" + tr("Cannot run here: %1.").arg(toQt(engineText(reason)))));
  run_->setEnabled(reason.empty() && !worker_.busy());
}

void ExperimentsDialog::browse() {
  const QString folder = QFileDialog::getExistingDirectory(this, tr("Write the experiment to"), folder_->text());
  if (!folder.isEmpty()) folder_->setText(folder);
}

/// Before it runs, which may take hours.
void ExperimentsDialog::guard(const std::filesystem::path& folder) const {
  if (folder.empty()) throw Error(ErrorKind::wrongUse, "cannot write", "", "no folder is named", "name one, or choose one with Browse");
  std::error_code ignored;
  const bool isMade = !std::filesystem::exists(folder, ignored);
  controller_.guardOutputs(isMade ? std::vector{folder} : experimentFiles(chosen().id, folder));
}

void ExperimentsDialog::start() {
  const std::filesystem::path folder = folder_->text().toStdString();
  try {
    guard(folder);
  } catch (const Error& error) {
    return finish(htmlOf(error), {});
  }
  worker_.start(
      [this, &experiment = chosen(), folder, scale = scale_->value()](const std::stop_token& stop) { return work(experiment, folder, scale, stop); },
      folder.string());
  progress_->setValue(0);
  progress_->setFormat("");
  progress_->show();
  run_->setEnabled(false);
  cancel_->setEnabled(true);
  open_->setEnabled(false);
  show_->setEnabled(false);
  plots_.clear();
  result_->clear();
}

Worker::Then ExperimentsDialog::work(const Experiment& experiment, const std::filesystem::path& folder, double scale, const std::stop_token& stop) {
  ExperimentOptions options{.scale = scale, .stop = stop};
  options.progress = [this](double fraction, std::string_view what) { told_.put({fraction, std::string(what)}); };
  try {
    const ExperimentReport report = runExperiment(experiment, options);
    const WrittenExperiment written = writeExperiment(report, folder);
    std::vector<std::string> plots;
    for (const Plot& plot : report.result.plots) plots.push_back(svgOf(report.result.table, plot));
    return [this, text = summaryOf(written, folder), plots = std::move(plots), page = pageOf(written)] {
      plots_ = plots;
      finish(text, page);
    };
  } catch (const Cancelled&) {
    return [this] { finish(tr("Cancelled; nothing was written."), {}); };
  }
}

void ExperimentsDialog::showProgress(const Progress& progress) {
  if (!worker_.busy()) return;
  progress_->setValue(int(progress.fraction * kProgressSteps));
  progress_->setFormat(toQt(progress.what));
}

void ExperimentsDialog::finish(const QString& text, const QUrl& page) {
  result_->setText(text);
  page_ = page;
  open_->setEnabled(!page_.isEmpty());
  show_->setEnabled(!page_.isEmpty() && !plots_.empty());
  progress_->hide();
  cancel_->setEnabled(false);
  showChosen();
}

}  // namespace arete
