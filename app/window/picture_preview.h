// The picture that would be written, small: drawn a moment after the last change of how it is asked for.
#pragma once

#include <QLabel>
#include <QTimer>

#include "app/window/exporting.h"

namespace arete {

class PicturePreview : public QLabel {
  Q_OBJECT
 public:
  PicturePreview(Controller& controller, PictureWidget& picture);

  /// What is written; of its progress nothing is used.
  void show(PictureRequest request);

 private:
  void draw();

  Controller& controller_;
  PictureWidget& picture_;
  PictureRequest request_;
  QTimer soon_;
};

}  // namespace arete
