#include "app/window/import_dialog.h"

#include <algorithm>

#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QSpinBox>
#include <QTableWidget>

#include "app/window/file_places.h"
#include "compute/core/error.h"
#include "compute/io/file_preview.h"
#include "compute/text/translate.h"
#include "render/overlay.h"
#include "ui/window_words.h"

namespace arete {

namespace {

constexpr int kMostSkippedLines = 1'000'000;
constexpr int kAutomatic = -1;

struct SeparatorRow {
  const char* label;
  char separator;
};
const SeparatorRow kSeparators[] = {{mark("Automatic"), 0}, {mark("Comma"), ','},  {mark("Semicolon"), ';'},
                                    {mark("Tab"), '\t'},    {mark("Blanks"), ' '}, {mark("Bar |"), '|'}};

class ImportDialog : public QDialog {
 public:
  ImportDialog(QWidget* parent, QString path);
  ReadOptions options() const;

 private:
  void makeForm();
  void showPreview();
  void showRows(const FilePreview& preview);
  void showText(const TextPreview& preview);
  void showFields();
  void setColumn(size_t column, QString header, std::optional<size_t> coordinate);

  const QString path_;
  const FormatInfo* format_ = nullptr;  ///< null where the file cannot be opened
  QFormLayout* form_ = nullptr;
  QComboBox *separator_ = new QComboBox, *decimal_ = new QComboBox, *rawScalar_ = new QComboBox, *precision_ = new QComboBox;
  QSpinBox *skip_ = new QSpinBox, *dimension_ = new QSpinBox;
  QLineEdit *columns_ = new QLineEdit, *track_ = new QLineEdit, *crs_ = new QLineEdit;
  QCheckBox* withheld_ = new QCheckBox(tr("Read them, though they are marked as deleted"));
  QTableWidget* table_ = new QTableWidget;
  QLabel* note_ = new QLabel;
};

ImportDialog::ImportDialog(QWidget* parent, QString path) : QDialog(parent), path_(std::move(path)) {
  setWindowTitle(tr("Open with Options"));
  setObjectName("import_dialog");
  resize(720, 560);
  makeForm();
  for (QComboBox* box : {separator_, decimal_, rawScalar_}) connect(box, &QComboBox::currentIndexChanged, this, [this] { showPreview(); });
  for (QSpinBox* box : {skip_, dimension_}) connect(box, &QSpinBox::valueChanged, this, [this] { showPreview(); });
  connect(columns_, &QLineEdit::textChanged, this, [this] { showPreview(); });
  try {
    format_ = &readableFormat(path_.toStdString());
  } catch (const Error&) {  // the preview says why
  }
  showFields();
  showPreview();
}

void ImportDialog::makeForm() {
  auto* form = form_ = new QFormLayout(this);
  for (const SeparatorRow& row : kSeparators) separator_->addItem(arete::tr(row.label), QChar(QLatin1Char(row.separator)));
  decimal_->addItem(tr("Automatic"), kAutomatic);
  decimal_->addItem(tr("Point, 1.5"), 0);
  decimal_->addItem(tr("Comma, 1,5"), 1);
  skip_->setRange(kAutomatic, kMostSkippedLines);
  skip_->setValue(kAutomatic);
  skip_->setSpecialValueText(tr("Automatic"));
  dimension_->setObjectName("import_dimension");
  dimension_->setRange(0, kMaxDimension);
  dimension_->setSpecialValueText(tr("Automatic"));
  track_->setPlaceholderText(tr("Automatic; or the name or number of the column that tells tracks apart"));
  columns_->setPlaceholderText(tr("Automatic; or names or numbers from 1, e.g. lon, lat or 2 3 5"));
  rawScalar_->addItem(tr("Automatic"), kAutomatic);
  rawScalar_->addItem(tr("32-bit float"), int(Scalar::float32));
  rawScalar_->addItem(tr("64-bit float"), int(Scalar::float64));
  precision_->addItem(tr("Automatic"), kAutomatic);
  precision_->addItem(tr("32-bit float"), int(Scalar::float32));
  precision_->addItem(tr("64-bit float"), int(Scalar::float64));
  form->addRow(tr("&Separator"), separator_);
  form->addRow(tr("&Decimal separator"), decimal_);
  form->addRow(tr("S&kip lines"), skip_);
  form->addRow(tr("&Coordinate columns"), columns_);
  form->addRow(tr("&Track column"), track_);
  form->addRow(tr("Di&mension"), dimension_);
  form->addRow(tr("&Withheld points"), withheld_);
  form->addRow(tr("Raw &number type"), rawScalar_);
  form->addRow(tr("Store coordinates &as"), precision_);
  table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table_->setFocusPolicy(Qt::NoFocus);
  crs_->setPlaceholderText(tr("As the file says; or EPSG:28992, none, …"));
  crs_->setObjectName("import_crs");
  form->addRow(tr("Coordinate syst&em"), crs_);
  form->addRow(table_);
  note_->setWordWrap(true);
  form->addRow(note_);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Open | QDialogButtonBox::Cancel);
  form->addRow(buttons);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

/// Only what the format knows.
void ImportDialog::showFields() {
  const bool text = format_ == nullptr || format_->id == "text", raw = format_ != nullptr && format_->id == "raw";
  for (QWidget* field : std::initializer_list<QWidget*>{separator_, decimal_, skip_}) form_->setRowVisible(field, text);
  form_->setRowVisible(rawScalar_, raw);
  form_->setRowVisible(withheld_, format_ != nullptr && (format_->id == "las" || format_->id == "laz"));
}

ReadOptions ImportDialog::options() const {
  ReadOptions options;
  options.separator = char(separator_->currentData().toChar().toLatin1());
  if (const int comma = decimal_->currentData().toInt(); comma != kAutomatic) options.decimalComma = comma == 1;
  if (skip_->value() != kAutomatic) options.skipLines = skip_->value();
  options.trackColumn = track_->text().trimmed().toStdString();
  options.withheld = withheld_->isChecked();
  if (dimension_->value() > 0) options.dimension = dimension_->value();
  for (const QString& column : columns_->text().split(QRegularExpression("[,;\\s]+"), Qt::SkipEmptyParts))
    options.columns.push_back(column.toStdString());
  if (form_->isRowVisible(rawScalar_) && rawScalar_->currentIndex() > 0) options.rawScalar = Scalar(rawScalar_->currentData().toInt());
  if (const int precision = precision_->currentData().toInt(); precision != kAutomatic) options.scalar = Scalar(precision);
  if (const std::string crs = crs_->text().trimmed().toStdString(); !crs.empty()) options.crs = crs == "none" ? Crs{} : Crs{crs};
  return options;
}

/// The first rows as the reader sees them; the columns used as coordinates are marked in the header.
void ImportDialog::showPreview() {
  table_->clear();
  table_->setRowCount(0);
  table_->setColumnCount(0);
  try {
    const FilePreview preview = previewFile(path_.toStdString(), options());
    preview.text ? showText(*preview.text) : showRows(preview);
    table_->resizeColumnsToContents();
  } catch (const Error& error) {
    note_->setText(toQt(textInWindow(error)));
  }
}

void ImportDialog::setColumn(size_t column, QString header, std::optional<size_t> coordinate) {
  if (coordinate) header = QString("✓ %1: %2").arg(*coordinate + 1).arg(header);
  auto* item = new QTableWidgetItem(header);
  if (coordinate) item->setForeground(palette().link());
  table_->setHorizontalHeaderItem(int(column), item);
}

/// Numbers of a binary file, or of text in a format of its own.
void ImportDialog::showRows(const FilePreview& preview) {
  constexpr int kDigits = 10;
  table_->setColumnCount(int(preview.names.size()));
  table_->setRowCount(int(preview.rows.size()));
  for (size_t c = 0; c < preview.names.size(); ++c) setColumn(c, toQt(preview.names[c]), c < preview.dimension ? std::optional(c) : std::nullopt);
  for (size_t r = 0; r < preview.rows.size(); ++r)
    for (size_t c = 0; c < preview.rows[r].size(); ++c)
      table_->setItem(int(r), int(c), new QTableWidgetItem(toQt(formatNumber(preview.rows[r][c], kDigits))));
  const QString format = toQt(preview.format->label);
  note_->setText(preview.tooLarge ? tr("%1. Its columns are known once it is open.").arg(format)
                                  : tr("%1. Columns with ✓ are the coordinates; the others become attributes.").arg(format));
}

void ImportDialog::showText(const TextPreview& preview) {
  size_t columns = preview.names.size();
  for (const auto& row : preview.rows) columns = std::max(columns, row.size());
  table_->setColumnCount(int(columns));
  table_->setRowCount(int(preview.rows.size()));
  for (size_t c = 0; c < columns; ++c) {
    const bool named = c < preview.names.size() && !preview.names[c].empty();
    const auto used = std::ranges::find(preview.coordinates, c);
    setColumn(c, named ? toQt(preview.names[c]) : QString(tr("column %1")).arg(c + 1),
              used == preview.coordinates.end() ? std::nullopt : std::optional(size_t(used - preview.coordinates.begin())));
  }
  for (size_t r = 0; r < preview.rows.size(); ++r)
    for (size_t c = 0; c < preview.rows[r].size(); ++c) table_->setItem(int(r), int(c), new QTableWidgetItem(toQt(preview.rows[r][c])));
  note_->setText(
      QString(tr("Numbers begin in line %1. Columns with ✓ are the coordinates; other numbers become attributes.")).arg(preview.firstLine));
}

}  // namespace

std::optional<ReadOptions> askImportOptions(QWidget* parent, const QString& path) {
  ImportDialog dialog(parent, path);
  if (dialog.exec() != QDialog::Accepted) return {};
  return dialog.options();
}

}  // namespace arete
