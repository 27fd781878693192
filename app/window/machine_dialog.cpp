#include "app/window/machine_dialog.h"

#include <algorithm>
#include <utility>

#include <QClipboard>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollBar>
#include <QTableWidget>
#include <QVBoxLayout>

#include "app/window/file_places.h"
#include "app/window/post.h"
#include "compute/check/report.h"
#include "compute/core/number_text.h"
#include "compute/files/text_file.h"
#include "compute/text/translate.h"
#include "ui/engine_text.h"
#include "ui/window_words.h"

namespace arete {

namespace {

constexpr int kCheckSteps = 1000, kCheckWidth = 640, kCheckHeight = 560;
enum Column { kVersion, kBits, kTime };

QString htmlOf(const MachineFact& fact) {
  static constexpr std::string_view kNone = "none: ";
  const std::string_view value = fact.value;
  const std::string shown = value.starts_with(kNone) ? filled(arete::tr("none: %1"), engineText(value.substr(kNone.size()))) : engineName(value);
  return "<tr><td style='padding-right:14px'>" + translated(fact.name).toHtmlEscaped() + "</td><td>" + toQt(shown).toHtmlEscaped() + "</td></tr>";
}

/// bitsWords() in the language of the window; the text for a report stays English.
std::string shownBits(const CheckedVersion& row) {
  const std::string differ = std::to_string(row.differ), asked = std::to_string(row.asked);
  switch (row.end) {
    case CheckEnd::same: return arete::tr("same");
    case CheckEnd::inexact: return filled(arete::tr("inexact by design: %1 of %2 differ"), differ, asked);
    case CheckEnd::different: return filled(arete::tr("DIFFERENT: %1 of %2, first: %3"), differ, asked, row.first);
    case CheckEnd::error: return filled(arete::tr("error: %1"), engineText(errorText(row.why)));
    case CheckEnd::notRun: break;
  }
  return filled(arete::tr("not run: %1"), engineText(row.why));
}

/// verdictOf() in the language of the window.
std::string shownVerdict(const CheckResult& result) {
  const auto count = [&](CheckEnd end) { return result.count(end); };
  const auto counted = [&](CheckEnd end, const char* pattern) { return filled(pattern, std::to_string(count(end))); };
  const uint32_t same = count(CheckEnd::same), inexact = count(CheckEnd::inexact), left = count(CheckEnd::notRun);
  std::string text =
      result.isSound()
          ? counted(CheckEnd::same, trCount(same, "%1 version gives the bits of the references", "%1 versions give the bits of the references"))
          : filled(arete::tr(
                       "This machine or this build is not right: versions that differ %1, that failed %2, that give the bits of the references %3"),
                   std::to_string(count(CheckEnd::different)), std::to_string(count(CheckEnd::error)), std::to_string(same));
  if (inexact > 0) text += ", " + counted(CheckEnd::inexact, trCount(inexact, "%1 is inexact by design", "%1 are inexact by design"));
  if (left > 0) text += ", " + counted(CheckEnd::notRun, trCount(left, "%1 was not run", "%1 were not run"));
  return text + filled(arete::tr("; it took %1 s."), fixedText(result.seconds, 1));
}

}  // namespace

MachineDialog::MachineDialog(QWidget* parent, const Controller& controller)
    : QDialog(parent),
      controller_(controller),
      machine_(new QLabel),
      verdict_(new QLabel),
      progress_(new QProgressBar),
      table_(new QTableWidget(0, 3)),
      copy_(new QPushButton(tr("&Copy"))),
      save_(new QPushButton(tr("&Save…"))),
      stop_(new QPushButton),
      told_(
          postToThisThread(), [this](const News& news) { take(news); }, join),
      worker_(
          "cannot check this machine", "close other programs", [this](const Error& error) { finish(toQt(textInWindow(error))); },
          postToThisThread()) {
  setWindowTitle(tr("Check This Machine"));
  resize(kCheckWidth, kCheckHeight);
  auto* layout = new QVBoxLayout(this);
  machine_->setObjectName("machine");
  verdict_->setObjectName("verdict");
  for (QLabel* label : {machine_, verdict_}) {
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  }
  layout->addWidget(machine_);
  makeTable();
  layout->addWidget(table_, 1);
  progress_->setRange(0, kCheckSteps);
  layout->addWidget(progress_);
  layout->addWidget(verdict_);
  layout->addWidget(makeButtons());
  connect(this, &QDialog::finished, this, [this] { stop(); });
}

void MachineDialog::makeTable() {
  table_->setObjectName("versions");
  table_->setHorizontalHeaderLabels({tr("Version"), tr("Bits"), "ms"});
  table_->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  table_->horizontalHeaderItem(kTime)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
  table_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  table_->horizontalHeader()->setSectionResizeMode(kBits, QHeaderView::Stretch);
  table_->verticalHeader()->hide();
  table_->setSelectionBehavior(QAbstractItemView::SelectRows);
  table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table_->setShowGrid(false);
}

QDialogButtonBox* MachineDialog::makeButtons() {
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  const auto add = [&](QPushButton* button, const char* name, const char* tip) {
    button->setObjectName(name);
    button->setToolTip(tip);
    button->setAutoDefault(false);
    buttons->addButton(button, QDialogButtonBox::ActionRole);
  };
  add(stop_, "stop", arete::tr("End the check, or check once more"));
  add(copy_, "copy", arete::tr("Put the table on the clipboard, as text for a report"));
  add(save_, "save", arete::tr("Write the table to a text file"));
  connect(copy_, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(text_); });
  connect(save_, &QPushButton::clicked, this, [this] { save(); });
  connect(stop_, &QPushButton::clicked, this, [this] { worker_.busy() ? stop() : start(); });
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  return buttons;
}

