#include "app/window/export_dialog.h"

#include <cmath>

#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QProgressDialog>
#include <QPushButton>
#include <QSpinBox>

#include "app/offscreen/picture_wish.h"
#include "app/window/animation_dialog.h"
#include "app/window/coordinate_system_dialog.h"
#include "app/window/file_places.h"
#include "app/window/number_field.h"
#include "app/window/picture_preview.h"
#include "compute/text/translate.h"

namespace arete {

namespace {

constexpr int kLargestSide = 32768;
constexpr double kLargestScale = 25, kInch_mm = 25.4;

/// For rows of several fields, which have no label of their own: the mnemonic leads to the first.
QLabel* labelOf(const QString& text, QWidget& field) {
  auto* label = new QLabel(text);
  label->setBuddy(&field);
  return label;
}

class ExportDialog : public QDialog {
 public:
  ExportDialog(QWidget& parent, Controller& controller, PictureWidget& picture, ExportKind first);
  const std::filesystem::path& written() const { return written_; }

 private:
  void makeCurveOptions(QFormLayout& form);
  void showCrs();
  void makePictureOptions(QFormLayout& form);
  QLayout* makePaper();
  void showPaper();
  void takePaper(bool byWidth);
  void keepProportion(bool byWidth);
  void showKind();
  void showFormat();
  QString whichStep() const;
  void showWhetherItReplaces();
  void browse();
  void preview() { ofPicture_.preview->show(request()); }
  void write();
  PictureRequest request();
  ExportKind kind() const { return ExportKind(kind_->currentData().toInt()); }
  const ExportFormat& format() const { return formats_[size_t(std::max(0, format_->currentIndex()))]; }
  void fail(const QString& text);

  Controller& controller_;
  PictureWidget& picture_;
  std::vector<ExportFormat> formats_;
  std::filesystem::path written_;
  bool nameChosen_ = false;  ///< the user gave a name: only its extension follows the format

