#include "app/window/import_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QSpinBox>
#include <QTableWidget>

#include "app/window/file_places.h"
#include "compute/core/error.h"

namespace arete {

namespace {

constexpr int kMostSkippedLines = 1'000'000;
constexpr int kAutomatic = -1;

struct SeparatorRow {
  const char* label;
  char separator;
};
const SeparatorRow kSeparators[] = {{"Automatic", 0}, {"Comma", ','}, {"Semicolon", ';'}, {"Tab", '\t'}, {"Blanks", ' '}, {"Bar |", '|'}};

class ImportDialog : public QDialog {
 public:
  ImportDialog(QWidget* parent, QString path);
  ReadOptions options() const;

 private:
  void showPreview();

  const QString path_;
  QComboBox *separator_ = new QComboBox, *decimal_ = new QComboBox, *rawScalar_ = new QComboBox, *precision_ = new QComboBox;
  QSpinBox *skip_ = new QSpinBox, *dimension_ = new QSpinBox;
  QLineEdit *columns_ = new QLineEdit, *crs_ = new QLineEdit;
  QTableWidget* table_ = new QTableWidget;
  QLabel* note_ = new QLabel;
};

ImportDialog::ImportDialog(QWidget* parent, QString path) : QDialog(parent), path_(std::move(path)) {
  setWindowTitle("Open with options");
  setObjectName("import_dialog");
  resize(720, 560);
  auto* form = new QFormLayout(this);
  for (const SeparatorRow& row : kSeparators) separator_->addItem(row.label, QChar(QLatin1Char(row.separator)));
  decimal_->addItem("Automatic", kAutomatic);
  decimal_->addItem("Point: 1.5", 0);
  decimal_->addItem("Comma: 1,5", 1);
  skip_->setRange(kAutomatic, kMostSkippedLines);
  skip_->setValue(kAutomatic);
  skip_->setSpecialValueText("Automatic");
  dimension_->setRange(0, kMaxDimension);
  dimension_->setSpecialValueText("Automatic");
  columns_->setPlaceholderText("Automatic; or names or numbers from 1, e.g. lon, lat or 2 3 5");
  rawScalar_->addItem("32-bit float", int(Scalar::float32));
  rawScalar_->addItem("64-bit float", int(Scalar::float64));
  precision_->addItem("Automatic", kAutomatic);
  precision_->addItem("32-bit float", int(Scalar::float32));
  precision_->addItem("64-bit float", int(Scalar::float64));
  form->addRow("&Separator", separator_);
  form->addRow("&Decimal sign", decimal_);
  form->addRow("S&kip lines", skip_);
  form->addRow("&Coordinate columns", columns_);
  form->addRow("Di&mension", dimension_);
  form->addRow("&Numbers in raw files", rawScalar_);
  form->addRow("Coordinates in memor&y", precision_);
  table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table_->setFocusPolicy(Qt::NoFocus);
  crs_->setPlaceholderText("As the file says; or EPSG:28992, none, …");
  crs_->setObjectName("import_crs");
  form->addRow("Coordinate syst&em", crs_);
  form->addRow(table_);
  note_->setWordWrap(true);
  form->addRow(note_);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Open | QDialogButtonBox::Cancel);
  form->addRow(buttons);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  for (QComboBox* box : {separator_, decimal_}) connect(box, &QComboBox::currentIndexChanged, this, [this] { showPreview(); });
  for (QSpinBox* box : {skip_, dimension_}) connect(box, &QSpinBox::valueChanged, this, [this] { showPreview(); });
  connect(columns_, &QLineEdit::textChanged, this, [this] { showPreview(); });
  showPreview();
}

ReadOptions ImportDialog::options() const {
  ReadOptions options;
  options.separator = char(separator_->currentData().toChar().toLatin1());
  if (const int comma = decimal_->currentData().toInt(); comma != kAutomatic) options.decimalComma = comma == 1;
  if (skip_->value() != kAutomatic) options.skipLines = skip_->value();
  if (dimension_->value() > 0) options.dimension = dimension_->value();
  for (const QString& column : columns_->text().split(QRegularExpression("[,;\\s]+"), Qt::SkipEmptyParts))
    options.columns.push_back(column.toStdString());
  if (const QString suffix = QFileInfo(path_).suffix().toLower(); suffix == "raw" || suffix == "bin")
    options.rawScalar = Scalar(rawScalar_->currentData().toInt());
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
    const TextPreview preview = previewText(path_.toStdString(), options());
    size_t columns = preview.names.size();
    for (const auto& row : preview.rows) columns = std::max(columns, row.size());
    table_->setColumnCount(int(columns));
    table_->setRowCount(int(preview.rows.size()));
    for (size_t c = 0; c < columns; ++c) {
      QString header =
          c < preview.names.size() && !preview.names[c].empty() ? QString::fromStdString(preview.names[c]) : QString("column %1").arg(c + 1);
      const auto used = std::find(preview.coordinates.begin(), preview.coordinates.end(), c);
      if (used != preview.coordinates.end()) header = QString("✓ %1: %2").arg(used - preview.coordinates.begin() + 1).arg(header);
      auto* item = new QTableWidgetItem(header);
      if (used != preview.coordinates.end()) item->setForeground(palette().link());
      table_->setHorizontalHeaderItem(int(c), item);
    }
    for (size_t r = 0; r < preview.rows.size(); ++r)
      for (size_t c = 0; c < preview.rows[r].size(); ++c)
        table_->setItem(int(r), int(c), new QTableWidgetItem(QString::fromStdString(preview.rows[r][c])));
    note_->setText(QString("Numbers begin in line %1. Columns with ✓ are the coordinates; other numbers become attributes.").arg(preview.firstLine));
  } catch (const Error& error) {
    note_->setText(QString::fromUtf8(error.what()));
  }
}

}  // namespace

std::optional<ReadOptions> askImportOptions(QWidget* parent, const QString& path) {
  ImportDialog dialog(parent, path);
  if (dialog.exec() != QDialog::Accepted) return {};
  return dialog.options();
}

}  // namespace arete
