// What the window controls, without a widget in it: the session, the detection on the compute thread, loading, undo, playing.
// Lives on the GUI thread and never waits for the others: what they have to say comes as queued events, the newest only.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <QUndoStack>

#include "app/window/loader.h"
#include "compute/core/cuda_support.h"
#include "compute/core/polylines.h"
#include "compute/core/worker.h"
#include "compute/engine/engine.h"
#include "compute/engine/link_finder.h"
#include "compute/io/session_file.h"
#include "ui/panels.h"

namespace arete {

class Controller : public QObject {
  Q_OBJECT
 public:
  /// Undo entries of the same kind that follow each other quickly become one.
  enum class Merge : int { none, camera, size, radius };

  explicit Controller(QObject* parent = nullptr);
  ~Controller() override;

  const Session& session() const { return session_; }
  const PointCloud& cloud() const { return file_.cloud; }
  /// What the loader has made ready to draw of cloud(); may be nullptr.
  const std::shared_ptr<CloudPoints>& points() const { return points_; }
  /// A file that is being read: some of its points so far, and the view of them. Shown instead of what is open, which stays until all of
  /// the file is there.
  struct Preview {
    LoadSample sample;
    View view;
    Camera fitted;  ///< as last fitted; the camera differs from it once the user has moved it
  };
  const Preview* preview() const { return preview_ ? &*preview_ : nullptr; }
  /// What is on the screen: of the preview or of the session.
  const View& shownView() const { return preview_ ? preview_->view : session_.view; }
  const CloudFile& file() const { return file_; }  ///< as read: format, counts, warnings
  const std::shared_ptr<const Frame>& frame() const { return frame_; }
  Activity activity() const;
  bool busy() const { return busy_ || loading_ || linkWorker_->busy(); }
  bool playing() const { return playTimer_.isActive(); }
  const std::optional<Error>& error() const { return error_; }
  const std::shared_ptr<const Links>& links() const { return links_; }  ///< nullptr while none are known
  /// The point whose neighbours are listed and, perhaps, drawn.
  void select(std::optional<SelectedPoint> selected);
  std::span<const QualityLine> quality() const { return quality_; }
  /// The present view for a picture of another size: a camera that nobody has moved is fitted anew.
  View viewFor(const Viewport& viewport) const;
  QUndoStack& undoStack() { return undoStack_; }
  /// Whether there is something to save: parameters or versions that were changed, what was restored after a crash; in a session that has a
  /// file also how it looks. To turn a cloud or to step through its detection changes nothing.
  bool modified() const;
  /// What is set now is where the user begins: nothing to undo, nothing to save.
  void forgetChanges();

  /// What went wrong with the GPU, once for each time; "" when nothing did.
  const std::string& gpuNotice() const { return gpuNotice_; }
  /// For drawPanels(); what only the window knows (size, labels, recent files) is left for the caller. Refers to this object.
  PanelInput panelInput() const;
  /// The picture and how much of it panels cover at the right and the bottom, device pixels: the cloud is fitted into the rest, and
  /// fitted again when that changes, until the user moves the camera.
  void setViewport(const Viewport& viewport);

  /// Reads a cloud or a session; what is open stays until that succeeded.
  void open(const std::filesystem::path& path, const ReadOptions& options = {});
  void reload();
  /// Starts from a cloud in memory, as if it had been read from `path`.
  void take(LoadedCloud loaded);
  /// A curve to measure the result against; throws nothing, failures are shown.
  void loadReference(const std::filesystem::path& path);
  void closeReference();
  /// Throws what guardPaths does: cloud, session and reference that are open are read, and these are written.
  void guardOutputs(std::span<const std::filesystem::path> outputs) const;
  /// Returns warnings; throws Error.
  std::vector<std::string> saveSession(const std::filesystem::path& path);
  /// What saveSession() writes.
  SessionFile snapshot() const;
  /// Opens a session that was kept for the case of a crash: under its cloud's name, as one that is not saved yet.
  void restore(const std::filesystem::path& path);
  /// The kept session that what is open was restored from; "" for anything else.
  const std::filesystem::path& restoredFrom() const { return restoredFrom_; }
  const std::filesystem::path& sessionFile() const { return sessionFile_; }

  /// One change, one undo entry. A camera change is shown as a short flight if `animated`.
  void change(Session next, Merge merge = Merge::none, bool animated = false);
  void changeView(View view, Merge merge = Merge::none, bool animated = false);
  /// Part of a drag: shown at once; finishEdit() makes one undo entry of all.
  void edit(Session next);
  void editView(View view);
  void finishEdit();

