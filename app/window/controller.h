// The logic of the window, without widgets. Each part looks after one thing; this class joins them: it carries out the table of
// actions, starts what a change makes necessary, and says what has changed. All live on the GUI thread and never wait for other threads:
// what those have to say comes as queued events, the newest only.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <QObject>

#include "app/window/automatic_values.h"
#include "app/window/beside_clouds.h"
#include "app/window/detection.h"
#include "app/window/document.h"
#include "app/window/editing.h"
#include "app/window/explaining.h"
#include "app/window/filtering.h"
#include "app/window/gpu_watch.h"
#include "app/window/journal.h"
#include "app/window/link_search.h"
#include "app/window/live_bootstrap.h"
#include "app/window/opening.h"
#include "app/window/own_version.h"
#include "app/window/playback.h"
#include "app/window/radius_search.h"
#include "app/window/reference_curve.h"
#include "ui/actions.h"

namespace arete {

class Controller : public QObject {
  Q_OBJECT
 public:
  explicit Controller(QObject* parent = nullptr);

  Document& document() { return document_; }  ///< what is open, and every change of it
  const Document& document() const { return document_; }
  const Detection& detection() const { return detection_; }  ///< steps of the algorithm
  const Playback& playback() const { return playback_; }     ///< one after the other
  const Opening& opening() const { return opening_; }        ///< what is being read
  Editing& editing() { return editing_; }                    ///< of the curve that was found
  const Editing& editing() const { return editing_; }
  const Filtering& filtering() const { return filtering_; }     ///< which points take part
  const LinkSearch& linkSearch() const { return linkSearch_; }  ///< neighbours
  const ReferenceCurve& reference() const { return reference_; }
  const RadiusSearch& radiusSearch() const { return radiusSearch_; }
  /// Whether R1 of a network is still what was suggested for chains, and could be searched: nobody gave one.
  bool lacksRadius() const;
  const LiveBootstrap& bootstrap() const { return bootstrap_; }
  const Explaining& explaining() const { return explaining_; }
  const BesideClouds& beside() const { return beside_; }  ///< other clouds in the scene
  OwnVersion& own() { return own_; }                      ///< the user's version, on trial
  const OwnVersion& own() const { return own_; }
  const GpuWatch& gpu() const { return gpu_; }
  const AxisWords& axisWords() const { return map_.words; }                    ///< of the cloud that is open
  const std::shared_ptr<const Coasts>& coasts() const { return map_.coasts; }  ///< around it; null for none
  Journal& journal() { return journal_; }                                      ///< what was done
  const Journal& journal() const { return journal_; }
  // Common queries.
  const Session& session() const { return document_.session(); }
  const PointCloud& cloud() const { return document_.cloud(); }
  const std::shared_ptr<const Frame>& frame() const { return detection_.frame(); }  ///< after edits

  /// What is on the screen: the preview or the session.
  const View& shownView() const { return opening_.preview() ? opening_.preview()->view : session().view; }
  Activity activity() const;
  bool busy() const {
    return detection_.busy() || opening_.active() || filtering_.busy() || editing_.busy() || linkSearch_.busy() || radiusSearch_.busy() ||
           beside_.busy();
  }
  const std::optional<Error>& error() const { return error_; }
  /// For drawPanels(); the caller fills in what only the window knows (size, labels, recent files). Refers to this object.
  PanelInput panelInput() const;
  void setViewport(const Viewport& viewport);  ///< see Document
  /// Reads a cloud or a session; what is open stays until that succeeds.
  void setMemory(DiskOptions memory) { opening_.setMemory(std::move(memory)); }  ///< see Loader
  void open(const std::filesystem::path& path, const ReadOptions& options = {});
  void open(const Paths& files, const ReadOptions& options, const std::optional<Filter>& filter);  ///< as one cloud; instead of a session's filter
  void add(const Paths& files);  ///< reads these after what is open, as one cloud; parameters, filter and looks stay
  /// Opens a session that was kept in case of a crash: under its cloud's name, as an unsaved one.
  void restore(const std::filesystem::path& path);
  void reload();
  void showBeside(const Paths& files);                    ///< as layers of their own, in which nothing is detected
  void detectOnBeside(size_t number);                     ///< opens that one; the one that was open is beside it then, in the same view
  void take(LoadedCloud loaded);                          ///< a cloud in memory, as if it had been read from its path
  void loadReference(const std::filesystem::path& path);  ///< a curve to measure the result against; failures are shown
  /// Throws what guardPaths throws: the open cloud, session and reference are read, and these files are written.
  void guardOutputs(std::span<const std::filesystem::path> outputs) const;
  std::vector<std::string> saveSession(const std::filesystem::path& path);    ///< returns warnings; throws Error
  SessionFile snapshot() const { return document_.snapshot(frame().get()); }  ///< what saveSession() writes

