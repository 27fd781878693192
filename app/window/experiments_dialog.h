// Tools › Experiments: runs the thesis's experiments on a separate thread.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <QDialog>
#include <QUrl>

#include "app/window/controller.h"
#include "compute/core/mailbox.h"
#include "compute/core/worker.h"
#include "compute/experiments/experiment.h"

class QDialogButtonBox;
class QDoubleSpinBox;
class QLabel;
class QLayout;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QTableWidget;

namespace arete {

/// Stays open beside the picture. Closing it, or Cancel, ends the run; files are written completely or not at all, and never over an open file.
class ExperimentsDialog : public QDialog {
 public:
  ExperimentsDialog(QWidget* parent, const Controller& controller);

 private:
  struct Progress {
    double fraction = 0;
    std::string what;
  };
  void makeList();
  QLayout* makeForm();
  QDialogButtonBox* makeButtons();
  const Experiment& chosen() const;
  void showChosen();
  void start();
  void guard(const std::filesystem::path& folder) const;
  Worker::Then work(const Experiment& experiment, const std::filesystem::path& folder, double scale, const std::stop_token& stop);
  void showProgress(const Progress& progress);
  void finish(const QString& text, const QUrl& page);
  void browse();

  const Controller& controller_;
  QTableWidget* list_;
  QLabel *about_, *result_;
  QDoubleSpinBox* scale_;
  QLineEdit* folder_;
  QProgressBar* progress_;
  QPushButton *run_, *cancel_, *open_, *show_;
  std::vector<std::string> plots_;  ///< SVG, of the last run
  QUrl page_;                       ///< of the last run
  Mailbox<Progress> told_;          ///< by the worker's thread
  Worker worker_;                   ///< last: its thread ends before the rest goes
};

}  // namespace arete
