#include "app/window/picture_preview.h"

#include <algorithm>

#include "compute/core/error.h"
#include "compute/text/translate.h"

namespace arete {

static constexpr int kPreviewWidth = 360, kPreviewHeight = 200;

PicturePreview::PicturePreview(Controller& controller, PictureWidget& picture) : controller_(controller), picture_(picture) {
  constexpr int kSoon_ms = 120;
  setObjectName("picture_preview");
  setAccessibleName(tr("Preview of the picture"));
  setFixedHeight(kPreviewHeight);
  setMinimumWidth(kPreviewWidth);
  setAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  soon_.setSingleShot(true);
  soon_.setInterval(kSoon_ms);
  connect(&soon_, &QTimer::timeout, this, &PicturePreview::draw);
}

void PicturePreview::show(PictureRequest request) {
  request_ = std::move(request);
  soon_.start();
}

/// With all that is drawn, text too, as much smaller as the picture is.
void PicturePreview::draw() {
  if (!isVisible() || controller_.cloud().empty()) return;
  const double ratio = devicePixelRatioF();
  const double share = std::min({ratio * kPreviewWidth / request_.width, ratio * kPreviewHeight / request_.height, 1.0});
  PictureRequest small = request_;
  small.width = std::max(1, int(share * request_.width));
  small.height = std::max(1, int(share * request_.height));
  small.scale = share * request_.scale;
  try {
    const Image image = drawPicture(picture_, controller_, small);
    QPixmap pixels = QPixmap::fromImage(QImage(image.pixels.data(), image.width, image.height, 4 * image.width, QImage::Format_RGBA8888));
    pixels.setDevicePixelRatio(ratio);
    setPixmap(pixels);
  } catch (const Error&) {
    setText(tr("No preview"));  // writing it says why
  }
}

}  // namespace arete
