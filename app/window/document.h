// What is open: the cloud as read, the session, and what was done to it. Every change goes through here, so that it can be taken back.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <QObject>
#include <QUndoStack>

#include "app/window/loader.h"
#include "compute/engine/frame.h"
#include "compute/io/session_file.h"
#include "ui/session.h"

namespace arete {

struct Preview;

/// What a session file says, until its cloud is read.
struct SessionToOpen {
  Session session;
  std::filesystem::path cloud;
  ReadOptions read;
  std::filesystem::path file;  ///< "" for one that is restored: it is not saved yet
  std::filesystem::path kept;  ///< the file that one is restored from, else ""
  std::vector<std::string> warnings;
};
/// What it does not say stays as in `present`. Throws Error.
SessionToOpen sessionToOpen(const std::filesystem::path& path, const Session& present);

class Document : public QObject {
  Q_OBJECT
 public:
  /// Undo entries of the same kind that follow each other quickly become one.
  enum class Merge : int { none, camera, size, radius };

  Document();

  const Session& session() const { return session_; }
  const CloudFile& file() const { return file_; }  ///< as read: format, counts, warnings
  const PointCloud& cloud() const { return file_.cloud; }
  /// What the loader has made ready to draw of cloud(); may be nullptr.
  const std::shared_ptr<CloudPoints>& points() const { return points_; }
  const RadiusSuggestion& suggested() const { return suggested_; }
  const ReadOptions& readOptions() const { return readOptions_; }  ///< as given for the file that is open
  const std::filesystem::path& sessionFile() const { return sessionFile_; }
  /// The kept session that what is open was restored from; "" for anything else.
  const std::filesystem::path& restoredFrom() const { return restoredFrom_; }

  /// A cloud that was read, of a session or by itself. `before`: what was shown of it meanwhile; the camera stays where the user took it.
  void take(LoadedCloud loaded, std::optional<SessionToOpen> opened, const Preview* before);
  /// Position in the history; no change of the session.
  void setStep(uint32_t step) { session_.step = step; }

  /// One change, one undo entry. A camera change is shown as a short flight if `animated`.
  void change(Session next, Merge merge = Merge::none, bool animated = false);
  /// Part of a drag: shown at once; finishEdit() makes one undo entry of all.
  void edit(Session next);
  void finishEdit();
  bool editing() const { return editStart_.has_value(); }
  QUndoStack& undoStack() { return undoStack_; }
  const QUndoStack& undoStack() const { return undoStack_; }

  /// Whether there is something to save: parameters or versions that were changed, what was restored after a crash; in a session that has a
  /// file also how it looks. To turn a cloud or to step through its detection changes nothing.
  bool modified() const;
  /// What is set now is where the user begins: nothing to undo, nothing to save.
  void forgetChanges();
  /// As a session file; `frame` may be nullptr.
  SessionFile snapshot(const Frame* frame) const;
  void savedAs(const std::filesystem::path& path);

  /// The picture and how much of it panels cover at the right and the bottom, device pixels: the cloud is fitted into the rest, and
  /// fitted again when that changes, until the user moves the camera. True when the camera was.
  bool setViewport(const Viewport& viewport);
  const Viewport& viewport() const { return viewport_; }
  /// A camera that shows the box in the part of the picture that no panel covers, and turns about its centre.
  Camera fitted(Camera camera, const Box& box) const;
  /// The same for the cloud; setViewport() fits this one again.
  void fit(Camera& camera, const View& view);
  /// How the cloud is shown at first, in the looks of `style`.
  View openingView(const View& style);
  /// The present view for a picture of another size: a camera that nobody has moved is fitted anew.
  View viewFor(const Viewport& viewport) const;

 Q_SIGNALS:
  void changed(const arete::Session& before, bool animated);  ///< the session: job, view
  void savedOrForgotten();                                    ///< modified() says something else

 private:
  void apply(Session next, bool animated);
  void push(const Session& before, Merge merge);
  void startSession(const Preview* before);

  Session session_;
  CloudFile file_;
  std::shared_ptr<CloudPoints> points_;
  RadiusSuggestion suggested_;
  ReadOptions readOptions_;
  std::filesystem::path sessionFile_, restoredFrom_;
  QUndoStack undoStack_;
  std::optional<Session> unchanged_;  ///< as opened or saved last; empty for what was restored: nobody has saved it
  std::optional<Session> editStart_;
  Viewport viewport_{1280, 800, 1};
  Camera fitted_;  ///< as last fitted; the camera differs from it once the user has moved it
};

}  // namespace arete
