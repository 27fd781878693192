// Help › Check This Machine: every version that can run here beside its reference, on a thread of its own; a table to send with a report of a fault.
#pragma once

#include <functional>
#include <string>
#include <variant>
#include <vector>

#include <QDialog>

#include "app/window/controller.h"
#include "compute/check/check_versions.h"
#include "compute/core/mailbox.h"
#include "compute/core/worker.h"

class QDialogButtonBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QTableWidget;

namespace arete {

/// Stays open beside the picture, and begins at once. Closing it, or Stop, ends the check.
class MachineDialog : public QDialog {
 public:
  MachineDialog(QWidget* parent, const Controller& controller);

  /// Anew, unless a check runs.
  void start();
  /// What is checked; tests check something else.
  void setWish(CheckWish wish) { wish_ = std::move(wish); }

 private:
  struct Progress {
    double fraction = 0;
    std::string what;
  };
  struct News {
    uint32_t run = 0;  ///< what comes late from one that was stopped is left out
    std::vector<std::variant<MachineFact, CheckedVersion, Progress>> all = {};
  };

  void makeTable();
  QDialogButtonBox* makeButtons();
  static void join(News& newer, News& older);
  void stop();
  void take(const News& news);
  void add(const MachineFact& fact);
  void add(const CheckedVersion& row);
  void add(const Progress& progress);
  void finish(const CheckResult& result);
  void finish(const QString& verdict);
  void end(const QString& verdict);
  void addLine(const std::string& line) { text_ += QString::fromStdString(line) + '\n'; }
  void save();

  const Controller& controller_;
  CheckWish wish_;
  QLabel *machine_, *verdict_;
  QProgressBar* progress_;
  QTableWidget* table_;
  QPushButton *copy_, *save_, *stop_;
  uint32_t run_ = 0;
  QString facts_, text_;  ///< rows of what is shown at the top; all of it for a report
  Mailbox<News> told_;    ///< by the worker's thread
  Worker worker_;         ///< last: its thread ends before the rest goes
};

}  // namespace arete