  /// Like Document's change() and edit(), for the view on the screen.
  void changeView(View view, Document::Merge merge = Document::Merge::none, bool animated = false);
  void editView(View view);

  bool perform(Action action);           ///< does what needs no window; false when the action is not of that kind
  bool isOn(Action action) const;        ///< of a checkable action
  bool isPossible(Action action) const;  ///< whether the action can do something now
  void advance(StepKind kind, uint32_t count = 1);
  void goTo(uint32_t step);
  void setStepsPerSecond(double value) { playback_.setStepsPerSecond(value); }
  void select(std::optional<SelectedPoint> selected) { linkSearch_.select(selected); }  ///< its neighbours are listed
  /// `unread`: the file concerned, when telling how to read it might help.
  void showError(Error error, const std::filesystem::path& unread = {});
  void reportSaved(const std::filesystem::path& path, const std::vector<std::string>& warnings);
  void dismissError();

 Q_SIGNALS:
  void cloudChanged();
  void pointsLacking();   ///< the filter keeps none of a cloud that was opened with it: it should be in sight
  void pointsChanged();   ///< the filter keeps others of the same cloud, or these are shown with what is left out
  void previewChanged();  ///< it has more points, or it is gone
  void frameChanged();
  void linksChanged();
  void explanationChanged();
  void besideChanged();
  void ownChanged();      ///< more is known of the user's version
  void sessionChanged();  ///< job or view: menus and docks follow
  void cameraChanged(bool animated);
  void stateChanged();  ///< activity, busy, playing, quality: status bar and panels
  void saved(const QString& message);
  void noticed(const QString& message);  ///< something went wrong and was worked around: shown, but needs no answer

 private:
  void connectParts();
  void followChange(const Session& before, bool animated);
  void followFrame();
  void restart();
  void restartWithMarks();
  void followWork();
  void noteResult();
  void carryWhatIsShown();
  void cancel();
  void openSession(const std::filesystem::path& path, bool kept, const std::optional<Filter>& filter = {});
  void read(const Paths& files, const ReadOptions& options, const std::optional<Filter>& filter, std::optional<SessionToOpen> opened);
  bool performStep(Action action);
  bool performView(Action action);
  void goToDiffering(int by);
  void followOwn();
  void suggestRadius();
  void nameAxes();
  void sayOfRadius(std::string text);
  void fitAll(Camera& camera, const View& view);

  std::optional<Error> error_;
  std::filesystem::path unread_;  ///< as given with the error
  GpuWatch gpu_;
  Document document_;
  Detection detection_;
  Playback playback_{detection_};
  Opening opening_;
  Filtering filtering_;
  Editing editing_;
  LinkSearch linkSearch_;
  RadiusSearch radiusSearch_;
  LiveBootstrap bootstrap_;
  ReferenceCurve reference_;
  Explaining explaining_;
  BesideClouds beside_;
  Journal journal_;
  OwnVersion own_{document_};
  struct {
    std::vector<AutomaticValue> values;
    uint64_t generation = 0;
  } automatic_;               ///< of the newest detection
  std::string saidOfRadius_;  ///< for a moment
  struct {
    AxisWords words;
    std::shared_ptr<const Coasts> coasts;
  } map_;  ///< where the cloud is
};

}  // namespace arete
