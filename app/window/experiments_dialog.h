// Tools › Experiments: the thesis's experiments, run on a thread of their own.
#pragma once

#include <thread>

#include <QDialog>
#include <QUrl>

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

/// Stays open beside the picture. Closing it, or Cancel, ends what runs; files are written whole or not at all.
class ExperimentsDialog : public QDialog {
 public:
  explicit ExperimentsDialog(QWidget* parent);
  ~ExperimentsDialog() override;

 private:
  void makeList();
  QLayout* makeForm();
  QDialogButtonBox* makeButtons();
  const Experiment& chosen() const;
  void showChosen();
  void start();
  void finish(const QString& text, const QUrl& page);
  void browse();

  QTableWidget* list_;
  QLabel *about_, *result_;
  QDoubleSpinBox* scale_;
  QLineEdit* folder_;
  QProgressBar* progress_;
  QPushButton *run_, *cancel_, *open_;
  QUrl page_;  ///< of the last run
  std::jthread thread_;
};

}  // namespace arete