/// Those that are older come first.
void MachineDialog::join(News& newer, News& older) {
  if (older.run == newer.run) newer.all.insert(newer.all.begin(), older.all.begin(), older.all.end());
}

void MachineDialog::start() {
  if (worker_.busy()) return;
  ++run_;
  text_.clear(), facts_.clear();
  machine_->clear();
  table_->setRowCount(0);
  verdict_->setText(tr("Each version answers small tasks; its answers must have the bits of its reference."));
  progress_->show();
  progress_->setValue(0);
  progress_->setFormat("");
  stop_->setText(tr("S&top"));
  for (QPushButton* button : {copy_, save_}) button->setEnabled(false);
  worker_.start([this, wish = wish_, run = run_](const std::stop_token& stop) {
    CheckNews news;
    news.fact = [this, run](const MachineFact& fact) { told_.put({run, {fact}}); };
    news.row = [this, run](const CheckedVersion& row) { told_.put({run, {row}}); };
    news.progress = [this, run](double fraction, std::string_view what) { told_.put({run, {Progress{fraction, std::string(what)}}}); };
    return Worker::Then([this, result = checkVersions(wish, stop, news)] { finish(result); });
  });
}

void MachineDialog::stop() {
  if (!worker_.busy()) return;
  worker_.cancel();
  ++run_;
  finish(tr("Stopped after %1 versions.").arg(table_->rowCount()));
}

void MachineDialog::take(const News& news) {
  if (news.run != run_) return;
  for (const auto& each : news.all) std::visit([this](const auto& one) { add(one); }, each);
}

void MachineDialog::add(const MachineFact& fact) {
  addLine(lineOf(fact));
  facts_ += htmlOf(fact);
  machine_->setText("<table>" + facts_ + "</table>");
}

void MachineDialog::add(const Progress& progress) {
  progress_->setValue(int(progress.fraction * kCheckSteps));
  progress_->setFormat(toQt(engineText(progress.what)));
}

/// The newest row is in sight, unless somebody looks at others.
void MachineDialog::add(const CheckedVersion& row) {
  const int at = table_->rowCount();
  if (at == 0) addLine('\n' + headOfRows());
  addLine(lineOf(row));
  const QScrollBar& bar = *table_->verticalScrollBar();
  const bool follows = bar.value() == bar.maximum(), isWrong = row.end == CheckEnd::different || row.end == CheckEnd::error;
  table_->insertRow(at);
  const std::pair<Column, std::string> cells[] = {{kVersion, row.id}, {kBits, shownBits(row)}, {kTime, timeWords(row)}};
  for (const auto& [column, words] : cells) {
    auto* item = new QTableWidgetItem(toQt(words));
    if (column == kTime) item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    if (column == kBits) item->setToolTip(toQt(words));
    if (row.end == CheckEnd::notRun) item->setForeground(palette().brush(QPalette::Disabled, QPalette::Text));
    if (isWrong) {
      QFont bold = item->font();
      bold.setBold(true);
      item->setFont(bold);
    }
    table_->setItem(at, column, item);
  }
  if (follows) table_->scrollToBottom();
}

void MachineDialog::finish(const CheckResult& result) {
  addLine('\n' + referencesLine(result));
  const auto isWrong = [](const CheckedVersion& row) { return row.end == CheckEnd::different || row.end == CheckEnd::error; };
  if (const auto wrong = std::ranges::find_if(result.rows, isWrong); wrong != result.rows.end()) table_->selectRow(int(wrong - result.rows.begin()));
  addLine(verdictOf(result));
  end(toQt(shownVerdict(result)));
}

void MachineDialog::finish(const QString& verdict) {
  addLine(verdict.toStdString());
  end(verdict);
}

void MachineDialog::end(const QString& verdict) {
  verdict_->setText(verdict);
  progress_->hide();
  stop_->setText(tr("Check &Again"));
  for (QPushButton* button : {copy_, save_}) button->setEnabled(true);
}

void MachineDialog::save() {
  const QString path = QFileDialog::getSaveFileName(this, tr("Save the check"), QDir(lastFolder()).filePath("arete-check.txt"), tr("Text (*.txt)"));
  if (path.isEmpty()) return;
  try {
    const std::filesystem::path file = path.toStdString();
    controller_.guardOutputs(std::vector{file});
    TextFile text(file);
    text.put(text_.toStdString());
    const bool isDurable = text.commit();
    verdict_->setText(tr("Saved to %1").arg(path) + (isDurable ? QString() : "\n" + translated(kNotDurable)));
  } catch (const Error& error) {
    verdict_->setText(toQt(textInWindow(error)));
  }
}

}  // namespace arete
