// What is open: the cloud as read, the session, and its changes. Every change goes through here, so that it can be undone.
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

/// The content of a session file, until its cloud is read.
struct SessionToOpen {
  Session session;
  std::vector<std::filesystem::path> clouds;
  ReadOptions read;
  std::filesystem::path file;  ///< "" for one that is restored: it is not saved yet
  std::filesystem::path kept;  ///< the file that one is restored from, else ""
  std::vector<std::string> warnings;
  bool hasView = true;  ///< false: its cloud is seen as one that is opened alone
};
/// What the file leaves out is taken from `present`. Throws Error.
SessionToOpen sessionToOpen(const std::filesystem::path& path, const Session& present);

/// What a filter keeps of the points of a file.
struct KeptPoints {
  PointCloud cloud;                              ///< without attributes; its coordinates may be gathered when they are first asked for
  std::shared_ptr<const PointList> places;       ///< in the whole, by point of `cloud`
  std::shared_ptr<CloudPoints> points, leftOut;  ///< to draw: these, and all others or nullptr
};

class Document : public QObject {
  Q_OBJECT
 public:
  /// Undo entries of the same kind in quick succession become one.
  enum class Merge : int { none, camera, size, radius };

  Document();

  const Session& session() const { return session_; }
  const CloudFile& file() const { return file_; }          ///< as read: format, counts, warnings
  const PointCloud& whole() const { return file_.cloud; }  ///< all points, with all attributes
  /// All points where these stay on the disk: then whole() has some of them. Null where it has all.
  const std::shared_ptr<PointsElsewhere>& elsewhere() const { return elsewhere_; }
  /// What the filter keeps of them, which is shown and detected in; then without attributes.
  const PointCloud& cloud() const { return kept_ ? kept_->cloud : file_.cloud; }
  /// Which point of the whole a point of cloud() is.
  uint32_t placeInWhole(uint32_t point) const { return kept_ ? (*kept_->places)[point] : point; }
  /// What is ready to draw of cloud(); may be nullptr.
  const std::shared_ptr<CloudPoints>& points() const { return kept_ ? kept_->points : points_; }
  /// The whole, ready to draw on the axes it opened with; may be nullptr.
  const std::shared_ptr<CloudPoints>& wholePoints() const { return points_; }
  /// What is left out of the whole, to draw; nullptr for nothing, or where nobody wants to see it.
  std::shared_ptr<CloudPoints> leftOut() const { return kept_ ? kept_->leftOut : nullptr; }
  void keep(KeptPoints kept) { kept_ = std::move(kept); }
  void keepAll();
  /// What is kept suggests another R1 than all points do.
  void suggest(const RadiusSuggestion& suggestion);
  const RadiusSuggestion& suggested() const { return suggested_; }
  /// How the file that is open is read again: as it was, in the coordinate system that holds now.
  ReadOptions readOptions() const;
  /// The coordinate system: what the user gave, else what the file says.
  const Crs& crs() const { return session_.crs ? *session_.crs : file_.crs; }
  const std::string& crsText() const { return crsText_; }  ///< for people; "" where it is not known
  const std::filesystem::path& sessionFile() const { return sessionFile_; }
  /// The kept session file that this was restored from, else "".
  const std::filesystem::path& restoredFrom() const { return restoredFrom_; }

  /// Opens a cloud that was read, alone or for a session. `before`: the preview shown meanwhile; the camera stays where the user moved it.
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

  /// Whether there is something to save: changed parameters or versions, or what was restored after a crash; in a session that has a
  /// file also its appearance. Turning a cloud or stepping through its detection does not count.
  bool modified() const;
  /// Makes the present state the start: nothing to undo, nothing to save.
  void forgetChanges();
  /// Goes back to what was opened or saved last; the camera stays.
  void discardChanges();
  /// As a session file; `frame` may be nullptr.
  SessionFile snapshot(const Frame* frame) const;
  void savedAs(const std::filesystem::path& path);

  /// The size of the picture, and how much of it panels cover at the right and the bottom, in device pixels: the cloud is fitted into the rest, and
  /// fitted again when that changes, until the user moves the camera. True when the camera changed.
  bool setViewport(const Viewport& viewport);
  const Viewport& viewport() const { return viewport_; }
  /// A camera that shows the box in the part of the picture that no panel covers, and turns about its centre.
  Camera fitted(Camera camera, const Box& box) const;
  /// The same for the cloud; setViewport() fits this one again.
  void fit(Camera& camera, const View& view);
  /// The first view of the cloud, with the appearance of `style`.
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
  void nameCrs();

  Session session_;
  CloudFile file_;
  std::shared_ptr<CloudPoints> points_;
  std::shared_ptr<PointsElsewhere> elsewhere_;
  std::optional<KeptPoints> kept_;  ///< not set: all of the file's
  RadiusSuggestion suggested_, suggestedForAll_;
  ReadOptions readOptions_;  ///< as given
  std::string crsText_;
  std::filesystem::path sessionFile_, restoredFrom_;
  QUndoStack undoStack_;
  std::optional<Session> unchanged_;  ///< as opened or saved last; empty for what was restored: nobody has saved it
  std::optional<Session> editStart_;
  Viewport viewport_{1280, 800, 1};
  Camera fitted_;  ///< as last fitted; the camera differs from it once the user has moved it
};

}  // namespace arete
