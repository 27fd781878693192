#include "app/window/post.h"

#include <QObject>

namespace arete {

Post postToThisThread() {
  return [receiver = std::make_shared<QObject>()](std::function<void()> call) {
    QMetaObject::invokeMethod(receiver.get(), std::move(call), Qt::QueuedConnection);
  };
}

}  // namespace arete
