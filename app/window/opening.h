// A file that is being read: its progress, and a preview of its points.
#pragma once

#include <filesystem>
#include <optional>

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include "app/window/document.h"
#include "app/window/loader.h"
#include "ui/panels.h"

namespace arete {

/// A sample of the points so far, and their view. Shown instead of what is open, which stays until the file is complete.
struct Preview {
  LoadSample sample;
  View view;
  Camera fitted;  ///< as last fitted; the camera differs from it once the user has moved it

  bool moved() const { return view.camera != fitted; }
  /// The camera in the local coordinates of another cloud, which is drawn on the same axes.
  Camera cameraAbove(const PointCloud& cloud) const;
};

class Opening : public QObject {
  Q_OBJECT
 public:
  /// One of both is called for each file, unless another file was requested or end() was called.
  Opening(const Document& document, Loader::Done done, Worker::Failed failed);

  /// Stops reading the previous file.
  void start(const std::vector<std::filesystem::path>& files, const ReadOptions& options, const std::optional<Filter>& filter,
             std::optional<SessionToOpen> session);
  void setMemory(DiskOptions memory) { loader_.setMemory(std::move(memory)); }
  void end();
  bool active() const { return timer_.isActive(); }
  const std::filesystem::path& file() const { return file_; }  ///< that is being read, or was last; the first of several
  LoadingReport report() const;
  /// Hands over the session whose cloud was read; it and the preview are forgotten here.
  std::optional<SessionToOpen> takeSession();
  std::optional<Preview> takePreview();

  const Preview* preview() const { return preview_ ? &*preview_ : nullptr; }
  /// False when there is no preview: the camera is not its.
  bool setCamera(const Camera& camera);
  bool fitCamera();
  /// The picture has another size.
  void fitAgain();
  /// The session looks different now.
  void followLook();

 Q_SIGNALS:
  void progressed();
  void previewChanged();  ///< it has more points, or it is gone
  void cameraChanged();   ///< of the preview

 private:
  void lookAtLoader();
  void showSample(LoadSample sample);

  const Document& document_;
  std::optional<Preview> preview_;
  std::filesystem::path file_;
  std::string name_;  ///< of all files
  std::optional<SessionToOpen> session_;
  QElapsedTimer since_;
  QTimer timer_;   ///< runs while a file is being read
  Loader loader_;  ///< last: its thread ends before the rest goes
};

}  // namespace arete
