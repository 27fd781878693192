// All parameters and versions as ordinary fields: for the keyboard and for screen readers, which cannot reach the panels on the picture.
#pragma once

#include <functional>
#include <vector>

#include <QDialog>

#include "app/window/controller.h"

class QFormLayout;

namespace arete {

/// Stays open beside the picture; every change takes effect at once and is one undo entry, as in the panels.
class ParametersDialog : public QDialog {
 public:
  ParametersDialog(QWidget* parent, Controller& controller);

 private:
  /// Those of every job and of the versions chosen now.
  std::vector<const ParamInfo*> wantedParameters() const;
  void makeVersions();
  void makeRows();
  QWidget* makeField(const ParamInfo& info);
  void set(const ParamInfo& info, double value);
  void follow();

  Controller& controller_;
  QFormLayout *rows_ = nullptr, *versions_ = nullptr;
  std::vector<const ParamInfo*> shown_;
  std::vector<Stage> shownStages_;
  std::vector<std::function<void()>> followers_;         ///< each takes the session's value into its field of rows_
  std::vector<std::function<void()>> versionFollowers_;  ///< and into the list of a stage's versions
};

}  // namespace arete
