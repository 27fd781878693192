// The permanent parts of the status bar: the file, its coordinate system, the reader's warnings, what computes, how long it took, how fast the
// picture is.
#pragma once

#include <QElapsedTimer>
#include <QObject>

class QLabel;
class QStatusBar;
class QToolButton;

namespace arete {

struct Frame;
class Controller;
class ElidedLabel;
class PictureWidget;

class StatusLine : public QObject {
  Q_OBJECT
 public:
  /// The bar owns the labels.
  StatusLine(QStatusBar& bar, const Controller& controller, const PictureWidget& picture);

  void show();
  /// After another cloud was opened.
  void countWarnings();

 Q_SIGNALS:
  void warningsClicked();
  void crsClicked();

 private:
  std::string pointsText() const;
  QString workText(const Frame* frame) const;

  const Controller& controller_;
  const PictureWidget& picture_;
  ElidedLabel* file_;
  QToolButton *crs_, *warnings_;
  QLabel *device_, *time_, *fps_;
  QElapsedTimer sinceFpsShown_;
};

}  // namespace arete