  /// Does what needs no window; false when the action is not of that kind.
  bool perform(Action action);
  /// State of a checkable action.
  bool isOn(Action action) const;
  /// Whether the action can do something now.
  bool isPossible(Action action) const;
  void advance(StepKind kind, uint32_t count = 1);
  void goTo(uint32_t step);
  void setStepsPerSecond(double value);
  /// `unread`: the file that it is about, when saying how to read that might help.
  void showError(Error error, const std::filesystem::path& unread = {});
  void reportSaved(const std::filesystem::path& path, const std::vector<std::string>& warnings);
  void dismissError();

 Q_SIGNALS:
  void cloudChanged();
  void previewChanged();  ///< more points of it, or it went
  void frameChanged();
  void linksChanged();
  void sessionChanged();  ///< job or view: menus and docks follow
  void cameraChanged(bool animated);
  void stateChanged();  ///< activity, busy, playing, quality: status bar and panels
  void saved(const QString& message);
  void noticed(const QString& message);  ///< something went wrong and was worked around: to be told, not to be answered

 private:
  void apply(Session next, bool animated);
  void push(const Session& before, Merge merge);
  void restart();
  void stepBack(uint32_t count);
  void setPlaying(bool on);
  void playOn();
  bool showsDetection() const;
  void cancel();
  void scaleR1(double factor);
  void deliver(EngineEvent event);
  std::filesystem::path openSession(const std::filesystem::path& path);
  void startSession();
  void guard(std::span<const std::filesystem::path> outputs, std::vector<std::filesystem::path> inputs) const;
  void measureQuality();
  void lookAtLoader();
  void showSample(LoadSample sample);
  void endLoading();
  void loadDone(LoadedCloud loaded);
  bool performStep(Action action);
  bool performView(Action action);
  void toggleLayer(LayerId id);
  View openingView(const View& style);
  Camera fitted(Camera camera, const Box& box) const;
  static View previewView(View style, const View& shown);
  void fit(Camera& camera, const View& view);
  bool movePreview(const View& view);
  void changeCamera(const std::function<void(Camera&)>& change);
  bool needsAssignment() const;
  bool needsExact() const;
  void askForWhatIsShown();
  DeviceReport deviceReport() const;
  bool drawsLinks() const { return session_.view.style(LayerId::links).visible; }
  bool linksFollowFrames() const;
  void findLinks();
  void linksDone(std::shared_ptr<const Links> links);

  Session session_;
  CloudFile file_;
  std::shared_ptr<CloudPoints> points_;
  std::optional<Preview> preview_;
  std::filesystem::path loadingFile_;  ///< these three: what is being read
  ReadOptions loadingOptions_;
  QElapsedTimer sinceLoading_;
  ReadOptions readOptions_;  ///< as given for the file that is open
  std::filesystem::path sessionFile_;
  std::optional<Session> openingSession_;     ///< its cloud is being read
  std::filesystem::path openingSessionFile_;  ///< empty for one that is restored
  std::filesystem::path openingKept_, restoredFrom_;
  std::vector<std::string> sessionWarnings_;
  std::shared_ptr<const Polylines> reference_;
  std::filesystem::path referenceFile_;
  std::shared_ptr<const Frame> frame_;
  RadiusSuggestion suggested_;
  Viewport viewport_{1280, 800, 1};
  Camera fitted_;  ///< as last fitted; the camera differs from it once the user has moved it

  QUndoStack undoStack_;
  std::optional<Session> unchanged_;  ///< as opened or saved last; empty for what was restored: nobody has saved it
  std::optional<Session> editStart_;

  bool busy_ = false, loading_ = false;
  std::shared_ptr<const Links> links_;
  std::optional<SelectedPoint> selected_;
  bool navigating_ = false;  ///< the user moved in the history since the last start: Session::step follows the frames
  bool withAssignment_ = false, withExact_ = false;
  std::optional<uint32_t> goingTo_;                ///< asked for and not there yet: ten quick presses are ten steps
  uint64_t generation_ = 0, firstGeneration_ = 0;  ///< of the newest start, of the first start on this cloud
  std::optional<Error> error_;
  std::filesystem::path unread_;  ///< as given with the error
  double stepsPerSecond_ = 10;
  QTimer playTimer_, loadTimer_;
  QElapsedTimer sincePlayed_;
  std::vector<QualityLine> quality_;
  std::string gpuNotice_;
  mutable GpuMemory gpuMemory_;  ///< as asked for last
  mutable QElapsedTimer sinceGpuMemory_;

  Mailbox<EngineEvent> mailbox_;
  std::shared_ptr<LinkFinder> linkFinder_ = std::make_shared<LinkFinder>();  ///< of the worker's thread
  std::unique_ptr<Worker> qualityWorker_, linkWorker_;                       ///< these four have threads: destroyed first
  std::unique_ptr<Loader> loader_;
  std::unique_ptr<Engine> engine_;
};

}  // namespace arete
