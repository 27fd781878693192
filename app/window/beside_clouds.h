// The clouds beside the one that is open, as the session's view lists them: read on a thread of their own, one after the other.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <QObject>

#include "app/window/document.h"
#include "compute/core/worker.h"
#include "render/scene.h"

namespace arete {

class BesideClouds : public QObject {
  Q_OBJECT
 public:
  BesideClouds(const Document& document, Worker::Failed failed);

  /// Reads what the view lists and is not there; forgets what it lists no longer.
  void follow();
  /// In the order of View::beside; empty ones where a cloud is not there.
  std::vector<BesidePoints> points() const;
  bool busy() const { return worker_.busy(); }
  /// Why it cannot be shown; "" where it is there or still to come.
  std::string obstacle(const BesideCloud& cloud) const;
  /// Around those that are visible, on the axes of the view and in the coordinates of the open cloud.
  std::optional<Box> bounds(const View& view) const;

 Q_SIGNALS:
  void changed();

 private:
  struct Read {
    PointCloud cloud;
    std::shared_ptr<CloudPoints> points;
    std::string obstacle;
  };
  std::filesystem::path pathOf(const BesideCloud& cloud) const;
  void readNext();

  const Document& document_;
  std::map<std::filesystem::path, Read> read_;  ///< with those that could not be
  std::filesystem::path reading_;
  Worker worker_;  ///< last: its thread ends before the rest goes
};

}  // namespace arete