  QComboBox *kind_ = new QComboBox, *format_ = new QComboBox, *theme_ = new QComboBox;
  QLabel *help_ = new QLabel, *problem_ = new QLabel;
  QLineEdit* path_ = new QLineEdit;
  QSpinBox *width_ = new QSpinBox, *height_ = new QSpinBox;
  QDoubleSpinBox* scale_ = new DecimalField;
  struct {
    QDoubleSpinBox *width = new DecimalField, *height = new DecimalField;  ///< mm
    QSpinBox* dots = new QSpinBox;                                         ///< per inch
  } paper_;
  QCheckBox *transparent_ = new QCheckBox(tr("Transparent background")), *labels_ = new QCheckBox(tr("Numbers, scale bar and legend"));
  struct {
    QCheckBox* lock = new QCheckBox(tr("&Keep proportions"));
    double ratio = 1;  ///< width : height, while it is kept
  } proportion_;
  struct {
    QWidget* options = new QWidget;
    PicturePreview* preview = nullptr;
  } ofPicture_;
  struct {
    QWidget* system = new QWidget;
    QLabel* crs = new QLabel;
    QCheckBox* hidden = new QCheckBox(tr("Edges that are &hidden, too"));
  } curve_;
  QPushButton* exportButton_ = nullptr;
};

ExportDialog::ExportDialog(QWidget& parent, Controller& controller, PictureWidget& picture, ExportKind first)
    : QDialog(&parent), controller_(controller), picture_(picture) {
  setWindowTitle(tr("Export"));
  setObjectName("export_dialog");
  kind_->setObjectName("export_kind");
  format_->setObjectName("export_format");
  path_->setObjectName("export_path");
  auto* form = new QFormLayout(this);
  for (const ExportKindInfo& info : exportKinds()) kind_->addItem(translated(info.label), int(info.kind));
  kind_->setCurrentIndex(int(first));
  help_->setWordWrap(true);
  help_->setTextFormat(Qt::RichText);
  help_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  help_->setObjectName("export_help");
  help_->setForegroundRole(QPalette::PlaceholderText);
  problem_->setWordWrap(true);
  problem_->setObjectName("export_problem");
  form->addRow(tr("&What"), kind_);
  form->addRow(tr("&Format"), format_);
  form->addRow("", help_);
  makeCurveOptions(*form);
  makePictureOptions(*form);
  auto* nameRow = new QHBoxLayout;
  auto* browse = new QPushButton(tr("&Browse…"));
  browse->setAutoDefault(false);  // Return exports
  path_->setMinimumWidth(420);
  nameRow->addWidget(path_, 1);
  nameRow->addWidget(browse);
  form->addRow(labelOf(tr("Sa&ve as"), *path_), nameRow);
  form->addRow(problem_);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
  exportButton_ = buttons->addButton(tr("&Export"), QDialogButtonBox::AcceptRole);
  exportButton_->setObjectName("export_button");
  exportButton_->setDefault(true);
  form->addRow(buttons);
  connect(kind_, &QComboBox::currentIndexChanged, this, [this] { showKind(); });
  connect(format_, &QComboBox::currentIndexChanged, this, [this] { showFormat(); });
  connect(path_, &QLineEdit::textEdited, this, [this] { nameChosen_ = true; });
  connect(path_, &QLineEdit::textChanged, this, [this] { showWhetherItReplaces(); });
  connect(browse, &QPushButton::clicked, this, [this] { this->browse(); });
  connect(buttons, &QDialogButtonBox::accepted, this, [this] { write(); });
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  showKind();
}

/// What coordinates mean in the file, and whether edges go out that are not on the picture.
void ExportDialog::makeCurveOptions(QFormLayout& form) {
  auto* row = new QHBoxLayout(curve_.system);
  row->setContentsMargins(0, 0, 0, 0);
  curve_.crs->setObjectName("export_crs");
  curve_.crs->setWordWrap(true);
  auto* set = new QPushButton(tr("Se&t…"));
  set->setObjectName("export_set_crs");
  set->setAutoDefault(false);  // Return exports
  connect(set, &QPushButton::clicked, this, [this] {
    askCoordinateSystem(*this, controller_);
    showCrs();
  });
  row->addWidget(curve_.crs, 1);
  row->addWidget(set);
  form.addRow(tr("System"), curve_.system);
  curve_.hidden->setObjectName("export_hidden");
  curve_.hidden->setToolTip(tr("Edges of less confidence than Hide below says are not on the picture"));
  form.addRow("", curve_.hidden);
  showCrs();
}

void ExportDialog::showCrs() {
  const std::string& text = controller_.document().crsText();
  curve_.crs->setText(text.empty() ? QString(tr("No coordinate system")) : systemText(text));
}

void ExportDialog::makePictureOptions(QFormLayout& form) {
  auto* layout = new QFormLayout(ofPicture_.options);
  layout->setContentsMargins(0, 0, 0, 0);
  const Viewport viewport = picture_.viewport();
  for (QSpinBox* side : {width_, height_}) {
    side->setRange(1, kLargestSide);
    side->setSuffix(tr(" px"));
  }
  width_->setValue(viewport.width);
  height_->setValue(viewport.height);
  proportion_.ratio = double(viewport.width) / viewport.height;
  width_->setObjectName("picture_width");
  height_->setObjectName("picture_height");
  scale_->setRange(0.5, kLargestScale);
  scale_->setSingleStep(0.5);
  scale_->setDecimals(3);
  scale_->setObjectName("picture_scale");
  connect(proportion_.lock, &QCheckBox::toggled, this, [this] { proportion_.ratio = double(width_->value()) / height_->value(); });
  scale_->setValue(viewport.devicePixelRatio);
  scale_->setToolTip(tr("Points, lines and text are drawn this much larger: 2 for a picture of twice the size that looks the same"));
  labels_->setChecked(true);
  transparent_->setObjectName("picture_transparent");
  theme_->setObjectName("picture_theme");
  theme_->addItem(tr("Dark"), int(Theme::dark));
  theme_->addItem(tr("White, for print"), int(Theme::white));
  theme_->setCurrentIndex(int(controller_.session().view.theme));
  auto* size = new QHBoxLayout;
  size->addWidget(width_);
  size->addWidget(new QLabel("×"));
  size->addWidget(height_);
  size->addStretch();
  size->insertWidget(size->count() - 1, proportion_.lock);
  proportion_.lock->setObjectName("picture_lock");
  proportion_.lock->setChecked(true);
  proportion_.lock->setToolTip(tr("Height follows width and the other way round, in pixels and on paper"));
  layout->addRow(labelOf(tr("&Size"), *width_), size);
  layout->addRow(tr("Sca&le of points and text"), scale_);
  layout->addRow(labelOf(tr("On &paper"), *paper_.width), makePaper());
  layout->addRow(tr("&Theme"), theme_);
  layout->addRow(transparent_);
  layout->addRow(labels_);
  ofPicture_.preview = new PicturePreview(controller_, picture_);
  layout->addRow(tr("Preview"), ofPicture_.preview);
  for (QCheckBox* each : {transparent_, labels_}) connect(each, &QCheckBox::toggled, this, &ExportDialog::preview);
  connect(theme_, &QComboBox::currentIndexChanged, this, &ExportDialog::preview);
  auto* animation = new QPushButton(tr("&Animation…"));
  animation->setObjectName("animation_button");
  animation->setToolTip(tr("Many pictures: the steps of the detection, a turn of the camera, or both"));
  animation->setAutoDefault(false);  // Return exports
  connect(animation, &QPushButton::clicked, this, [this] {
    if (showAnimationDialog(*this, controller_, picture_)) accept();
  });
  layout->addRow(animation);
  form.addRow(ofPicture_.options);
}

/// The same three numbers in the units of print: a logical pixel is 1/96 inch.
QLayout* ExportDialog::makePaper() {
  for (QDoubleSpinBox* side : {paper_.width, paper_.height}) {
    side->setRange(1, 5000);
    side->setDecimals(1);
    side->setSuffix(tr(" mm"));
    connect(side, &QDoubleSpinBox::valueChanged, this, [this, side] { takePaper(side == paper_.width); });
  }
  paper_.width->setObjectName("paper_width");
  paper_.height->setObjectName("paper_height");
  paper_.dots->setObjectName("paper_dots");
  paper_.dots->setRange(int(kScreenDotsPerInch / 2), int(kLargestScale * kScreenDotsPerInch));
  paper_.dots->setSuffix(tr(" dpi"));
  paper_.dots->setToolTip(tr("Dots per inch: 300 for print, 96 for screens. The size in millimetres stays"));
  connect(paper_.dots, &QSpinBox::valueChanged, this, [this] { takePaper(true); });
  for (QSpinBox* side : {width_, height_})
    connect(side, &QSpinBox::valueChanged, this, [this, side] {
      keepProportion(side == width_);
      showPaper();
    });
  connect(scale_, &QDoubleSpinBox::valueChanged, this, [this] { showPaper(); });
  auto* row = new QHBoxLayout;
  row->addWidget(paper_.width);
  row->addWidget(new QLabel("×"));
  row->addWidget(paper_.height);
  row->addWidget(new QLabel(tr("at")));
  row->addWidget(paper_.dots);
  row->addStretch();
  showPaper();
  return row;
}

void ExportDialog::showPaper() {
  const QSignalBlocker blockWidth(paper_.width), blockHeight(paper_.height), blockDots(paper_.dots);
  const double dots = scale_->value() * kScreenDotsPerInch;
  paper_.dots->setValue(int(std::lround(dots)));
  paper_.width->setValue(width_->value() * kInch_mm / dots);
  paper_.height->setValue(height_->value() * kInch_mm / dots);
  if (ofPicture_.preview != nullptr) preview();
}

void ExportDialog::takePaper(bool byWidth) {
  const QSignalBlocker blockWidth(width_), blockHeight(height_), blockScale(scale_);
  const double dots = paper_.dots->value();
  scale_->setValue(dots / kScreenDotsPerInch);
  if (proportion_.lock->isChecked()) {
    QDoubleSpinBox& follows = byWidth ? *paper_.height : *paper_.width;
    const QSignalBlocker block(follows);
    follows.setValue(byWidth ? paper_.width->value() / proportion_.ratio : paper_.height->value() * proportion_.ratio);
  }
  width_->setValue(pixelsOf(paper_.width->value(), dots));
  height_->setValue(pixelsOf(paper_.height->value(), dots));
  preview();
}

void ExportDialog::keepProportion(bool byWidth) {
  if (!proportion_.lock->isChecked()) return void(proportion_.ratio = double(width_->value()) / height_->value());
  QSpinBox& follows = byWidth ? *height_ : *width_;
  const QSignalBlocker block(follows);
  follows.setValue(std::max(1, int(std::lround(byWidth ? width_->value() / proportion_.ratio : height_->value() * proportion_.ratio))));
}

void ExportDialog::showKind() {
  formats_ = exportFormats(kind());
  const QSignalBlocker block(format_);
  format_->clear();
  for (const ExportFormat& format : formats_) format_->addItem(translated(format.label) + "  (." + toQt(format.extension) + ")");
  ofPicture_.options->setVisible(kind() == ExportKind::picture);
  auto& form = static_cast<QFormLayout&>(*layout());
  form.setRowVisible(curve_.system, kind() == ExportKind::curve || kind() == ExportKind::chosenPoints);
  form.setRowVisible(curve_.hidden, kind() == ExportKind::curve && hidesEdges(controller_));
  if (kind() == ExportKind::picture) preview();
  if (isVisible()) layout()->activate(), adjustSize();  // it grew for a picture's options
  nameChosen_ = false;
  showFormat();
  const std::string obstacle = exportObstacle(kind(), controller_);
  exportButton_->setEnabled(obstacle.empty());
  fail(translated(obstacle));
}

void ExportDialog::showFormat() {
  if (nameChosen_) {
    std::filesystem::path path = path_->text().toStdString();
    path_->setText(QString::fromStdString(path.replace_extension(format().extension).string()));
  } else {
    path_->setText(QString::fromStdString(suggestedPath(kind(), format(), controller_).string()));
  }
  help_->setText(translated(exportKinds()[size_t(kind())].help) + " " + translated(format().help) + whichStep());
}

/// A curve that is not finished looks like one that is.
QString ExportDialog::whichStep() const {
  const Frame* frame = controller_.frame().get();
  if (kind() != ExportKind::curve || frame == nullptr || frame->finished) return {};
  return "<br><b>" + tr("Step %1 is shown: its curve is written, not the finished one.").arg(frame->step) + "</b>";
}

void ExportDialog::showWhetherItReplaces() { exportButton_->setText(QFileInfo(path_->text()).isFile() ? tr("R&eplace") : tr("&Export")); }

void ExportDialog::browse() {
  const QString filter = translated(format().label) + " (*." + toQt(format().extension) + ")";
  const QString chosen = QFileDialog::getSaveFileName(this, tr("Export to"), path_->text(), filter, nullptr, QFileDialog::DontConfirmOverwrite);
  if (chosen.isEmpty()) return;
  nameChosen_ = true;
  path_->setText(QFileInfo(chosen).suffix().isEmpty() ? chosen + "." + QString::fromStdString(format().extension) : chosen);
}

PictureRequest ExportDialog::request() {
  return {.width = width_->value(),
          .height = height_->value(),
          .scale = scale_->value(),
          .transparent = transparent_->isChecked(),
          .labels = labels_->isChecked(),
          .theme = Theme(theme_->currentData().toInt())};
}

void ExportDialog::write() {
  QProgressDialog progress(tr("Drawing…"), tr("Cancel"), 0, 1000, this);
  progress.setWindowModality(Qt::WindowModal);
  PictureRequest request = this->request();
  request.progress = [&](double fraction) {
    progress.setValue(int(fraction * progress.maximum()));
    if (progress.wasCanceled()) throw Cancelled{};
  };
  const QString problem = writeOrSayWhy([&] {
    const std::filesystem::path path = path_->text().toStdString();
    const std::vector<std::string> warnings = exportTo(kind(), path, format(), controller_, picture_, request, curve_.hidden->isChecked());
    written_ = path;
    controller_.reportSaved(path, warnings);
  });
  problem.isEmpty() ? accept() : fail(problem);
}

void ExportDialog::fail(const QString& text) {
  problem_->setText(text);
  problem_->setVisible(!text.isEmpty());
}

}  // namespace

std::filesystem::path showExportDialog(QWidget& parent, Controller& controller, PictureWidget& picture, ExportKind first) {
  ExportDialog dialog(parent, controller, picture, first);
  dialog.exec();
  return dialog.written();
}

}  // namespace arete
