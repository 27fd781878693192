// The range of the cloud's colours: a histogram of the values that they stand for, whose handles say which value gets the first and which the last
// colour.
#pragma once

#include <optional>
#include <string>

#include <QWidget>

#include "app/window/controller.h"
#include "app/window/histogram_range.h"

class QToolButton;
class QVBoxLayout;

namespace arete {

class ColourRangeRow : public QWidget {
  Q_OBJECT
 public:
  explicit ColourRangeRow(Controller& controller, QWidget* parent = nullptr);

 private:
  /// What the histogram is of: it is made anew when that changes.
  struct Source {
    const void* points = nullptr;
    const void* explanation = nullptr;
    ColourBy by = ColourBy::uniform;
    std::string attribute;
    std::array<int, 3> axes{};
    friend bool operator==(const Source&, const Source&) = default;
  };
  void follow();
  void make(const Source& source);
  void showLimits();
  void change(bool finished);

  Controller& controller_;
  QVBoxLayout* place_;
  HistogramRange* range_ = nullptr;  ///< null while the colours stand for no numbers
  QToolButton* automatic_;
  ColourLimits ends_, own_;  ///< of the histogram; of the colours where the view says nothing
  std::optional<Source> source_;
};

}  // namespace arete
