#include "app/window/coordinate_system_dialog.h"

#include <QDialog>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QVBoxLayout>

#include "app/window/controller.h"
#include "app/window/file_places.h"
#include "compute/crs/about_crs.h"
#include "compute/text/translate.h"
#include "ui/window_words.h"

namespace arete {

namespace {

class CoordinateSystemDialog : public QDialog {
 public:
  CoordinateSystemDialog(QWidget& parent, const Document& document);
  /// Not set: as the file says.
  const std::optional<Crs>& chosen() const { return chosen_; }

 private:
  void look();

  std::optional<Crs> chosen_;
  QRadioButton *ofFile_, *other_ = new QRadioButton(tr("&Other:")), *none_ = new QRadioButton(tr("&None: plain numbers"));
  QLineEdit* words_ = new QLineEdit;
  QLabel* about_ = new QLabel;
  QDialogButtonBox* buttons_ = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
};

CoordinateSystemDialog::CoordinateSystemDialog(QWidget& parent, const Document& document) : QDialog(&parent) {
  constexpr int kWidth = 460;
  setWindowTitle(tr("Coordinate System"));
  setObjectName("coordinate_system");
  const std::string& file = document.file().crsText;
  ofFile_ = new QRadioButton(tr("As the &file says: %1").arg(file.empty() ? tr("nothing") : systemText(file)));
  words_->setPlaceholderText(tr("EPSG:28992, EPSG:28992+5709, or WKT"));
  words_->setObjectName("crs_words");
  words_->setAccessibleName(tr("Coordinate system"));
  about_->setWordWrap(true);
  about_->setObjectName("crs_about");
  about_->setMinimumWidth(kWidth);
  auto* layout = new QVBoxLayout(this);
  auto* row = new QHBoxLayout;
  row->addWidget(other_);
  row->addWidget(words_, 1);
  layout->addWidget(ofFile_);
  layout->addLayout(row);
  layout->addWidget(none_);
  layout->addWidget(about_);
  layout->addWidget(buttons_);
  const std::optional<Crs>& given = document.session().crs;
  (!given ? ofFile_ : given->known() ? other_ : none_)->setChecked(true);
  if (given) words_->setText(toQt(given->definition));
  for (QRadioButton* each : {ofFile_, other_, none_}) connect(each, &QRadioButton::toggled, this, [this] { look(); });
  connect(words_, &QLineEdit::textEdited, this, [this] {
    other_->setChecked(true);
    look();
  });
  connect(buttons_, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons_, &QDialogButtonBox::rejected, this, &QDialog::reject);
  look();
}

/// What was typed is understood, or said to be none, at once.
void CoordinateSystemDialog::look() {
  QString about = tr("The coordinates stay as they are: this says what they mean.");
  bool good = true;
  chosen_ = none_->isChecked() ? std::optional(Crs()) : std::nullopt;
  if (other_->isChecked()) try {
      chosen_ = crsFrom(words_->text().trimmed().toStdString());
      about = toQt(aboutCrs(*chosen_).textWithHeights());
    } catch (const Error& error) {
      good = false;
      if (!words_->text().trimmed().isEmpty()) about = toQt(textInWindow(error));
    }
  about_->setText(about);
  buttons_->button(QDialogButtonBox::Ok)->setEnabled(good);
}

}  // namespace

void askCoordinateSystem(QWidget& parent, Controller& controller) {
  CoordinateSystemDialog dialog(parent, controller.document());
  if (dialog.exec() != QDialog::Accepted || dialog.chosen() == controller.session().crs) return;
  Session next = controller.session();
  next.crs = dialog.chosen();
  controller.document().change(std::move(next));
}

}  // namespace arete
